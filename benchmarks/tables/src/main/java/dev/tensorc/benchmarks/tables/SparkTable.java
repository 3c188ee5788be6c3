package dev.tensorc.benchmarks.tables;

import static org.apache.spark.sql.functions.array_size;
import static org.apache.spark.sql.functions.call_function;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.udf;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tensorc.adapters.spark.Kernel;
import dev.tensorc.adapters.spark.Kernels;
import dev.tensorc.runtime.ClassFiles;
import dev.tensorc.runtime.FloatTensor;
import java.io.IOException;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.mllib.linalg.Matrix;
import org.apache.spark.mllib.linalg.Vector;
import org.apache.spark.mllib.linalg.distributed.RowMatrix;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;

/** Kernels over cached tables of Spark, beside Spark's own means and UDFs. */
final class SparkTable {

  static final String COSINE = "Cosine";
  static final String HALF = "Cosine of half of the rows";
  static final String BATCHES = "tensorc, mapBatches";

  /** The tables that can be measured by themselves. */
  static final List<String> TABLES = List.of("cosine", "half", "shares", "covariance", "kmeans");

  /** Some 200 kB of vectors: the second cache of a core has room for them. */
  private static final int BATCH = 128;

  /** SQL lambdas take so long that they get this part of the rows. */
  private static final int SHARE = 50;

  private static final String LAMBDAS =
      """
      aggregate(zip_with(vectors, query, (a, b) -> a * b), 0F, (s, x) -> CAST(s + x AS FLOAT))
      / (sqrt(aggregate(vectors, 0F, (s, x) -> CAST(s + x * x AS FLOAT)))
         * sqrt(aggregate(query, 0F, (s, x) -> CAST(s + x * x AS FLOAT))))
      """;

  private static final String BUILT_IN = "vector_cosine_similarity";

  private final SparkSession spark;
  private final SparkRows rows;
  private final Vectors vectors;
  private final Pace pace;
  private final String where;
  private final ClassFiles program;
  private final Kernel cosine;

  private SparkTable(SparkSession spark, Vectors vectors, Pace pace, String where)
      throws IOException {
    this.spark = spark;
    this.rows = new SparkRows(spark);
    this.vectors = vectors;
    this.pace = pace;
    this.where = where;
    this.program = TablePrograms.compile();
    this.cosine =
        Kernel.of(program, "cosine")
            .with("query", FloatTensor.of(vectors.query(), vectors.width()));
  }

  /**
   * @param only one of {@link #TABLES}, or all
   */
  static List<ObjectNode> measure(Vectors vectors, Pace pace, String master, String only)
      throws IOException {
    SparkSession spark =
        SparkSession.builder()
            .master(master)
            .config("spark.ui.enabled", false)
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.executor.extraJavaOptions", MeasuringJvm.KERNEL_OPTIONS)
            .getOrCreate();
    spark.sparkContext().setLogLevel("OFF");
    try {
      String where = "Spark %s, %s".formatted(spark.version(), master);
      var table = new SparkTable(spark, vectors, pace, where);
      return TABLES.stream()
          .filter(t -> only.equals("all") || only.equals(t))
          .map(table::comparison)
          .toList();
    } finally {
      spark.stop();
    }
  }

  private ObjectNode comparison(String name) {
    return switch (name) {
      case "cosine" -> cosine();
      case "half" -> half();
      case "shares" -> shares();
      case "covariance" -> covariance();
      default -> kMeans();
    };
  }

  private ObjectNode cosine() {
    Dataset<Row> table = rows.cached(vectors);
    Column query = lit(vectors.query());
    Dataset<Row> few = rows.cached(vectors.part(SHARE)).withColumn("query", query);
    Kernels.register(spark, "tensorc_cosine", cosine);
    Column sqlCosine = call_function("tensorc_cosine", col("vectors"));
    Column ofSeq = udf(new OfSeq(vectors.query()), DataTypes.FloatType).apply(col("vectors"));
    var comparison =
        new Comparison(where, COSINE, vectors, 1e-6 * vectors.rows())
            .add(BATCHES, () -> mapped(table))
            .add(
                "tensorc, SQL function",
                () -> total(table.select(sqlCosine.as("cosine")), col("cosine")))
            .add("tensorc, SQL function inside an aggregate", () -> total(table, sqlCosine));
    if (spark.catalog().functionExists(BUILT_IN)) { // from Spark 4.2 on
      comparison.add("built-in " + BUILT_IN, () -> total(table, builtIn(query)));
    }
    return comparison
        .add("Java UDF over Seq", () -> total(table, ofSeq))
        .add(
            "mapPartitions over rows",
            () ->
                total(
                    table.mapPartitions(new OfRows(vectors.query()), Encoders.FLOAT()).toDF("c"),
                    col("c")))
        .add("SQL lambdas, of 1 row in " + SHARE, SHARE, () -> total(few, expr(LAMBDAS)))
        .measure(pace);
  }

  /** For weak scaling: half of the rows on half of the cores. */
  private ObjectNode half() {
    Vectors half = vectors.part(2);
    Dataset<Row> table = rows.cached(half);
    return new Comparison(where, HALF, half, 0).add(BATCHES, () -> mapped(table)).measure(pace);
  }

  private ObjectNode shares() {
    Dataset<Row> table = rows.cached(vectors);
    Dataset<Row> one = rows.cached(new Vectors(1, vectors.width()));
    Kernel first = Kernel.of(program, "first");
    Column query = lit(vectors.query());
    var comparison =
        new Comparison(where, "Where the time goes", vectors, Double.POSITIVE_INFINITY)
            .add("all: " + BATCHES, () -> mapped(table))
            .add("one row: the job is planned, kernel and row are serialised", () -> mapped(one))
            .add(
                "Spark reads each row of the cached table",
                () -> total(table, array_size(col("vectors"))))
            .add(
                "... and rows are copied to batches, results to rows: `vectors[:, 0]`",
                () -> total(Kernels.mapBatches(table, first, BATCH), col("first")));
    if (spark.catalog().functionExists(BUILT_IN)) {
      comparison.add("one row: the built-in function", () -> total(one, builtIn(query)));
    }
    return comparison.measure(pace);
  }

  private ObjectNode covariance() {
    Vectors some = vectors.part(4);
    Dataset<Row> table = rows.cached(some);
    JavaRDD<Vector> vectorsOfMllib = rows.cachedVectors(some);
    return new Comparison(where, "Covariance", some, 1e-3 * some.width())
        .add("tensorc, aggregate twice", () -> covarianceTrace(table))
        .add(
            "MLlib, RowMatrix.computeCovariance",
            () -> trace(new RowMatrix(vectorsOfMllib.rdd()).computeCovariance()))
        .measure(pace);
  }

  private double covarianceTrace(Dataset<Row> table) {
    Object means = Kernels.aggregate(table, Kernel.of(program, "column_means"), BATCH);
    Kernel scatter = Kernel.of(program, "scatter").with("means", means);
    var sums = (List<?>) Kernels.aggregate(table, scatter, BATCH);
    var products = (FloatTensor) sums.get(0);
    double trace = 0;
    for (int k = 0; k < vectors.width(); k++) {
      trace += products.get(k, k);
    }
    return trace / ((Long) sums.get(1) - 1);
  }

  private ObjectNode kMeans() {
    Vectors some = vectors.part(4);
    var clusters = new Clusters(program, some);
    Dataset<Row> table = rows.cached(some);
    JavaRDD<Vector> vectorsOfMllib = rows.cachedVectors(some);
    return new Comparison(where, "Five rounds of k-means, 16 clusters", some, 1e-2 * some.width())
        .add("tensorc, aggregate in each round", () -> clusters.ours(table, BATCH))
        .add("MLlib, KMeans", () -> clusters.ofMllib(vectorsOfMllib))
        .measure(pace);
  }

  private static double trace(Matrix matrix) {
    double trace = 0;
    for (int k = 0; k < matrix.numRows(); k++) {
      trace += matrix.apply(k, k);
    }
    return trace;
  }

  private static Column builtIn(Column query) {
    return call_function(BUILT_IN, col("vectors"), query);
  }

  private double mapped(Dataset<Row> table) {
    return total(Kernels.mapBatches(table, cosine, BATCH), col("cosine"));
  }

  private static double total(Dataset<Row> table, Column number) {
    return ((Number) table.agg(sum(number)).first().get(0)).doubleValue();
  }
}
