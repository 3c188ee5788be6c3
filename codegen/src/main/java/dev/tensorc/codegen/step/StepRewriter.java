package dev.tensorc.codegen.step;

import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Block;
import dev.tensorc.ir.TensorIr.Step;
import java.util.ArrayList;
import java.util.List;

/** A rewriter that replaces some steps and leaves everything else as it is. */
interface StepRewriter {

  /**
   * Adds the replacement of a step: the step itself, or others that give the same result.
   *
   * @param steps of the block so far
   */
  default void rewrite(TensorIr.Pure step, List<Step> steps) {
    steps.add(step);
  }

  /**
   * Adds the replacement of a counted loop, whose body is rewritten already.
   *
   * @param steps of the block so far
   */
  default void rewrite(TensorIr.For loop, List<Step> steps) {
    steps.add(loop);
  }

  /** A block and those inside it. */
  default Block rewritten(Block block) {
    var steps = new ArrayList<Step>();
    for (Step step : block.steps()) {
      switch (step) {
        case TensorIr.Pure p -> rewrite(p, steps);
        case TensorIr.If i ->
            steps.add(
                new TensorIr.If(
                    i.results(),
                    i.condition(),
                    rewritten(i.then()),
                    rewritten(i.otherwise()),
                    i.span()));
        case TensorIr.For f ->
            rewrite(
                new TensorIr.For(
                    f.index(), f.from(), f.to(), f.step(), f.loop(), rewritten(f.body()), f.span()),
                steps);
        case TensorIr.While w ->
            steps.add(
                new TensorIr.While(
                    w.loop(), rewritten(w.condition()), rewritten(w.body()), w.span()));
        case TensorIr.Check _, TensorIr.Bind _ -> steps.add(step);
      }
    }
    return new Block(steps, block.yields());
  }
}
