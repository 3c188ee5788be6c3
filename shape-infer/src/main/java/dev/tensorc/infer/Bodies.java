package dev.tensorc.infer;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.Span;
import dev.tensorc.infer.Ascriptions.Declared;
import dev.tensorc.infer.Conditionals.Arm;
import dev.tensorc.infer.Conditionals.Chosen;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.TensorIr.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The body of a function, in the frame that is current: its statements and what it returns.
 *
 * <p>An {@code if} with a {@code return} in one arm takes the statements behind it into the other:
 * then both end the function.
 */
final class Bodies {

  private final Context cx;

  Bodies(Context cx) {
    this.cx = cx;
  }

  /**
   * One result, of its declared type.
   *
   * @param sizes as declared; empty for {@code ?} and where nothing is declared
   */
  private record Returned(Typed typed, List<Optional<Dim>> sizes, Span span) {

    /** As it leaves a region. */
    Arm leaving(Emitter.Region region, Merges merges) {
      Typed left =
          typed instanceof Typed.Strong(Value value) && !sizes.isEmpty()
              ? new Typed.Strong(merges.leaving(region, value, sizes))
              : typed;
      return new Arm(region, left, span);
    }
  }

  /** What the function returns; empty, and reported, where something is wrong with it. */
  Optional<List<Typed>> infer(Ast.Function f) {
    var declared = new ArrayList<Declared>();
    f.results().forEach(r -> cx.ascriptions.declared(r.type()).ifPresent(declared::add));
    boolean broken = declared.size() < f.results().size();
    Optional<List<Returned>> returned =
        new Body(f, broken ? List.of() : declared).run(f.body().statements());
    cx.statements.close(Frame.Scope.NOTHING);
    return broken
        ? Optional.empty()
        : returned.map(all -> all.stream().map(Returned::typed).toList());
  }

  private final class Body {

    private final Ast.Function f;
    private final List<Declared> declared;

    Body(Ast.Function f, List<Declared> declared) {
      this.f = f;
      this.declared = declared;
    }

    /** Runs statements that end the function. */
    Optional<List<Returned>> run(List<Ast.Stmt> statements) {
      for (int i = 0; i < statements.size(); i++) {
        Ast.Stmt s = statements.get(i);
        List<Ast.Stmt> rest = statements.subList(i + 1, statements.size());
        if (s instanceof Ast.Return r) {
          nothingFollows(rest);
          return returned(r);
        }
        if (s instanceof Ast.If branch && returns(s)) {
          return either(branch, rest);
        }
        cx.statements.run(s);
      }
      cx.report(
          ErrorId.MISSING_RETURN
              .at(f.name().span(), "`" + f.name().text() + "` does not return anything")
              .hint("end it with `return` and the result"));
      return Optional.empty();
    }

    private void nothingFollows(List<Ast.Stmt> rest) {
      if (!rest.isEmpty()) {
        cx.report(
            ErrorId.AFTER_RETURN
                .at(rest.getFirst().span(), "nothing runs after `return`")
                .hint("`return` is the last statement of a function"));
      }
    }

    // -------------------------------------------------------------- if

    private Optional<List<Returned>> either(Ast.If s, List<Ast.Stmt> rest) {
      List<Ast.Stmt> otherwise = s.otherwise().map(Ast.Block::statements).orElse(List.of());
      if (ends(s)) {
        nothingFollows(rest);
      }
      Optional<Value> condition = cx.conditionals.condition(s.condition());
      var before = cx.frame.variables();
      Emitter.Region first = cx.emit.open();
      Optional<List<Returned>> a = arm(s.then().statements(), rest);
      cx.emit.close();
      before.forEach((x, typed) -> x.typed = typed);
      Emitter.Region second = cx.emit.open();
      Optional<List<Returned>> b = arm(otherwise, rest);
      cx.emit.close();
      if (condition.isEmpty() || a.isEmpty() || b.isEmpty()) {
        return Optional.empty();
      }
      return join(s, condition.get(), first, a.get(), second, b.get());
    }

    /** An arm that ends the function, or goes on with what follows. */
    private Optional<List<Returned>> arm(List<Ast.Stmt> statements, List<Ast.Stmt> rest) {
      var scope = cx.frame.open();
      Optional<List<Returned>> returned;
      if (statements.stream().anyMatch(Bodies::ends)) {
        returned = run(statements);
        cx.statements.close(scope);
      } else {
        statements.forEach(cx.statements::run);
        cx.statements.close(scope);
        returned = run(rest);
        cx.statements.close(scope);
      }
      return returned;
    }

    private Optional<List<Returned>> join(
        Ast.If s,
        Value condition,
        Emitter.Region first,
        List<Returned> a,
        Emitter.Region second,
        List<Returned> b) {
      if (a.size() != b.size()) {
        cx.report(wrongCount(b.getFirst().span(), b.size(), a.size()));
        return Optional.empty();
      }
      var meetings = new ArrayList<Merges.Meeting>();
      var results = new ArrayList<Returned>();
      for (int i = 0; i < a.size(); i++) {
        List<Optional<Dim>> sizes = a.get(i).sizes();
        Span span = a.get(i).span();
        Arm then = a.get(i).leaving(first, cx.merges);
        Arm otherwise = b.get(i).leaving(second, cx.merges);
        Optional<Chosen> chosen = cx.conditionals.chosen(then, otherwise, s.span());
        chosen.ifPresent(c -> meetings.add(c.meeting()));
        chosen.ifPresent(c -> results.add(new Returned(c.typed(), sizes, span)));
      }
      if (results.size() < a.size()) {
        return Optional.empty();
      }
      cx.merges.branch(condition, first, second, meetings, s.span());
      return Optional.of(results);
    }

    // -------------------------------------------------------------- return

    private Optional<List<Returned>> returned(Ast.Return r) {
      if (!declared.isEmpty() && r.values().size() != declared.size()) {
        cx.report(wrongCount(r.span(), r.values().size(), declared.size()));
        return Optional.empty();
      }
      var results = new ArrayList<Returned>();
      for (int i = 0; i < r.values().size(); i++) {
        Ast.Expr e = r.values().get(i);
        Returned result =
            declared.isEmpty()
                ? new Returned(cx.expressions.infer(e), List.of(), e.span())
                : result(i, e, declared.get(i));
        if (!result.typed().isUnknown()) {
          results.add(result);
        }
      }
      return results.size() == r.values().size() ? Optional.of(results) : Optional.empty();
    }

    private Returned result(int i, Ast.Expr e, Declared type) {
      Typed typed = cx.expressions.infer(e, Optional.of(type.dtype()));
      if (typed.isUnknown()) {
        return new Returned(typed, List.of(), e.span());
      }
      String name = f.results().get(i).name().map(n -> n.text() + " ").orElse("");
      String subject = "result " + name + "of " + f.name().text();
      Optional<Value> given = cx.weak.declared(typed, type.dtype(), "the " + subject, e.span());
      List<Dim> known = given.map(v -> cx.emit.resolve(v.shape())).orElse(List.of());
      Optional<Value> value = given.flatMap(v -> cx.ranks.ascribed(v, type, subject, e.span()));
      boolean good =
          value.isPresent() && cx.ascriptions.check(value.get(), type, subject, false, e.span());
      if (!good) {
        return new Returned(Typed.UNKNOWN, List.of(), e.span());
      }
      cx.strictResults.confirm(given.orElseThrow(), known, type, subject, e.span());
      var sizes =
          type.ofRank(value.get().rank()).dims().stream()
              .map(d -> d instanceof Ast.ExprDim x ? cx.dims.size(x) : Optional.<Dim>empty())
              .toList();
      var axes =
          cx.ascriptions.ascribed(
              value.get(), type.ofRank(value.get().rank()).axes(), type, subject, e.span());
      boolean handedOut = cx.frame.caller() == null; // nothing broadcasts it any more
      return new Returned(
          axes.<Typed>map(
                  a -> new Typed.Strong(handedOut ? value.get() : cx.emit.withAxes(value.get(), a)))
              .orElse(Typed.UNKNOWN),
          sizes,
          e.span());
    }

    private Diagnostic wrongCount(Span span, int found, int expected) {
      return ErrorId.SEVERAL_RESULTS
          .at(span, "`" + f.name().text() + "` returns " + results(expected) + ", not " + found)
          .found(results(found))
          .expected(results(expected))
          .hint("several results are declared `-> (a: f32[n], b: f32)`: `return (a, b)`");
    }
  }

  static String results(int count) {
    return count == 1 ? "1 result" : count + " results";
  }

  /** Whether a {@code return} stands in the statement. */
  private static boolean returns(Ast.Stmt s) {
    return switch (s) {
      case Ast.Return _ -> true;
      case Ast.If i ->
          i.then().statements().stream().anyMatch(Bodies::returns)
              || i.otherwise().stream()
                  .flatMap(b -> b.statements().stream())
                  .anyMatch(Bodies::returns);
      // a loop's are refused in their place
      case Ast.For _, Ast.While _, Ast.Let _, Ast.IndexLet _, Ast.Assign _ -> false;
    };
  }

  /** Whether the function ends with the statement, whatever is true. */
  private static boolean ends(Ast.Stmt s) {
    return switch (s) {
      case Ast.Return _ -> true;
      case Ast.If i ->
          i.then().statements().stream().anyMatch(Bodies::ends)
              && i.otherwise().stream()
                  .flatMap(b -> b.statements().stream())
                  .anyMatch(Bodies::ends);
      case Ast.For _, Ast.While _, Ast.Let _, Ast.IndexLet _, Ast.Assign _ -> false;
    };
  }
}
