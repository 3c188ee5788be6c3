package dev.tensorc.infer.statement;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Span;
import dev.tensorc.infer.report.ErrorId;
import dev.tensorc.infer.rule.Arg;
import dev.tensorc.infer.rule.Generics;
import dev.tensorc.infer.rule.Generics.Given;
import dev.tensorc.infer.rule.StaticConditions;
import dev.tensorc.infer.rule.Typed;
import dev.tensorc.infer.scope.Declarations;
import dev.tensorc.infer.scope.Frame;
import dev.tensorc.infer.scope.Names;
import dev.tensorc.infer.type.Arguments;
import dev.tensorc.infer.type.Ascriptions.Declared;
import dev.tensorc.infer.type.Clauses;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.TensorIr.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Calls: of the program's functions, which are expanded in place, and of builtins. */
public final class Calls {

  /**
   * The arguments of a call.
   *
   * @param file where the function stands
   * @param written the call's expressions, by the parameters' names
   */
  record Args(Declarations file, Ast.Function function, Map<String, Ast.Expr> written) {
    boolean isGiven(Ast.Parameter p) {
      return written.containsKey(p.name().text());
    }

    /** The value of a parameter, from the call or its default. */
    Ast.Expr of(Ast.Parameter p) {
      return Optional.ofNullable(written.get(p.name().text())).or(p::otherwise).orElseThrow();
    }
  }

  /** An argument bound to a parameter of the callee. */
  private record Bound(Ast.Param param, Declared declared, Value value, Span span) {}

  private final StatementContext cx;

  Calls(StatementContext cx) {
    this.cx = cx;
  }

  public Typed call(Ast.Call c, Optional<DType> expected) {
    String name = c.function().text();
    var found = cx.declarations().function(name);
    if (found.isPresent()) {
      return expand(found.get(), c).map(results -> single(c, results)).orElse(Typed.UNKNOWN);
    }
    Optional<Builtin> builtin = Builtin.named(name);
    if (builtin.isPresent()) {
      return builtin.get().kind() == Builtin.Kind.SEVERAL
          ? cx.builtins
              .several(builtin.get(), c)
              .map(results -> single(c, results))
              .orElse(Typed.UNKNOWN)
          : cx.builtins.call(builtin.get(), c);
    }
    if (name.equals("len")) {
      return length(c);
    }
    for (Ast.Arg a : c.args()) {
      boolean value = !(a.value() instanceof Ast.Ref r && cx.names.isFunction(r.name()));
      if (value && !(a.value() instanceof Ast.TupleLit || a.value() instanceof Ast.StringLit)) {
        cx.infer(a.value(), expected);
      }
    }
    if (cx.declarations().refused(name)) {
      return Typed.UNKNOWN;
    }
    var local = cx.frame.locals().get(name);
    if (local != null) {
      local.used = true;
      return cx.fail(
          ErrorId.UNKNOWN_FUNCTION
              .at(c.function().span(), "`" + name + "` is a value, not a function")
              .related(local.span, "`" + name + "` is defined here")
              .hint("subscripts stand in square brackets: `" + name + "[...]`"));
    }
    if (DType.named(name).isPresent()) {
      return cx.fail(
          ErrorId.UNKNOWN_FUNCTION
              .at(c.function().span(), "`" + name + "` is a dtype, not a function")
              .hint("convert with `astype(" + converted(c) + ", " + name + ")`"));
    }
    return cx.fail(cx.names.unknownFunction(c));
  }

  /** The text of the expression that a call of a dtype converts. */
  private static String converted(Ast.Call c) {
    return c.args().size() == 1 ? Names.ofSource(c.args().getFirst().span()) : "x";
  }

  private Typed length(Ast.Call c) {
    if (c.args().size() != 1 || c.args().getFirst().keyword().isPresent()) {
      return cx.fail(
          ErrorId.BAD_ARGUMENTS
              .at(c.span(), "`len` takes one array")
              .found(c.args().size() + " arguments")
              .hint("write `len(x)`"));
    }
    Arg x = cx.arg(c.args().getFirst().value());
    if (x.typed().isUnknown()) {
      return Typed.UNKNOWN;
    }
    if (!(x.typed() instanceof Typed.Strong s) || s.value().isScalar()) {
      return cx.fail(
          ErrorId.RANK
              .at(x.span(), "`len` takes an array, but `" + x.typed().name() + "` is a scalar")
              .found(x.typed().type())
              .hint("a scalar has no first axis"));
    }
    if (s.value().isUnranked()) {
      return cx.fail(cx.needsRank(s.value(), "`len` is the size of the first axis", c.span()));
    }
    return cx.weak.size(s.value().shape().getFirst(), Names.ofSource(c.span()), c.span());
  }

  // ---------------------------------------------------------------- the program's functions

  /** All results of a call; empty, and reported, where something is wrong. */
  Optional<List<Typed>> several(Ast.Expr e) {
    if (e instanceof Ast.Call c) {
      var found = cx.declarations().function(c.function().text());
      if (found.isPresent()) {
        return expand(found.get(), c);
      }
      Optional<Builtin> builtin = Builtin.named(c.function().text());
      if (builtin.filter(Calls::hasSeveral).isPresent()) {
        return cx.builtins.several(builtin.get(), c);
      }
    }
    Typed typed = cx.infer(e);
    return typed.isUnknown() ? Optional.empty() : Optional.of(List.of(typed));
  }

  private static boolean hasSeveral(Builtin b) {
    return b.kind() == Builtin.Kind.SEVERAL || b == Builtin.NONZERO;
  }

  private Typed single(Ast.Call c, List<Typed> results) {
    if (results.size() == 1) {
      return results.getFirst();
    }
    String name = c.function().text();
    return cx.fail(
        ErrorId.SEVERAL_RESULTS
            .at(c.span(), "`" + name + "` returns " + results.size() + " results, not one value")
            .hint("take them apart first: `let (a, b) = " + name + "(...)`"));
  }

  private Optional<List<Typed>> expand(Declarations.FunctionOf found, Ast.Call c) {
    Ast.Function written = found.function();
    String name = written.name().text();
    found.file().markCalled(name);
    cx.diagnostics.observer().definition(c.function().span(), found.function().name().span());
    var matched = arguments(written, c);
    if (matched.isEmpty() || found.file().refused(name) || recursive(written, c)) {
      return Optional.empty();
    }
    var args = new Args(found.file(), written, matched.get());
    var constants = cx.constParams.constants(args);
    List<Given> passed = given(args);
    if (constants.isEmpty() || passed.stream().anyMatch(g -> g.typed().isUnknown())) {
      return Optional.empty();
    }
    var types = Generics.settle(written, passed, c.span(), cx::report);
    if (types.isEmpty()) {
      return Optional.empty();
    }
    var known = new StaticConditions.Known(constants.get(), types.get(), ranks(passed));
    Optional<Ast.Function> specialised = cx.constParams.specialised(written, known);
    if (specialised.isEmpty()) {
      return Optional.empty();
    }
    Ast.Function f = specialised.get();
    List<Given> given = of(f.params(), passed);
    Frame caller = cx.frame;
    Frame callee = Frame.called(found.file(), f, f != written, args.written(), caller, c.span());
    callee.types().putAll(types.get());
    var bound = new ArrayList<Bound>();
    given.forEach(g -> argument(f, g, callee).ifPresent(bound::add));
    if (bound.size() < f.params().size()) {
      return Optional.empty();
    }
    cx.diagnostics.budget().expand(name);
    cx.frame = callee;
    cx.expanding.add(f.name().span());
    try {
      return enter(f, bound) ? cx.bodies.infer(f) : Optional.empty();
    } finally {
      cx.expanding.remove(f.name().span());
      cx.frame = caller;
    }
  }

  /** Binds dims, checks sizes, binds values: in the callee's frame. */
  private boolean enter(Ast.Function f, List<Bound> bound) {
    Set<String> sizes = Clauses.sizes(f);
    boolean good = true;
    for (Bound b : bound) {
      String name = b.param().name().text();
      if (sizes.contains(name)) {
        good &= cx.clauses.isSize(b.param(), b.declared());
        if (good) {
          Dim size = cx.scalarDims.of(b.value());
          cx.frame.sizes().put(name, size);
          good = cx.clauses.notNegative(f, b.param(), size);
        }
      }
      cx.ascriptions.bindNames(b.value(), b.declared());
    }
    if (!good) {
      return false;
    }
    for (Bound b : bound) {
      String subject = "argument " + b.param().name().text() + " of " + f.name().text();
      good &= cx.ascriptions.check(b.value(), b.declared(), subject, false, b.span());
    }
    for (Bound b : bound) { // a parameter's type decides which axes stretch
      Value value =
          good
              ? cx.emit.withAxes(
                  b.value(),
                  b.value()
                      .axes()
                      .with(cx.ascriptions.fitted(b.declared(), b.value()).axes().stretch()))
              : b.value();
      boolean number = cx.frame.sizes().containsKey(b.param().name().text());
      cx.names.bind(
          b.param().name(),
          Frame.Role.PARAMETER,
          number ? new Typed.Weak(value) : new Typed.Strong(value));
    }
    return good && cx.clauses.where(f);
  }

  /** The arguments, inferred where they stand; defaults, where the function stands. */
  private List<Given> given(Args args) {
    var given = new ArrayList<Given>();
    for (Ast.Param p : args.function().params()) {
      Ast.Expr e = args.of(p);
      Optional<DType> dtype = DType.named(p.type().dtype().text());
      Frame here = cx.frame;
      if (!args.isGiven(p)) {
        cx.frame = Frame.file(args.file(), e.span());
      }
      Typed typed = cx.infer(e, dtype);
      cx.frame = here;
      given.add(new Given(p, typed, e.span()));
    }
    return given;
  }

  private static Map<String, Integer> ranks(List<Given> given) {
    var ranks = new HashMap<String, Integer>();
    for (Given g : given) {
      if (!(g.typed() instanceof Typed.Strong(Value v) && v.isUnranked())) {
        ranks.put(g.param().name().text(), g.typed().rank());
      }
    }
    return ranks;
  }

  /** The same arguments for the parameters of the function as the call has it. */
  private static List<Given> of(List<Ast.Param> params, List<Given> given) {
    var same = new ArrayList<Given>();
    for (int i = 0; i < params.size(); i++) {
      same.add(new Given(params.get(i), given.get(i).typed(), given.get(i).span()));
    }
    return same;
  }

  /** The argument as its parameter takes it; the declared type is read in the callee's frame. */
  private Optional<Bound> argument(Ast.Function f, Given given, Frame callee) {
    Ast.Param p = given.param();
    Typed typed = given.typed();
    Span span = given.span();
    Frame caller = cx.frame;
    cx.frame = callee;
    Optional<Declared> read = cx.ascriptions.declared(p.type());
    cx.frame = caller;
    if (read.isEmpty()) {
      return Optional.empty();
    }
    String what = "parameter `" + p.name().text() + "` of `" + f.name().text() + "`";
    Optional<Value> value = cx.weak.declared(typed, read.get().dtype(), what, span);
    if (value.isEmpty()) {
      return Optional.empty();
    }
    Declared declared = read.get();
    String subject = "argument " + p.name().text() + " of " + f.name().text();
    value = value.flatMap(v -> cx.ranks.ascribed(v, declared, subject, span));
    if (value.isEmpty()) {
      return Optional.empty();
    }
    int rank = declared.ofRank(value.get().rank()).dims().size();
    if (value.get().rank() != rank) {
      cx.report(
          ErrorId.RANK
              .at(
                  span,
                  "`"
                      + typed.name()
                      + "` has rank "
                      + value.get().rank()
                      + ", but "
                      + what
                      + " has rank "
                      + (declared.rest().isPresent() ? rank - 1 + " or more" : rank))
              .found(typed.type())
              .expected(declared.text())
              .related(p.span(), "the parameter")
              .hint(
                  "arguments do not broadcast: add or drop axes first"
                      + (rank == 0
                          ? "; for any shape, declare `%s: %s[...]` and the result alike"
                              .formatted(p.name().text(), declared.text())
                          : "")));
      return Optional.empty();
    }
    return Optional.of(new Bound(p, declared, value.get(), span));
  }

  /** The argument of each parameter; empty, and reported, where the arguments do not fit. */
  private Optional<Map<String, Ast.Expr>> arguments(Ast.Function f, Ast.Call c) {
    List<String> names = f.parameters().stream().map(p -> p.name().text()).toList();
    return Arguments.match(
            c,
            names,
            f.parameters().stream().map(p -> p.otherwise().isPresent()).toList(),
            signature(f),
            cx::report)
        .map(
            found -> {
              var written = new HashMap<String, Ast.Expr>();
              for (int i = 0; i < names.size(); i++) {
                String name = names.get(i);
                found.get(i).ifPresent(e -> written.put(name, e));
              }
              return written;
            });
  }

  private static String signature(Ast.Function f) {
    return f.parameters().stream()
        .map(p -> Names.ofSource(p.span()))
        .collect(Collectors.joining(", ", f.name().text() + "(", ")"));
  }

  /** Whether the call closes a circle, which is reported. */
  private boolean recursive(Ast.Function f, Ast.Call c) {
    String name = f.name().text();
    if (!cx.expanding.contains(f.name().span())) {
      return false;
    }
    var chain = new ArrayList<>(List.of(name));
    for (Frame frame = cx.frame; frame != null; frame = frame.caller()) {
      chain.add(frame.functionName());
      if (frame.home().equals(f.name().span())) {
        break;
      }
    }
    cx.diagnostics.report(
        ErrorId.RECURSION
            .at(c.span(), "`" + name + "` calls itself")
            .because(String.join(" calls ", chain.reversed()))
            .hint("functions are expanded where they are called, so they cannot recur"));
    return true;
  }
}
