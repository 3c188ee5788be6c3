package dev.tensorc.infer.scope;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Span;
import dev.tensorc.infer.report.Annotations;
import dev.tensorc.infer.rule.Discipline;
import dev.tensorc.infer.rule.Typed;
import dev.tensorc.ir.Axes;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.TensorIr.Leading;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The names in sight inside one function, or one expansion of it at a call. */
public final class Frame {

  /** The ways in which a name in sight is defined. */
  public enum Role {
    PARAMETER("parameter"),
    LET("`let`"),
    VARIABLE("variable"),
    INDEX("loop index");

    private final String word;

    Role(String word) {
      this.word = word;
    }

    public String word() {
      return word;
    }
  }

  /**
   * The properties that a {@code var} keeps for life.
   *
   * @param shape empty for an axis that was declared {@code ?}: its size may change
   * @param axes its declaration's marks of stretching
   * @param leastRank present where its rank may change as well, down to this: then it is unranked
   * @param type as messages show it
   */
  public record Variable(
      String name,
      DType dtype,
      List<Optional<Dim>> shape,
      Axes axes,
      Optional<Integer> leastRank,
      String type) {
    public Variable {
      shape = List.copyOf(shape);
    }

    public boolean anyRank() {
      return leastRank.isPresent();
    }
  }

  /** A parameter, {@code let}, {@code var} or loop index. */
  public static final class Local {
    public final Role role;
    public final Span span;

    /** Empty where the name is no {@code var}, or its type is unknown. */
    public final Optional<Variable> variable;

    /** The type of its value here: an assignment changes that. */
    public Typed typed;

    public boolean used;
    public boolean assigned;

    private Local(Role role, Typed typed, Optional<Variable> variable, Span span) {
      this.role = role;
      this.typed = typed;
      this.variable = variable;
      this.span = span;
    }

    public static Local of(Role role, Typed typed, Span span) {
      return new Local(role, typed, Optional.empty(), span);
    }

    public static Local variable(Variable variable, Typed typed, Span span) {
      return new Local(Role.VARIABLE, typed, Optional.of(variable), span);
    }
  }

  /**
   * The meaning of {@code s...}: the leading sizes of the first value that was declared with it.
   *
   * @param isRanked whether it is known how many they are; then they have names of their own
   */
  public record Rest(Leading sizes, boolean isRanked) {}

  /** The dim that a dim name stands for, and where it was bound. */
  public record BoundDim(Dim dim, Span span) {}

  private final Declarations declarations;
  private final String functionName;
  private final Span home;
  private final Discipline discipline;
  private final boolean fastmath;
  private final boolean specialised;
  private final Map<String, Span> parameters;
  private final Map<String, Ast.Expr> given;
  private final @Nullable Frame caller;
  private final Span callSite;
  private final LinkedHashMap<String, Local> locals = new LinkedHashMap<>();
  private final LinkedHashMap<String, BoundDim> dims = new LinkedHashMap<>();
  private final List<Hidden> hidden = new ArrayList<>();
  private final Map<String, Dim> sizes = new LinkedHashMap<>();
  private final Map<String, Rest> rests = new LinkedHashMap<>();
  private final Map<String, DType> types = new LinkedHashMap<>();
  private Optional<WayOut> exit = Optional.empty();
  private final Set<String> undefined = new HashSet<>();
  private final Map<String, Span> ended = new HashMap<>();

  private Frame(
      Declarations declarations,
      Discipline discipline,
      boolean fastmath,
      boolean specialised,
      String functionName,
      Span home,
      Map<String, Span> parameters,
      Map<String, Ast.Expr> given,
      @Nullable Frame caller,
      Span callSite) {
    this.declarations = declarations;
    this.home = home;
    this.functionName = functionName;
    this.discipline = discipline;
    this.fastmath = fastmath;
    this.specialised = specialised;
    this.parameters = parameters;
    this.given = given;
    this.caller = caller;
    this.callSite = callSite;
  }

  public static Frame top(Declarations declarations, Ast.Function function, boolean specialised) {
    return new Frame(
        declarations,
        declarations.discipline(function),
        Annotations.fastmath(function),
        specialised,
        function.name().text(),
        function.name().span(),
        parameters(function),
        Map.of(),
        null,
        function.span());
  }

  /** Where the constants of a file are evaluated: no parameters, no dims. */
  public static Frame file(Declarations declarations, Span place) {
    return new Frame(
        declarations,
        declarations.discipline(),
        false,
        false,
        "",
        place,
        Map.of(),
        Map.of(),
        null,
        place);
  }

  /**
   * @param given the call's expressions, by the names of all parameters, constant ones too
   */
  public static Frame called(
      Declarations declarations,
      Ast.Function function,
      boolean specialised,
      Map<String, Ast.Expr> given,
      Frame caller,
      Span callSite) {
    return new Frame(
        declarations,
        declarations.discipline(function),
        Annotations.fastmath(function),
        specialised,
        function.name().text(),
        function.name().span(),
        parameters(function),
        given,
        caller,
        callSite);
  }

  private static Map<String, Span> parameters(Ast.Function function) {
    return function.params().stream()
        .collect(Collectors.toMap(p -> p.name().text(), Ast.Param::span, (a, b) -> a));
  }

  /** The top level of the file that the text stands in. */
  Declarations declarations() {
    return declarations;
  }

  /** The place of the function's name, which no other function shares; the file's where none. */
  public Span home() {
    return home;
  }

  public boolean isParameter(String name) {
    return parameters.containsKey(name);
  }

  /** The call's expressions for parameters, constant ones too. */
  Map<String, Ast.Expr> given() {
    return given;
  }

  /** The parameter of that name, or the one whose declaration binds the dim. */
  Optional<String> parameterOf(String name) {
    BoundDim dim = dims.get(name);
    if (dim == null || given.containsKey(name)) {
      return Optional.of(name);
    }
    return parameters.entrySet().stream()
        .filter(p -> p.getValue().start() <= dim.span().start())
        .filter(p -> dim.span().end() <= p.getValue().end())
        .map(Map.Entry::getKey)
        .findFirst();
  }

  public String functionName() {
    return functionName;
  }

  /** How its operations broadcast. */
  public Discipline discipline() {
    return discipline;
  }

  /** Whether the bits of its transcendental functions are left open. */
  public boolean fastmath() {
    return fastmath;
  }

  /** Whether some of its statements may be gone, since the call decides conditions. */
  public boolean isSpecialised() {
    return specialised;
  }

  /** The frame that this one was expanded in; null where it is no call. */
  public @Nullable Frame caller() {
    return caller;
  }

  /** The call, or the function itself where there is none. */
  Span callSite() {
    return callSite;
  }

  /** The dtypes that the function's type parameters stand for here. */
  public Map<String, DType> types() {
    return types;
  }

  /** The sizes that {@code s...} stands for, by its name. */
  public Map<String, Rest> rests() {
    return rests;
  }

  /** The way out of the statement that is being inferred, if it may return or not. */
  public Optional<WayOut> exit() {
    return exit;
  }

  public void setExit(Optional<WayOut> exit) {
    this.exit = exit;
  }

  /** The names that are assigned to and that nothing defines: told once, not at each use. */
  public Set<String> undefined() {
    return undefined;
  }

  /** Values by their names; {@link #define} adds one. */
  public Map<String, Local> locals() {
    return Collections.unmodifiableMap(locals);
  }

  public Map<String, BoundDim> dims() {
    return dims;
  }

  /** The i64 parameters that are sizes in the function's signature. */
  public Map<String, Dim> sizes() {
    return sizes;
  }

  /** How many names were in sight when a block began: those bound in it end with it. */
  public record Scope(int locals, int dims, int hidden) {
    public static final Scope NOTHING = new Scope(0, 0, 0);
  }

  /** A name that was defined once more, which is an error: the block's end brings it back. */
  private record Hidden(String name, Local local) {}

  public Scope open() {
    return new Scope(locals.size(), dims.size(), hidden.size());
  }

  public void define(String name, Local local) {
    Local earlier = locals.put(name, local);
    if (earlier != null) {
      hidden.add(new Hidden(name, earlier));
    }
  }

  /** Ends the names of a block, and returns its values. */
  public Map<String, Local> close(Scope scope) {
    var ended = new LinkedHashMap<String, Local>();
    while (hidden.size() > scope.hidden()) {
      Hidden h = hidden.removeLast();
      ended.put(h.name(), Objects.requireNonNull(locals.put(h.name(), h.local())));
    }
    while (locals.size() > scope.locals()) {
      var last = locals.pollLastEntry();
      ended.putFirst(last.getKey(), last.getValue());
    }
    ended.forEach((name, local) -> this.ended.put(name, local.span));
    while (dims.size() > scope.dims()) {
      dims.pollLastEntry();
    }
    return ended;
  }

  /** Where names of blocks that have ended were defined. */
  public Map<String, Span> ended() {
    return ended;
  }

  /** The type of each {@code var} in sight, in the order of their declarations. */
  public Map<Local, Typed> variables() {
    var values = new LinkedHashMap<Local, Typed>();
    for (Local local : locals.values()) {
      if (local.role == Role.VARIABLE) {
        values.put(local, local.typed);
      }
    }
    return values;
  }
}
