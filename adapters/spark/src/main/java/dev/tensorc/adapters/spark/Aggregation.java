package dev.tensorc.adapters.spark;

import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.sql.catalyst.InternalRow;

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
    var reduced = new Reduced(calls, size);
    for (long row = 0; rows.hasNext(); row++) {
      reduced.take(rows.next(), row);
    }
    Partial all = reduced.partial();
    return all == null ? List.<byte[]>of().iterator() : List.of(Packed.bytes(all)).iterator();
  }
}
