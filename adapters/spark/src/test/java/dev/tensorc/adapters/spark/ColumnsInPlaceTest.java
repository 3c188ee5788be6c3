package dev.tensorc.adapters.spark;

import static dev.tensorc.adapters.spark.TestTables.SPARK;
import static dev.tensorc.adapters.spark.TestTables.messages;
import static dev.tensorc.adapters.spark.TestTables.ordered;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tensorc.CompiledProgram;
import dev.tensorc.Options;
import dev.tensorc.Tensorc;
import dev.tensorc.frontend.SourceText;
import dev.tensorc.runtime.ClassFiles;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kernels read arrays where they lie: in Parquet's batches of columns, and in Spark's cache. */
class ColumnsInPlaceTest {

  private static final CompiledProgram PROGRAM =
      Tensorc.compile(
          new SourceText(
              "places.tc",
              """
              export fn lengths(x: f32[n, d]) -> f32[n] {
                  return sqrt(sum(x * x, axis=1))
              }
              export fn mixed(a: f64[n], b: i32[n], c: bool[n], m: i16[n, p, q]) -> (m2: i16[n, p, q], s: f64[n]) {
                  return (m + 1, where(c, a, astype(b, f64)))
              }
              """),
          Options.DEFAULT);

  private static final ClassFiles FILES = new ClassFiles(PROGRAM.className(), PROGRAM.classFiles());
  private static final Kernel LENGTHS = Kernel.of(FILES, "lengths");

  /** Arrays of some lengths, and columns of every kind beside them. */
  private static Dataset<Row> table(int rows, String array) {
    return SPARK
        .range(0, rows, 1, 3)
        .selectExpr(
            "int(id) id",
            array + " x",
            "double(id) / 7 a",
            "int(id * 3) b",
            "id % 3 = 0 c",
            "array(array(smallint(id), 1S, 2S), array(3S, 4S, smallint(-id))) m",
            "IF(id % 4 = 0, NULL, concat('row ', id)) text",
            "named_struct('k', id, 'v', string(id)) pair",
            "map(id, string(id)) entries",
            "decimal(id) / 3 fraction",
            "date_add(date'2026-11-29', int(id)) day",
            "binary(string(id)) bytes");
  }

  private static final String VECTOR = "transform(sequence(0, 36), k -> float(sin(id * 37 + k)))";
  private static final String WITH_NULLS =
      "CASE WHEN id % 5 = 1 THEN NULL WHEN id % 7 = 2 THEN transform(sequence(0, 36), k -> IF(k ="
          + " 9, NULL, 1F)) ELSE "
          + VECTOR
          + " END";
  private static final String RAGGED =
      "transform(sequence(0, int(id) % 11 div 4), k -> float(sin(id * 37 + k)))";

  private static Dataset<Row> parquet(Dataset<Row> table, Path folder) {
    String file = folder.resolve("table.parquet").toString();
    table.write().option("parquet.block.size", 20_000).parquet(file); // several row groups
    return SPARK.read().parquet(file);
  }

  private static String plan(Dataset<Row> table) {
    return table.queryExecution().executedPlan().toString();
  }

  private static void same(Dataset<Row> found, Dataset<Row> expected) {
    List<Row> rows = ordered(expected);
    assertThat(ordered(found)).isEqualTo(rows);
    assertThat(rows).isNotEmpty();
  }

  @Test
  void columnsOfParquetAreTakenInBatches(@TempDir Path folder) {
    Dataset<Row> made = table(9000, VECTOR);
    Dataset<Row> read = parquet(made, folder);
    Dataset<Row> lengths = Kernels.mapBatches(read, LENGTHS, 1024);
    assertThat(plan(lengths)).contains("KernelBatches [").doesNotContain("ColumnarToRow");
    same(lengths, Kernels.mapBatches(made, LENGTHS, 100));
    Kernel mixed = Kernel.of(FILES, "mixed");
    same(Kernels.mapBatches(read, mixed, 1000), Kernels.mapBatches(made, mixed, 77));
    // a filter takes rows
    Dataset<Row> some = Kernels.mapBatches(read.where("id % 2 = 0"), LENGTHS, 1024);
    assertThat(plan(some)).contains("KernelProject [", "ColumnarToRow");
    same(some, Kernels.mapBatches(made.where("id % 2 = 0"), LENGTHS, 10));
  }

  @Test
  void nullsAndOtherLengthsOfParquetAreThoseOfRows(@TempDir Path folder) {
    Kernel lengths = LENGTHS.nulls(Nulls.NULL);
    Dataset<Row> made = table(3000, WITH_NULLS);
    Dataset<Row> read = parquet(made, folder.resolve("nulls"));
    same(Kernels.mapBatches(read, lengths, 1024), Kernels.mapBatches(made, lengths, 100));
    assertThatThrownBy(() -> Kernels.mapBatches(read, LENGTHS, 1024).collect())
        .satisfies(
            e -> assertThat(messages(e)).contains("the column `x` has a null; Kernel.nulls("));
    Dataset<Row> ragged = table(500, RAGGED);
    same(
        Kernels.mapBatches(parquet(ragged, folder.resolve("ragged")), LENGTHS, 64),
        Kernels.mapBatches(ragged, LENGTHS, 3));
    Dataset<Row> one = table(1, VECTOR);
    same(
        Kernels.mapBatches(parquet(one, folder.resolve("one")), LENGTHS, 64),
        Kernels.mapBatches(one, LENGTHS, 3));
  }

  @Test
  void arraysOfCachedTablesAreReadInTheCache() {
    for (String array : List.of(VECTOR, WITH_NULLS, RAGGED)) {
      Dataset<Row> made = table(3000, array);
      Dataset<Row> cached = made.cache();
      Kernel lengths = LENGTHS.nulls(Nulls.NULL);
      Dataset<Row> found = Kernels.mapBatches(cached, lengths, 1024);
      assertThat(plan(found)).contains("KernelProject [", "InMemoryTableScan [");
      List<Row> rows = ordered(found);
      List<Row> some = ordered(Kernels.mapBatches(cached.where("b < 60"), lengths, 10));
      Kernel mixed = Kernel.of(FILES, "mixed");
      List<Row> numbers = ordered(Kernels.mapBatches(cached, mixed, 1024).select("id", "s", "m2"));
      Object sum = Kernels.mapBatches(cached, mixed, 9).agg(functions.sum("s")).first().get(0);
      cached.unpersist(true);
      Dataset<Row> expected = Kernels.mapBatches(made, lengths, 77);
      assertThat(plan(expected)).doesNotContain("InMemoryTableScan");
      assertThat(rows).isEqualTo(ordered(expected));
      assertThat(some).isEqualTo(ordered(expected.where("b < 60")));
      Dataset<Row> computed = Kernels.mapBatches(made, mixed, 77);
      assertThat(numbers).isEqualTo(ordered(computed.select("id", "s", "m2")));
      assertThat(sum).isEqualTo(computed.agg(functions.sum("s")).first().get(0));
    }
  }

  /** Columns of numbers are decompressed to columns; Spark counts rows as in its own scans. */
  @Test
  void numbersOfCachedTablesAreTakenInBatches() {
    Dataset<Row> cached = table(3000, VECTOR).select("id", "a").cache();
    CompiledProgram half =
        Tensorc.compile(
            new SourceText("half.tc", "export fn half(a: f64[n]) -> f64[n] { return a / 2 }"),
            Options.DEFAULT);
    Kernel kernel = Kernel.of(new ClassFiles(half.className(), half.classFiles()), "half");
    Dataset<Row> found = Kernels.mapBatches(cached, kernel, 1024);
    assertThat(plan(found)).contains("KernelBatches [");
    for (Row row : found.collectAsList()) {
      assertThat(row.getDouble(2)).isEqualTo(row.getDouble(1) / 2);
    }
    assertThat(found.count()).isEqualTo(3000);
    cached.unpersist(true);
  }
}
