package dev.tensorc.compiler;

import dev.tensorc.ir.TensorIr;
import java.util.List;

/** The size of a pass's result, in words. */
final class Sizes {

  private Sizes() {}

  /** {@code 3 files}. */
  static String of(long count, String what) {
    String many = what.endsWith("s") ? "es" : "s";
    return "%,d %s%s".formatted(count, what, count == 1 ? "" : many);
  }

  /** {@code 3 plans, 12 kernels}. */
  static String of(long count, String what, long parts, String part) {
    return of(count, what) + ", " + of(parts, part);
  }

  /** The number of all steps, those in branches and loops too. */
  static String of(TensorIr.Module module) {
    long steps =
        module.functions().stream()
            .mapToLong(f -> f.entryChecks().size() + steps(f.body().steps()))
            .sum();
    return of(module.functions().size(), "function", steps, "step");
  }

  private static long steps(List<? extends TensorIr.Step> steps) {
    long count = 0;
    for (TensorIr.Step step : steps) {
      count++;
      if (step instanceof TensorIr.Instr i) {
        for (TensorIr.Block block : i.blocks()) {
          count += steps(block.steps());
        }
      }
    }
    return count;
  }
}
