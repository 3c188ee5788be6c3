package dev.tensorc.infer.scope;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.ForeignNames;
import dev.tensorc.frontend.Span;
import dev.tensorc.frontend.Spelling;
import dev.tensorc.infer.report.ErrorId;
import dev.tensorc.infer.rule.Typed;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.CheckText;
import dev.tensorc.ir.DType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** The meaning of a name at its place, and the probable intention where it means nothing. */
public final class Names {

  private static final Map<String, Double> CONSTANTS =
      Map.of("pi", Math.PI, "inf", Double.POSITIVE_INFINITY, "nan", Double.NaN);

  private static final Set<String> MARKERS = Set.of("newaxis");

  private final Context cx;

  Names(Context cx) {
    this.cx = cx;
  }

  /** Source text as messages quote it. */
  public static String ofSource(Span span) {
    return CheckText.source(span);
  }

  /** Whether a value may not have the name: it already stands for one, or for a dtype. */
  public static boolean taken(String text) {
    return DType.named(text).isPresent() || CONSTANTS.containsKey(text) || MARKERS.contains(text);
  }

  /** Whether the language gives the name a meaning of its own. */
  public static boolean reserved(String text) {
    return taken(text) || Builtin.named(text).isPresent() || text.equals("len");
  }

  public static Diagnostic reservedName(Ast.Name name, String what) {
    return ErrorId.RESERVED_NAME
        .at(name.span(), "`" + name.text() + "` is the name of a builtin, not free for a " + what)
        .hint("choose another name, such as `" + name.text() + "_` or a longer word");
  }

  /** A call is told from a value by its parentheses, so this is a warning only. */
  private static Diagnostic alsoBuiltin(Ast.Name name) {
    String text = name.text();
    return ErrorId.RESERVED_NAME
        .warningAt(name.span(), "`" + text + "` is also the name of a builtin")
        .because("`" + text + "(...)` still calls the builtin, `" + text + "` is this value")
        .hint("choose another name, such as `" + text + "_`");
  }

  static Optional<Double> constant(String text) {
    return Optional.ofNullable(CONSTANTS.get(text));
  }

  /** Makes a name visible for the rest of its block; reports one that is taken. */
  public void bind(Ast.Name name, Frame.Role role, Typed typed) {
    bind(name, Frame.Local.of(role, typed, name.span()));
  }

  public void bind(Ast.Name name, Frame.Local local) {
    String text = name.text();
    String what = local.role == Frame.Role.PARAMETER ? "parameter" : "value";
    if (reserved(text)) {
      cx.report(taken(text) ? reservedName(name, what) : alsoBuiltin(name));
    } else {
      earlier(text).ifPresent(place -> cx.report(alreadyDefined(name, place)));
    }
    cx.frame.define(text, local);
    cx.observe(name.span(), local.typed);
  }

  private Diagnostic alreadyDefined(Ast.Name name, Span place) {
    String text = name.text();
    var local = cx.frame.locals().get(text);
    boolean ofFile = local == null && !cx.frame.dims().containsKey(text);
    String defined = cx.weights.has(text) ? "defined by the weights" : "a constant";
    boolean variable = local != null && local.role == Frame.Role.VARIABLE;
    return ErrorId.DUPLICATE_NAME
        .at(
            name.span(),
            "`" + text + "` is already " + (ofFile ? defined + " of this file" : "defined"))
        .related(place, "the first definition")
        .hint(
            variable
                ? "to assign to it, leave the first word out: `" + text + " = ...`"
                : "give the new one another name; a value that changes is defined with `var`");
  }

  public Optional<Span> earlier(String text) {
    var local = cx.frame.locals().get(text);
    if (local != null) {
      return Optional.of(local.span);
    }
    var dim = cx.frame.dims().get(text);
    if (dim != null) {
      return Optional.of(dim.span());
    }
    return cx.declarations()
        .constant(text)
        .map(c -> c.constant().name().span())
        .or(() -> cx.declarations().weights(text));
  }

  /** The value a name stands for. */
  public Typed lookup(Ast.Ref ref, Optional<DType> expected) {
    String name = ref.name();
    var local = cx.frame.locals().get(name);
    earlier(name).ifPresent(place -> cx.diagnostics.observer().definition(ref.span(), place));
    if (local != null) {
      local.used = true;
      return local.typed;
    }
    var dim = cx.frame.dims().get(name);
    if (dim != null) {
      return cx.weak.size(dim.dim(), name, ref.span());
    }
    var constant = cx.declarations().constant(name);
    if (constant.isPresent()) {
      return constant(constant.get(), name, expected);
    }
    if (cx.weights.has(name)) {
      return cx.weights.lookup(ref);
    }
    if (cx.frame.undefined().contains(name)) {
      return Typed.UNKNOWN;
    }
    return constant(name)
        .<Typed>map(value -> new Typed.Const(value, name))
        .orElseGet(() -> cx.fail(notAValue(ref)));
  }

  /** A constant is evaluated where it is used: it sees its file's constants and nothing else. */
  private Typed constant(Declarations.ConstantOf found, String name, Optional<DType> expected) {
    Declarations file = found.file();
    Ast.Const constant = found.constant();
    if (file.evaluating().contains(name)) {
      return cx.fail(
          ErrorId.RECURSION
              .at(constant.name().span(), "the constant `" + name + "` is defined by itself")
              .hint("give it a value that does not mention it"));
    }
    var known = file.knownConstants().get(name);
    if (known != null) {
      return known;
    }
    var here = cx.frame;
    cx.frame = Frame.file(file, constant.span());
    file.evaluating().add(name);
    try {
      Typed typed = cx.infer(constant.value(), expected);
      return switch (typed) {
        case Typed.Const c -> {
          var named = new Typed.Const(c.value(), name);
          file.knownConstants().put(name, named);
          yield named;
        }
        case Typed.Unknown u -> {
          file.knownConstants().put(name, u);
          yield u;
        }
        case Typed.Strong _, Typed.Weak _ -> typed;
      };
    } finally {
      file.evaluating().remove(name);
      cx.frame = here;
    }
  }

  private Diagnostic notAValue(Ast.Ref ref) {
    String name = ref.name();
    if (DType.named(name).isPresent()) {
      return ErrorId.NOT_A_VALUE
          .at(ref.span(), "`" + name + "` is a dtype, not a value")
          .hint("convert with `astype(x, " + name + ")`");
    }
    if (isFunction(name)) {
      return ErrorId.NOT_A_VALUE
          .at(ref.span(), "`" + name + "` is a function, not a value")
          .hint("call it: `" + name + "(...)`");
    }
    if (name.equals("newaxis")) {
      return ErrorId.NOT_A_VALUE
          .at(ref.span(), "`newaxis` is a subscript, not a value")
          .hint("write it between brackets: `x[:, newaxis]`");
    }
    String before = ref.span().source().text().substring(0, ref.span().start()).stripTrailing();
    String advice =
        before.endsWith("//")
            ? "`//` is floor division: a comment begins with `#`"
            : ForeignNames.value(name);
    Diagnostic unknown =
        unknown(
            ErrorId.UNKNOWN_NAME, ref.span(), name, "nothing named", this::visibleValues, advice);
    Span ended = cx.frame.ended().get(name);
    return ended == null
        ? unknown
        : unknown
            .related(ended, "this `" + name + "` ends with its block")
            .hint("define it before the block, with `var`, and assign to it there");
  }

  /** Whether a function is called that; a value may be called the same. */
  public boolean isFunction(String name) {
    return cx.declarations().function(name).isPresent()
        || Builtin.named(name).isPresent()
        || name.equals("len");
  }

  /** Why a name that is no parameter, let, var or index cannot be assigned to. */
  public Diagnostic notAssignable(Ast.Name name) {
    String text = name.text();
    var dim = cx.frame.dims().get(text);
    if (dim != null) {
      return ErrorId.NOT_ASSIGNABLE
          .at(name.span(), "`" + text + "` is the size of an axis and never changes")
          .related(dim.span(), "`" + text + "` is bound here")
          .hint("count with a variable of another name: `var k = " + text + "`");
    }
    var constant = cx.declarations().constant(text);
    if (constant.isPresent()) {
      return ErrorId.NOT_ASSIGNABLE
          .at(name.span(), "`" + text + "` is a constant of this file and never changes")
          .related(constant.get().constant().name().span(), "`" + text + "` is defined here")
          .hint("copy it first: `var y = " + text + "`, then assign to `y`");
    }
    var weight = cx.declarations().weights(text);
    if (weight.isPresent()) {
      return ErrorId.NOT_ASSIGNABLE
          .at(
              name.span(),
              "`" + text + "` is defined by the weights of this file and never changes")
          .related(weight.get(), "`" + text + "` is defined here")
          .hint("copy it first: `var y = " + text + "`, then assign to `y`");
    }
    if (reserved(text)) {
      return reservedName(name, "variable");
    }
    Diagnostic d =
        ErrorId.UNKNOWN_NAME.at(name.span(), "no variable named `" + text + "` is in sight");
    return closest(text, this::visibleVariables)
        .map(best -> d.hint("did you mean `" + best + "`?"))
        .orElse(
            d.hint(
                "to define it, write `let " + text + " = ...`, or `var` if it is to change later"));
  }

  /** The name in sight that was meant. */
  private Optional<String> closest(String name, Supplier<Collection<String>> visible) {
    return cx.diagnostics.advises() ? Spelling.closest(name, visible.get()) : Optional.empty();
  }

  private List<String> visibleVariables() {
    var variables = cx.frame.variables().keySet().stream().flatMap(x -> x.variable.stream());
    return variables.map(Frame.Variable::name).toList();
  }

  private List<String> visibleValues() {
    var visible = new ArrayList<>(cx.frame.locals().keySet());
    visible.addAll(cx.frame.dims().keySet());
    visible.addAll(cx.declarations().visibleConstants());
    visible.addAll(CONSTANTS.keySet().stream().sorted().toList());
    return visible;
  }

  public Diagnostic unknownFunction(Ast.Call c) {
    Ast.Name name = c.function();
    return unknown(
        ErrorId.UNKNOWN_FUNCTION,
        name.span(),
        name.text(),
        "no function named",
        this::visibleFunctions,
        ForeignNames.call(name.text(), written(c), file -> false));
  }

  /** The arguments of a call as advice shows them. */
  public static List<String> written(Ast.Call c) {
    return c.args().stream()
        .map(a -> ForeignNames.argumentHere(a.span().text()))
        .flatMap(Optional::stream)
        .toList();
  }

  private List<String> visibleFunctions() {
    var visible = new ArrayList<>(cx.declarations().visibleFunctions());
    Arrays.stream(Builtin.values()).map(Builtin::label).forEach(visible::add);
    visible.add("len");
    return visible;
  }

  public Diagnostic unknownDim(Span span, String name) {
    var visible = new ArrayList<>(cx.frame.dims().keySet());
    visible.addAll(cx.declarations().visibleConstants());
    Diagnostic d =
        ErrorId.UNBOUND_DIM
            .at(span, "no parameter binds the dim `" + name + "`")
            .because(
                "a dim gets its size by standing alone in a parameter's type: `x: f32["
                    + name
                    + "]`");
    return d.hint(
        Spelling.closest(name, visible)
            .map(best -> "did you mean `" + best + "`?")
            .orElse("write `?` for a size without a name"));
  }

  private Diagnostic unknown(
      ErrorId id,
      Span span,
      String name,
      String nothing,
      Supplier<Collection<String>> visible,
      String advice) {
    Diagnostic d = id.at(span, nothing + " `" + name + "` is in sight");
    if (!advice.isEmpty()) {
      return d.hint(advice);
    }
    return closest(name, visible).map(best -> d.hint("did you mean `" + best + "`?")).orElse(d);
  }
}
