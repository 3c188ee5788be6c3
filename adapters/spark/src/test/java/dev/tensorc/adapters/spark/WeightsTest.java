package dev.tensorc.adapters.spark;

import static dev.tensorc.adapters.spark.TestTables.messages;
import static dev.tensorc.adapters.spark.TestTables.ordered;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tensorc.CompiledProgram;
import dev.tensorc.Options;
import dev.tensorc.Tensorc;
import dev.tensorc.frontend.SourceText;
import dev.tensorc.runtime.ClassFiles;
import dev.tensorc.runtime.FloatTensor;
import dev.tensorc.runtime.io.Safetensors;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kernels of a program whose weights lie in a file. */
class WeightsTest {

  private static final ClassFiles PROGRAM =
      compiled(
          """
          weights "dense.safetensors" {
              w: f32[3, 2]
          }
          export fn dense(x: f32[n, 3]) -> f32[n, 2] {
              return x @ w
          }
          export fn lengths(x: f32[n, 3]) -> f32[n] {
              return sum(x * sum(w, axis=1), axis=1)
          }
          """);

  private static ClassFiles compiled(String text) {
    CompiledProgram program = Tensorc.compile(new SourceText("dense.tc", text), Options.DEFAULT);
    return new ClassFiles(program.className(), program.classFiles());
  }

  @Test
  void aJvmHasOneInstanceOfAProgramAndItsFile(@TempDir Path folder) throws IOException {
    float[][] vectors = TestTables.vectors(40, 3);
    Path file = folder.resolve("dense.safetensors");
    Safetensors.write(file, Map.of("w", FloatTensor.of(new float[] {1, 2, 3, 4, 5, 6}, 3, 2)));
    Kernel dense = Kernel.of(PROGRAM, "dense").weights(file);
    Dataset<Row> table = TestTables.ofVectors(vectors).repartition(3);
    List<Row> rows = ordered(Kernels.mapBatches(table, dense, 7));
    var whole =
        (FloatTensor)
            PROGRAM.load().withWeights(file).function("dense").invoke(FloatTensor.copyOf(vectors));
    for (int i = 0; i < vectors.length; i++) {
      assertThat(rows.get(i).<Float>getList(2)).containsExactly(whole.get(i, 0), whole.get(i, 1));
    }
    // another kernel of the program, in shipments of their own
    Kernel lengths = Kernel.of(PROGRAM, "lengths").weights(file).nulls(Nulls.NULL);
    assertThat(Kernels.mapBatches(table, lengths, 7).count()).isEqualTo(vectors.length);
    assertThat(lengths.shipment().program()).isSameAs(dense.shipment().program());
    Path copy = folder.resolve("other.safetensors");
    Safetensors.write(copy, Map.of("w", FloatTensor.zeros(3, 2)));
    Kernel zeros = Kernel.of(PROGRAM, "dense").weights(copy);
    assertThat(zeros.shipment().program()).isNotSameAs(dense.shipment().program());
    assertThat(ordered(Kernels.mapBatches(table, zeros, 7)).getFirst().getList(2))
        .containsExactly(0f, 0f);
  }

  @Test
  void weightsThatAreNotThereAreNamed() {
    Dataset<Row> table = TestTables.ofVectors(TestTables.vectors(4, 3));
    Kernel none = Kernel.of(PROGRAM, "dense").weights(Path.of("nowhere.safetensors"));
    assertThatThrownBy(() -> Kernels.mapBatches(table, none, 7).collect())
        .satisfies(e -> assertThat(messages(e)).contains("nowhere.safetensors"));
    Kernel without = Kernel.of(PROGRAM, "dense");
    assertThatThrownBy(() -> Kernels.mapBatches(table, without, 7).collect())
        .satisfies(e -> assertThat(messages(e)).contains("`dense` uses weights"));
    ClassFiles plain = compiled("export fn same(x: f32[n]) -> f32[n] { return x }");
    assertThatThrownBy(() -> Kernel.of(plain, "same").weights(Path.of("w")))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("has no weights");
  }
}
