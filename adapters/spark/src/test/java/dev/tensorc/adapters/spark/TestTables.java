package dev.tensorc.adapters.spark;

import static org.apache.spark.sql.functions.col;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.apache.spark.serializer.KryoSerializer;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** The session of all tests, which takes seconds to start, and tables in it. */
final class TestTables {
  private TestTables() {}

  static final SparkSession SPARK = start();

  private static SparkSession start() {
    SparkSession spark =
        SparkSession.builder()
            .master("local[2]")
            .config("spark.ui.enabled", false)
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.sql.shuffle.partitions", 2)
            .config("spark.serializer", KryoSerializer.class.getName())
            .getOrCreate();
    spark.sparkContext().setLogLevel("OFF");
    return spark;
  }

  static float[][] vectors(int rows, int width) {
    var random = new Random(46);
    var vectors = new float[rows][width];
    for (float[] vector : vectors) {
      for (int k = 0; k < width; k++) {
        vector[k] = (float) random.nextGaussian();
      }
    }
    return vectors;
  }

  /** Columns {@code id} and {@code x}. */
  static Dataset<Row> ofVectors(float[][] vectors) {
    var rows = new ArrayList<Row>();
    for (int i = 0; i < vectors.length; i++) {
      rows.add(RowFactory.create(i, vectors[i]));
    }
    return table(rows, "x", DataTypes.createArrayType(DataTypes.FloatType));
  }

  /** Columns {@code id} and others, given as name, type, name, type. */
  static Dataset<Row> table(List<Row> rows, Object... columns) {
    var schema = new StructType().add("id", DataTypes.IntegerType);
    for (int i = 0; i < columns.length; i += 2) {
      schema = schema.add((String) columns[i], (DataType) columns[i + 1]);
    }
    return SPARK.createDataFrame(rows, schema);
  }

  /** So many parts, whose rows are in the order of the whole table. */
  static Dataset<Row> cut(Dataset<Row> table, int parts) {
    return parts == 1 ? table.coalesce(1) : table.repartitionByRange(parts, col("id"));
  }

  /** Columns {@code a} and {@code b} of i64; the second of three rows has no {@code a}. */
  static Dataset<Row> pairsWithNull() {
    List<Row> rows =
        List.of(
            RowFactory.create(0, 7L, 2L),
            RowFactory.create(1, null, 2L),
            RowFactory.create(2, 9L, 2L));
    return table(rows, "a", DataTypes.LongType, "b", DataTypes.LongType);
  }

  /** By the first column, a number. */
  static List<Row> ordered(Dataset<Row> table) {
    var rows = new ArrayList<>(table.collectAsList());
    rows.sort(Comparator.comparingInt(r -> r.getInt(0)));
    return rows;
  }

  static String messages(Throwable e) {
    var all = new StringBuilder();
    for (Throwable at = e; at != null; at = at.getCause()) {
      all.append(at.getMessage()).append('\n');
    }
    return all.toString();
  }
}
