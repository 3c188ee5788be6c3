package dev.tensorc.infer.statement;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.Span;
import dev.tensorc.infer.report.ErrorId;
import dev.tensorc.infer.rule.Typed;
import dev.tensorc.infer.scope.Frame;
import dev.tensorc.infer.scope.Names;
import dev.tensorc.infer.type.Ascriptions.Declared;
import dev.tensorc.ir.Axes;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.ShapeText;
import dev.tensorc.ir.TensorIr.Value;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/**
 * {@code let}, {@code var} and assignments. A variable keeps its dtype and shape for life, but for
 * the dims that it declares {@code ?}.
 */
final class Assignments {

  private final StatementContext cx;

  Assignments(StatementContext cx) {
    this.cx = cx;
  }

  // ---------------------------------------------------------------- definitions

  void define(Ast.Let l) {
    if (l.targets().size() > 1) {
      several(l);
      return;
    }
    Ast.Binding target = l.targets().getFirst();
    Optional<Declared> declared = target.type().flatMap(cx.ascriptions::declared);
    int before = cx.emit.nextId();
    Typed typed = cx.infer(l.value(), declared.map(Declared::dtype));
    bind(l, target, typed, declared, l.value().span(), before);
  }

  /** {@code let (a, b) = f(x)}. */
  private void several(Ast.Let l) {
    int before = cx.emit.nextId();
    Optional<List<Typed>> results = cx.calls.several(l.value());
    int expected = l.targets().size();
    boolean fits = results.isPresent() && results.get().size() == expected;
    if (results.isPresent() && !fits) {
      int found = results.get().size();
      cx.report(
          ErrorId.SEVERAL_RESULTS
              .at(l.value().span(), expected + " names for " + Results.count(found))
              .found(Results.count(found))
              .expected(Integer.toString(expected))
              .hint(
                  found == 1
                      ? "only the results of a function come apart; use a `let` for each name"
                      : "give each result a name; one that begins with `_` may go unused"));
    }
    // A value that two names stand for has the name that it was made with.
    boolean twice = fits && new HashSet<>(results.orElseThrow()).size() < expected;
    for (int i = 0; i < expected; i++) {
      Ast.Binding target = l.targets().get(i);
      Optional<Declared> declared = target.type().flatMap(cx.ascriptions::declared);
      Typed typed = fits ? results.orElseThrow().get(i) : Typed.UNKNOWN;
      bind(l, target, typed, declared, l.value().span(), twice ? cx.emit.nextId() : before);
    }
  }

  /**
   * @param before the first value that the statement could have made
   */
  private void bind(
      Ast.Let l,
      Ast.Binding target,
      Typed given,
      Optional<Declared> declared,
      Span span,
      int before) {
    Typed typed = given;
    if (l.variable() && declared.isEmpty() && !typed.isUnknown()) {
      typed = new Typed.Strong(cx.weak.alone(typed, span));
    }
    typed = named(typed, target.name().text(), before);
    if (target.type().isPresent()) {
      boolean assigns = l.variable() && cx.frame.discipline().assignsAsUpdates();
      Typed found = typed;
      typed =
          declared
              .map(
                  type ->
                      assigns
                          ? cx.broadcastAssignments.defined(found, type, target.name(), span)
                          : ascribed(found, type, target.name(), span))
              .orElse(Typed.UNKNOWN);
    }
    if (l.variable()) {
      cx.names.bind(target.name(), variable(target.name(), typed, declared));
    } else {
      cx.names.bind(target.name(), Frame.Role.LET, typed);
    }
  }

  /** Binds a name that has no declared type. */
  void bind(Ast.Name name, boolean variable, Typed typed) {
    if (variable) {
      cx.names.bind(name, variable(name, typed, Optional.empty()));
    } else {
      cx.names.bind(name, Frame.Role.LET, typed);
    }
  }

  private Frame.Local variable(Ast.Name name, Typed typed, Optional<Declared> declared) {
    if (!(typed instanceof Typed.Strong(Value value))) {
      return Frame.Local.of(Frame.Role.VARIABLE, Typed.UNKNOWN, name.span());
    }
    boolean rest = declared.flatMap(Declared::rest).isPresent();
    boolean anyRank = rest && (value.isUnranked() || cx.frame.caller() == null);
    if (anyRank || value.isUnranked()) {
      return unranked(name, cx.ranks.widened(value, Axes.MAX_RANK), declared, anyRank);
    }
    Optional<Declared> fitted = declared.map(d -> cx.ascriptions.fitted(d, value));
    List<Optional<Dim>> shape = kept(value, fitted);
    String type =
        declared
            .map(Declared::text)
            .orElseGet(
                () ->
                    ShapeText.type(
                        value.dtype(), cx.emit.resolve(value.shape()), value.axes().unmarked()));
    Axes axes = fitted.map(Declared::axes).orElseGet(() -> value.axes().unmarked());
    var variable =
        new Frame.Variable(name.text(), value.dtype(), shape, axes, Optional.empty(), type);
    return Frame.Local.variable(variable, typed, name.span());
  }

  /** A variable whose rank is found at run time; it keeps it, unless it is declared with any. */
  private Frame.Local unranked(
      Ast.Name name, Value value, Optional<Declared> declared, boolean anyRank) {
    Optional<Declared> fitted = declared.map(d -> cx.ascriptions.fitted(d, value));
    Axes axes =
        value.axes().with(fitted.map(Declared::axes).orElse(value.axes().unmarked()).stretch());
    String type = declared.map(Declared::text).orElse(value.type());
    Optional<Integer> least = anyRank ? declared.map(d -> d.dims().size() - 1) : Optional.empty();
    var variable =
        new Frame.Variable(name.text(), value.dtype(), kept(value, fitted), axes, least, type);
    var typed = new Typed.Strong(cx.emit.withAxes(value, axes));
    return Frame.Local.variable(variable, typed, name.span());
  }

  /** The sizes that a variable keeps: all but those that are declared {@code ?}. */
  private List<Optional<Dim>> kept(Value value, Optional<Declared> declared) {
    var shape = new ArrayList<Optional<Dim>>();
    for (int axis = 0; axis < value.rank(); axis++) {
      boolean changes =
          declared.isPresent() && declared.get().dims().get(axis) instanceof Ast.DynamicDim;
      shape.add(changes ? Optional.empty() : Optional.of(cx.emit.resolve(value.shape().get(axis))));
    }
    return shape;
  }

  /** The value under its name, if this statement made it. */
  private Typed named(Typed typed, String name, int before) {
    return switch (typed) {
      case Typed.Strong s when s.value().id() >= before ->
          new Typed.Strong(cx.emit.rename(s.value(), name));
      case Typed.Weak w when w.value().id() >= before ->
          new Typed.Weak(cx.emit.rename(w.value(), name));
      case Typed.Const c -> new Typed.Const(c.value(), name);
      case Typed.Strong _, Typed.Weak _, Typed.Unknown _ -> typed;
    };
  }

  private Typed ascribed(Typed typed, Declared declared, Ast.Name name, Span span) {
    if (typed.isUnknown()) {
      return typed;
    }
    Optional<Value> given =
        cx.weak.declared(typed, declared.dtype(), "`" + name.text() + "`", span);
    List<Dim> known = given.map(v -> cx.emit.resolve(v.shape())).orElse(List.of());
    Optional<Value> value = given.flatMap(v -> cx.ranks.ascribed(v, declared, name.text(), span));
    boolean good =
        value.isPresent() && cx.ascriptions.check(value.get(), declared, name.text(), true, span);
    if (good) {
      cx.strictResults.confirm(given.orElseThrow(), known, declared, name.text(), span);
    }
    return good
        ? marked(
            value.get(),
            cx.ascriptions.fitted(declared, value.get()).axes(),
            declared,
            name.text(),
            span)
        : Typed.UNKNOWN;
  }

  /** The value with its type's marks of stretching. */
  private Typed marked(Value value, Axes axes, Declared declared, String subject, Span span) {
    return cx.ascriptions
        .ascribed(value, axes, declared, subject, span)
        .<Typed>map(all -> new Typed.Strong(cx.emit.withAxes(value, all)))
        .orElse(Typed.UNKNOWN);
  }

  // ---------------------------------------------------------------- assignments

  void assign(Ast.Assign written) {
    boolean product = written.op().filter(op -> op == Ast.BinaryOp.MATMUL).isPresent();
    Ast.Assign a = product ? multiplied(written) : written;
    Optional<Frame.Local> target = target(a.target());
    Optional<Frame.Variable> variable = target.flatMap(x -> x.variable);
    if (variable.isEmpty()) {
      follow(a);
      return;
    }
    Frame.Local x = target.orElseThrow();
    boolean whole = a.op().isEmpty() && a.subscripts().isEmpty();
    boolean read = x.used;
    if (x.typed.isUnknown()) {
      follow(a);
    } else if (whole) {
      whole(a, x, variable.get());
    } else {
      int before = cx.emit.nextId();
      x.typed =
          (cx.indexUpdates.is(a)
                  ? cx.indexUpdates.of(a, x, variable.get())
                  : cx.updates.of(a, x, variable.get()))
              .<Typed>map(v -> named(new Typed.Strong(v), variable.get().name(), before))
              .orElse(x.typed);
    }
    x.assigned = true;
    x.used = read || (whole && !product && x.used);
  }

  /** {@code x @= e} is {@code x = x @ e}: a product of matrices is no element-wise update. */
  private static Ast.Assign multiplied(Ast.Assign a) {
    Ast.Expr target = new Ast.Ref(a.target().text(), a.target().span());
    for (Ast.SubscriptList subscripts : a.subscripts()) {
      target = new Ast.Index(target, subscripts, a.target().span().to(subscripts.span()));
    }
    Optional<List<Ast.Expr>> dims = a.dims().isEmpty() ? Optional.empty() : Optional.of(a.dims());
    var product = new Ast.Binary(a.op().orElseThrow(), target, a.value(), dims, a.span(), a.span());
    return new Ast.Assign(
        a.target(), a.subscripts(), Optional.empty(), List.of(), product, a.ranges(), a.span());
  }

  /** The error of the value of an assignment that cannot be made. */
  private void follow(Ast.Assign a) {
    if (!cx.indexUpdates.is(a)) {
      cx.infer(a.value());
    }
  }

  private void whole(Ast.Assign a, Frame.Local x, Frame.Variable variable) {
    int before = cx.emit.nextId();
    Span span = a.value().span();
    Typed typed = cx.infer(a.value(), Optional.of(variable.dtype()));
    if (typed.isUnknown()) {
      x.typed = typed;
      return;
    }
    Optional<Value> given = cx.weak.assigned(typed, variable, Names.ofSource(span), span, x.span);
    if (given.isEmpty()) {
      return;
    }
    if (cx.frame.discipline().assignsAsUpdates()) {
      x.typed =
          cx.broadcastAssignments
              .assigned(given.get(), x, variable, a.span())
              .<Typed>map(v -> named(new Typed.Strong(v), variable.name(), before))
              .orElse(x.typed);
      return;
    }
    Value fresh =
        given.get().id() < before ? given.get() : cx.emit.rename(given.get(), variable.name());
    var declared = new Declared(variable.dtype(), List.of(), variable.type(), x.span);
    String subject = "value assigned to " + variable.name();
    cx.ranks
        .assigned(fresh, variable, x.span, subject, span)
        .filter(v -> cx.ascriptions.assigned(v, variable, declared, span))
        .ifPresent(v -> x.typed = marked(v, variable.axes(), declared, subject, span));
  }

  /** The target of an assignment; empty, and reported, where it is no variable. */
  private Optional<Frame.Local> target(Ast.Name name) {
    var local = cx.frame.locals().get(name.text());
    if (local != null && local.role == Frame.Role.VARIABLE) {
      return Optional.of(local);
    }
    Diagnostic refused = local == null ? cx.names.notAssignable(name) : notVariable(name, local);
    boolean unknown = refused.id().equals(ErrorId.UNKNOWN_NAME.code());
    if (!unknown || cx.frame.undefined().add(name.text())) {
      cx.report(refused);
    }
    return Optional.empty();
  }

  private static Diagnostic notVariable(Ast.Name name, Frame.Local local) {
    String text = name.text();
    local.used = true;
    Diagnostic d =
        ErrorId.NOT_ASSIGNABLE
            .at(name.span(), "`" + text + "` is a " + local.role.word() + " and never changes")
            .related(local.span, "`" + text + "` is defined here");
    return switch (local.role) {
      case LET -> d.hint("define it with `var " + text + " = ...`, then assign to it");
      case PARAMETER -> d.hint("copy it first: `var y = " + text + "`, then assign to `y`");
      case INDEX, VARIABLE ->
          d.hint("compute another value from it: `let k = " + text + " + 1`, or use `while`");
    };
  }
}
