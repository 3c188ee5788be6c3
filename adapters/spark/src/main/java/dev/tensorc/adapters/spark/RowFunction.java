package dev.tensorc.adapters.spark;

import dev.tensorc.runtime.TensorException;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.ApplyFunctionExpression;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.connector.catalog.functions.ScalarFunction;
import org.jspecify.annotations.Nullable;
import scala.collection.immutable.Seq;

/**
 * A kernel that gives a row for each row. Where {@link KernelStrategy} does not compute it in
 * batches, each row is a call with one row, or with the same row twice where a single row would
 * round otherwise. Threads may share it: calls have no memory in common.
 */
final class RowFunction extends KernelFunction implements ScalarFunction<Object> {

  private static final long serialVersionUID = 1;

  private final boolean moves;

  /**
   * @param name that SQL calls it by
   * @param sent where the executors find it
   * @param size of its batches at most
   * @param moves whether Spark may compute it elsewhere in a query, also several times
   * @throws IllegalArgumentException if Spark has no type for a parameter or result
   */
  RowFunction(String name, Kernel kernel, Sent sent, int size, boolean moves) {
    super(name, kernel, sent, size);
    this.moves = moves;
  }

  @Override
  Expression call(Seq<Expression> arguments) {
    return new ApplyFunctionExpression(this, arguments);
  }

  @Override
  boolean isConstant(int input) {
    return false;
  }

  /**
   * The work of executors where it is computed in batches.
   *
   * @param places of the arguments that have rows
   * @param wholes the values of the others, each at its number
   */
  KernelProjection.Call inBatches(int[] places, @Nullable Object[] wholes) {
    return new KernelProjection.Call(kernel(), nulls(), size(), places, wholes);
  }

  @Override
  public boolean isResultNullable() {
    return nulls() == Nulls.NULL;
  }

  @Override
  public boolean isDeterministic() {
    return moves;
  }

  @Override
  public @Nullable Object produceResult(InternalRow row) {
    try {
      Calls calls = calls(row);
      boolean taken = calls.take(row);
      Object result = calls.call(calls.function().partition().least());
      return taken ? ResultRows.of(result).row(0) : null;
    } catch (TensorException | ArithmeticException e) {
      throw new TensorException(
          "%s, in a row of partition %d: %s"
              .formatted(name(), TaskContext.getPartitionId(), e.getMessage()),
          e);
    }
  }
}
