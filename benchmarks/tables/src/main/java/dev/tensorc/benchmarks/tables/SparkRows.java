package dev.tensorc.benchmarks.tables;

import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.mllib.linalg.Vector;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.storage.StorageLevel;

/** Vectors as cached tables of Spark. */
final class SparkRows {

  /** Spark's tuning guide recommends two or three tasks for each core. */
  private static final int PARTITIONS_OF_A_CORE = 2;

  private final SparkSession spark;
  private final Map<Vectors, Dataset<Row>> tables = new HashMap<>();

  SparkRows(SparkSession spark) {
    this.spark = spark;
  }

  /** A column {@code vectors}. */
  Dataset<Row> cached(Vectors vectors) {
    return tables.computeIfAbsent(vectors, this::cache);
  }

  private Dataset<Row> cache(Vectors vectors) {
    var type = DataTypes.createArrayType(DataTypes.FloatType, false);
    JavaRDD<Row> made =
        numbers(vectors).map(row -> RowFactory.create((Object) vectors.vector(row)));
    Dataset<Row> table =
        spark.createDataFrame(made, new StructType().add("vectors", type, false)).cache();
    table.count();
    return table;
  }

  /** MLlib's own vectors, which have f64. */
  JavaRDD<Vector> cachedVectors(Vectors vectors) {
    JavaRDD<Vector> made = numbers(vectors).map(row -> ofMllib(vectors.vector(row)));
    made.persist(StorageLevel.MEMORY_ONLY()).count();
    return made;
  }

  /** A vector of MLlib. */
  static Vector ofMllib(float[] values) {
    double[] widened = IntStream.range(0, values.length).mapToDouble(k -> values[k]).toArray();
    return org.apache.spark.mllib.linalg.Vectors.dense(widened);
  }

  /** A range: partitions of a list would have its numbers in each task that reads the table. */
  private JavaRDD<Integer> numbers(Vectors vectors) {
    int partitions = PARTITIONS_OF_A_CORE * spark.sparkContext().defaultParallelism();
    return spark.range(0, vectors.rows(), 1, partitions).toJavaRDD().map(Long::intValue);
  }
}
