package dev.tensorc.adapters.spark;

import static dev.tensorc.adapters.spark.TestTables.SPARK;
import static org.apache.spark.sql.functions.call_function;
import static org.apache.spark.sql.functions.col;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.runtime.ClassFiles;
import dev.tensorc.runtime.FloatTensor;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.ObjectName;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;

/** Jobs leave nothing behind: neither classes nor memory. */
class ManyJobsTest {

  /** How many jobs of each kind: those of the first half warm up, where Spark and the JVM do. */
  private static final int JOBS = Boolean.getBoolean("tensorc.full") ? 1_000 : 24;

  private static final int ROWS = 8;
  private static final int WIDTH = 5;
  private static final long MOST_BYTES = 16 << 20;

  @Test
  void jobsWithNewArgumentsKeepNoClassesAndNoMemory() throws IOException, JMException {
    ClassFiles scores = SparkPage.program("scores.tc", 0);
    ClassFiles covariance = SparkPage.program("covariance.tc", 1);
    Dataset<Row> table = TestTables.ofVectors(TestTables.vectors(ROWS, WIDTH)).coalesce(1).cache();
    Dataset<Row> vectors = table.withColumnRenamed("x", "vectors");
    long loaders = 0;
    long bytes = 0;
    for (int job = 0; job < JOBS; job++) {
      if (job == JOBS / 2) {
        bytes = bytes();
        loaders = programLoaders();
      }
      FloatTensor query = FloatTensor.of(new float[] {job, 1, 2, 3, 4}, WIDTH);
      Kernel score = Kernel.of(scores, "score").with("query", query);
      assertThat(Kernels.mapBatches(vectors, score, 4).collectAsList()).hasSize(ROWS);
      Kernel scatter = Kernel.of(covariance, "scatter").with("means", query);
      assertThat(Kernels.aggregate(table, scatter, 4)).isNotNull();
      Kernels.register(SPARK, "scatter", scatter);
      assertThat(table.groupBy("id").agg(call_function("scatter", col("x"))).collectAsList())
          .hasSize(ROWS);
    }
    table.unpersist();
    assertThat(bytes() - bytes).as("bytes").isLessThan(MOST_BYTES);
    assertThat(loaders).as("the first jobs' loaders").isPositive();
    assertThat(programLoaders()).as("loaders").isEqualTo(loaders);
    assertThat(SPARK.sparkContext().getPersistentRDDs().isEmpty()).isTrue();
  }

  /** Class loaders of tensorc programs: Spark and the JVM load classes of their own meanwhile. */
  private static long programLoaders() throws JMException {
    Object table =
        ManagementFactory.getPlatformMBeanServer()
            .invoke(
                new ObjectName("com.sun.management:type=DiagnosticCommand"),
                "vmClassloaderStats",
                new Object[] {null},
                new String[] {String[].class.getName()});
    return table.toString().lines().filter(line -> line.contains("tensorc.runtime")).count();
  }

  private static long bytes() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
