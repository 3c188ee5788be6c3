package dev.tensorc.adapters.spark;

import dev.tensorc.runtime.Function;
import dev.tensorc.runtime.Parameter;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.TensorException;
import dev.tensorc.runtime.Threads;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.TaskContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.connector.catalog.functions.ScalarFunction;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * A kernel as a function of Spark's SQL: each row is a call with one row, or with the same row
 * twice where a single row would round otherwise. Threads may share it: calls have no memory in
 * common.
 */
final class RowFunction implements ScalarFunction<Object> {

  private static final long serialVersionUID = 1;

  private final String name;
  private final String signature;
  private final Broadcast<byte[]> packed;
  private final String hash;
  private final StructType inputs;

  @SuppressWarnings("serial") // all types of Spark are serializable
  private final DataType resultType;

  private final Nulls nulls;
  private transient volatile @Nullable Loaded loaded;

  /**
   * @param name that SQL calls it by
   * @param packed the kernel's shipment
   * @param hash of its bytes
   * @throws IllegalArgumentException if Spark has no type for a parameter or result
   */
  RowFunction(String name, Kernel kernel, Broadcast<byte[]> packed, String hash) {
    Function f = kernel.function();
    ColumnTypes.requireRowByRow(f);
    this.name = name;
    this.signature = f.signature();
    this.packed = packed;
    this.hash = hash;
    this.inputs = inputs(kernel);
    this.resultType = ColumnTypes.result(f);
    this.nulls = kernel.nulls();
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

  String signature() {
    return signature;
  }

  /** The names and types of the arguments of a call in SQL. */
  StructType inputs() {
    return inputs;
  }

  /** To Spark, two functions of this name are the same. */
  @Override
  public String canonicalName() {
    return "tensorc." + hash + "." + nulls;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof RowFunction f && f.canonicalName().equals(canonicalName());
  }

  @Override
  public int hashCode() {
    return hash.hashCode();
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
  public @Nullable Object produceResult(InternalRow row) {
    Loaded kernel = loaded();
    try {
      Object[] arguments = arguments(kernel, row);
      if (arguments.length == 0) {
        return null;
      }
      return result(Threads.ONE.during(() -> kernel.function().invoke(arguments)));
    } catch (TensorException | ArithmeticException e) {
      throw new TensorException(
          "%s, in a row of partition %d: %s"
              .formatted(name, TaskContext.getPartitionId(), e.getMessage()),
          e);
    }
  }

  /** The arguments of a call; none where one is null, and the result shall be null. */
  private Object[] arguments(Loaded kernel, InternalRow row) {
    Function function = kernel.function();
    Object[] arguments = kernel.shared().clone();
    int place = 0;
    for (int i = 0; i < arguments.length; i++) {
      if (arguments[i] != null) {
        continue;
      }
      Parameter p = function.parameters().get(i);
      boolean rows = kernel.withRows()[i];
      ColumnBuffer buffer =
          rows ? ColumnBuffer.ofRows(p, place++) : ColumnBuffer.ofWholes(p, place++);
      if (buffer.isNull(row)) {
        if (nulls == Nulls.REFUSE) {
          throw Nulls.refused(p.name());
        }
        return new Object[0];
      }
      buffer.put(row, 0);
      arguments[i] = rows ? buffer.repeated(function.partition().least()) : buffer.whole();
    }
    return arguments;
  }

  private static Object result(Object result) {
    if (!(result instanceof List<?> several)) {
      return new ResultRows((Tensor) result).row(0);
    }
    return new GenericInternalRow(
        several.stream().map(r -> new ResultRows((Tensor) r).row(0)).toArray());
  }

  private Loaded loaded() {
    Loaded there = loaded;
    if (there == null) {
      there = Loaded.of(Shipment.of(hash, packed::value));
      loaded = there;
    }
    return there;
  }

  /**
   * The parts that all calls share.
   *
   * @param shared the arguments that all rows share; null where a row has its own
   * @param withRows whether the first axis of each parameter is rows
   */
  private record Loaded(Function function, @Nullable Object[] shared, boolean[] withRows) {

    static Loaded of(Shipment shipment) {
      Function f = shipment.load();
      List<Parameter> parameters = f.parameters();
      var shared = new @Nullable Object[parameters.size()];
      var withRows = new boolean[shared.length];
      for (int i = 0; i < shared.length; i++) {
        String name = parameters.get(i).name();
        Shipment.Value value = shipment.shared().get(name);
        shared[i] = value == null ? null : value.argument();
        withRows[i] = f.partition().rows().contains(name);
      }
      return new Loaded(f, shared, withRows);
    }
  }
}
