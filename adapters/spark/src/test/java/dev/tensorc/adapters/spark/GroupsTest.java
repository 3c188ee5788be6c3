package dev.tensorc.adapters.spark;

import static dev.tensorc.adapters.spark.TestTables.SPARK;
import static dev.tensorc.adapters.spark.TestTables.messages;
import static dev.tensorc.adapters.spark.TestTables.ordered;
import static dev.tensorc.adapters.spark.TestTables.pairsWithNull;
import static org.apache.spark.sql.functions.call_function;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count_distinct;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tensorc.CompiledProgram;
import dev.tensorc.Options;
import dev.tensorc.Tensorc;
import dev.tensorc.frontend.SourceText;
import dev.tensorc.runtime.ClassFiles;
import dev.tensorc.runtime.FloatTensor;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.classic.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import scala.jdk.javaapi.CollectionConverters;

/** Kernels that reduce along the rows as aggregates of SQL. */
class GroupsTest {

  private static final int ROWS = 240;
  private static final int WIDTH = 11;
  private static final int GROUPS = 4;
  private static final int BATCH = 128; // as in Kernels

  private static final CompiledProgram PROGRAM =
      Tensorc.compile(
          new SourceText(
              "groups.tc",
              """
              export fn moments(x: f32[n, d]) -> (means: f32[d], variances: f32[d], products: f32[d, d]) {
                  return (mean(x, axis=0), var(x, axis=0), x.T @ x)
              }
              export fn extremes(x: f32[n, d]) -> (most: f32[d], at: i64[d], rows: i64) {
                  return (max(x, axis=0), argmax(x, axis=0), n)
              }
              export fn sums(x: f64[n, d]) -> f64[d] {
                  return sum(x, axis=0)
              }
              export fn total(a: i8[n]) -> i8 {
                  return max(a)
              }
              export fn weighted(x: f32[n, d], w: f32[d]) -> f32 {
                  return sum(x @ w)
              }
              export fn quotients(a: i64[n], b: i64[n]) -> i64 {
                  return sum(a // b)
              }
              export fn centred(x: f32[n, d]) -> f32[n, d] {
                  return x - mean(x, axis=0)
              }
              """),
          Options.DEFAULT);

  private static final ClassFiles FILES = new ClassFiles(PROGRAM.className(), PROGRAM.classFiles());

  private static float[][] vectors;
  private static Dataset<Row> table;

  @BeforeAll
  static void fill() {
    vectors = TestTables.vectors(ROWS, WIDTH);
    table = TestTables.ofVectors(vectors).withColumn("key", col("id").mod(GROUPS));
    Kernels.register(SPARK, FILES);
  }

  private static Dataset<Row> cut(int parts) {
    return table.repartitionByRange(parts, col("id")).cache();
  }

  private static List<Object> plain(Row results) {
    var all = new ArrayList<Object>();
    for (int i = 0; i < results.size(); i++) {
      all.add(java(results.get(i)));
    }
    return all;
  }

  private static Object java(Object value) {
    return value instanceof scala.collection.Seq<?> s
        ? CollectionConverters.asJava(s).stream().map(GroupsTest::java).toList()
        : value;
  }

  private static List<Object> plain(Object results) {
    return ((List<?>) results).stream().map(GroupsTest::value).toList();
  }

  private static Object value(Object result) {
    return result instanceof FloatTensor t ? rows(t) : result;
  }

  private static Object rows(FloatTensor t) {
    return t.rank() == 1
        ? IntStream.range(0, (int) t.size(0)).mapToObj(i -> t.get(i)).toList()
        : IntStream.range(0, (int) t.size(0)).mapToObj(i -> rows(t.select(0, i))).toList();
  }

  /** A group's rows in a partition are one batch both here and there. */
  @Test
  void groupsHaveTheBitsOfTablesOfTheirOwn() {
    Kernel moments = Kernel.of(FILES, "moments");
    for (int parts : new int[] {1, 2, 7}) {
      Dataset<Row> cut = cut(parts);
      Dataset<Row> groups = cut.groupBy("key").agg(call_function("moments", col("x")).as("m"));
      List<Row> first = ordered(groups.select("key", "m.*"));
      assertThat(first).hasSize(GROUPS);
      for (Row group : first) {
        Dataset<Row> own = cut.where(col("key").equalTo(group.get(0)));
        assertThat(plain(group).subList(1, 4))
            .isEqualTo(plain(Kernels.aggregate(own, moments, BATCH)));
      }
      for (int run = 0; run < 5; run++) {
        assertThat(ordered(groups.select("key", "m.*"))).isEqualTo(first);
      }
      cut.unpersist(true);
    }
  }

  /** From the 129th group on Spark sorts rows by their groups. */
  @Test
  void manyGroupsAndOthersAggregatesBesideThem() {
    Dataset<Row> many =
        SPARK
            .range(0, 3000, 1, 3)
            .selectExpr("int(id % 500) key", "int(id) id", "array(float(id), float(-id)) x");
    Dataset<Row> groups =
        many.groupBy("key")
            .agg(
                call_function("extremes", col("x")).as("e"),
                count_distinct(col("id")).as("ids"),
                call_function("total", col("id").mod(100).cast("tinyint")).as("top"));
    List<Row> rows = ordered(groups.selectExpr("key", "e.most", "e.rows", "ids", "top"));
    assertThat(rows).hasSize(500);
    for (int key = 0; key < 500; key++) {
      Row row = rows.get(key);
      assertThat(plain(row))
          .containsExactly(key, List.of(2500f + key, (float) -key), 6L, 6L, (byte) (key % 100));
    }
  }

  /** Sums of f64, which would have other bits in another order. */
  @Test
  void theOrderInWhichPartsArriveDoesNotMatter() {
    Kernel sums = Kernel.of(FILES, "sums");
    var function = new GroupFunction("sums", sums, sums.sent((SparkSession) SPARK), BATCH);
    Dataset<Row> cut = table.selectExpr("id", "transform(x, v -> CAST(v AS DOUBLE) / 3) x");
    cut = cut.repartitionByRange(23, col("id")).select("x");
    var parts =
        new ArrayList<>(
            cut.queryExecution()
                .toRdd()
                .toJavaRDD()
                .mapPartitions(
                    rows -> {
                      Serializable state = function.newAggregationState();
                      rows.forEachRemaining(row -> function.update(state, row));
                      return List.of(Packed.bytes(state)).iterator();
                    })
                .collect());
    Object first = merged(function, parts);
    var random = new Random(46);
    for (int order = 0; order < 20; order++) {
      Collections.shuffle(parts, random);
      assertThat(merged(function, parts)).isEqualTo(first);
    }
  }

  private static Object merged(GroupFunction function, List<byte[]> parts) {
    Serializable state = function.newAggregationState();
    parts.forEach(bytes -> function.merge(state, Packed.object(bytes, byte[].class)));
    return function.produceResult(state);
  }

  /** Places are counted in the order of partitions, whichever arrives first. */
  @Test
  void placesAreThoseOfTheWholeGroup() {
    Dataset<Row> cut = cut(5);
    List<Row> rows =
        ordered(
            cut.groupBy("key")
                .agg(call_function("extremes", col("x")).as("e"))
                .selectExpr("key", "e.at"));
    for (Row row : rows) {
      List<Long> places = row.getList(1);
      for (int k = 0; k < WIDTH; k++) {
        int most = row.getInt(0);
        for (int i = most; i < ROWS; i += GROUPS) {
          most = vectors[i][k] > vectors[most][k] ? i : most;
        }
        assertThat(places.get(k)).isEqualTo(most / GROUPS);
      }
    }
    cut.unpersist(true);
  }

  @Test
  void wholeTablesFiltersDistinctRowsAndWindows() {
    table.createOrReplaceTempView("numbers");
    Row some =
        SPARK
            .sql(
                """
                SELECT quotients(id, 2L) FILTER (WHERE key = 1), quotients(DISTINCT key, 1L),
                       quotients(id, 2L) FILTER (WHERE key = 9)
                FROM (SELECT bigint(id), bigint(key) FROM numbers)
                """)
            .first();
    long expected = IntStream.range(0, ROWS).filter(i -> i % GROUPS == 1).map(i -> i / 2).sum();
    assertThat(plain(some)).isEqualTo(Arrays.asList(expected, 6L, null));
    assertThat(SPARK.sql("SELECT moments(x) FROM numbers WHERE id < 0").first().isNullAt(0))
        .isTrue();
    List<Row> running =
        SPARK
            .sql(
                """
                SELECT id, quotients(bigint(id), 1L) OVER (PARTITION BY key ORDER BY id) AS sum
                FROM numbers WHERE key = 0
                """)
            .orderBy("id")
            .collectAsList();
    long sum = 0;
    for (Row row : running) {
      sum += row.getInt(0);
      assertThat(row.getLong(1)).isEqualTo(sum);
    }
  }

  @Test
  void argumentsWithoutRowsAreConstantsOrOfTheKernel() {
    float[] all = new float[WIDTH];
    Arrays.fill(all, 1);
    FloatTensor ones = FloatTensor.of(all, WIDTH);
    Kernels.register(SPARK, "weighted_by_one", Kernel.of(FILES, "weighted").with("w", ones));
    String literal = "array_repeat(CAST(1 AS FLOAT), " + WIDTH + ")";
    Row both =
        table.selectExpr("weighted(x, " + literal + ")", "weighted_by_one(x)", "max(x)").first();
    assertThat(both.getFloat(0)).isEqualTo(both.getFloat(1)).isNotZero();
    assertThatThrownBy(() -> table.selectExpr("weighted(x, x)"))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("`w` of weighted(x: f32[n, d], w: f32[d]) -> f32 has no rows")
        .hasMessageContaining("give it by kernel.with(\"w\", value)");
    assertThatThrownBy(() -> table.selectExpr("centred(x)"))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("needs all rows at once, and Spark has them in parts: ");
  }

  @Test
  void nullsAreLeftOutOrRefusedAndExceptionsSayTheLine() {
    Dataset<Row> pairs = TestTables.cut(pairsWithNull(), 1);
    assertThat(pairs.select(call_function("quotients", col("a"), col("b"))).first().get(0))
        .isEqualTo(7L);
    Kernels.register(SPARK, "all_quotients", Kernel.of(FILES, "quotients"));
    assertThatThrownBy(
            () -> pairs.select(call_function("all_quotients", col("a"), col("b"))).first())
        .satisfies(
            e ->
                assertThat(messages(e))
                    .contains("quotients, in row 1 of partition 0: the column `a` has a null"));
    Dataset<Row> zero =
        SPARK
            .range(0, 9, 1, 1)
            .groupBy(col("id").geq(6))
            .agg(call_function("quotients", col("id"), col("id").minus(7)));
    assertThatThrownBy(zero::collect)
        .satisfies(
            e ->
                assertThat(messages(e))
                    .contains("quotients, in a batch that begins with row 6 of partition 0: ")
                    .contains("groups.tc:17:16"));
  }

  /** Spark's class loader, which reads states, need not know the jars of users. */
  @Test
  void statesTravelAsBytes() throws IOException, ClassNotFoundException {
    Kernel moments = Kernel.of(FILES, "moments");
    var function = new GroupFunction("moments", moments, moments.sent((SparkSession) SPARK), BATCH);
    var bytes = new ByteArrayOutputStream();
    try (var out = new ObjectOutputStream(bytes)) {
      out.writeObject(function.newAggregationState());
    }
    try (var in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())) {
          @Override
          protected Class<?> resolveClass(ObjectStreamClass type) throws ClassNotFoundException {
            return Class.forName(type.getName(), false, ClassLoader.getPlatformClassLoader());
          }
        }) {
      assertThat(in.readObject()).isInstanceOf(byte[].class);
    }
  }
}
