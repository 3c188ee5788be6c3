package dev.tensorc.adapters.spark;

import dev.tensorc.runtime.ClassFiles;
import dev.tensorc.runtime.Function;
import dev.tensorc.runtime.Parameter;
import dev.tensorc.runtime.ShapeException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.stream.IntStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.expressions.ApplyFunctionExpression;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.GetStructField;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.types.StructType;
import scala.Option;
import scala.jdk.javaapi.CollectionConverters;

/** Runs compiled functions over the tables of Apache Spark. */
public final class Kernels {
  /** How many rows a call takes at most where SQL calls a kernel. */
  private static final int SQL_BATCH = 1024;

  /** The same for kernels that reduce: a task has a batch for each group at once. */
  private static final int GROUP_BATCH = 128;

  private Kernels() {}

  /**
   * A table with the results of a kernel as further columns. Each parameter that has rows takes the
   * column of its name: numbers for one of one axis, and arrays, nested arrays too, for one of
   * more. The results are those of one call with all rows, bit for bit, whatever the partitions and
   * the size of batches; of a function with products of matrices, those of a call with more than
   * one row.
   *
   * <p>The rows are computed when an action asks for them, batch by batch and on one thread for
   * each task.
   *
   * @param size how many rows a call takes at most; a batch also ends where a partition ends, or
   *     where arrays have another length
   * @throws IllegalArgumentException if the table is a stream or a Spark Connect client's, a column
   *     is missing or of another type, an argument that all rows share is missing, or the table has
   *     a column of a result's name
   */
  public static Dataset<Row> mapBatches(Dataset<Row> table, Kernel kernel, int size) {
    Function f = kernel.function();
    ColumnTypes.requireRowByRow(f);
    SparkSession session = check(table, kernel, size);
    StructType given = table.schema();
    List<String> names = resultNames(given, f);
    LogicalPlan plan = table.queryExecution().analyzed();
    List<Attribute> columns = CollectionConverters.asJava(plan.output());
    var arguments = new ArrayList<Expression>();
    for (int place : places(kernel, given)) {
      arguments.add(columns.get(place));
    }
    var function = new RowFunction(f.name(), kernel, kernel.sent(session), size, false);
    var call = new ApplyFunctionExpression(function, Plans.seq(arguments));
    NamedExpression results = Plans.named(call, names.size() == 1 ? names.getFirst() : f.name());
    var computed = new ArrayList<NamedExpression>(columns);
    computed.add(results);
    LogicalPlan mapped = new Project(Plans.seq(computed), plan);
    if (names.size() > 1) {
      var fields = new ArrayList<NamedExpression>(columns);
      for (int i = 0; i < names.size(); i++) {
        var field = new GetStructField(results.toAttribute(), i, Option.empty());
        fields.add(Plans.named(field, names.get(i)));
      }
      mapped = new Project(Plans.seq(fields), mapped);
    }
    KernelStrategy.plan(session);
    return org.apache.spark.sql.classic.Dataset.ofRows(session, mapped);
  }

  /**
   * The result of a kernel that reduces along the rows, of all rows of a table: as the function
   * gives it. An action: the results of batches are combined in their order, those of partitions in
   * the order of the partitions. So equal partitions and an equal size of batches give equal bits;
   * with others, sums and means of floats differ by rounding: those of batches are the function's,
   * and are added in f64. Each partition sends one result to the driver.
   *
   * @param size how many rows a call takes at most; the last batch of a partition is shorter
   * @return a tensor, or for a scalar a Float, Double, Integer, Long or Boolean; for a function of
   *     several results a {@code List} of these, in order
   * @throws IllegalArgumentException if the function does not reduce along the rows, the table is a
   *     stream or a Spark Connect client's, a column is missing or of another type, or an argument
   *     that all rows share is missing
   * @throws ShapeException if the arrays of a column differ in length between partitions
   * @throws NoSuchElementException if no row is left to reduce
   */
  public static Object aggregate(Dataset<Row> table, Kernel kernel, int size) {
    Function f = kernel.function();
    if (f.partition().allowed()) {
      throw new IllegalArgumentException(
          "%s gives a row for each row: Kernels.mapBatches computes it".formatted(f.signature()));
    }
    SparkSession session = check(table, kernel, size);
    f.results().forEach(r -> ColumnTypes.of(r.dtype(), f));
    int[] places = places(kernel, table.schema());
    Dataset<Row> columns = Plans.columns(session, table, places);
    int[] own = IntStream.range(0, places.length).toArray();
    Sent sent = Sent.of(kernel.shipment().pack(), session);
    var work = new Aggregation(sent, own, size, kernel.nulls());
    List<byte[]> parts;
    try {
      parts = columns.queryExecution().toRdd().toJavaRDD().mapPartitions(work).collect();
    } finally {
      sent.packed().destroy();
    }
    Function part = kernel.stages().part();
    return parts.stream()
        .map(bytes -> Packed.object(bytes, Partial.class))
        .reduce((all, next) -> all.then(next, part))
        .map(kernel::result)
        .orElseThrow(
            () ->
                new NoSuchElementException(
                    "the table has no rows for %s".formatted(f.signature())));
  }

  /** Refuses tables and sizes that no kernel takes, and kernels that are not complete. */
  private static SparkSession check(Dataset<Row> table, Kernel kernel, int size) {
    if (size < 1) {
      throw new IllegalArgumentException("a batch has at least 1 row, not " + size);
    }
    if (!kernel.missing().isEmpty()) {
      String missing = kernel.missing().getFirst();
      throw new IllegalArgumentException(
          "`%s` of %s has no rows, and no value yet: give it one by kernel.with(\"%s\", value)"
              .formatted(missing, kernel.function().signature(), missing));
    }
    if (table.isStreaming()) {
      throw new IllegalArgumentException(
          "streams are not supported yet: take the tables of foreachBatch");
    }
    return inDriver(table.sparkSession());
  }

  private static int[] places(Kernel kernel, StructType table) {
    Function f = kernel.function();
    return f.parameters().stream()
        .filter(p -> kernel.rows().contains(p.name()))
        .mapToInt(p -> ColumnTypes.place(p, f, table))
        .toArray();
  }

  private static SparkSession inDriver(org.apache.spark.sql.SparkSession spark) {
    if (!(spark instanceof SparkSession session)) {
      throw new IllegalArgumentException(
          "Spark Connect clients are not supported yet: kernels need a session in the driver");
    }
    return session;
  }

  private static List<String> resultNames(StructType table, Function f) {
    var names = new ArrayList<String>();
    for (Parameter r : f.results()) {
      String name = r.name().isEmpty() ? f.name() : r.name();
      if (Arrays.asList(table.fieldNames()).contains(name)) {
        throw new IllegalArgumentException(
            "the table has a column `%s` already, which %s gives: rename or drop it"
                .formatted(name, f.signature()));
      }
      names.add(name);
    }
    return names;
  }

  /**
   * Makes a program's functions callable by their names from the SQL of a session, and from Java,
   * Scala and Python by {@code functions.call_function}. A call in SQL takes a row's value for each
   * parameter that has rows, and a whole value for each other one; of a generic function the
   * arguments choose the instance. A null in an argument makes the result null.
   *
   * <p>A function that reduces along the rows so that the results of parts can be combined is an
   * aggregate, like {@code sum}: for groups, for whole tables, and in windows. It leaves out rows
   * with nulls, and its arguments without rows are constants. Parts are combined in the order of
   * partitions and of rows within them, so equal partitions give equal bits.
   *
   * <p>Any other function is refused, with the reason, when a query that calls it is analysed, as
   * arguments of another type are.
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
          var kernels = new ArrayList<KernelFunction>();
          var refusals = new ArrayList<String>();
          for (Function f : instances) {
            try {
              Kernel kernel = Kernel.of(program, name, f.types().toArray(String[]::new));
              kernels.add(function(session, name, kernel.nulls(Nulls.NULL)));
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
    KernelFunction function = function(session, name, kernel);
    register(session, name, new SqlFunction(name, List.of(function), List.of()));
  }

  private static void register(SparkSession session, String name, SqlFunction function) {
    KernelStrategy.plan(session);
    session
        .sessionState()
        .functionRegistry()
        .createOrReplaceTempFunction(name, function, SqlFunction.SOURCE);
  }

  private static KernelFunction function(SparkSession session, String name, Kernel kernel) {
    Sent sent = kernel.sent(session);
    return kernel.function().partition().allowed()
        ? new RowFunction(name, kernel, sent, SQL_BATCH, true)
        : new GroupFunction(name, kernel, sent, GROUP_BATCH);
  }
}
