package dev.tensorc.adapters.spark;

import static dev.tensorc.adapters.spark.TestTables.SPARK;
import static dev.tensorc.adapters.spark.TestTables.cut;
import static dev.tensorc.adapters.spark.TestTables.ordered;
import static dev.tensorc.adapters.spark.TestTables.table;
import static org.apache.spark.sql.functions.call_function;
import static org.apache.spark.sql.functions.col;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.tensorc.CompiledProgram;
import dev.tensorc.Options;
import dev.tensorc.Tensorc;
import dev.tensorc.frontend.SourceText;
import dev.tensorc.runtime.ClassFiles;
import dev.tensorc.runtime.DoubleTensor;
import dev.tensorc.runtime.FloatTensor;
import dev.tensorc.runtime.LongTensor;
import dev.tensorc.runtime.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Functions that the compiler split at their reductions, against one call with all rows. */
class SplitTest {

  private static final int ROWS = 53;
  private static final int WIDTH = 7;

  /** Numbers of partitions, and rows of a batch; 60 partitions of 53 rows leave some empty. */
  private static final int[][] CUTS = {{1, 1}, {3, 5}, {60, 7}};

  private static final CompiledProgram PROGRAM =
      Tensorc.compile(
          new SourceText(
              "split.tc",
              """
              @parts
              export fn root_of_sum(x: f32[n, d]) -> f32[d] { return sqrt(sum(x * x, axis=0)) }
              @parts
              export fn half_mean(x: f32[n, d]) -> f32[d] { return mean(x, axis=0) / 2 }
              @parts
              export fn width(x: f32[n, d]) -> f32[d] { return max(x, axis=0) - min(x, axis=0) }
              @parts
              export fn last_place(x: f32[n, d]) -> i64[d] { return argmax(x, axis=0) }
              @parts
              export fn first_place(x: f32[n, d]) -> i64[1, d] { return argmin(exp(x), axis=0, keepdims=true) }
              @parts
              export fn counted(x: f32[n, d]) -> (positive: i64[d], rows: i64) {
                  return (sum(astype(x > 0, i64), axis=0) * 2, n + 1)
              }
              @parts
              export fn variance(x: f32[n, d]) -> f32[d] { return var(x, axis=0) }
              @parts
              export fn deviation(x: f32[n, d]) -> f32[d] { return std(x, axis=0) * 2 }
              @parts
              export fn corrected(x: f32[n, d]) -> f32[d] { return var(x, axis=0) * n / (n - 1) }
              @parts
              export fn sample(x: f32[n, d]) -> f32[d] { return std(x, axis=0, correction=1) }
              @parts
              export fn overall(x: f32[n, d]) -> f32 { return sqrt(var(exp(x))) }
              @parts
              export fn covariance(x: f32[n, d]) -> f32[d, d] {
                  let m = mean(x, axis=0)
                  return x.T @ x / n - m[:, newaxis] * m
              }
              @parts
              export fn shares(x: f32[n, d]) -> f32[d] {
                  let sums = sum(abs(x), axis=0)
                  return exp(sums - max(sums)) / sum(exp(sums - max(sums)))
              }
              @parts
              export fn weighted(x: f32[n, d], w: f32[d], k: f32) -> f32 {
                  return sum(sum(x, axis=0) * w) / d * k
              }
              @parts
              export fn lone_place(y: f64[n]) -> i64 { return argmax(y) }
              @parts
              export fn lone_deviation(y: f64[n]) -> f64 { return std(y) }
              export fn place(y: f64[n]) -> i64 { return argmax(y) }
              """),
          Options.DEFAULT);

  private static final ClassFiles FILES = new ClassFiles(PROGRAM.className(), PROGRAM.classFiles());

  private static float[][] vectors;
  private static Dataset<Row> table;

  @BeforeAll
  static void fill() {
    vectors = TestTables.vectors(ROWS, WIDTH);
    vectors[12][3] = 50;
    vectors[40][3] = 50; // a tie
    table = TestTables.ofVectors(vectors);
    Kernels.register(SPARK, FILES);
  }

  /** Within rounding of one call, and with equal bits where the partitions are equal. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "root_of_sum",
        "half_mean",
        "width",
        "last_place",
        "first_place",
        "counted",
        "variance",
        "deviation",
        "corrected",
        "sample",
        "covariance",
        "shares"
      })
  void resultsAreThoseOfOneCall(String function) {
    Object whole = PROGRAM.function(function).invoke(FloatTensor.copyOf(vectors));
    Kernel kernel = Kernel.of(FILES, function);
    for (int[] cut : CUTS) {
      Dataset<Row> parts = cut(table, cut[0]).cache();
      Object found = Kernels.aggregate(parts, kernel, cut[1]);
      near(found, whole);
      assertThat(Kernels.aggregate(parts, kernel, cut[1])).isEqualTo(found);
      parts.unpersist();
    }
    Dataset<Row> one = table.where("id = 5");
    FloatTensor row = FloatTensor.copyOf(new float[][] {vectors[5]});
    near(Kernels.aggregate(one, kernel, 10), PROGRAM.function(function).invoke(row));
  }

  private static void near(Object found, Object whole) {
    if (!(whole instanceof FloatTensor expected)) {
      assertThat(found).isEqualTo(whole);
      return;
    }
    float[] values = ((FloatTensor) found).toArray();
    assertThat(((Tensor) found).shape()).isEqualTo(expected.shape());
    for (int i = 0; i < values.length; i++) {
      float value = expected.toArray()[i];
      if (Float.isNaN(value)) {
        assertThat(values[i]).isNaN();
      } else {
        assertThat(values[i]).isCloseTo(value, within(2e-5f * Math.max(1, Math.abs(value))));
      }
    }
  }

  @Test
  void placesOfNansAndTiesAreTheFirst() {
    assertThat(((LongTensor) aggregate("last_place", table, 3)).get(3)).isEqualTo(12);
    float[][] some = TestTables.vectors(ROWS, WIDTH);
    some[20][2] = Float.NaN;
    some[31][2] = Float.NaN;
    Dataset<Row> withNan = TestTables.ofVectors(some);
    for (String name : List.of("last_place", "variance", "width")) {
      Object whole = PROGRAM.function(name).invoke(FloatTensor.copyOf(some));
      near(aggregate(name, withNan, 4), whole);
    }
    assertThat(((LongTensor) aggregate("last_place", withNan, 4)).get(2)).isEqualTo(20);
  }

  private static Object aggregate(String function, Dataset<Row> table, int size) {
    return Kernels.aggregate(cut(table, 5), Kernel.of(FILES, function), size);
  }

  /** Arguments and sizes of the finish come from the part. */
  @Test
  void argumentsThatAllRowsShareReachTheFinish() {
    FloatTensor w = FloatTensor.of(new float[] {1, 2, 3, 4, 5, 6, 7}, WIDTH);
    var whole = (Float) PROGRAM.function("weighted").invoke(FloatTensor.copyOf(vectors), w, 0.5f);
    Kernel kernel = Kernel.of(FILES, "weighted").with("w", w).with("k", 0.5f);
    assertThat((Float) Kernels.aggregate(cut(table, 3), kernel, 4)).isCloseTo(whole, within(1e-3f));
  }

  /** A mean and a variance over both axes of a matrix. */
  @Test
  void matricesHaveOneVariance() {
    var whole = (Float) PROGRAM.function("overall").invoke(FloatTensor.copyOf(small()));
    for (int[] cut : CUTS) {
      Dataset<Row> parts = cut(TestTables.ofVectors(small()), cut[0]);
      assertThat((Float) Kernels.aggregate(parts, Kernel.of(FILES, "overall"), cut[1]))
          .isCloseTo(whole, within(1e-4f));
    }
  }

  private static float[][] small() {
    return TestTables.vectors(ROWS, WIDTH);
  }

  /** Variances of numbers far from zero keep their digits. */
  @Test
  void numbersHaveOneResult() {
    var rows = new ArrayList<Row>();
    double[] numbers = new double[1000];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = 1e9 + i * 7 % 10;
      rows.add(RowFactory.create(i, numbers[i]));
    }
    Dataset<Row> column = table(rows, "y", DataTypes.DoubleType);
    Object place = PROGRAM.function("lone_place").invoke(DoubleTensor.of(numbers, 1000));
    for (int[] cut : CUTS) {
      Dataset<Row> parts = cut(column, cut[0]);
      assertThat(Kernels.aggregate(parts, Kernel.of(FILES, "lone_place"), cut[1])).isEqualTo(place);
      assertThat((Double) Kernels.aggregate(parts, Kernel.of(FILES, "lone_deviation"), cut[1]))
          .isCloseTo(Math.sqrt(8.25), within(1e-6));
    }
  }

  @Test
  void groupsAreFinishedToo() {
    Dataset<Row> keyed = cut(table.withColumn("key", col("id").mod(4)), 5).cache();
    for (String name : List.of("deviation", "last_place", "root_of_sum")) {
      List<Row> first = ordered(keyed.groupBy("key").agg(call_function(name, col("x")).as("r")));
      assertThat(first).hasSize(4);
      for (Row group : first) {
        Dataset<Row> own = keyed.where(col("key").equalTo(group.get(0)));
        Object expected = Kernels.aggregate(own, Kernel.of(FILES, name), 128);
        assertThat(numbers(group.getList(1))).isEqualTo(numbers(expected));
      }
      assertThat(ordered(keyed.groupBy("key").agg(call_function(name, col("x")).as("r"))))
          .isEqualTo(first);
    }
    keyed.unpersist();
    assertThat(table.where("id < 0").agg(call_function("deviation", col("x"))).first().isNullAt(0))
        .isTrue();
  }

  private static List<Double> numbers(Object values) {
    List<?> all =
        switch (values) {
          case FloatTensor f -> IntStream.range(0, WIDTH).mapToObj(f::get).toList();
          case LongTensor t -> IntStream.range(0, WIDTH).mapToObj(t::get).toList();
          default -> (List<?>) values;
        };
    return all.stream().map(v -> ((Number) v).doubleValue()).toList();
  }

  @Test
  void functionsThatAreNotSplitAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Kernel.of(FILES, "place"))
        .withMessageContaining("`argmax(y)` at split.tc:")
        .withMessageContaining("`@parts`");
  }
}
