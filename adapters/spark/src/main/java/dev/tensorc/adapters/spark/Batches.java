package dev.tensorc.adapters.spark;

import dev.tensorc.runtime.Function;
import dev.tensorc.runtime.Parameter;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.TensorException;
import dev.tensorc.runtime.Threads;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.JoinedRow;

/** The rows of a partition with the results behind them: computed batch by batch, as they come. */
final class Batches implements Iterator<InternalRow> {

  private final Iterator<InternalRow> rows;
  private final Function function;
  private final int size;
  private final Nulls nulls;
  private final Object[] arguments;
  private final ColumnBuffer[] buffers;
  private final List<InternalRow> ready = new ArrayList<>();
  private int next;
  private long before;

  /**
   * @param places of the columns, in the order of the parameters that have rows
   * @param size of a batch; the last one of a partition may be shorter
   */
  Batches(Iterator<InternalRow> rows, Shipment shipment, int[] places, int size, Nulls nulls) {
    this.rows = rows;
    this.function = shipment.load();
    this.size = size;
    this.nulls = nulls;
    List<Parameter> parameters = function.parameters();
    List<String> withRows = function.partition().rows();
    Map<String, Shipment.Value> shared = shipment.shared();
    this.arguments = new Object[parameters.size()];
    this.buffers = new ColumnBuffer[parameters.size()];
    int column = 0;
    for (int i = 0; i < arguments.length; i++) {
      Parameter p = parameters.get(i);
      if (withRows.contains(p.name())) {
        buffers[i] = ColumnBuffer.ofRows(p, places[column++]);
      } else {
        Shipment.Value value = shared.get(p.name());
        if (value == null) {
          throw new IllegalStateException(p + " has no value");
        }
        arguments[i] = value.argument();
      }
    }
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
    var taken = new ArrayList<InternalRow>();
    var seen = new ArrayList<Boolean>();
    int count = 0;
    try {
      while (taken.size() < size && rows.hasNext()) {
        InternalRow row = rows.next().copy(); // Spark uses the memory of a row again
        boolean whole = isWhole(row);
        if (whole) {
          for (ColumnBuffer b : buffers) {
            if (b != null) {
              b.put(row, count);
            }
          }
          count++;
        }
        taken.add(row);
        seen.add(whole);
      }
      List<ResultRows> results = count == 0 ? List.of() : results(count);
      int at = 0;
      for (int i = 0; i < taken.size(); i++) {
        var values = new Object[function.results().size()];
        for (int k = 0; k < values.length && seen.get(i); k++) {
          values[k] = results.get(k).row(at);
        }
        at += seen.get(i) ? 1 : 0;
        ready.add(new JoinedRow(taken.get(i), new GenericInternalRow(values)));
      }
    } catch (TensorException | ArithmeticException e) {
      throw new TensorException(
          "%s, in a batch that begins with row %d of partition %d: %s"
              .formatted(function.name(), before, TaskContext.getPartitionId(), e.getMessage()),
          e);
    }
    before += taken.size();
  }

  private boolean isWhole(InternalRow row) {
    for (int i = 0; i < buffers.length; i++) {
      if (buffers[i] != null && buffers[i].isNull(row)) {
        if (nulls == Nulls.REFUSE) {
          throw Nulls.refused(function.parameters().get(i).name());
        }
        return false;
      }
    }
    return true;
  }

  /** The results for so many rows; the call uses the task's core alone. */
  private List<ResultRows> results(int count) {
    int called = count;
    for (; called < function.partition().least(); called++) {
      for (ColumnBuffer b : buffers) {
        if (b != null) {
          b.repeat(called - 1);
        }
      }
    }
    for (int i = 0; i < arguments.length; i++) {
      if (buffers[i] != null) {
        arguments[i] = buffers[i].tensor(called);
      }
    }
    Object result = Threads.ONE.during(() -> function.invoke(arguments));
    List<?> all = result instanceof List<?> several ? several : List.of(result);
    return all.stream().map(r -> new ResultRows((Tensor) r)).toList();
  }
}
