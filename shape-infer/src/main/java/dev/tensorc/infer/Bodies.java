package dev.tensorc.infer;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Span;
import dev.tensorc.infer.Ascriptions.Declared;
import dev.tensorc.ir.TensorIr.Value;
import java.util.List;
import java.util.Optional;

/** The statements of a function, in the frame that is current. */
final class Bodies {

  private final Context cx;

  Bodies(Context cx) {
    this.cx = cx;
  }

  /** Runs the statements; what the function returns, already of its declared type. */
  Typed infer(Ast.Function f) {
    Optional<Declared> declared =
        f.results().isEmpty()
            ? Optional.empty()
            : cx.ascriptions.declared(f.results().getFirst().type());
    boolean broken = declared.isEmpty() && !f.results().isEmpty();
    Typed result = null;
    List<Ast.Stmt> statements = f.body().statements();
    for (Ast.Stmt s : statements) {
      if (result != null) {
        cx.report(
            ErrorId.AFTER_RETURN
                .at(s.span(), "nothing runs after `return`")
                .hint("`return` is the last statement of a function"));
        break;
      }
      switch (s) {
        case Ast.Let l when !l.variable() && l.targets().size() == 1 -> let(l);
        case Ast.Return r when r.values().size() == 1 ->
            result = returned(f, r.values().getFirst(), declared);
        case Ast.Stmt other -> {
          broken = true;
          cx.report(Unsupported.statement(other));
          silence(other);
          if (other instanceof Ast.Return) {
            result = Typed.UNKNOWN;
          }
        }
      }
    }
    if (result == null && !broken) {
      cx.report(
          ErrorId.MISSING_RETURN
              .at(f.name().span(), "`" + f.name().text() + "` does not return anything")
              .hint("end it with `return` and the result"));
    }
    if (result != null && !result.isUnknown()) {
      warnUnused();
    }
    return result == null || broken ? Typed.UNKNOWN : result;
  }

  private void let(Ast.Let l) {
    Ast.Binding target = l.targets().getFirst();
    Optional<Declared> declared = target.type().flatMap(cx.ascriptions::declared);
    int before = cx.emit.nextId();
    Typed typed = cx.expressions.infer(l.value(), declared.map(Declared::dtype));
    typed = named(typed, target.name().text(), before);
    if (target.type().isPresent()) {
      typed =
          declared.isEmpty()
              ? Typed.UNKNOWN
              : ascribed(typed, declared.get(), target.name(), l.value().span());
    }
    cx.names.bind(target.name(), typed, false);
  }

  /** The value under its {@code let} name, if this {@code let} made it. */
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
    Optional<Value> value =
        cx.weak.declared(typed, declared.dtype(), "`" + name.text() + "`", span);
    boolean good =
        value.isPresent() && cx.ascriptions.check(value.get(), declared, name.text(), true, span);
    return good ? new Typed.Strong(value.get()) : Typed.UNKNOWN;
  }

  private Typed returned(Ast.Function f, Ast.Expr e, Optional<Declared> declared) {
    Typed typed = cx.expressions.infer(e, declared.map(Declared::dtype));
    if (typed.isUnknown() || declared.isEmpty()) {
      return typed;
    }
    String subject = "result of " + f.name().text();
    Optional<Value> value =
        cx.weak.declared(typed, declared.get().dtype(), "the " + subject, e.span());
    boolean good =
        value.isPresent()
            && cx.ascriptions.check(value.get(), declared.get(), subject, false, e.span());
    return good ? new Typed.Strong(value.get()) : Typed.UNKNOWN;
  }

  /** What an unsupported statement would have defined is unknown, not missing. */
  private void silence(Ast.Stmt s) {
    switch (s) {
      case Ast.Let l -> l.targets().forEach(t -> cx.names.bind(t.name(), Typed.UNKNOWN, false));
      case Ast.IndexLet i -> cx.names.bind(i.name(), Typed.UNKNOWN, false);
      case Ast.Assign a -> {
        var place = cx.frame.locals().get(a.target().text());
        if (place != null) {
          cx.frame
              .locals()
              .put(a.target().text(), new Frame.Local(Typed.UNKNOWN, place.span, place.parameter));
        }
      }
      case Ast.For _, Ast.While _, Ast.If _, Ast.Return _ -> {}
    }
  }

  private void warnUnused() {
    cx.frame
        .locals()
        .forEach(
            (name, local) -> {
              if (!local.used && !local.parameter && !name.startsWith("_")) {
                cx.diagnostics.report(
                    ErrorId.UNUSED_VALUE
                        .warningAt(local.span, "`" + name + "` is never used")
                        .hint("remove it, or begin its name with `_` to keep its checks"));
              }
            });
  }
}
