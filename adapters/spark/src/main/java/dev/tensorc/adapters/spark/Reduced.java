package dev.tensorc.adapters.spark;

import dev.tensorc.runtime.TensorException;
import org.apache.spark.sql.catalyst.InternalRow;
import org.jspecify.annotations.Nullable;

/** The result of a kernel that reduces along the rows, for rows that come one after the other. */
final class Reduced {

  private final Calls calls;
  private final int size;
  private @Nullable Partial before;

  /**
   * @param size how many rows a batch has
   */
  Reduced(Calls calls, int size) {
    this.calls = calls;
    this.size = size;
  }

  /**
   * @param number of the row in its partition
   */
  void take(InternalRow row, long number) {
    try {
      calls.take(row, number);
    } catch (TensorException e) {
      throw calls.refused(e);
    }
    if (calls.given() == size) {
      compute();
    }
  }

  /** The result for the rows so far, which end a batch; null where each has a null. */
  @Nullable Partial partial() {
    compute();
    return before;
  }

  private void compute() {
    int count = calls.taken();
    try {
      Object result = calls.call(1);
      if (result != null) {
        Partial next = Partial.of(calls.function(), count, calls.rowShapes(), result);
        before = before == null ? next : before.then(next, calls.function());
      }
    } catch (TensorException | ArithmeticException e) {
      throw calls.failed(e);
    }
  }
}
