package dev.tensorc.adapters.spark;

import static dev.tensorc.adapters.spark.TestTables.SPARK;
import static dev.tensorc.adapters.spark.TestTables.messages;
import static dev.tensorc.adapters.spark.TestTables.ordered;
import static org.apache.spark.sql.functions.call_function;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tensorc.CompiledProgram;
import dev.tensorc.Options;
import dev.tensorc.Tensorc;
import dev.tensorc.frontend.SourceText;
import dev.tensorc.runtime.ClassFiles;
import dev.tensorc.runtime.FloatTensor;
import dev.tensorc.runtime.LongTensor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class SqlFunctionTest {

  private static final int ROWS = 19;
  private static final int WIDTH = 37;

  private static final CompiledProgram PROGRAM =
      Tensorc.compile(
          new SourceText(
              "sql.tc",
              """
              export fn cosine(x: f32[n, d], q: f32[d]) -> f32[n] {
                  return x @ q / sqrt(sum(x * x, axis=1) * sum(q * q))
              }
              export fn layer(x: f32[n, d], w: f32[d, m]) -> (y: f32[n, m], top: i64[n]) {
                  let y = tanh(x @ w)
                  return (y, argmax(y, axis=1))
              }
              export fn remainder_of(a: i64[n], b: i64[n]) -> i64[n] {
                  return a % b
              }
              export fn above(x: f64[n, p, k], limit: f64) -> bool[n, p] {
                  return any(x > limit, axis=2)
              }
              export fn twice[T: i8 | i64 | f32](x: T[n]) -> T[n] {
                  return x + x
              }
              export fn centred(x: f32[n, d]) -> f32[n, d] {
                  return x - mean(x, axis=0)
              }
              export fn halves(x: f16[n]) -> f16[n] {
                  return x
              }
              """),
          Options.DEFAULT);

  private static final ClassFiles FILES = new ClassFiles(PROGRAM.className(), PROGRAM.classFiles());

  private static float[][] vectors;

  @BeforeAll
  static void register() {
    vectors = TestTables.vectors(ROWS, WIDTH);
    TestTables.ofVectors(vectors).repartition(3).createOrReplaceTempView("vectors");
    Kernels.register(SPARK, FILES);
  }

  /** {@code array(1.5, ...)}: decimals to Spark, which it makes floats. */
  private static String literal(float[] values) {
    var text = new StringBuilder("array(");
    for (float v : values) {
      text.append(text.length() == 6 ? "" : ", ").append(String.format(Locale.ROOT, "%.6f", v));
    }
    return text.append(")").toString();
  }

  private static float[] rounded(float[] values) {
    float[] all = new float[values.length];
    for (int i = 0; i < all.length; i++) {
      all[i] = Float.parseFloat(String.format(Locale.ROOT, "%.6f", values[i]));
    }
    return all;
  }

  @Test
  void rowsHaveTheBitsOfOneCallWithTheWholeTable() {
    var whole =
        (FloatTensor)
            PROGRAM
                .function("cosine")
                .invoke(FloatTensor.copyOf(vectors), FloatTensor.of(rounded(vectors[7]), WIDTH));
    String q = literal(vectors[7]);
    List<Row> rows = ordered(SPARK.sql("SELECT id, cosine(x, " + q + ") FROM vectors"));
    assertThat(rows).hasSize(ROWS);
    for (int i = 0; i < ROWS; i++) {
      assertThat(rows.get(i).getFloat(1)).isEqualTo(whole.get(i));
    }
    assertThat(
            SPARK.sql("SELECT id FROM vectors WHERE cosine(x, " + q + ") > 0.99").collectAsList())
        .containsExactly(RowFactory.create(7));
    // another query in each row
    Row own = SPARK.sql("SELECT min(cosine(x, x)), max(cosine(x, x)) FROM vectors").first();
    assertThat(own.getFloat(0)).isBetween(0.999999f, 1f);
    assertThat(own.getFloat(1)).isBetween(1f, 1.000001f);
  }

  /** A product of matrices of one row adds in another order than one of more. */
  @Test
  void aKernelWithSharedArgumentsHasANameAndSeveralResults() {
    var weights = FloatTensor.copyOf(TestTables.vectors(WIDTH, 5));
    Kernels.register(SPARK, "dense", Kernel.of(FILES, "layer").with("w", weights));
    var whole = (List<?>) PROGRAM.function("layer").invoke(FloatTensor.copyOf(vectors), weights);
    Dataset<Row> layers =
        SPARK.table("vectors").select(col("id"), call_function("dense", col("x")).as("l"));
    List<Row> rows = ordered(layers.select("id", "l.y", "l.top"));
    for (int i = 0; i < ROWS; i++) {
      var expected = ((FloatTensor) whole.get(0)).select(0, i);
      assertThat(rows.get(i).<Float>getList(1).toArray()).isEqualTo(boxed(expected.toArray()));
      assertThat(rows.get(i).getLong(2)).isEqualTo(((LongTensor) whole.get(1)).get(i));
    }
  }

  private static Object[] boxed(float[] values) {
    Object[] all = new Object[values.length];
    Arrays.setAll(all, i -> values[i]);
    return all;
  }

  @Test
  void thePageShowsAQuery() throws IOException {
    Kernels.register(SPARK, SparkPage.program("scores.tc", 0));
    SPARK
        .table("vectors")
        .selectExpr("id", "slice(x, 1, 3) AS vectors")
        .createOrReplaceTempView("articles");
    List<Row> most = SPARK.sql(SparkPage.blocks("sql").getFirst()).collectAsList();
    assertThat(most).hasSize(5);
    assertThat(most.getFirst().getFloat(1)).isGreaterThanOrEqualTo(most.get(4).getFloat(1));
  }

  @Test
  void nestedArraysAndScalarsAreArgumentsAndTypesChooseTheInstance() {
    Row row =
        SPARK
            .sql(
                """
                SELECT above(array(array(1D, 2D), array(0D, 1D)), 1.5),
                       twice(3L), twice(CAST(0.25 AS FLOAT)), twice(CAST(100 AS TINYINT))
                """)
            .first();
    assertThat(row.getList(0)).isEqualTo(List.of(true, false));
    assertThat(row.get(1)).isEqualTo(6L);
    assertThat(row.get(2)).isEqualTo(0.5f);
    assertThat(row.get(3)).isEqualTo((byte) -56); // wraps around, as in NumPy
  }

  /** A kernel that is a column of its own has batches of rows; others have a call for each row. */
  @Test
  void columnsAreComputedInBatches() {
    String q = literal(vectors[7]);
    Dataset<Row> batches = SPARK.sql("SELECT id, cosine(slice(x, 1, 37), " + q + ") FROM vectors");
    assertThat(batches.queryExecution().executedPlan().toString())
        .contains("KernelProject [id#", "(cosine, x#", "Project [id#", "slice(x#");
    Dataset<Row> rows = SPARK.sql("SELECT id, -cosine(x, " + q + ") FROM vectors");
    assertThat(rows.queryExecution().executedPlan().toString()).doesNotContain("KernelProject");
    List<Row> expected = ordered(rows);
    List<Row> found = ordered(batches);
    for (int i = 0; i < ROWS; i++) {
      assertThat(found.get(i).getFloat(1)).isEqualTo(-expected.get(i).getFloat(1));
    }
    // two kernels have their batches together
    Row both = SPARK.sql("SELECT cosine(x, " + q + "), cosine(x, " + q + ") FROM vectors").first();
    assertThat(both.get(0)).isEqualTo(both.get(1));
  }

  @Test
  void nullsGiveNullOrAreRefused() {
    Dataset<Row> pairs =
        TestTables.table(
            List.of(
                RowFactory.create(0, 7L, 3L),
                RowFactory.create(1, null, 3L),
                RowFactory.create(2, -7L, 3L)),
            "a",
            DataTypes.LongType,
            "b",
            DataTypes.LongType);
    Dataset<Row> results =
        pairs.select(col("id"), call_function("remainder_of", col("a"), col("b")));
    assertThat(results.schema().fields()[1].nullable()).isTrue();
    assertThat(ordered(results).stream().map(r -> r.get(1))).containsExactly(1L, null, 2L);
    assertThat(SPARK.sql("SELECT cosine(array(1F, NULL), array(1F, 2F))").first().isNullAt(0))
        .isTrue();
    Kernels.register(SPARK, "remainder_of_all", Kernel.of(FILES, "remainder_of"));
    Dataset<Row> refused =
        pairs.select(call_function("remainder_of_all", col("a"), col("b")).as("r"));
    assertThat(refused.schema().fields()[0].nullable()).isFalse();
    assertThatThrownBy(refused::collect)
        .satisfies(e -> assertThat(messages(e)).contains("the column `a` has a null; Kernel.nul"));
  }

  @Test
  void exceptionsSayTheLine() {
    Dataset<Row> zero =
        SPARK.range(0, 3, 1, 1).select(call_function("remainder_of", lit(5L), col("id")));
    assertThatThrownBy(zero::collect)
        .satisfies(
            e ->
                assertThat(messages(e))
                    .contains("remainder_of, in a batch that begins with row 0 of partition 0: ")
                    .contains("sql.tc:9:12"));
    Dataset<Row> conditional = SPARK.range(0, 3, 1, 1).selectExpr("1 + remainder_of(5L, id)");
    assertThatThrownBy(conditional::collect)
        .satisfies(
            e -> assertThat(messages(e)).contains("remainder_of, in a row of partition 0: "));
  }

  @Test
  void argumentsThatDoNotFitAreRefusedWhenAQueryIsAnalysed() {
    refused("SELECT cosine(x) FROM vectors")
        .hasMessageContaining("cosine(x: f32[n, d], q: f32[d]) -> f32[n] takes 2 arguments here, ")
        .hasMessageContaining("x array<float>, q array<float>, not 1");
    refused("SELECT cosine(id, x) FROM vectors")
        .hasMessageContaining("\"cosine(vectors.id, vectors.x)\"")
        .hasMessageContaining("is array<float>, but `vectors.id` is int: cast it, as in CAST(");
    refused("SELECT cosine(x, CAST(x AS ARRAY<DOUBLE>)) FROM vectors")
        .hasMessageContaining("`q` of cosine(")
        .hasMessageContaining("AS array<float>)");
    refused("SELECT twice(1.5)") // a decimal
        .hasMessageContaining("`x` of twice(x: i8[n])")
        .hasMessageContaining("AS tinyint); `x` of twice(x: i64[n])");
    refused("SELECT cosine(x, 'text') FROM vectors").hasMessageContaining("is string");
    refused("SELECT centred(x) FROM vectors")
        .hasMessageContaining("needs all rows at once, and Spark has them in parts: ")
        .hasMessageContaining("`mean(x, axis=0)` at sql.tc:18:16 reduces along n");
    refused("SELECT halves(1F)").hasMessageContaining("columns of f16 are not supported yet");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Kernels.register(SPARK, "h", Kernel.of(FILES, "halves")))
        .withMessageContaining("columns of f16 are not supported yet");
  }

  private static AbstractThrowableAssert<?, ?> refused(String query) {
    return assertThatThrownBy(() -> SPARK.sql(query)).isInstanceOf(AnalysisException.class);
  }

  @Test
  void theExampleComputesGroups() throws IOException {
    ClassFiles program = SparkPage.program("groups.tc", 4);
    Kernels.register(SPARK, program);
    Kernels.register(SPARK, SparkPage.program("standardise.tc", 2));
    String moments = SparkPage.blocks("sql").get(1);
    String sql = SparkPage.blocks("sql").get(2);
    for (int partitions : new int[] {1, 3, 5}) {
      TestTables.ofVectors(vectors)
          .withColumn("key", functions.expr("id % 4"))
          .repartition(partitions)
          .createOrReplaceTempView("measurements");
      List<Row> groups = TestTables.ordered(SPARK.sql(sql));
      assertThat(groups).hasSize(4);
      List<Row> others = TestTables.ordered(SPARK.sql(moments));
      for (Row group : groups) {
        var own = new ArrayList<float[]>();
        for (int id = group.getInt(0); id < ROWS; id += 4) {
          own.add(vectors[id]);
        }
        FloatTensor x = FloatTensor.copyOf(own.toArray(float[][]::new));
        var whole =
            (FloatTensor)
                program
                    .load()
                    .function("deviations")
                    .invoke(FloatTensor.of(x.toArray(), 1, own.size(), WIDTH));
        List<Float> found = group.getList(1);
        for (int k = 0; k < WIDTH; k++) {
          assertThat(found.get(k)).isEqualTo(whole.get(0, k));
          List<Float> combined = others.get(groups.indexOf(group)).getStruct(1).getList(1);
          assertThat(combined.get(k)).isCloseTo(whole.get(0, k), within(1e-6f));
        }
      }
    }
  }
}
