package dev.tensorc.adapters.spark;

import dev.tensorc.runtime.Function;
import dev.tensorc.runtime.Parameter;
import dev.tensorc.runtime.TensorException;
import dev.tensorc.runtime.Threads;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.catalyst.InternalRow;
import org.jspecify.annotations.Nullable;

/** The calls of a kernel, one for each batch of rows: takes the arguments from each row. */
final class Calls {

  private final Function function;
  private final Nulls nulls;
  private final Object[] arguments;
  private final List<Column> columns = new ArrayList<>();
  private @Nullable Parameter nullArgument;
  private long next;
  private long first;
  private long last;
  private int given;
  private int taken;

  /** A parameter that has rows, by its number. */
  private record Column(int parameter, ColumnBuffer buffer) {}

  /**
   * @param places of the columns of the parameters that have rows
   * @param wholes the values of the others that have no shared argument: each at its number among
   *     all that have none
   */
  Calls(Loaded kernel, Nulls nulls, int[] places, InternalRow wholes) {
    this.function = kernel.function();
    this.nulls = nulls;
    this.arguments = kernel.shared().clone();
    int input = 0;
    for (int i = 0; i < arguments.length; i++) {
      if (arguments[i] != null) {
        continue;
      }
      Parameter p = function.parameters().get(i);
      if (kernel.withRows()[i]) {
        columns.add(new Column(i, ColumnBuffer.ofRows(p, places[columns.size()])));
      } else {
        ColumnBuffer whole = ColumnBuffer.ofWholes(p, input);
        if (whole.isNull(wholes)) {
          nullArgument = p;
        } else {
          whole.put(wholes, 0);
          arguments[i] = whole.whole();
        }
      }
      input++;
    }
  }

  Function function() {
    return function;
  }

  /** Whether the arrays of a row have the lengths of those that the batch has. */
  boolean fits(InternalRow row) {
    for (Column c : columns) {
      if (taken > 0 && !c.buffer().fits(row)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Takes the next row of the partition, which {@link #fits}.
   *
   * @return whether the call has it: not where it has a null
   */
  boolean take(InternalRow row) {
    return take(row, next++);
  }

  /**
   * Takes a row into the batch.
   *
   * @param number of the row in its partition
   * @return whether the call has it: not where it has a null
   */
  boolean take(InternalRow row, long number) {
    first = given == 0 ? number : first;
    last = number;
    given++;
    if (!isWhole(row)) {
      return false;
    }
    for (Column c : columns) {
      c.buffer().put(row, taken);
    }
    taken++;
    return true;
  }

  private boolean isWhole(InternalRow row) {
    if (nullArgument != null) {
      return orRefused(nullArgument);
    }
    for (Column c : columns) {
      if (c.buffer().isNull(row)) {
        return orRefused(function.parameters().get(c.parameter()));
      }
    }
    return true;
  }

  private boolean orRefused(Parameter p) {
    if (nulls == Nulls.REFUSE) {
      throw Nulls.refused(p.name());
    }
    return false;
  }

  /** How many rows the batch has, those with nulls too. */
  int given() {
    return given;
  }

  /** How many rows the call of this batch has. */
  int taken() {
    return taken;
  }

  /**
   * Ends the batch; the call uses the task's core alone.
   *
   * @param least how many rows a call must have: the last one is repeated
   * @return its result; null where each row has a null
   */
  @Nullable Object call(int least) {
    Object result = taken == 0 ? null : result(least);
    given = 0;
    taken = 0;
    return result;
  }

  private Object result(int least) {
    int called = Math.max(taken, least);
    for (Column c : columns) {
      for (int row = taken; row < called; row++) {
        c.buffer().repeat(row - 1);
      }
      arguments[c.parameter()] = c.buffer().tensor(called);
    }
    return Threads.ONE.during(() -> function.invoke(arguments));
  }

  /** The exception for one that {@link #take} threw. */
  TensorException refused(TensorException e) {
    return failed("row " + last, e);
  }

  /** The exception for one that {@link #call} threw. */
  TensorException failed(RuntimeException e) {
    return failed("a batch that begins with row " + first, e);
  }

  private TensorException failed(String rows, RuntimeException e) {
    return new TensorException(
        "%s, in %s of partition %d: %s"
            .formatted(function.name(), rows, TaskContext.getPartitionId(), e.getMessage()),
        e);
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
