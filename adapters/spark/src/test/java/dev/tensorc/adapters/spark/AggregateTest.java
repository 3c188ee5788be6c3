package dev.tensorc.adapters.spark;

import static dev.tensorc.adapters.spark.TestTables.cut;
import static dev.tensorc.adapters.spark.TestTables.messages;
import static dev.tensorc.adapters.spark.TestTables.pairsWithNull;
import static dev.tensorc.adapters.spark.TestTables.table;
import static org.apache.spark.sql.functions.col;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.acme.Covariance;
import dev.tensorc.CompiledProgram;
import dev.tensorc.Options;
import dev.tensorc.Tensorc;
import dev.tensorc.frontend.SourceText;
import dev.tensorc.runtime.ByteTensor;
import dev.tensorc.runtime.ClassFiles;
import dev.tensorc.runtime.FloatTensor;
import dev.tensorc.runtime.IntTensor;
import dev.tensorc.runtime.LongTensor;
import dev.tensorc.runtime.ShapeException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Random;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class AggregateTest {

  private static final int ROWS = 53;
  private static final int WIDTH = 19;

  private static final CompiledProgram PROGRAM =
      Tensorc.compile(
          new SourceText(
              "reduce.tc",
              """
              export fn extremes(x: f32[n, d]) -> (most: f32[d], at: i64[d], least: f32[1, d]) {
                  return (max(x, axis=0), argmax(x, axis=0), min(x, axis=0, keepdims=true))
              }
              export fn integers(a: i32[n], b: i8[n]) -> (total: i64, most: i8, product: i64, some: bool, every: bool) {
                  return (sum(a), max(b), prod(a), any(a > 90), all(a > 90))
              }
              export fn quotients(a: i64[n], b: i64[n]) -> i64 {
                  return sum(a // b)
              }
              export fn norms(x: f32[n, d]) -> f32[d] {
                  return sqrt(sum(x * x, axis=0))
              }
              export fn everything(x: f64[n, d]) -> f64 {
                  return sum(x)
              }
              export fn weighted(x: f32[n, d], w: f32[d]) -> f32 {
                  return sum(x @ w)
              }
              export fn moments(x: f32[n, d]) -> (variance: f32[d], means: f32[1, d], deviation: f32[d]) {
                  return (var(x, axis=0), mean(x, axis=0, keepdims=true), std(x, axis=0))
              }
              export fn spread(x: f64[n]) -> (means: f64, variance: f64) {
                  return (mean(x), var(x))
              }
              export fn spread_alone(x: f32[n]) -> f32 {
                  return std(x)
              }
              export fn twice(x: f32[n]) -> f32[n] {
                  return x + x
              }
              """),
          Options.DEFAULT);

  private static final ClassFiles FILES = new ClassFiles(PROGRAM.className(), PROGRAM.classFiles());

  private static float[][] vectors;
  private static Dataset<Row> table;

  @BeforeAll
  static void fill() {
    vectors = TestTables.vectors(ROWS, WIDTH);
    vectors[40][3] = Float.NaN;
    table = TestTables.ofVectors(vectors);
  }

  @Test
  void extremesAndTheirPlacesAreThoseOfOneCall() {
    Kernel kernel = Kernel.of(FILES, "extremes");
    Object whole = PROGRAM.function("extremes").invoke(FloatTensor.copyOf(vectors));
    for (int[] cut : new int[][] {{1, 100}, {1, 7}, {3, 5}}) {
      assertThat(Kernels.aggregate(cut(table, cut[0]), kernel, cut[1])).isEqualTo(whole);
    }
    assertThat(((LongTensor) ((List<?>) whole).get(1)).get(3)).isEqualTo(40); // NaN wins
  }

  @Test
  void integersAndBoolsAreThoseOfOneCall() {
    var random = new Random(5);
    var rows = new ArrayList<Row>();
    int[] a = new int[ROWS];
    byte[] b = new byte[ROWS];
    for (int i = 0; i < ROWS; i++) {
      a[i] = random.nextInt(100) | 1; // so that the product wraps around, and is not 0
      b[i] = (byte) random.nextInt(-128, 100);
      rows.add(RowFactory.create(i, a[i], b[i]));
    }
    Dataset<Row> pairs = table(rows, "a", DataTypes.IntegerType, "b", DataTypes.ByteType);
    Object whole =
        PROGRAM.function("integers").invoke(IntTensor.of(a, ROWS), ByteTensor.of(b, ROWS));
    Kernel kernel = Kernel.of(FILES, "integers");
    assertThat(Kernels.aggregate(cut(pairs, 3), kernel, 4)).isEqualTo(whole);
    assertThat(Kernels.aggregate(cut(pairs, 1), kernel, 100)).isEqualTo(whole);
  }

  /** The page's example, at several partitionings, against NumPy's way in f64. */
  @Test
  void theExampleGivesACovarianceAndTheSameBitsForEqualPartitions() throws IOException {
    ClassFiles program = SparkPage.program("covariance.tc", 1);
    Dataset<Row> clean = table.where("id <> 40");
    double[][] expected = covariance();
    for (int parts : new int[] {1, 3}) {
      Dataset<Row> cut = cut(clean, parts).cache();
      FloatTensor found = Covariance.of(program, cut);
      assertThat(found.shape()).containsExactly(WIDTH, WIDTH);
      for (int i = 0; i < WIDTH; i++) {
        for (int k = 0; k < WIDTH; k++) {
          assertThat((double) found.get(i, k)).isCloseTo(expected[i][k], within(1e-6));
        }
      }
      assertThat(Covariance.of(program, cut)).isEqualTo(found);
      cut.unpersist();
    }
  }

  /** In one pass, although the mean of all rows is known at its end only. */
  @Test
  void variancesOfPartsAreCombinedWithTheirMeans() {
    Dataset<Row> clean = table.where("id <> 40");
    double[][] expected = covariance();
    Kernel moments = Kernel.of(FILES, "moments");
    for (int[] cut : new int[][] {{1, 100}, {1, 1}, {3, 1}, {3, 5}, {5, 7}}) {
      Dataset<Row> parts = cut(clean, cut[0]).cache();
      var found = (List<?>) Kernels.aggregate(parts, moments, cut[1]);
      for (int k = 0; k < WIDTH; k++) {
        double variance = expected[k][k] * (ROWS - 2) / (ROWS - 1);
        double mine = ((FloatTensor) found.get(0)).get(k);
        assertThat(mine).isCloseTo(variance, within(1e-6));
        assertThat((double) ((FloatTensor) found.get(2)).get(k))
            .isCloseTo(Math.sqrt(variance), within(1e-6));
      }
      assertThat(Kernels.aggregate(parts, moments, cut[1])).isEqualTo(found);
      parts.unpersist();
    }
    Object whole = Kernels.aggregate(cut(table, 1), moments, 100);
    assertThat(whole).isEqualTo(PROGRAM.function("moments").invoke(FloatTensor.copyOf(vectors)));
    var some = (List<?>) Kernels.aggregate(cut(table, 4), moments, 3);
    assertThat(((FloatTensor) some.get(0)).get(3)).isNaN(); // of the NaN in row 40
  }

  /** Far from zero, where the difference of mean squares would have no digit left. */
  @Test
  void variancesFarFromZeroKeepTheirDigits() {
    var rows = new ArrayList<Row>();
    for (int i = 0; i < 1000; i++) {
      rows.add(RowFactory.create(i, 1e9 + i % 10));
    }
    Dataset<Row> numbers = table(rows, "x", DataTypes.DoubleType);
    for (int[] cut : new int[][] {{1, 1}, {4, 1}, {4, 64}}) {
      var found =
          (List<?>) Kernels.aggregate(cut(numbers, cut[0]), Kernel.of(FILES, "spread"), cut[1]);
      assertThat((Double) found.get(0)).isCloseTo(1e9 + 4.5, within(1e-5));
      assertThat((Double) found.get(1)).isCloseTo(8.25, within(1e-5));
    }
  }

  private static double[][] covariance() {
    double[] means = new double[WIDTH];
    for (int row = 0; row < ROWS; row++) {
      for (int k = 0; k < WIDTH; k++) {
        means[k] += row == 40 ? 0 : (double) vectors[row][k] / (ROWS - 1);
      }
    }
    double[][] all = new double[WIDTH][WIDTH];
    for (int row = 0; row < ROWS; row++) {
      for (int i = 0; i < WIDTH; i++) {
        for (int k = 0; k < WIDTH; k++) {
          double product = (vectors[row][i] - means[i]) * (vectors[row][k] - means[k]);
          all[i][k] += row == 40 ? 0 : product / (ROWS - 2);
        }
      }
    }
    return all;
  }

  @Test
  void rowsWithNullsAreLeftOutOrRefused() {
    Dataset<Row> pairs = pairsWithNull();
    Kernel quotients = Kernel.of(FILES, "quotients");
    assertThat(Kernels.aggregate(cut(pairs, 3), quotients.nulls(Nulls.NULL), 10)).isEqualTo(7L);
    assertThatThrownBy(() -> Kernels.aggregate(cut(pairs, 1), quotients, 10))
        .satisfies(e -> assertThat(messages(e)).contains("the column `a` has a null"));
    assertThatThrownBy(
            () -> Kernels.aggregate(pairs.where("a IS NULL"), quotients.nulls(Nulls.NULL), 10))
        .isInstanceOf(NoSuchElementException.class)
        .hasMessageContaining("the table has no rows for quotients(a: i64[n], b: i64[n]) -> i64");
    Dataset<Row> zero = pairs.withColumn("a", col("b")).withColumn("b", col("id").cast("long"));
    assertThatThrownBy(() -> Kernels.aggregate(cut(zero, 1), quotients, 2))
        .satisfies(
            e ->
                assertThat(messages(e))
                    .contains("quotients, in a batch that begins with row 0 of partition 0: ")
                    .contains("reduce.tc:8:16"));
  }

  @Test
  void arraysOfOneLengthAreAskedForInAllBatches() {
    Dataset<Row> ragged =
        table(
            List.of(
                RowFactory.create(0, new double[] {1, 2}),
                RowFactory.create(1, new double[] {1, 2, 3})),
            "x",
            DataTypes.createArrayType(DataTypes.DoubleType));
    Kernel everything = Kernel.of(FILES, "everything");
    for (int parts : new int[] {1, 2}) {
      assertThatThrownBy(() -> Kernels.aggregate(cut(ragged, parts), everything, 1))
          .satisfies(
              e ->
                  assertThat(messages(e))
                      .contains("the arrays of `x` differ in length: a row has sizes [2], one of"));
    }
    assertThatThrownBy(
            () -> Kernels.aggregate(ragged.repartitionByRange(2, col("id")), everything, 1))
        .isInstanceOf(ShapeException.class);
  }

  @Test
  void groupsAreTablesOfTheirOwn() {
    Dataset<Row> keyed = cut(table, 3).withColumn("key", col("id").mod(2));
    Kernel kernel = Kernel.of(FILES, "extremes");
    for (int key = 0; key < 2; key++) {
      var rows = new ArrayList<float[]>();
      for (int i = key; i < ROWS; i += 2) {
        rows.add(vectors[i]);
      }
      FloatTensor group = FloatTensor.copyOf(rows.toArray(float[][]::new));
      assertThat(Kernels.aggregate(keyed.where(col("key").equalTo(key)), kernel, 7))
          .isEqualTo(PROGRAM.function("extremes").invoke(group));
    }
  }

  @Test
  void kernelsThatDoNotReduceAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Kernel.of(FILES, "norms"))
        .withMessageContaining("`sum(x * x, axis=0)` at reduce.tc:11:17 reduces along n; and ")
        .withMessageContaining("`sqrt(sum(x * x, axis=0))` at reduce.tc:11:12 is no reduction");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Kernel.of(FILES, "spread_alone"))
        .withMessageContaining(" by itself: return the mean of the same values too");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Kernels.aggregate(table, Kernel.of(FILES, "twice"), 10))
        .withMessageContaining("gives a row for each row: Kernels.mapBatches computes it");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Kernels.mapBatches(table, Kernel.of(FILES, "extremes"), 10))
        .withMessageContaining("reduces along the rows: Kernels.aggregate computes it, and SQL");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Kernels.aggregate(table, Kernel.of(FILES, "weighted"), 10))
        .withMessageContaining("`w` of weighted(x: f32[n, d], w: f32[d]) -> f32 has no rows");
  }
}
