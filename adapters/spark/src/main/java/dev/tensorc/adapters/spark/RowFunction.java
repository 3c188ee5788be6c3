package dev.tensorc.adapters.spark;

import dev.tensorc.runtime.Function;
import dev.tensorc.runtime.Parameter;
import dev.tensorc.runtime.TensorException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.catalog.functions.ScalarFunction;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * A kernel as a function of Spark's SQL. Where {@link KernelStrategy} does not compute it in
 * batches, each row is a call with one row, or with the same row twice where a single row would
 * round otherwise. Threads may share it: calls have no memory in common.
 */
final class RowFunction implements ScalarFunction<Object> {

  private static final long serialVersionUID = 1;

  private final String name;
  private final String signature;
  private final Sent kernel;
  private final StructType inputs;
  private final boolean[] hasRows;

  @SuppressWarnings("serial") // all types of Spark are serializable
  private final DataType resultType;

  private final Nulls nulls;
  private final int size;
  private final boolean moves;
  private transient volatile @Nullable Loaded loaded;

  /**
   * @param name that SQL calls it by
   * @param kernel where the executors find it
   * @param size of its batches at most
   * @param moves whether Spark may compute it elsewhere in a query, also several times
   * @throws IllegalArgumentException if Spark has no type for a parameter or result
   */
  RowFunction(String name, Kernel kernel, Sent sent, int size, boolean moves) {
    Function f = kernel.function();
    ColumnTypes.requireRowByRow(f);
    this.name = name;
    this.signature = f.signature();
    this.kernel = sent;
    this.inputs = inputs(kernel);
    this.resultType = ColumnTypes.result(f);
    this.nulls = kernel.nulls();
    this.size = size;
    this.moves = moves;
    this.hasRows = new boolean[inputs.size()];
    for (int i = 0; i < hasRows.length; i++) {
      hasRows[i] = kernel.rows().contains(inputs.fields()[i].name());
    }
  }

  private static StructType inputs(Kernel kernel) {
    Function f = kernel.function();
    List<String> missing = kernel.missing();
    StructType inputs = new StructType();
    for (Parameter p : f.parameters()) {
      if (kernel.rows().contains(p.name())) {
        inputs = inputs.add(p.name(), ColumnTypes.withNulls(ColumnTypes.column(p, f)));
      } else if (missing.contains(p.name())) {
        inputs = inputs.add(p.name(), ColumnTypes.withNulls(ColumnTypes.wholes(p, f)));
      }
    }
    return inputs;
  }

  @Override
  public String name() {
    return name;
  }

  /** The text in plans. */
  @Override
  public String toString() {
    return name;
  }

  String signature() {
    return signature;
  }

  /** The names and types of the arguments of a call in SQL. */
  StructType inputs() {
    return inputs;
  }

  /** Whether an argument is a row of the parameter, and not the whole. */
  boolean hasRows(int input) {
    return hasRows[input];
  }

  /**
   * The work of executors where it is computed in batches.
   *
   * @param places of the arguments that have rows
   * @param wholes the values of the others, each at its number
   */
  KernelProjection.Call inBatches(int[] places, @Nullable Object[] wholes) {
    return new KernelProjection.Call(kernel, nulls, size, places, wholes);
  }

  /** To Spark, two functions of this name are the same. */
  @Override
  public String canonicalName() {
    return "tensorc." + kernel.hash() + "." + nulls + "." + size;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof RowFunction f && f.canonicalName().equals(canonicalName());
  }

  @Override
  public int hashCode() {
    return kernel.hash().hashCode();
  }

  @Override
  public DataType[] inputTypes() {
    return Arrays.stream(inputs.fields()).map(StructField::dataType).toArray(DataType[]::new);
  }

  @Override
  public DataType resultType() {
    return resultType;
  }

  @Override
  public boolean isResultNullable() {
    return nulls == Nulls.NULL;
  }

  @Override
  public boolean isDeterministic() {
    return moves;
  }

  /** The places of the arguments that have rows, where the arguments are a row. */
  private int[] rowPlaces() {
    return IntStream.range(0, hasRows.length).filter(i -> hasRows[i]).toArray();
  }

  private Loaded loaded() {
    Loaded there = loaded;
    if (there == null) {
      there = kernel.loaded();
      loaded = there;
    }
    return there;
  }

  @Override
  public @Nullable Object produceResult(InternalRow row) {
    try {
      var calls = new Calls(loaded(), nulls, rowPlaces(), row);
      boolean taken = calls.take(row);
      Object result = calls.call(calls.function().partition().least());
      return taken ? ResultRows.of(result).row(0) : null;
    } catch (TensorException | ArithmeticException e) {
      throw new TensorException(
          "%s, in a row of partition %d: %s"
              .formatted(name, TaskContext.getPartitionId(), e.getMessage()),
          e);
    }
  }
}
