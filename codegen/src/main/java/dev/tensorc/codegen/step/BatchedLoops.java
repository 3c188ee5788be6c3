package dev.tensorc.codegen.step;

import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.Facts;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Step;
import dev.tensorc.ir.TensorIr.Value;
import java.util.List;
import java.util.Optional;
import java.util.function.IntSupplier;

/**
 * Computes all rounds of a loop at once where each round writes rows of its own and reads none of
 * another's: the loop becomes operations over arrays with one more axis.
 *
 * <p>Before: {@code for i in 0:n { y[i] = sum(x[i] * q) }}, a plan for each row. After: {@code
 * y[0:n] = sum(x * q, axis=1)}, one kernel. Inner loops come first, so that nests of loops go as
 * well.
 *
 * <p>Deliberately missed: rounds that need another's result, that check or may throw, whose sizes
 * differ, or that would need arrays larger than those that the loop reads and writes.
 */
public final class BatchedLoops implements StepRewriter {

  private final Facts facts;
  private final Definitions definitions;
  private final IntSupplier ids;

  private BatchedLoops(TensorIr.Function f) {
    this.facts = f.facts();
    this.definitions = new Definitions(f);
    this.ids = FreshIds.of(f);
  }

  public static TensorIr.Module run(TensorIr.Module module) {
    return module.withFunctions(module.functions().stream().map(BatchedLoops::of).toList());
  }

  private static TensorIr.Function of(TensorIr.Function f) {
    return f.withBody(new BatchedLoops(f).rewritten(f.body()));
  }

  @Override
  public void rewrite(TensorIr.For loop, List<Step> steps) {
    steps.addAll(
        range(loop)
            .flatMap(
                range ->
                    Branches.straight(loop, range, facts, definitions, ids)
                        .flatMap(straight -> Rounds.batched(straight, range, definitions, ids)))
            .orElse(List.of(loop)));
  }

  /**
   * The values of a loop's index.
   *
   * @param to behind the last, if there are rounds
   * @param count of the rounds
   */
  record Range(Dim from, Dim to, Dim count) {}

  /** The range, where the loop counts by ones from a size to a size. */
  private Optional<Range> range(TensorIr.For f) {
    return f.step() != 1
        ? Optional.empty()
        : size(f.from())
            .flatMap(
                from ->
                    size(f.to())
                        .filter(to -> !Dims.isLate(from) && !Dims.isLate(to))
                        .map(to -> new Range(from, to, count(Dims.sub(to, from)))));
  }

  private Dim count(Dim difference) {
    return facts.lowerBound(difference) >= 0 ? difference : Dims.clamp(difference);
  }

  /** The size that a scalar is, or a sum or difference of sizes. */
  private Optional<Dim> size(Value scalar) {
    return switch (definitions.of(scalar)) {
      case TensorIr.DimValue d -> Optional.of(d.dim());
      case TensorIr.Constant c when c.value() instanceof Long number ->
          Optional.of(Dims.of(number));
      case TensorIr.Map m when m.builtin() == Builtin.ADD || m.builtin() == Builtin.SUBTRACT -> {
        Optional<Dim> left = size(m.operands().get(0).value());
        Optional<Dim> right = size(m.operands().get(1).value());
        yield left.flatMap(
            l -> right.map(r -> m.builtin() == Builtin.ADD ? Dims.add(l, r) : Dims.sub(l, r)));
      }
      case null, default -> Optional.empty();
    };
  }
}
