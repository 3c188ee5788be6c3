package dev.tensorc.adapters.spark;

import dev.tensorc.runtime.ClassFiles;
import dev.tensorc.runtime.FloatTensor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerExecutorRemoved;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** A driver: MASTER. Says when a task ends and an executor is lost, and the results. */
final class ClusterJob {

  static final int ROWS = 4_000;
  static final int WIDTH = 16;
  private static final int PARTITIONS = 40;
  private static final long MILLIS = 200;

  private ClusterJob() {}

  static float[] vector(int row) {
    float[] vector = new float[WIDTH];
    for (int k = 0; k < WIDTH; k++) {
      vector[k] = (float) Math.sin(row * 31.0 + k);
    }
    return vector;
  }

  public static void main(String[] args) throws IOException {
    SparkSession spark =
        SparkSession.builder()
            .master(args[0])
            .config("spark.ui.enabled", false)
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.executor.memory", "512m")
            .config("spark.executor.extraJavaOptions", "--add-modules jdk.incubator.vector")
            .getOrCreate();
    spark.sparkContext().setLogLevel("OFF");
    spark
        .sparkContext()
        .addSparkListener(
            new SparkListener() {
              @Override
              public void onTaskEnd(SparkListenerTaskEnd end) {
                System.out.println("task");
              }

              @Override
              public void onExecutorRemoved(SparkListenerExecutorRemoved removed) {
                System.out.println("lost");
              }
            });
    var rows =
        JavaSparkContext.fromSparkContext(spark.sparkContext())
            .parallelize(IntStream.range(0, ROWS).boxed().toList(), PARTITIONS)
            .mapPartitions(ClusterJob::rows);
    var vectors = DataTypes.createArrayType(DataTypes.FloatType, false);
    Dataset<Row> table =
        spark.createDataFrame(
            rows, new StructType().add("id", DataTypes.IntegerType).add("vectors", vectors, false));
    ClassFiles program = SparkPage.program("scores.tc", 0);
    Kernel score = Kernel.of(program, "score").with("query", FloatTensor.of(vector(-1), WIDTH));
    List<Row> scores =
        Kernels.mapBatches(table, score, 64).select("score").collectAsList(); // in order
    int hash = 1;
    for (Row row : scores) {
      hash = 31 * hash + Float.floatToIntBits(row.getFloat(0));
    }
    System.out.println("result " + scores.size() + " " + hash);
    spark.stop();
  }

  /** Slowly, so that a worker can be killed in between. */
  private static Iterator<Row> rows(Iterator<Integer> numbers) throws InterruptedException {
    Thread.sleep(MILLIS);
    var rows = new ArrayList<Row>();
    numbers.forEachRemaining(row -> rows.add(RowFactory.create(row, vector(row))));
    return rows.iterator();
  }
}
