package dev.tensorc.adapters.spark;

import java.io.Serializable;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.aggregate.V2Aggregator;
import org.apache.spark.sql.connector.catalog.functions.AggregateFunction;
import org.jspecify.annotations.Nullable;
import scala.collection.immutable.Seq;

/**
 * A kernel that reduces along the rows, as an aggregate of Spark's SQL: its state is a {@link
 * Group}, or the bytes of one that another task sent. Each task has a copy of it.
 */
final class GroupFunction extends KernelFunction
    implements AggregateFunction<Serializable, @Nullable Object> {

  private static final long serialVersionUID = 1;

  /** How many rows this task gave so far. */
  private transient long rows;

  /**
   * @param name that SQL calls it by
   * @param sent where the executors find it
   * @param size of its batches at most
   * @throws IllegalArgumentException if Spark has no type for a parameter or result
   */
  GroupFunction(String name, Kernel kernel, Sent sent, int size) {
    super(name, kernel, sent, size);
  }

  @Override
  Expression call(Seq<Expression> arguments) {
    return new V2Aggregator<>(this, arguments, 0, 0);
  }

  /** The rows of a batch share the arguments that have no rows. */
  @Override
  boolean isConstant(int input) {
    return !hasRows(input);
  }

  /** A group without rows has no result. */
  @Override
  public boolean isResultNullable() {
    return true;
  }

  @Override
  public Serializable newAggregationState() {
    return new Group();
  }

  @Override
  public Serializable update(Serializable state, InternalRow row) {
    ((Group) state).take(row, rows, this);
    rows++;
    return state;
  }

  @Override
  public Serializable merge(Serializable state, Serializable more) {
    ((Group) state).add(more);
    return state;
  }

  @Override
  public @Nullable Object produceResult(Serializable state) {
    return ((Group) state).result(loaded().stages());
  }
}
