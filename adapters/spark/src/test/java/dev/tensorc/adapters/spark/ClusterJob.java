package dev.tensorc.adapters.spark;

import static org.apache.spark.sql.functions.call_function;
import static org.apache.spark.sql.functions.col;

import dev.tensorc.runtime.FloatTensor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
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

/** A driver: MASTER WORK. Says when a task ends and an executor is lost, and the result. */
final class ClusterJob {

  static final int ROWS = 4_000;
  static final int WIDTH = 16;
  private static final int PARTITIONS = 40;
  private static final long MILLIS = 200;

  private ClusterJob() {}

  /** Each reads the table once. */
  enum Work {
    /** A kernel for each row. */
    SCORES {
      @Override
      int hash(Dataset<Row> table) throws IOException {
        Kernel score =
            Kernel.of(SparkPage.program("scores.tc", 0), "score")
                .with("query", FloatTensor.of(vector(-1), WIDTH));
        List<Row> scores =
            Kernels.mapBatches(table.withColumnRenamed("x", "vectors"), score, 64)
                .select("score")
                .collectAsList(); // in order
        float[] all = new float[scores.size()];
        for (int i = 0; i < all.length; i++) {
          all[i] = scores.get(i).getFloat(0);
        }
        return Arrays.hashCode(all);
      }
    },
    /** A kernel that reduces along all rows. */
    SUMS {
      @Override
      int hash(Dataset<Row> table) throws IOException {
        Kernel moments = Kernel.of(SparkPage.program("standardise.tc", 2), "moments");
        var sums = (List<?>) Kernels.aggregate(table, moments, 64);
        return 31 * Arrays.hashCode(((FloatTensor) sums.get(0)).toArray())
            + Arrays.hashCode(((FloatTensor) sums.get(1)).toArray());
      }
    },
    /** The same kernel for groups. */
    GROUPS {
      @Override
      int hash(Dataset<Row> table) throws IOException {
        Kernels.register(table.sparkSession(), SparkPage.program("standardise.tc", 2));
        return table
            .groupBy(col("id").mod(7).as("key"))
            .agg(call_function("moments", col("x")))
            .orderBy("key")
            .collectAsList()
            .toString()
            .hashCode();
      }
    };

    abstract int hash(Dataset<Row> table) throws IOException;
  }

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
    System.out.println(result(spark, Work.valueOf(args[1])));
    spark.stop();
  }

  /** The same in each session that has equal partitions. */
  static String result(SparkSession spark, Work work) throws IOException {
    var rows =
        JavaSparkContext.fromSparkContext(spark.sparkContext())
            .parallelize(IntStream.range(0, ROWS).boxed().toList(), PARTITIONS)
            .mapPartitions(ClusterJob::rows);
    var x = DataTypes.createArrayType(DataTypes.FloatType, false);
    Dataset<Row> table =
        spark.createDataFrame(
            rows, new StructType().add("id", DataTypes.IntegerType).add("x", x, false));
    return "result %s %d".formatted(work, work.hash(table));
  }

  /** Slowly, so that a worker can be killed in between. */
  private static Iterator<Row> rows(Iterator<Integer> numbers) throws InterruptedException {
    Thread.sleep(MILLIS);
    var rows = new ArrayList<Row>();
    numbers.forEachRemaining(row -> rows.add(RowFactory.create(row, vector(row))));
    return rows.iterator();
  }
}
