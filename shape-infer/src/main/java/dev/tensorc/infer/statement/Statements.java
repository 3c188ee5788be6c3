package dev.tensorc.infer.statement;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Span;
import dev.tensorc.infer.join.Merges;
import dev.tensorc.infer.report.ErrorId;
import dev.tensorc.infer.rule.Typed;
import dev.tensorc.infer.scope.Emitter;
import dev.tensorc.infer.scope.Frame;
import dev.tensorc.ir.TensorIr.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Statements, and the blocks that hold them; a {@code return} among them takes an exit. */
final class Statements {

  private final StatementContext cx;

  Statements(StatementContext cx) {
    this.cx = cx;
  }

  /** Statements whose names end with them. */
  void block(Ast.Block block) {
    var scope = cx.frame.open();
    sequence(block.statements());
    close(scope);
  }

  /** Statements one after the other, up to the first {@code return} that is taken. */
  void sequence(List<Ast.Stmt> statements) {
    for (int i = 0; i < statements.size(); i++) {
      Ast.Stmt s = statements.get(i);
      if (Returns.in(s)) {
        List<Ast.Stmt> rest = statements.subList(i + 1, statements.size());
        if (Returns.end(s)) {
          nothingFollows(rest);
          run(s);
        } else if (s instanceof Ast.If branch) {
          choose(branch, rest);
        } else {
          run(s);
          unlessReturned(rest, s.span());
        }
        return;
      }
      run(s);
    }
  }

  /** Says so where something stands behind a {@code return}. */
  void nothingFollows(List<Ast.Stmt> rest) {
    if (!rest.isEmpty()) {
      cx.report(
          ErrorId.AFTER_RETURN
              .at(rest.getFirst().span(), "nothing runs after `return`")
              .hint("`return` is the last statement of a function, or of a block in it"));
    }
  }

  private void unlessReturned(List<Ast.Stmt> statements, Span span) {
    if (!statements.isEmpty()) {
      Value returned = cx.frame.exit().orElseThrow().returned();
      branch(Optional.of(returned), () -> {}, () -> scoped(statements), span);
    }
  }

  private void scoped(List<Ast.Stmt> statements) {
    var scope = cx.frame.open();
    sequence(statements);
    close(scope);
  }

  /** Ends the names of a block; those that nothing used are told. */
  void close(Frame.Scope scope) {
    cx.frame.close(scope).forEach(this::warnUnused);
  }

  private void warnUnused(String name, Frame.Local local) {
    boolean warned =
        switch (local.role) {
          case LET, VARIABLE -> !local.used && !name.startsWith("_") && !cx.frame.isSpecialised();
          case PARAMETER, INDEX -> false;
        };
    if (warned) {
      String never = local.assigned ? "` is assigned but never used" : "` is never used";
      cx.diagnostics.report(
          ErrorId.UNUSED_VALUE
              .warningAt(local.span, "`" + name + never)
              .hint("remove it, or begin its name with `_` to keep its checks"));
    }
  }

  void run(Ast.Stmt s) {
    switch (s) {
      case Ast.Let l -> cx.assignments.define(l);
      case Ast.Assign a -> cx.assignments.assign(a);
      case Ast.If i -> choose(i, List.of());
      case Ast.Chosen c -> block(c.block());
      case Ast.For f -> cx.loops.counted(f);
      case Ast.While w -> cx.loops.repeated(w);
      case Ast.Return r -> cx.frame.exit().orElseThrow().take(r);
      case Ast.IndexLet i -> cx.assignments.bind(i.name(), i.variable(), cx.indexNotation.let(i));
    }
  }

  /** The types that a region gave the variables of the blocks around it. */
  private record Arm(Emitter.Region region, Map<Frame.Local, Typed> variables) {}

  /**
   * Runs one arm, then the rest of its block. Where one arm ends the function, the rest goes into
   * the other.
   */
  private void choose(Ast.If s, List<Ast.Stmt> rest) {
    List<Ast.Stmt> then = s.then().statements();
    List<Ast.Stmt> otherwise = Returns.otherwise(s);
    boolean once = Returns.end(then) || Returns.end(otherwise);
    branch(
        cx.conditionals.condition(s.condition()),
        () -> arm(then, once ? rest : List.of(), s.span()),
        () -> arm(otherwise, once ? rest : List.of(), s.span()),
        s.span());
    if (!once) {
      unlessReturned(rest, s.span());
    }
  }

  private void arm(List<Ast.Stmt> arm, List<Ast.Stmt> rest, Span span) {
    scoped(arm);
    if (Returns.in(arm)) {
      unlessReturned(Returns.end(arm) ? List.of() : rest, span);
    } else {
      scoped(rest);
    }
  }

  /** Runs one of two. */
  private void branch(
      Optional<Value> condition, Runnable thenRuns, Runnable otherwiseRuns, Span span) {
    Map<Frame.Local, Typed> before = cx.frame.variables();
    Arm then = arm(thenRuns, before);
    Arm otherwise = arm(otherwiseRuns, before);
    var changed = new LinkedHashMap<Frame.Local, List<Value>>();
    for (Frame.Local x : before.keySet()) {
      List<Typed> ends = List.of(then.variables().get(x), otherwise.variables().get(x));
      if (ends.stream().anyMatch(Typed::isUnknown)) {
        x.typed = Typed.UNKNOWN;
      } else if (ends.stream().anyMatch(t -> !t.equals(before.get(x)))) {
        changed.put(x, ends.stream().map(t -> ((Typed.Strong) t).value()).toList());
      }
    }
    if (condition.isPresent()) {
      join(condition.get(), then, otherwise, changed, span);
    }
  }

  private Arm arm(Runnable runs, Map<Frame.Local, Typed> before) {
    Emitter.Region region = cx.emit.open();
    runs.run();
    cx.emit.close();
    var after = cx.frame.variables();
    before.forEach((x, typed) -> x.typed = typed);
    return new Arm(region, after);
  }

  private void join(
      Value condition, Arm then, Arm otherwise, Map<Frame.Local, List<Value>> changed, Span span) {
    var meetings = new ArrayList<Merges.Meeting>();
    var sizes = new Merges.Sizes();
    changed.forEach(
        (x, ends) -> {
          Frame.Variable variable = x.variable.orElseThrow();
          Value a = cx.merges.leaving(then.region(), ends.get(0), variable.shape());
          Value b = cx.merges.leaving(otherwise.region(), ends.get(1), variable.shape());
          var meeting = cx.merges.meet(a, b, sizes, variable.name(), span);
          meetings.add(meeting);
          x.typed = new Typed.Strong(meeting.result());
        });
    cx.merges.branch(condition, then.region(), otherwise.region(), meetings, span);
  }
}
