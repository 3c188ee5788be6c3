package dev.tensorc.adapters.spark;

import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.catalyst.InternalRow;

/**
 * The work of an executor for each partition of a table that is aggregated: the batches' results,
 * combined in their order. A partition without rows gives none.
 */
record Aggregation(
    Broadcast<byte[]> packed,
    String hash,
    List<String> columns,
    int[] places,
    int size,
    Nulls nulls)
    implements FlatMapFunction<Iterator<InternalRow>, byte[]> {

  @Override
  public Iterator<byte[]> call(Iterator<InternalRow> rows) {
    var calls = new Calls(Shipment.of(hash, packed::value), columns, places, nulls);
    Partial all = null;
    long before = 0;
    while (rows.hasNext()) {
      Calls.Batch batch = calls.next(rows, size, 1, before);
      before += batch.taken().size();
      if (batch.result() != null) {
        long count = batch.taken().stream().filter(t -> t.place() >= 0).count();
        Partial next = Partial.of(calls.function(), count, calls.rowShapes(), batch.result());
        all = all == null ? next : all.then(next, calls.function());
      }
    }
    return all == null ? List.<byte[]>of().iterator() : List.of(Packed.bytes(all)).iterator();
  }
}
