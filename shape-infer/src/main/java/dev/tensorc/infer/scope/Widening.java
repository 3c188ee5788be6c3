package dev.tensorc.infer.scope;

import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Value;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Why a value is f64 and not a narrower float: integers of the program that met floats, or were
 * divided. For messages.
 */
final class Widening {

  private final Emitter emit;

  Widening(Emitter emit) {
    this.emit = emit;
  }

  /** The integers that made it f64; none where something else of the program is f64. */
  List<Value> integers(Value wide) {
    var integers = new LinkedHashSet<Value>();
    Set<Value> seen = new HashSet<>();
    var open = new ArrayDeque<>(List.of(wide));
    while (!open.isEmpty()) {
      Value v = open.removeFirst();
      if (v.dtype() != DType.F64 || !seen.add(v)) {
        continue;
      }
      Value written = emit.written(v);
      if (!written.equals(v)) {
        if (written.dtype().isInt() && !isWeak(written)) {
          integers.add(written);
        }
        continue;
      }
      switch (emit.made(v).orElse(null)) {
        case TensorIr.Constant _ -> {} // has taken the dtype that it met
        case TensorIr.Map m when m.builtin() == Builtin.ASTYPE -> {
          return List.of(); // the program asks for f64
        }
        case TensorIr.Pure p -> open.addAll(p.uses());
        case null, default -> {
          return List.of();
        }
      }
    }
    return List.copyOf(integers);
  }

  /** Whether it is computed of sizes and constants alone. */
  private boolean isWeak(Value integer) {
    return switch (emit.made(integer).orElse(null)) {
      case TensorIr.Constant _, TensorIr.DimValue _ -> true;
      case TensorIr.Map m -> m.operands().stream().allMatch(o -> isWeak(o.value()));
      case null, default -> false;
    };
  }
}
