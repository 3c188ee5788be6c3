package dev.tensorc.adapters.spark;

import static dev.tensorc.adapters.spark.TestTables.messages;
import static dev.tensorc.adapters.spark.TestTables.ordered;
import static dev.tensorc.adapters.spark.TestTables.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.acme.SimilarRows;
import dev.tensorc.CompiledProgram;
import dev.tensorc.Options;
import dev.tensorc.Tensorc;
import dev.tensorc.frontend.SourceText;
import dev.tensorc.runtime.ClassFiles;
import dev.tensorc.runtime.FloatTensor;
import dev.tensorc.runtime.LongTensor;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.TensorException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.spark.SparkException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KernelsTest {

  private static final int ROWS = 61;
  private static final int WIDTH = 37;

  private static final CompiledProgram PROGRAM =
      Tensorc.compile(
          new SourceText(
              "kernels.tc",
              """
              export fn cosine(x: f32[n, d], q: f32[d]) -> f32[n] {
                  return x @ q / sqrt(sum(x * x, axis=1) * sum(q * q))
              }
              export fn layer(x: f32[n, d], w: f32[d, m]) -> (y: f32[n, m], top: i64[n]) {
                  let y = tanh(x @ w)
                  return (y, argmax(y, axis=1))
              }
              export fn ratio(a: i64[n], b: i64[n]) -> i64[n] {
                  return a // b
              }
              export fn blocks(x: f64[n, p, k], s: f64) -> (twice: f64[n, p, k], some: bool[n, p]) {
                  return (x * s, any(x > 1.0, axis=2))
              }
              export fn centred(x: f32[n, d]) -> f32[n, d] {
                  return x - mean(x, axis=0)
              }
              export fn halves(x: f16[n]) -> f16[n] {
                  return x
              }
              export fn first(x: f32[n, d]) -> f32[n] {
                  return x[:, 0]
              }
              """),
          Options.DEFAULT);

  private static final ClassFiles FILES = new ClassFiles(PROGRAM.className(), PROGRAM.classFiles());

  private static final SparkSession SPARK = TestTables.SPARK;
  private static float[][] vectors;
  private static Dataset<Row> table;

  @BeforeAll
  static void fill() {
    vectors = TestTables.vectors(ROWS, WIDTH);
    table = TestTables.ofVectors(vectors);
  }

  private static FloatTensor query() {
    return FloatTensor.of(Arrays.copyOf(vectors[7], WIDTH), WIDTH);
  }

  @Test
  void resultsAreThoseOfOneCallWhateverThePartitionsAre() {
    Kernel cosine = Kernel.of(FILES, "cosine").with("q", query());
    var whole = (FloatTensor) cosine.function().invoke(FloatTensor.copyOf(vectors), query());
    for (int[] cut : new int[][] {{1, 1000}, {1, 7}, {4, 9}, {9, 1}}) {
      Dataset<Row> scored = Kernels.mapBatches(table.repartition(cut[0]), cosine, cut[1]);
      assertThat(scored.schema().fieldNames()).containsExactly("id", "x", "cosine");
      List<Row> rows = ordered(scored);
      assertThat(rows).hasSize(ROWS);
      for (int i = 0; i < ROWS; i++) {
        assertThat(rows.get(i).getFloat(2)).isEqualTo(whole.get(i));
      }
    }
  }

  /** A product of matrices of one row adds in another order: such a batch is computed twice. */
  @Test
  void aBatchOfOneRowGivesTheBitsOfMany() {
    float[][] weights = new float[WIDTH][5];
    var random = new Random(1);
    for (float[] row : weights) {
      for (int k = 0; k < row.length; k++) {
        row[k] = (float) random.nextGaussian();
      }
    }
    Kernel layer = Kernel.of(FILES, "layer").with("w", FloatTensor.copyOf(weights));
    var whole =
        (List<?>) layer.function().invoke(FloatTensor.copyOf(vectors), FloatTensor.copyOf(weights));
    for (int size : new int[] {1, 3, 60}) {
      List<Row> rows = ordered(Kernels.mapBatches(table.coalesce(1), layer, size));
      for (int i = 0; i < ROWS; i++) {
        var expected = (FloatTensor) ((Tensor) whole.get(0)).select(0, i);
        assertThat(rows.get(i).<Float>getList(2).toArray(Float[]::new))
            .isEqualTo(boxed(expected.toArray()));
        assertThat(rows.get(i).getLong(3)).isEqualTo(((LongTensor) whole.get(1)).get(i));
      }
    }
  }

  private static Float[] boxed(float[] values) {
    var boxed = new Float[values.length];
    Arrays.setAll(boxed, i -> values[i]);
    return boxed;
  }

  @Test
  void nestedArraysGoInAndOut() {
    DataType nested = DataTypes.createArrayType(DataTypes.createArrayType(DataTypes.DoubleType));
    double[][] first = {{1, 2, 3}, {0, 0.5, 1}};
    double[][] second = {{0, 0, 0}, {7, 8, 9}};
    Dataset<Row> blocks =
        table(List.of(RowFactory.create(0, first), RowFactory.create(1, second)), "x", nested);
    Kernel kernel = Kernel.of(FILES, "blocks").with("s", 2.0);
    List<Row> rows = ordered(Kernels.mapBatches(blocks, kernel, 10));
    assertThat(rows.get(0).mkString(";").replaceAll("[A-Za-z]+\\(", "("))
        .endsWith("((2.0, 4.0, 6.0), (0.0, 1.0, 2.0));(true, false)");
    assertThat(rows.get(1).mkString(";").replaceAll("[A-Za-z]+\\(", "("))
        .endsWith("((0.0, 0.0, 0.0), (14.0, 16.0, 18.0));(false, true)");
  }

  @Test
  void nullsAreRefusedOrGiveNull() {
    Dataset<Row> pairs =
        table(
            List.of(
                RowFactory.create(0, 7L, 2L),
                RowFactory.create(1, null, 2L),
                RowFactory.create(2, -7L, 2L),
                RowFactory.create(3, 5L, null)),
            "a",
            DataTypes.LongType,
            "b",
            DataTypes.LongType);
    Kernel ratio = Kernel.of(FILES, "ratio");
    List<Row> rows = ordered(Kernels.mapBatches(pairs, ratio.nulls(Nulls.NULL), 100));
    assertThat(rows.stream().map(r -> r.get(3))).containsExactly(3L, null, -4L, null);
    assertThatThrownBy(() -> Kernels.mapBatches(pairs.coalesce(1), ratio, 100).collect())
        .satisfies(
            e ->
                assertThat(messages(e))
                    .contains(
                        "ratio, in row 1 of partition 0: the column `a` has a null; Kernel."));
  }

  @Test
  void exceptionsSayTheLineAndTheBatch() {
    Dataset<Row> pairs =
        table(
            List.of(RowFactory.create(0, 7L, 2L), RowFactory.create(1, 1L, 0L)),
            "a",
            DataTypes.LongType,
            "b",
            DataTypes.LongType);
    assertThatThrownBy(
            () -> Kernels.mapBatches(pairs.coalesce(1), Kernel.of(FILES, "ratio"), 1).collect())
        .isInstanceOf(SparkException.class)
        .satisfies(
            e ->
                assertThat(messages(e))
                    .contains("ratio, in a batch that begins with row 1 of partition 0: ")
                    .contains("kernels.tc:9:12"))
        .satisfies(KernelsTest::isShort);
    Dataset<Row> ragged =
        table(
            List.of(
                RowFactory.create(0, new float[WIDTH]), RowFactory.create(1, new float[WIDTH - 1])),
            "x",
            DataTypes.createArrayType(DataTypes.FloatType));
    Kernel cosine = Kernel.of(FILES, "cosine").with("q", query());
    assertThatThrownBy(() -> Kernels.mapBatches(ragged.coalesce(1), cosine, 10).collect())
        .satisfies(
            e ->
                assertThat(messages(e))
                    .contains("cosine, in a batch that begins with row 1 of partition 0: ")
                    .contains("the sizes of dimension d of cosine differ"));
  }

  @Test
  void aKernelIsSentAgainOnlyWhereASharedArgumentWasChanged() {
    var session = (org.apache.spark.sql.classic.SparkSession) TestTables.SPARK;
    FloatTensor query = query();
    Kernel cosine = Kernel.of(FILES, "cosine").with("q", query);
    Sent first = cosine.sent(session);
    List<Row> before = ordered(Kernels.mapBatches(table, cosine, 10));
    assertThat(cosine.sent(session)).isSameAs(first);
    query.set(-query.get(0), 0);
    assertThat(ordered(Kernels.mapBatches(table, cosine, 10))).isNotEqualTo(before);
    assertThat(cosine.sent(session)).isNotSameAs(first);
    query.set(-query.get(0), 0);
    assertThat(ordered(Kernels.mapBatches(table, cosine, 10))).isEqualTo(before);
  }

  /** A frame is the program's line, and few are of the library: Spark has the others. */
  private static void isShort(Throwable e) {
    Throwable named = e.getCause();
    assertThat(named).isInstanceOf(TensorException.class);
    assertThat(ours(named)).as("those of the exception").hasSizeLessThanOrEqualTo(6);
    assertThat(ours(named.getCause()))
        .as("those of its cause, and of that exception again")
        .hasSizeLessThanOrEqualTo(17)
        .anySatisfy(frame -> assertThat(frame).endsWith("(kernels.tc:9)"));
  }

  private static List<String> ours(Throwable e) {
    return Arrays.stream(e.getStackTrace())
        .map(StackTraceElement::toString)
        .filter(frame -> frame.contains("tensorc"))
        .toList();
  }

  @Test
  void aBatchEndsWhereArraysHaveAnotherLength() {
    var rows = new ArrayList<Row>();
    for (int i = 0; i < 12; i++) {
      rows.add(RowFactory.create(i, Arrays.copyOf(vectors[i], i / 5 + 1)));
    }
    Dataset<Row> ragged = table(rows, "x", DataTypes.createArrayType(DataTypes.FloatType));
    List<Row> firsts =
        ordered(Kernels.mapBatches(ragged.coalesce(1), Kernel.of(FILES, "first"), 10));
    for (int i = 0; i < rows.size(); i++) {
      assertThat(firsts.get(i).getFloat(2)).isEqualTo(vectors[i][0]);
    }
  }

  /** Vectors are neither copied nor read where only the results are asked for. */
  @Test
  void plansHaveKernelsInBatchesAndReadTheColumnsThatTheyNeed() {
    Kernel cosine = Kernel.of(FILES, "cosine").with("q", query());
    Dataset<Row> cached = table.withColumn("more", functions.col("x")).cache();
    Dataset<Row> scored = Kernels.mapBatches(cached, cosine, 10);
    assertThat(plan(scored.select("id", "cosine")))
        .contains("KernelProject [id#", "(cosine, x#")
        .containsPattern("InMemoryTableScan \\[id#\\d+, x#\\d+]");
    assertThat(plan(scored.agg(functions.sum("cosine"))))
        .contains("KernelProject [applyfunctionexpression(cosine, x#")
        .containsPattern("InMemoryTableScan \\[x#\\d+]");
    assertThat(plan(scored.where("cosine > 0.5"))).containsOnlyOnce("(cosine, x#");
    assertThat(scored.as("a").join(scored.as("b"), "id").count()).isEqualTo(ROWS);
    cached.unpersist();
  }

  private static String plan(Dataset<Row> table) {
    return table.queryExecution().executedPlan().toString();
  }

  @Test
  void whatDoesNotFitIsRefusedBeforeAJobBegins() {
    Kernel cosine = Kernel.of(FILES, "cosine");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Kernels.mapBatches(table, cosine, 10))
        .withMessageContaining("`q` of cosine(x: f32[n, d], q: f32[d]) -> f32[n] has no rows")
        .withMessageContaining("kernel.with(\"q\", value)");
    Kernel ready = cosine.with("q", query());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Kernels.mapBatches(table.drop("x"), ready, 10))
        .withMessageContaining("takes the column `x`, but the table has id: rename one");
    Dataset<Row> doubles = table.withColumn("x", functions.col("x").cast("array<double>"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Kernels.mapBatches(doubles, ready, 10))
        .withMessageContaining("is a column of array<float>, but the table's is of array<double>")
        .withMessageContaining("col(\"x\").cast(\"array<float>\")");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Kernels.mapBatches(table.withColumnRenamed("id", "cosine"), ready, 10))
        .withMessageContaining("the table has a column `cosine` already");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Kernels.mapBatches(table, ready, 0))
        .withMessageContaining("a batch has at least 1 row, not 0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Kernels.mapBatches(table, Kernel.of(FILES, "halves"), 10))
        .withMessageContaining("columns of f16 are not supported yet");
    Dataset<Row> stream = SPARK.readStream().format("rate").load();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Kernels.mapBatches(stream, ready, 10))
        .withMessageContaining("streams are not supported yet");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> cosine.with("q", FloatTensor.zeros(2, 2)))
        .withMessageContaining("is f32[d], not f32[2, 2]");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> cosine.with("x", query()))
        .withMessageContaining("has rows: it is the column of that name");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Kernel.of(FILES, "centred"))
        .withMessageContaining("needs all rows at once, and Spark has them in parts: ")
        .withMessageContaining("`mean(x, axis=0)` at kernels.tc:15:16 reduces along n");
  }

  @Test
  void aJvmHasOneInstanceOfAProgramAndUnpacksAShipmentOnce() {
    Kernel cosine = Kernel.of(FILES, "cosine");
    byte[] bytes = cosine.shipment().pack();
    byte[] others = cosine.with("q", query()).shipment().pack();
    Loaded one = Shipment.loaded(Shipment.hash(bytes), () -> bytes);
    Loaded other = Shipment.loaded(Shipment.hash(others), () -> others);
    assertThat(one).isNotSameAs(other);
    assertThat(one.function()).isSameAs(other.function());
    assertThat(Shipment.loaded(Shipment.hash(bytes), () -> others)).isSameAs(one);
  }

  @Test
  void thePageShowsTheClasses() throws IOException {
    Path shown = Path.of("src", "test", "java", "com", "acme");
    assertThat(SparkPage.blocks("java"))
        .containsExactly(
            Files.readString(shown.resolve("SimilarRows.java")),
            Files.readString(shown.resolve("SentenceVectors.java")),
            Files.readString(shown.resolve("Covariance.java")),
            Files.readString(shown.resolve("Standardised.java")),
            Files.readString(shown.resolve("KMeans.java")));
  }

  @Test
  void theExampleFindsTheMostSimilarRows(@TempDir Path classes) throws IOException {
    for (Map.Entry<String, byte[]> file : SparkPage.program("scores.tc", 0).files().entrySet()) {
      Files.write(classes.resolve(file.getKey() + ".class"), file.getValue());
    }
    float[] query = query().toArray();
    List<Row> most =
        SimilarRows.mostSimilar(classes, table.withColumnRenamed("x", "vectors"), query, 3)
            .collectAsList();
    assertThat(most).hasSize(3);
    assertThat(most.getFirst().getInt(0)).isEqualTo(7); // the query is that row
    assertThat(most.getFirst().getFloat(2)).isCloseTo(1, within(1e-6f));
    assertThat(most.get(1).getFloat(2)).isGreaterThanOrEqualTo(most.get(2).getFloat(2));
  }
}
