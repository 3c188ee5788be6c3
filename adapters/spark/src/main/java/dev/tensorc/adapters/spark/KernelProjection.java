package dev.tensorc.adapters.spark;

import java.io.Serializable;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.types.DataType;
import org.jspecify.annotations.Nullable;

/**
 * The work of an executor for each partition of a {@link KernelProjectExec}. Every task reads one,
 * so it has no more than it needs.
 *
 * @param kept the places of the columns that results are put behind
 * @param types of these columns
 */
record KernelProjection(int[] kept, DataType[] types, List<Call> kernels)
    implements FlatMapFunction<Iterator<InternalRow>, InternalRow> {

  /**
   * A kernel and where its arguments are.
   *
   * @param size of a batch at most
   * @param places of the arguments that have rows
   * @param wholes the values of the others
   */
  record Call(Sent kernel, Nulls nulls, int size, int[] places, @Nullable Object[] wholes)
      implements Serializable {

    Calls calls() {
      return new Calls(kernel.loaded(), nulls, places, new GenericInternalRow(wholes));
    }
  }

  @Override
  public Iterator<InternalRow> call(Iterator<InternalRow> rows) {
    int size = kernels.stream().mapToInt(Call::size).min().orElseThrow();
    List<Calls> calls = kernels.stream().map(Call::calls).toList();
    return new Batches(rows, kept, types, calls, size);
  }
}
