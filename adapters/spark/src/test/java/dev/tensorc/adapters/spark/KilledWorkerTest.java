package dev.tensorc.adapters.spark;

import static dev.tensorc.adapters.spark.TestTables.SPARK;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.runtime.FloatTensor;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Six JVMs for each: {@code mvn verify -Pfull} runs them. */
@EnabledIfSystemProperty(named = "tensorc.full", matches = "true")
class KilledWorkerTest {

  @Test
  void aJobOfRowsEndsWithTheBitsOfOneCall(@TempDir Path folder)
      throws IOException, InterruptedException {
    float[][] vectors = new float[ClusterJob.ROWS][];
    for (int row = 0; row < vectors.length; row++) {
      vectors[row] = ClusterJob.vector(row);
    }
    var query = FloatTensor.of(ClusterJob.vector(-1), ClusterJob.WIDTH);
    var scores =
        (FloatTensor)
            SparkPage.program("scores.tc", 0)
                .load()
                .function("score")
                .invoke(FloatTensor.copyOf(vectors), query);
    assertThat(resultAfterAKill(ClusterJob.Work.SCORES, folder))
        .isEqualTo("result SCORES " + Arrays.hashCode(scores.toArray()));
  }

  @ParameterizedTest
  @EnumSource(
      value = ClusterJob.Work.class,
      names = {"SUMS", "GROUPS"})
  void aJobThatReducesEndsWithTheBitsOfOneJvm(ClusterJob.Work work, @TempDir Path folder)
      throws IOException, InterruptedException {
    assertThat(resultAfterAKill(work, folder)).isEqualTo(ClusterJob.result(SPARK, work));
  }

  /** Of two workers one is killed when the first task has ended. */
  private static String resultAfterAKill(ClusterJob.Work work, Path folder)
      throws IOException, InterruptedException {
    var lines = new ArrayList<String>();
    try (var cluster = new LocalCluster(folder, 2)) {
      Process driver = cluster.driver(ClusterJob.class, work.name());
      try (BufferedReader out = driver.inputReader()) {
        for (String line = out.readLine(); line != null; line = out.readLine()) {
          if (line.equals("task") && !lines.contains("task")) {
            cluster.kill(0);
          }
          lines.add(line);
        }
      }
      assertThat(driver.waitFor()).isZero();
    }
    assertThat(lines).contains("lost");
    return lines.getLast();
  }
}
