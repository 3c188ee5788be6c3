package dev.tensorc.adapters.spark;

import dev.tensorc.runtime.TensorException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.types.DataType;
import org.jspecify.annotations.Nullable;

/**
 * Some columns of a partition with the results of kernels behind them: computed batch by batch, as
 * its rows come. A batch ends where the arrays of a row have other lengths.
 */
final class Batches implements Iterator<InternalRow> {

  private final Iterator<InternalRow> rows;
  private final int[] kept;
  private final DataType[] types;
  private final List<Calls> kernels;
  private final int size;
  private final List<Taken> batch = new ArrayList<>();
  private final List<ResultRows> results = new ArrayList<>();
  private int next;

  /** The first row of the next batch: Spark keeps its memory until it is asked for another. */
  private @Nullable InternalRow first;

  /**
   * A row of a batch.
   *
   * @param values copies of the columns that are kept, and room for results
   * @param places in the call of each kernel; -1 where the result is null
   */
  private record Taken(@Nullable Object[] values, int[] places) {}

  /**
   * @param kept the places of the columns that results are put behind
   * @param types of these columns
   * @param size of a batch at most
   */
  Batches(Iterator<InternalRow> rows, int[] kept, DataType[] types, List<Calls> kernels, int size) {
    this.rows = rows;
    this.kept = kept;
    this.types = types;
    this.kernels = kernels;
    this.size = size;
  }

  @Override
  public boolean hasNext() {
    return next < batch.size() || first != null || rows.hasNext();
  }

  @Override
  public InternalRow next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    if (next == batch.size()) {
      fill();
    }
    Taken row = batch.get(next++);
    for (int k = 0; k < results.size(); k++) {
      int place = row.places()[k];
      row.values()[kept.length + k] = place < 0 ? null : results.get(k).row(place);
    }
    return new GenericInternalRow(row.values());
  }

  private void fill() {
    batch.clear();
    next = 0;
    InternalRow row = first == null ? rows.next() : first;
    first = null;
    while (row != null) {
      batch.add(taken(row));
      row = batch.size() < size && rows.hasNext() ? rows.next() : null;
      if (row != null && !fits(row)) {
        first = row;
        row = null;
      }
    }
    results.clear();
    for (Calls kernel : kernels) {
      results.add(results(kernel));
    }
  }

  private boolean fits(InternalRow row) {
    for (Calls kernel : kernels) {
      if (!kernel.fits(row)) {
        return false;
      }
    }
    return true;
  }

  /** Copies the needed columns of a row: Spark uses its memory again. */
  private Taken taken(InternalRow row) {
    var places = new int[kernels.size()];
    for (int k = 0; k < places.length; k++) {
      Calls kernel = kernels.get(k);
      try {
        places[k] = kernel.take(row);
      } catch (TensorException e) {
        throw kernel.refused(e);
      }
    }
    var values = new Object[kept.length + places.length];
    for (int i = 0; i < kept.length; i++) {
      values[i] = InternalRow.copyValue(row.get(kept[i], types[i]));
    }
    return new Taken(values, places);
  }

  private static ResultRows results(Calls kernel) {
    try {
      return ResultRows.of(kernel.call(kernel.function().partition().least()));
    } catch (TensorException | ArithmeticException e) {
      throw kernel.failed(e);
    }
  }
}
