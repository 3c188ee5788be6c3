package dev.tensorc.adapters.spark;

import static dev.tensorc.adapters.spark.TestTables.SPARK;
import static dev.tensorc.adapters.spark.TestTables.messages;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.acme.SentenceVectors;
import com.acme.SimilarRows;
import dev.tensorc.Tensorc;
import dev.tensorc.embeddings.TextEmbedder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example of docs/spark.md, with a model whose encoder counts its three words. */
class SentencesTest {

  private static final int SENTENCES = 700; // several batches of a partition
  private static final List<String> WORDS = List.of("five", "six", "seven");

  @TempDir Path model;
  @TempDir Path classes;

  @BeforeEach
  void write() throws IOException {
    var program =
        Tensorc.compile(
            """
            export fn encode(input_ids: i64[b, s], attention_mask: i64[b, s]) -> f32[b, 3] {
                let own = input_ids[:, :, newaxis] == arange(5, 8)
                return sum(astype(own, f32) * astype(attention_mask, f32)[:, :, newaxis], axis=1)
            }
            """);
    write(model, program.classFiles());
    var vocabulary = new ArrayList<>(List.of("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"));
    vocabulary.addAll(WORDS);
    Files.write(model.resolve("vocab.txt"), vocabulary);
    Files.write(model.resolve("embedder.properties"), List.of("pooling=none"));
    write(classes, SparkPage.program("scores.tc", 0).files());
  }

  private static void write(Path folder, Map<String, byte[]> files) throws IOException {
    for (Map.Entry<String, byte[]> file : files.entrySet()) {
      Files.write(folder.resolve(file.getKey().replace('.', '/') + ".class"), file.getValue());
    }
  }

  @Test
  void theExampleGivesTheVectorsOfTheEmbedderAndFindsTheSentence() throws IOException {
    var sentences = new ArrayList<String>();
    for (int i = 0; i < SENTENCES; i++) {
      sentences.add("five ".repeat(i % 7) + "six ".repeat(i % 5) + "seven ".repeat(1 + i % 3));
    }
    Dataset<Row> table =
        SPARK.createDataset(sentences, Encoders.STRING()).toDF("sentence").coalesce(2);
    Dataset<Row> embedded = SentenceVectors.of(table, model.toString()).cache();
    TextEmbedder embedder = TextEmbedder.load(model);
    List<Row> rows = embedded.collectAsList();
    assertThat(rows).hasSize(SENTENCES);
    for (Row row : rows) {
      assertThat(row.<Float>getList(1).stream().map(Float::floatValue).toList())
          .isEqualTo(boxed(embedder.embed(row.getString(0))));
    }
    float[] query = embedder.embed("seven six six seven six");
    Row most = SimilarRows.mostSimilar(classes, embedded, query, 1).first();
    assertThat(embedder.embed(most.getString(0))).isEqualTo(query);
    embedded.unpersist();
  }

  private static List<Float> boxed(float[] values) {
    var all = new ArrayList<Float>();
    for (float v : values) {
      all.add(v);
    }
    return all;
  }

  @Test
  void aModelThatIsNotThereIsNamed() {
    Dataset<Row> table = SPARK.createDataset(List.of("a"), Encoders.STRING()).toDF("sentence");
    assertThatThrownBy(() -> SentenceVectors.of(table, "nowhere").collect())
        .satisfies(e -> assertThat(messages(e)).contains("nowhere"));
  }
}
