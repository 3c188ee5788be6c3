package dev.tensorc.adapters.spark;

import dev.tensorc.runtime.Function;
import dev.tensorc.runtime.Parameter;
import dev.tensorc.runtime.TensorException;
import dev.tensorc.runtime.Threads;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.catalyst.InternalRow;
import org.jspecify.annotations.Nullable;

/** Gathers the rows of a partition in batches, and calls a kernel for each. */
final class Calls {

  private final Function function;
  private final Nulls nulls;
  private final Object[] arguments;
  private final List<Column> columns = new ArrayList<>();

  /** A parameter that has rows, by its number. */
  private record Column(int parameter, ColumnBuffer buffer) {}

  /**
   * @param rows the parameters that have rows
   * @param places of their columns, in the order of the parameters
   */
  Calls(Shipment shipment, List<String> rows, int[] places, Nulls nulls) {
    this.function = shipment.load();
    this.nulls = nulls;
    List<Parameter> parameters = function.parameters();
    this.arguments = new Object[parameters.size()];
    for (int i = 0; i < arguments.length; i++) {
      Parameter p = parameters.get(i);
      if (rows.contains(p.name())) {
        columns.add(new Column(i, ColumnBuffer.ofRows(p, places[columns.size()])));
      } else {
        Shipment.Value value = shipment.shared().get(p.name());
        if (value == null) {
          throw new IllegalStateException(p + " has no value");
        }
        arguments[i] = value.argument();
      }
    }
  }

  Function function() {
    return function;
  }

  /**
   * A batch.
   *
   * @param taken its rows
   * @param result of the call; null where each row has a null
   */
  record Batch(List<Taken> taken, @Nullable Object result) {}

  /**
   * A row of a batch.
   *
   * @param place in the call, or -1 where the row has a null, and the call does not have it
   */
  record Taken(InternalRow row, int place) {}

  /**
   * The call for the next rows.
   *
   * @param size how many at most
   * @param least how many rows a call must have: the last one is repeated
   * @param before how many rows the partition had before, for messages
   */
  Batch next(Iterator<InternalRow> rows, int size, int least, long before) {
    var taken = new ArrayList<Taken>();
    int count = 0;
    try {
      while (taken.size() < size && rows.hasNext()) {
        InternalRow row = rows.next().copy(); // Spark uses the memory of a row again
        boolean whole = isWhole(row);
        if (whole) {
          for (Column c : columns) {
            c.buffer().put(row, count);
          }
        }
        taken.add(new Taken(row, whole ? count++ : -1));
      }
      return new Batch(taken, count == 0 ? null : call(count, least));
    } catch (TensorException | ArithmeticException e) {
      throw new TensorException(
          "%s, in a batch that begins with row %d of partition %d: %s"
              .formatted(function.name(), before, TaskContext.getPartitionId(), e.getMessage()),
          e);
    }
  }

  private boolean isWhole(InternalRow row) {
    for (Column c : columns) {
      if (c.buffer().isNull(row)) {
        if (nulls == Nulls.REFUSE) {
          throw Nulls.refused(function.parameters().get(c.parameter()).name());
        }
        return false;
      }
    }
    return true;
  }

  /** The call uses the task's core alone. */
  private Object call(int count, int least) {
    int called = Math.max(count, least);
    for (Column c : columns) {
      for (int row = count; row < called; row++) {
        c.buffer().repeat(row - 1);
      }
      arguments[c.parameter()] = c.buffer().tensor(called);
    }
    return Threads.ONE.during(() -> function.invoke(arguments));
  }

  /** The sizes of a row's value in each column, as in the last batch. */
  List<long[]> rowShapes() {
    return columns.stream().map(c -> c.buffer().rowShape()).toList();
  }

  /** The results of a call, one or several. */
  static List<?> results(Object result) {
    return result instanceof List<?> several ? several : List.of(result);
  }
}
