package dev.tensorc.adapters.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.runtime.FloatTensor;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** Six JVMs: {@code mvn verify -Pfull} runs it. */
@EnabledIfSystemProperty(named = "tensorc.full", matches = "true")
class KilledWorkerTest {

  @Test
  void aJobWhoseWorkerIsKilledEndsWithTheBitsOfOneCall(@TempDir Path folder)
      throws IOException, InterruptedException {
    var lines = new ArrayList<String>();
    try (var cluster = new LocalCluster(folder, 2)) {
      Process driver = cluster.driver(ClusterJob.class);
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
    assertThat(lines).contains("lost").last().isEqualTo(expected());
  }

  private static String expected() throws IOException {
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
    int hash = 1;
    for (float score : scores.toArray()) {
      hash = 31 * hash + Float.floatToIntBits(score);
    }
    return "result " + ClusterJob.ROWS + " " + hash;
  }
}
