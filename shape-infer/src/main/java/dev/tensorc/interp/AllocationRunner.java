package dev.tensorc.interp;

import dev.tensorc.ir.Allocations;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Value;
import dev.tensorc.runtime.AllocationException;
import dev.tensorc.runtime.AllocationLimit;
import java.util.List;
import java.util.stream.Stream;

/**
 * Refuses arrays above the allocation limit. The interpreter stores every value that is not a view;
 * compiled code stores fewer, so it may run calls that are refused here.
 */
final class AllocationRunner {

  private final TensorIr.Function function;
  private final Sizes sizes;
  private final Allocations allocations;

  AllocationRunner(TensorIr.Function function, Sizes sizes) {
    this.function = function;
    this.sizes = sizes;
    this.allocations = new Allocations(function);
  }

  /** The results, then the arrays of unconditional steps, as far as their sizes are known. */
  void atEntry() {
    Stream.concat(function.body().yields().stream(), stored())
        .filter(v -> !v.isScalar() && allocations.atEntry(v))
        .forEach(this::require);
  }

  private Stream<Value> stored() {
    return function.body().steps().stream()
        .filter(s -> s instanceof TensorIr.Pure && !(s instanceof TensorIr.View))
        .map(s -> ((TensorIr.Pure) s).result());
  }

  /** An array that is about to be made. */
  void before(TensorIr.Pure step) {
    Value v = step.result();
    if (!v.isScalar() && !(step instanceof TensorIr.View)) {
      require(v);
    }
  }

  private void require(Value v) {
    long[] shape = shape(v);
    if (AllocationLimit.refuses(v.dtype().bytes(), shape)) {
      var origin = allocations.origin(v);
      List<Value> operands = origin.map(Allocations.Origin::operands).orElse(List.of());
      throw AllocationException.of(
          v.name(),
          v.span().runtimeLocation(),
          v.dtype().label(),
          shape,
          origin.map(Allocations.Origin::operation).orElse(""),
          operands.stream().map(Value::name).toArray(String[]::new),
          operands.stream().map(this::shape).toArray(long[][]::new));
    }
  }

  private long[] shape(Value v) {
    return sizes.of(v).stream().mapToLong(Long::longValue).toArray();
  }
}
