package dev.tensorc.infer.statement;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Span;
import dev.tensorc.infer.report.ErrorId;
import dev.tensorc.infer.rule.Typed;
import dev.tensorc.infer.scope.Emitter;
import dev.tensorc.infer.scope.Frame;
import dev.tensorc.ir.Axes;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Loops: the variables that their bodies assign are carried.
 *
 * <pre>{@code
 * var s = 0.0                      %0 = 0.0
 * for i in 0:n { s += x[i] }       %4 = for %1 in 0:n, %2 = carried %0 { ... yield %3 }
 * }</pre>
 */
final class Loops {

  /**
   * The values of one variable, in turn: before the loop, in its body, after it.
   *
   * @param sizes empty for an axis whose size may change
   */
  private record Carried(
      Frame.Local variable,
      Value initial,
      Value carried,
      Value result,
      List<Optional<Dim>> sizes) {}

  private final StatementContext cx;

  Loops(StatementContext cx) {
    this.cx = cx;
  }

  void counted(Ast.For f) {
    Ast.Range range = f.range();
    Optional<Value> from = bound(range.from());
    Optional<Value> to = bound(range.to());
    Optional<Long> step = range.step().isEmpty() ? Optional.of(1L) : step(range.step().get());
    List<Carried> round = begin(f.body());
    Optional<Value> returned = returned(f.body());
    Emitter.Region region = cx.emit.open();
    Value index = cx.emit.fresh(DType.I64, List.of(), range.index().text(), range.index().span());
    var scope = cx.frame.open();
    if (from.isPresent() && to.isPresent() && step.isPresent()) {
      cx.scalarDims.index(index, from.get(), to.get(), step.get());
    }
    cx.names.bind(range.index(), Frame.Role.INDEX, new Typed.Weak(index));
    cx.statements.sequence(f.body().statements());
    cx.statements.close(scope);
    cx.emit.close();
    if (from.isEmpty() || to.isEmpty() || step.isEmpty()) {
      end(round, region);
      return;
    }
    var count = new Count(index, from.get(), to.get(), step.get());
    if (returned.isPresent()) {
      whileNot(returned.get(), count, round, region, f);
      return;
    }
    end(round, region)
        .ifPresent(
            body ->
                cx.emit.add(
                    new TensorIr.For(
                        index,
                        count.from(),
                        count.to(),
                        count.step(),
                        loop(round),
                        body,
                        f.span())));
  }

  void repeated(Ast.While w) {
    List<Carried> round = begin(w.body());
    Optional<Value> returned = returned(w.body());
    Emitter.Region asked = cx.emit.open();
    Optional<Value> condition =
        returned.isPresent()
            ? cx.conditionals.unless(returned.get(), w.condition())
            : cx.conditionals.repeats(w.condition());
    cx.emit.close();
    Emitter.Region region = cx.emit.open();
    cx.statements.block(w.body());
    cx.emit.close();
    Optional<TensorIr.Block> body = end(round, region);
    if (condition.isPresent() && body.isPresent()) {
      TensorIr.Block again = asked.yielding(List.of(condition.get()));
      cx.emit.add(new TensorIr.While(loop(round), again, body.get(), w.span()));
    }
  }

  // ---------------------------------------------------------------- loops that a return ends

  /** The range of a loop's index. */
  private record Count(Value index, Value from, Value to, long step) {}

  /** Whether a round before this one has returned; empty where the body never does. */
  private Optional<Value> returned(Ast.Block body) {
    return Returns.in(body.statements())
        ? Optional.of(cx.frame.exit().orElseThrow().returned())
        : Optional.empty();
  }

  /** The index goes round as well, and each round is asked for. */
  private void whileNot(
      Value returned, Count count, List<Carried> round, Emitter.Region region, Ast.For f) {
    Span span = f.range().span();
    Builtin before = count.step() > 0 ? Builtin.LESS : Builtin.GREATER;
    Emitter.Region asked = cx.emit.open();
    Value inRange = cx.emit.scalar(DType.BOOL, before, List.of(count.index(), count.to()), span);
    Value not = cx.emit.scalar(DType.BOOL, Builtin.LOGICAL_NOT, List.of(returned), span);
    Value both = cx.emit.scalar(DType.BOOL, Builtin.LOGICAL_AND, List.of(not, inRange), span);
    cx.emit.close();

    cx.emit.reopen(region);
    Value step = cx.emit.constant(DType.I64, count.step(), Long.toString(count.step()), span);
    Value sum = cx.emit.scalar(DType.I64, Builtin.ADD, List.of(count.index(), step), span);
    Value on = cx.emit.scalar(DType.BOOL, before, List.of(count.index(), sum), span);
    // an index beyond the last long ends the loop
    Value next = cx.emit.scalar(DType.I64, Builtin.WHERE, List.of(on, sum, count.to()), span);
    cx.emit.close();

    var index = Frame.Local.of(Frame.Role.INDEX, new Typed.Strong(next), span);
    Value end = cx.emit.fresh(DType.I64, List.of(), count.index().name(), count.index().span());
    round.add(new Carried(index, count.from(), count.index(), end, List.of()));
    end(round, region)
        .ifPresent(
            body ->
                cx.emit.add(
                    new TensorIr.While(
                        loop(round), asked.yielding(List.of(both)), body, f.span())));
  }

  private static TensorIr.Loop loop(List<Carried> round) {
    return new TensorIr.Loop(
        round.stream().map(Carried::initial).toList(),
        round.stream().map(Carried::carried).toList(),
        round.stream().map(Carried::result).toList());
  }

  // ---------------------------------------------------------------- carried variables

  /** The variables that the body assigns become carried values. */
  private List<Carried> begin(Ast.Block body) {
    var whole = new HashMap<String, Boolean>();
    assigned(body, whole);
    var round = new ArrayList<Carried>();
    cx.frame
        .variables()
        .forEach(
            (x, typed) -> {
              var variable = x.variable;
              if (variable.isPresent()
                  && typed instanceof Typed.Strong s
                  && whole.containsKey(variable.get().name())) {
                round.add(carried(x, variable.get(), s.value(), whole.get(variable.get().name())));
              }
            });
    return round;
  }

  private Carried carried(Frame.Local x, Frame.Variable variable, Value initial, boolean whole) {
    var inside = new ArrayList<Dim>();
    var after = new ArrayList<Dim>();
    var sizes = new ArrayList<Optional<Dim>>();
    for (int axis = 0; axis < initial.rank(); axis++) {
      boolean changes = whole && variable.shape().get(axis).isEmpty();
      Dim size = cx.emit.resolve(variable.shape().get(axis).orElse(initial.shape().get(axis)));
      inside.add(changes ? cx.emit.late() : size);
      after.add(changes ? cx.emit.late() : size);
      sizes.add(changes ? Optional.empty() : Optional.of(size));
    }
    boolean anyRank = whole && variable.anyRank();
    Value carried = carried(x, variable, inside, anyRank);
    Value result = carried(x, variable, after, anyRank);
    x.typed = new Typed.Strong(carried);
    return new Carried(x, initial, carried, result, sizes);
  }

  private Value carried(Frame.Local x, Frame.Variable variable, List<Dim> shape, boolean anyRank) {
    Axes axes = anyRank ? variable.axes().ofRank(List.of(cx.emit.late())) : variable.axes();
    return cx.emit.fresh(variable.dtype(), shape, axes, variable.name(), x.span);
  }

  /** The block of a loop's region; empty where something in it is unknown. */
  private Optional<TensorIr.Block> end(List<Carried> round, Emitter.Region region) {
    var next = new ArrayList<Value>();
    for (Carried c : round) {
      if (c.variable().typed instanceof Typed.Strong s) {
        next.add(cx.merges.leaving(region, s.value(), c.sizes()));
        c.variable().typed = new Typed.Strong(c.result());
      }
    }
    return next.size() == round.size() ? Optional.of(region.yielding(next)) : Optional.empty();
  }

  /** The names that stand on the left of assignments, and whether one of those is to the whole. */
  private static void assigned(Ast.Block block, Map<String, Boolean> whole) {
    for (Ast.Stmt s : block.statements()) {
      switch (s) {
        case Ast.Assign a ->
            whole.merge(
                a.target().text(),
                a.subscripts().isEmpty() && a.op().isEmpty(),
                Boolean::logicalOr);
        case Ast.If i -> {
          assigned(i.then(), whole);
          i.otherwise().ifPresent(b -> assigned(b, whole));
        }
        case Ast.Chosen c -> assigned(c.block(), whole);
        case Ast.For f -> assigned(f.body(), whole);
        case Ast.While w -> assigned(w.body(), whole);
        case Ast.Return _ -> whole.put(ReturnLowering.NAME, true);
        case Ast.Let _, Ast.IndexLet _ -> {}
      }
    }
  }

  // ---------------------------------------------------------------- ranges

  private Optional<Value> bound(Ast.Expr e) {
    Typed typed = cx.infer(e);
    if (typed.isUnknown()) {
      return Optional.empty();
    }
    if (typed.rank() > 0 || !typed.dtype().isInt()) {
      cx.report(
          ErrorId.NEEDS_INTEGER
              .at(
                  e.span(),
                  "a range takes whole numbers, but `" + typed.name() + "` is " + typed.type())
              .found(typed.type())
              .expected("an integer"));
      return Optional.empty();
    }
    return cx.weak.as(typed, DType.I64, e.span());
  }

  private Optional<Long> step(Ast.Expr e) {
    Typed typed = cx.infer(e);
    if (typed.isUnknown()) {
      return Optional.empty();
    }
    Span span = e.span();
    if (!(typed instanceof Typed.Const c) || !(c.value() instanceof Long step)) {
      cx.report(
          ErrorId.NEEDS_CONSTANT
              .at(span, "`" + typed.name() + "` as the step of a range is not known when compiling")
              .found(typed.type())
              .expected("an integer constant")
              .hint("count with `while`, or compute the index: `let k = from + i * step`"));
      return Optional.empty();
    }
    if (step == 0) {
      cx.report(
          ErrorId.ZERO_STEP
              .at(span, "a range with step 0 never ends")
              .hint("leave the step out, or write another number"));
      return Optional.empty();
    }
    return Optional.of(step);
  }
}
