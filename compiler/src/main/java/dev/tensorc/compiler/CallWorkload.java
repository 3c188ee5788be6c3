package dev.tensorc.compiler;

import dev.tensorc.codegen.explain.Workload;
import dev.tensorc.codegen.loop.LoopIr;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Value;
import dev.tensorc.runtime.Tensor;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The work of a call, from the sizes of its arguments. */
public final class CallWorkload {

  private CallWorkload() {}

  /**
   * The workload of a call.
   *
   * @param arguments tensors and boxed scalars, without weights: sizes of those are not known
   */
  public static Workload of(LoopIr.Program program, LoopIr.Plan plan, Object[] arguments) {
    TensorIr.Function f = plan.function();
    Map<Value, Long> scalars = new HashMap<>();
    for (int i = 0; i < arguments.length; i++) {
      if (arguments[i] instanceof Long || arguments[i] instanceof Integer) {
        scalars.put(f.params().get(i).value(), ((Number) arguments[i]).longValue());
      }
    }
    Map<Dim, Long> sizes = new HashMap<>();
    for (TensorIr.DimBinding b : f.bindings()) {
      if (b.param() < arguments.length) {
        Value parameter = f.params().get(b.param()).value();
        size(b.axis(), parameter, arguments[b.param()]).ifPresent(n -> sizes.put(b.symbol(), n));
      }
    }
    return Workload.of(program, plan, sizes, scalars);
  }

  private static Optional<Long> size(int axis, Value parameter, Object argument) {
    return switch (argument) {
      case Long n when axis == TensorIr.DimBinding.VALUE -> Optional.of(n);
      case Tensor t when axis == TensorIr.DimBinding.RANK -> Optional.of((long) t.rank());
      case Tensor t when axis >= 0 -> {
        int own = axis - (parameter.rank() - t.rank()); // leading axes may be missing: they are 1
        yield Optional.of(own < 0 ? 1L : t.shape()[own]);
      }
      default -> Optional.empty();
    };
  }
}
