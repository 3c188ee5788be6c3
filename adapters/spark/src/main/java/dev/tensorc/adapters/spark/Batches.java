package dev.tensorc.adapters.spark;

import dev.tensorc.runtime.Function;
import dev.tensorc.runtime.Tensor;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.JoinedRow;

/** The rows of a partition with the results behind them: computed batch by batch, as they come. */
final class Batches implements Iterator<InternalRow> {

  private final Iterator<InternalRow> rows;
  private final Calls calls;
  private final int size;
  private final List<InternalRow> ready = new ArrayList<>();
  private int next;
  private long before;

  /**
   * @param size of a batch; the last one of a partition may be shorter
   */
  Batches(Iterator<InternalRow> rows, Calls calls, int size) {
    this.rows = rows;
    this.calls = calls;
    this.size = size;
  }

  @Override
  public boolean hasNext() {
    if (next == ready.size() && rows.hasNext()) {
      fill();
    }
    return next < ready.size();
  }

  @Override
  public InternalRow next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    return ready.get(next++);
  }

  private void fill() {
    ready.clear();
    next = 0;
    Function f = calls.function();
    Calls.Batch batch = calls.next(rows, size, f.partition().least(), before);
    List<ResultRows> results =
        batch.result() == null
            ? List.of()
            : Calls.results(batch.result()).stream().map(r -> new ResultRows((Tensor) r)).toList();
    for (Calls.Taken taken : batch.taken()) {
      var values = new Object[f.results().size()];
      for (int k = 0; k < values.length && taken.place() >= 0; k++) {
        values[k] = results.get(k).row(taken.place());
      }
      ready.add(new JoinedRow(taken.row(), new GenericInternalRow(values)));
    }
    before += batch.taken().size();
  }
}
