package dev.tensorc.adapters.spark;

import dev.tensorc.runtime.ClassFiles;
import dev.tensorc.runtime.Function;
import dev.tensorc.runtime.Parameter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;

/** Runs compiled functions over the tables of Apache Spark. */
public final class Kernels {
  private Kernels() {}

  /**
   * A table with the results of a kernel as further columns. Each parameter that has rows takes the
   * column of its name: numbers for one of one axis, and arrays of one length, nested arrays too,
   * for one of more. The results are those of one call with all rows, bit for bit, whatever the
   * partitions and the size of batches are; of a function with products of matrices, those of a
   * call with more than one row.
   *
   * <p>The rows are computed when an action asks for them, batch by batch and on one thread for
   * each task; shuffles that the table needs run at once.
   *
   * @param size how many rows a call takes at most; the last batch of a partition is shorter
   * @throws IllegalArgumentException if the table is a stream or a Spark Connect client's, a column
   *     is missing or of another type, an argument that all rows share is missing, or the table has
   *     a column of a result's name
   */
  public static Dataset<Row> mapBatches(Dataset<Row> table, Kernel kernel, int size) {
    Function f = kernel.function();
    if (size < 1) {
      throw new IllegalArgumentException("a batch has at least 1 row, not " + size);
    }
    if (!kernel.missing().isEmpty()) {
      String missing = kernel.missing().getFirst();
      throw new IllegalArgumentException(
          "`%s` of %s has no rows, and no value yet: give it one by kernel.with(\"%s\", value)"
              .formatted(missing, f.signature(), missing));
    }
    if (table.isStreaming()) {
      throw new IllegalArgumentException(
          "streams are not supported yet: call mapBatches in foreachBatch");
    }
    StructType given = table.schema();
    int[] places =
        f.parameters().stream()
            .filter(p -> f.partition().rows().contains(p.name()))
            .mapToInt(p -> ColumnTypes.place(p, f, given))
            .toArray();
    StructType schema = withResults(given, f, kernel.nulls() == Nulls.NULL);
    SparkSession session = inDriver(table.sparkSession());
    byte[] packed = kernel.shipment().pack();
    Broadcast<byte[]> shipment = broadcast(session, packed);
    JavaRDD<InternalRow> rows = table.queryExecution().toRdd().toJavaRDD();
    JavaRDD<InternalRow> computed =
        rows.mapPartitions(
            new Mapping(shipment, Shipment.hash(packed), places, size, kernel.nulls()));
    return session.internalCreateDataFrame(computed.rdd(), schema, false);
  }

  private static SparkSession inDriver(org.apache.spark.sql.SparkSession spark) {
    if (!(spark instanceof SparkSession session)) {
      throw new IllegalArgumentException(
          "Spark Connect clients are not supported yet: kernels need a session in the driver");
    }
    return session;
  }

  private static Broadcast<byte[]> broadcast(SparkSession session, byte[] packed) {
    return JavaSparkContext.fromSparkContext(session.sparkContext()).broadcast(packed);
  }

  private static StructType withResults(StructType table, Function f, boolean nullable) {
    StructType all = table;
    for (Parameter r : f.results()) {
      String name = r.name().isEmpty() ? f.name() : r.name();
      if (Arrays.asList(table.fieldNames()).contains(name)) {
        throw new IllegalArgumentException(
            "the table has a column `%s` already, which %s gives: rename or drop it"
                .formatted(name, f.signature()));
      }
      DataType type = ColumnTypes.column(r, f);
      all = all.add(name, type, nullable);
    }
    return all;
  }

  /**
   * Makes a program's functions callable by their names from the SQL of a session, and from Java,
   * Scala and Python by {@code functions.call_function}. A call in SQL takes a row's value for each
   * parameter that has rows, and a whole value for each other one; of a generic function the
   * arguments choose the instance. A null in an argument makes the result null. A function whose
   * rows may not be given in parts is refused, with the reason, when a query that calls it is
   * analysed, as arguments of another type are.
   *
   * @param spark a session in the driver
   * @throws IllegalArgumentException if it is a Spark Connect client's
   */
  public static void register(org.apache.spark.sql.SparkSession spark, ClassFiles program) {
    SparkSession session = inDriver(spark);
    var functions = new LinkedHashMap<String, List<Function>>();
    for (Function f : program.load().functions()) {
      functions.computeIfAbsent(f.name(), _ -> new ArrayList<>()).add(f);
    }
    functions.forEach(
        (name, instances) -> {
          var kernels = new ArrayList<RowFunction>();
          var refusals = new ArrayList<String>();
          for (Function f : instances) {
            try {
              Kernel kernel = Kernel.of(program, name, f.types().toArray(String[]::new));
              kernels.add(rowFunction(session, name, kernel.nulls(Nulls.NULL)));
            } catch (IllegalArgumentException e) {
              refusals.add(e.getMessage()); // for those who call it
            }
          }
          register(session, name, new SqlFunction(name, kernels, refusals));
        });
  }

  /**
   * Makes a kernel callable by a name from SQL: like {@link
   * #register(org.apache.spark.sql.SparkSession, ClassFiles)}, but the kernel's shared arguments
   * are not given in calls, and it treats nulls as it says.
   *
   * @throws IllegalArgumentException if the session is a Spark Connect client's, or the kernel has
   *     a parameter or result that no column can hold
   */
  public static void register(org.apache.spark.sql.SparkSession spark, String name, Kernel kernel) {
    SparkSession session = inDriver(spark);
    RowFunction function = rowFunction(session, name, kernel);
    register(session, name, new SqlFunction(name, List.of(function), List.of()));
  }

  private static void register(SparkSession session, String name, SqlFunction function) {
    session
        .sessionState()
        .functionRegistry()
        .createOrReplaceTempFunction(name, function, SqlFunction.SOURCE);
  }

  private static RowFunction rowFunction(SparkSession session, String name, Kernel kernel) {
    byte[] packed = kernel.shipment().pack();
    return new RowFunction(name, kernel, broadcast(session, packed), Shipment.hash(packed));
  }

  /** The work of an executor for each partition. */
  private record Mapping(Broadcast<byte[]> packed, String hash, int[] places, int size, Nulls nulls)
      implements FlatMapFunction<Iterator<InternalRow>, InternalRow> {

    @Override
    public Iterator<InternalRow> call(Iterator<InternalRow> rows) {
      return new Batches(rows, Shipment.of(hash, packed::value), places, size, nulls);
    }
  }
}
