package dev.tensorc.adapters.spark;

import static dev.tensorc.adapters.spark.TestTables.ordered;
import static org.apache.spark.sql.functions.col;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.acme.KMeans;
import com.acme.Standardised;
import dev.tensorc.runtime.ClassFiles;
import dev.tensorc.runtime.FloatTensor;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;

/** The examples of docs/spark.md that need several passes, against their formulas in f64. */
class ClusteringTest {

  private static final int WIDTH = 5;

  @Test
  void standardisedVectorsHaveMeanZeroAndVarianceOne() throws IOException {
    ClassFiles program = SparkPage.program("standardise.tc", 2);
    int rows = 60;
    float[][] vectors = TestTables.vectors(rows, WIDTH);
    double[][] expected = new double[rows][WIDTH];
    for (int k = 0; k < WIDTH; k++) {
      double mean = 0;
      for (float[] vector : vectors) {
        vector[k] = 10 * k + (k + 1) * vector[k];
        mean += (double) vector[k] / rows;
      }
      double variance = 0;
      for (float[] vector : vectors) {
        variance += (vector[k] - mean) * (vector[k] - mean) / rows;
      }
      for (int row = 0; row < rows; row++) {
        expected[row][k] = (vectors[row][k] - mean) / Math.sqrt(variance);
      }
    }
    for (int parts : new int[] {1, 3}) {
      Dataset<Row> table = TestTables.ofVectors(vectors).repartitionByRange(parts, col("id"));
      List<Row> standardised = ordered(Standardised.of(program, table));
      for (int row = 0; row < rows; row++) {
        List<Float> found = standardised.get(row).getList(2);
        for (int k = 0; k < WIDTH; k++) {
          assertThat((double) found.get(k)).isCloseTo(expected[row][k], within(2e-5));
        }
      }
    }
  }

  /** Vectors lie around three points; the third of four centres has none, and stays. */
  @Test
  void clustersAreFoundWithTheSameBitsForEqualPartitions() throws IOException {
    ClassFiles program = SparkPage.program("kmeans.tc", 3);
    int rows = 90;
    float[][] vectors = TestTables.vectors(rows, WIDTH);
    double[][] means = new double[3][WIDTH];
    for (int row = 0; row < rows; row++) {
      for (int k = 0; k < WIDTH; k++) {
        vectors[row][k] += 20 * (row % 3);
        means[row % 3][k] += vectors[row][k] / (rows / 3.0);
      }
    }
    float[][] first = {vectors[0], vectors[1], new float[WIDTH], vectors[2]};
    Arrays.fill(first[2], -100);
    Dataset<Row> table = TestTables.ofVectors(vectors).repartitionByRange(3, col("id")).cache();
    FloatTensor centres = KMeans.centres(program, table, FloatTensor.copyOf(first), 10);
    int[] numbers = {0, 1, 3};
    for (int cluster = 0; cluster < 3; cluster++) {
      for (int k = 0; k < WIDTH; k++) {
        double found = centres.get(numbers[cluster], k);
        assertThat(found).isCloseTo(means[cluster][k], within(1e-5));
      }
    }
    assertThat(centres.get(2, 0)).isEqualTo(-100);
    List<Row> assigned = ordered(KMeans.assigned(program, table, centres));
    for (int row = 0; row < rows; row++) {
      assertThat(assigned.get(row).<Long>getAs("centre")).isEqualTo(numbers[row % 3]);
    }
    assertThat(KMeans.centres(program, table, FloatTensor.copyOf(first), 10)).isEqualTo(centres);
    table.unpersist();
  }
}
