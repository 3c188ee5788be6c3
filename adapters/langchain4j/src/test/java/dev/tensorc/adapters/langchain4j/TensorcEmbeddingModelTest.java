package dev.tensorc.adapters.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.store.embedding.CosineSimilarity;
import dev.tensorc.embeddings.Pooling;
import dev.tensorc.embeddings.TextEmbedder;
import dev.tensorc.embeddings.WordPieceTokenizer;
import dev.tensorc.runtime.FloatTensor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The methods that LangChain4j calls, with a vector that counts a text's words: [CLS], [SEP],
 * north, east.
 */
class TensorcEmbeddingModelTest {
  private static final int NORTH = 5;

  @TempDir Path folder;
  private EmbeddingModel model;

  @BeforeEach
  void load() throws IOException {
    Path vocabulary = folder.resolve("vocab.txt");
    Files.write(vocabulary, List.of("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "north", "east"));
    model =
        new TensorcEmbeddingModel(
            TextEmbedder.of(
                WordPieceTokenizer.loadVocabulary(vocabulary, true),
                (ids, _, _) -> {
                  FloatTensor counts = FloatTensor.zeros(ids.size(0), 2);
                  for (int text = 0; text < ids.size(0); text++) {
                    for (int i = 0; i < ids.size(1); i++) {
                      int word = (int) ids.get(text, i) - NORTH;
                      if (word >= 0) {
                        counts.set(1 + counts.get(text, word), text, word);
                      }
                    }
                  }
                  return counts;
                },
                Pooling.NONE,
                true));
  }

  @Test
  void segmentsHaveEmbeddingsInTheirOrder() {
    List<TextSegment> segments =
        Stream.of("north", "east", "north east north east", "North")
            .map(TextSegment::from)
            .toList();
    List<Embedding> embeddings = model.embedAll(segments).content();
    float diagonal = (float) Math.sqrt(0.5);
    assertThat(embeddings.stream().map(Embedding::vector))
        .containsExactly(
            new float[] {1, 0},
            new float[] {0, 1},
            new float[] {diagonal, diagonal},
            new float[] {1, 0});
    assertThat(CosineSimilarity.between(embeddings.get(0), embeddings.get(2)))
        .isCloseTo(Math.sqrt(0.5), within(1e-6));
  }

  @Test
  void oneTextIsAskedInTwoWays() {
    assertThat(model.embed("north").content().vector()).containsExactly(1, 0);
    assertThat(model.embed(TextSegment.from("east")).content().vector()).containsExactly(0, 1);
    assertThat(model.embedAll(List.of()).content()).isEmpty();
  }

  @Test
  void itKnowsItsDimension() {
    assertThat(model.dimension()).isEqualTo(2);
  }
}
