package dev.tensorc.adapters.arrow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tensorc.Tensorc;
import dev.tensorc.runtime.DoubleTensor;
import dev.tensorc.runtime.FloatTensor;
import dev.tensorc.runtime.Function;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.TensorException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.duckdb.DuckDBResultSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Batches that DuckDB exports, of its own tables and of Parquet files that it reads. */
class DuckDbTest {

  private static final int ROWS = 5_000; // several batches
  private static final int BATCH = 2_048;

  private static final Function SCORE =
      Tensorc.compile(
              """
              export fn score(v: f32[n, d], q: f32[d]) -> f32[n] { return v @ q }
              """)
          .function("score");

  private interface Batch {
    void take(VectorSchemaRoot batch) throws IOException;
  }

  private static void batches(Connection duck, String query, Batch work)
      throws SQLException, IOException {
    try (var allocator = new RootAllocator();
        Statement statement = duck.createStatement();
        var rows = (DuckDBResultSet) statement.executeQuery(query);
        var reader = (ArrowReader) rows.arrowExportStream(allocator, BATCH)) {
      while (reader.loadNextBatch()) {
        work.take(reader.getVectorSchemaRoot());
      }
    }
  }

  /** FLOAT[3] is a FixedSizeList, and FLOAT[] a List; a Parquet file has lists. */
  @Test
  void arraysAndListsAreTensorsAlsoThoseOfParquetFiles(@TempDir Path folder)
      throws SQLException, IOException {
    String file = folder.resolve("vectors.parquet").toString().replace("'", "''");
    try (Connection duck = DriverManager.getConnection("jdbc:duckdb:");
        Statement setUp = duck.createStatement()) {
      setUp.execute(
          """
          CREATE TABLE vectors AS
          SELECT i, [i, i / 2, 1]::FLOAT[3] AS fixed, [i, i / 2, 1]::FLOAT[] AS list
          FROM range(%d) t(i)
          """
              .formatted(ROWS));
      setUp.execute("COPY vectors TO '%s' (FORMAT parquet)".formatted(file));
      for (String column : new String[] {"fixed", "list"}) {
        scores(duck, column, "vectors");
      }
      scores(duck, "list", "'" + file + "'");
    }
  }

  private static void scores(Connection duck, String column, String table)
      throws SQLException, IOException {
    Tensor query = FloatTensor.of(new float[] {1, 2, 3}, 3);
    int[] row = {0};
    batches(
        duck,
        "SELECT %s FROM %s ORDER BY i".formatted(column, table),
        batch -> {
          try (Arena arena = Arena.ofShared()) {
            Tensor vectors = ArrowTensors.wrap(batch.getVector(column), arena);
            assertThat(vectors.shape()).containsExactly(batch.getRowCount(), 3);
            for (float score : ((FloatTensor) SCORE.invoke(vectors, query)).toArray()) {
              assertThat(score).isEqualTo(2f * row[0] + 3); // i + 2 (i / 2) + 3
              row[0]++;
            }
          }
        });
    assertThat(row[0]).isEqualTo(ROWS);
  }

  @Test
  void numbersAndNullsAreThoseOfTheTable() throws SQLException, IOException {
    try (Connection duck = DriverManager.getConnection("jdbc:duckdb:")) {
      batches(
          duck,
          "SELECT CASE WHEN i <> 1 THEN i + 0.5::DOUBLE END AS x FROM range(3) t(i)",
          batch -> {
            try (Arena arena = Arena.ofConfined()) {
              var x = (DoubleTensor) ArrowTensors.wrap(batch.getVector("x"), arena, Nulls.NAN);
              assertThat(x.toArray()).containsExactly(0.5, Double.NaN, 2.5);
              assertThatThrownBy(() -> ArrowTensors.wrap(batch.getVector("x"), arena))
                  .isInstanceOf(TensorException.class)
                  .hasMessageContaining("null");
            }
          });
    }
  }
}
