package dev.tensorc.adapters.spark;

import dev.tensorc.runtime.TensorException;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.sql.catalyst.InternalRow;
import org.jspecify.annotations.Nullable;

/**
 * The work of an executor for each partition of a table that is aggregated: the batches' results,
 * combined in their order. A partition without rows gives none.
 *
 * @param places of the columns of the kernel's parameters
 */
record Aggregation(Sent kernel, int[] places, int size, Nulls nulls)
    implements FlatMapFunction<Iterator<InternalRow>, byte[]> {

  @Override
  public Iterator<byte[]> call(Iterator<InternalRow> rows) {
    var calls = new Calls(kernel.loaded(), nulls, places, InternalRow.empty());
    Partial all = null;
    while (rows.hasNext()) {
      Partial next = next(rows, calls);
      if (next != null) {
        all = all == null ? next : all.then(next, calls.function());
      }
    }
    return all == null ? List.<byte[]>of().iterator() : List.of(Packed.bytes(all)).iterator();
  }

  /** The partial result of the next batch; null where each of its rows has a null. */
  private @Nullable Partial next(Iterator<InternalRow> rows, Calls calls) {
    for (int given = 0; given < size && rows.hasNext(); given++) {
      take(rows.next(), calls);
    }
    int count = calls.taken();
    try {
      Object result = calls.call(1);
      return result == null ? null : Partial.of(calls.function(), count, calls.rowShapes(), result);
    } catch (TensorException | ArithmeticException e) {
      throw calls.failed(e);
    }
  }

  private static void take(InternalRow row, Calls calls) {
    try {
      calls.take(row);
    } catch (TensorException e) {
      throw calls.refused(e);
    }
  }
}
