package dev.tensorc.adapters.spark;

import dev.tensorc.runtime.TensorException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.types.DataType;
import org.jspecify.annotations.Nullable;

/**
 * Some columns of a partition with the results of kernels behind them: computed batch by batch, as
 * its rows come. A batch ends where the arrays of a row have other lengths. A row is good until the
 * next is asked for.
 */
final class Batches implements Iterator<InternalRow> {

  private final Iterator<InternalRow> rows;
  private final int[] kept;
  private final DataType[] types;
  private final Results[] kernels;
  private final int size;

  /**
   * Copies of the columns that are kept, row after row: Spark uses the memory of its rows again.
   */
  private final List<@Nullable Object> values = new ArrayList<>();

  private final @Nullable Object[] given;
  private final InternalRow row;
  private int count;
  private int next;

  /** The first row of the next batch: Spark keeps its memory until it is asked for another. */
  private @Nullable InternalRow first;

  /**
   * @param kept the places of the columns that results are put behind
   * @param types of these columns
   * @param size of a batch at most
   */
  Batches(Iterator<InternalRow> rows, int[] kept, DataType[] types, List<Calls> kernels, int size) {
    this.rows = rows;
    this.kept = kept;
    this.types = types;
    this.kernels = kernels.stream().map(Results::new).toArray(Results[]::new);
    this.size = size;
    this.given = new Object[kept.length + this.kernels.length];
    this.row = new GenericInternalRow(given);
  }

  @Override
  public boolean hasNext() {
    return next < count || first != null || rows.hasNext();
  }

  @Override
  public InternalRow next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    if (next == count) {
      fill();
    }
    for (int i = 0; i < kept.length; i++) {
      given[i] = values.get(next * kept.length + i);
    }
    for (int k = 0; k < kernels.length; k++) {
      given[kept.length + k] = kernels[k].of(next);
    }
    next++;
    return row;
  }

  private void fill() {
    values.clear();
    count = 0;
    next = 0;
    InternalRow taken = first == null ? rows.next() : first;
    first = null;
    while (taken != null) {
      take(taken);
      taken = count < size && rows.hasNext() ? rows.next() : null;
      if (taken != null && !fits(taken)) {
        first = taken;
        taken = null;
      }
    }
    for (Results kernel : kernels) {
      kernel.compute();
    }
  }

  private boolean fits(InternalRow row) {
    for (Results kernel : kernels) {
      if (!kernel.calls.fits(row)) {
        return false;
      }
    }
    return true;
  }

  private void take(InternalRow row) {
    for (Results kernel : kernels) {
      kernel.take(row, count);
    }
    for (int i = 0; i < kept.length; i++) {
      values.add(InternalRow.copyValue(row.get(kept[i], types[i])));
    }
    count++;
  }

  /** A kernel's results for the rows of the batch, in their order. */
  private static final class Results {

    private final Calls calls;

    /** The rows whose results are null: the call does not have them. */
    private final BitSet nulls = new BitSet();

    private ResultRows rows = ResultRows.of(null);
    private int place;

    Results(Calls calls) {
      this.calls = calls;
    }

    void take(InternalRow row, int number) {
      try {
        nulls.set(number, !calls.take(row));
      } catch (TensorException e) {
        throw calls.refused(e);
      }
    }

    void compute() {
      try {
        rows = ResultRows.of(calls.call(calls.function().partition().least()));
        place = 0;
      } catch (TensorException | ArithmeticException e) {
        throw calls.failed(e);
      }
    }

    @Nullable Object of(int number) {
      return nulls.get(number) ? null : rows.row(place++);
    }
  }
}
