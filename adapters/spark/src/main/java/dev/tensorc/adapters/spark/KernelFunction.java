package dev.tensorc.adapters.spark;

import dev.tensorc.runtime.Function;
import dev.tensorc.runtime.Parameter;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.connector.catalog.functions.BoundFunction;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;
import scala.collection.immutable.Seq;

/** A kernel as a function of Spark's SQL. */
abstract sealed class KernelFunction implements BoundFunction permits RowFunction, GroupFunction {

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
  private transient volatile @Nullable Loaded loaded;

  /**
   * @param name that SQL calls it by
   * @param sent where the executors find it
   * @param size of its batches at most
   * @throws IllegalArgumentException if Spark has no type for a parameter or result
   */
  KernelFunction(String name, Kernel kernel, Sent sent, int size) {
    Function f = kernel.function();
    this.name = name;
    this.signature = f.signature();
    this.kernel = sent;
    this.inputs = inputs(kernel);
    this.resultType = ColumnTypes.result(f);
    this.nulls = kernel.nulls();
    this.size = size;
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

  /** The expression of a call with arguments of the {@link #inputs}' types. */
  abstract Expression call(Seq<Expression> arguments);

  /** Whether an argument has to be the same for all rows. */
  abstract boolean isConstant(int input);

  @Override
  public final String name() {
    return name;
  }

  /** The text in plans. */
  @Override
  public final String toString() {
    return name;
  }

  final String signature() {
    return signature;
  }

  /** The names and types of the arguments of a call in SQL. */
  final StructType inputs() {
    return inputs;
  }

  /** Whether an argument is a row of the parameter, and not the whole. */
  final boolean hasRows(int input) {
    return hasRows[input];
  }

  final Sent kernel() {
    return kernel;
  }

  final Nulls nulls() {
    return nulls;
  }

  /** How many rows a batch has at most. */
  final int size() {
    return size;
  }

  /** The kernel in this JVM. */
  final Loaded loaded() {
    Loaded there = loaded;
    if (there == null) {
      there = kernel.loaded();
      loaded = there;
    }
    return there;
  }

  /** New calls, whose rows are the arguments; those without rows are taken from the first one. */
  final Calls calls(InternalRow first) {
    int[] rowPlaces = IntStream.range(0, hasRows.length).filter(i -> hasRows[i]).toArray();
    return new Calls(loaded(), nulls, rowPlaces, first);
  }

  /** To Spark, two functions of this name are the same. */
  @Override
  public final String canonicalName() {
    return "tensorc." + kernel.hash() + "." + nulls + "." + size;
  }

  @Override
  public final boolean equals(@Nullable Object other) {
    return other instanceof KernelFunction f && f.canonicalName().equals(canonicalName());
  }

  @Override
  public final int hashCode() {
    return kernel.hash().hashCode();
  }

  @Override
  public final DataType[] inputTypes() {
    return Arrays.stream(inputs.fields()).map(StructField::dataType).toArray(DataType[]::new);
  }

  @Override
  public final DataType resultType() {
    return resultType;
  }
}
