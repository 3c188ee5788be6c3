package dev.tensorc.infer.statement;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.Span;
import dev.tensorc.infer.join.Merges;
import dev.tensorc.infer.report.ErrorId;
import dev.tensorc.infer.rule.Typed;
import dev.tensorc.infer.scope.Emitter;
import dev.tensorc.infer.scope.Frame;
import dev.tensorc.infer.statement.Conditionals.Arm;
import dev.tensorc.infer.statement.Conditionals.Chosen;
import dev.tensorc.infer.statement.Results.Returned;
import dev.tensorc.infer.type.Ascriptions.Declared;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.TensorIr.Value;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The body of a function, in the frame that is current: its statements and results.
 *
 * <p>An {@code if} that ends the function in one arm takes the statements behind it into the other:
 * then both end it. Any other statement with a {@code return} in it has a {@link ReturnLowering},
 * and after it one arm goes on, the other ends with the returned value.
 */
public final class Bodies {

  private final StatementContext cx;

  Bodies(StatementContext cx) {
    this.cx = cx;
  }

  /** The function's results; empty, and reported, where something is wrong with it. */
  public Optional<List<Typed>> infer(Ast.Function f) {
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

  /** The statements behind those that do not end the function. */
  private interface Onwards extends Supplier<Optional<List<Returned>>> {}

  /**
   * On the way to the end of the function: which arm was taken, or which statement did not return.
   */
  private record Turn(Span span, String text) {}

  private final class Body {

    private final Ast.Function f;
    private final Results results;
    private final Deque<Turn> path = new ArrayDeque<>();

    Body(Ast.Function f, List<Declared> declared) {
      this.f = f;
      this.results = new Results(cx, f, declared);
    }

    Optional<List<Returned>> run(List<Ast.Stmt> statements) {
      return run(
          statements,
          () -> {
            cx.report(missing());
            return Optional.empty();
          });
    }

    /** Runs statements that end the function, or go on with the later ones. */
    private Optional<List<Returned>> run(List<Ast.Stmt> statements, Onwards onwards) {
      for (int i = 0; i < statements.size(); i++) {
        Ast.Stmt s = statements.get(i);
        if (!Returns.in(s)) {
          cx.statements.run(s);
          continue;
        }
        List<Ast.Stmt> rest = statements.subList(i + 1, statements.size());
        if (Returns.end(s)) {
          cx.statements.nothingFollows(rest);
        }
        return switch (s) {
          case Ast.Return r -> results.of(r);
          case Ast.Chosen c -> arm(c.block().statements(), () -> run(rest, onwards));
          case Ast.If branch when goesOnOnce(branch) -> either(branch, () -> run(rest, onwards));
          default -> leaves(s, () -> run(rest, onwards));
        };
      }
      return onwards.get();
    }

    private Diagnostic missing() {
      String name = "`" + f.name().text() + "`";
      Diagnostic d =
          ErrorId.MISSING_RETURN.at(
              f.name().span(),
              name + (path.isEmpty() ? " does not return anything" : " may end without `return`"));
      for (Turn t : path) {
        d = d.related(t.span(), t.text());
      }
      return d.hint("end it with `return` and the result");
    }

    private Optional<List<Returned>> past(Turn turn, Onwards onwards) {
      path.push(turn);
      try {
        return onwards.get();
      } finally {
        path.pop();
      }
    }

    // -------------------------------------------------------------- if

    /** Whether at most one arm goes on. */
    private static boolean goesOnOnce(Ast.If s) {
      return Returns.end(s.then().statements()) || Returns.end(Returns.otherwise(s));
    }

    private Optional<List<Returned>> either(Ast.If s, Onwards onwards) {
      Optional<Value> condition = cx.conditionals.condition(s.condition());
      var before = cx.frame.variables();
      Span asked = s.condition().span();
      Emitter.Region first = cx.emit.open();
      Turn yes = new Turn(asked, "when this is true");
      Optional<List<Returned>> a = arm(s.then().statements(), () -> past(yes, onwards));
      cx.emit.close();
      before.forEach((x, typed) -> x.typed = typed);
      Emitter.Region second = cx.emit.open();
      Turn no = new Turn(asked, "when this is false");
      Optional<List<Returned>> b = arm(Returns.otherwise(s), () -> past(no, onwards));
      cx.emit.close();
      if (condition.isEmpty() || a.isEmpty() || b.isEmpty()) {
        return Optional.empty();
      }
      return join(condition.get(), first, a.get(), second, b.get(), s.span());
    }

    /** An arm that ends the function, or goes on with the later statements. */
    private Optional<List<Returned>> arm(List<Ast.Stmt> statements, Onwards onwards) {
      var scope = cx.frame.open();
      Optional<List<Returned>> returned =
          run(
              statements,
              () -> {
                cx.statements.close(scope);
                return onwards.get();
              });
      cx.statements.close(scope);
      return returned;
    }

    private Optional<List<Returned>> join(
        Value condition,
        Emitter.Region first,
        List<Returned> a,
        Emitter.Region second,
        List<Returned> b,
        Span at) {
      if (a.size() != b.size()) {
        cx.report(results.wrongCount(b.getFirst().span(), b.size(), a.size()));
        return Optional.empty();
      }
      var meetings = new ArrayList<Merges.Meeting>();
      var joined = new ArrayList<Returned>();
      var late = new Merges.Sizes();
      for (int i = 0; i < a.size(); i++) {
        List<Optional<Dim>> sizes = a.get(i).sizesAs(b.get(i));
        Span span = a.get(i).span();
        Arm then = a.get(i).leaving(first, cx.merges);
        Arm otherwise = b.get(i).leaving(second, cx.merges);
        Optional<Chosen> chosen = cx.conditionals.chosen(then, otherwise, late, at);
        chosen.ifPresent(c -> meetings.add(c.meeting()));
        chosen.ifPresent(c -> joined.add(new Returned(c.typed(), sizes, span)));
      }
      if (joined.size() < a.size()) {
        return Optional.empty();
      }
      cx.merges.branch(condition, first, second, meetings, at);
      return Optional.of(joined);
    }

    // -------------------------------------------------------------- leaving loops and arms

    /** A statement that may return, or not. */
    private Optional<List<Returned>> leaves(Ast.Stmt s, Onwards onwards) {
      if (f.results().isEmpty()) {
        cx.report(
            ErrorId.UNDECLARED_RETURN
                .at(f.name().span(), "`" + f.name().text() + "` does not declare its result")
                .related(head(s), "a `return` in here may be taken or not")
                .hint("declare the result behind the parameters: `-> f32[n]`"));
        return Optional.empty();
      }
      var exit = ReturnLowering.open(cx, results, head(s));
      cx.statements.run(s);
      Value returned = exit.returned();
      Emitter.Region first = cx.emit.open();
      Optional<List<Returned>> a = exit.taken();
      cx.emit.close();
      Emitter.Region second = cx.emit.open();
      Optional<List<Returned>> b = past(new Turn(head(s), "when nothing in here returns"), onwards);
      cx.emit.close();
      return a.isEmpty() || b.isEmpty()
          ? Optional.empty()
          : join(returned, first, a.get(), second, b.get(), head(s));
    }

    /** The part of the statement that decides how it runs. */
    private static Span head(Ast.Stmt s) {
      return switch (s) {
        case Ast.If i -> i.condition().span();
        case Ast.For f -> f.range().span();
        case Ast.While w -> w.condition().span();
        case Ast.Let _, Ast.IndexLet _, Ast.Assign _, Ast.Chosen _, Ast.Return _ -> s.span();
      };
    }
  }
}
