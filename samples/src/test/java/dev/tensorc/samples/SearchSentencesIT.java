package dev.tensorc.samples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.tensorc.embeddings.TextEmbedder;
import dev.tensorc.models.ModelPackage;
import dev.tensorc.models.OnnxRuntimeEncoder;
import dev.tensorc.models.Packages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * The search by meaning finds the same sentences as with vectors of ONNX Runtime. {@code -Pfull}
 * takes all sentences, another build a quarter, which the day draws.
 */
class SearchSentencesIT {
  private static final boolean FULL = Boolean.getBoolean("tensorc.full");
  private static final long SEED =
      Long.getLong("tensorc.seed", LocalDate.now(ZoneOffset.UTC).toEpochDay());
  private static final int PARTS = 4;
  private static final String MODEL = "all-minilm-l6-v2";
  private static final int HITS = 5;
  private static final Offset<Float> ROUNDING = within(1e-5f);
  private static final List<String> QUERIES =
      List.of(
          "an animal that lives in the sea",
          "my computer stopped working",
          "what should I do about a cut in my finger?",
          "something sweet to eat",
          "the weather is getting cold",
          "winning in the last moment",
          "how expensive life has become",
          "a book about the universe");

  @TempDir private Path folder;

  @TestFactory
  Stream<DynamicTest> hitsAreThoseOfOnnxRuntime() throws Exception {
    return Packages.forTest(Path.of("../models/packages"), SearchSentencesIT.class, MODEL).stream()
        .map(model -> dynamicTest(model.id(), () -> compare(model)));
  }

  private void compare(ModelPackage model) throws Exception {
    model.makeFolder(folder);
    List<String> sentences = sentences();
    TextEmbedder ours = TextEmbedder.load(folder);
    var search = new SearchSentences(ours, sentences);
    try (var encoder = OnnxRuntimeEncoder.open(model.model())) {
      var theirs = TextEmbedder.of(ours.tokenizer(), encoder, model.pooling(), true);
      float[][] vectors = theirs.embedAll(sentences);
      for (String query : QUERIES) {
        float[] vector = theirs.embed(query);
        List<Integer> best = best(vectors, vector);
        List<SearchSentences.Found> found = search.best(query, HITS);
        assertThat(found)
            .as(query)
            .extracting(SearchSentences.Found::sentence)
            .containsExactlyElementsOf(best.stream().map(sentences::get).toList());
        for (int i = 0; i < HITS; i++) {
          assertThat(found.get(i).score())
              .as(query)
              .isCloseTo((float) dot(vectors[best.get(i)], vector), ROUNDING);
        }
      }
    }
  }

  private static List<String> sentences() throws IOException {
    List<String> all = Files.readAllLines(Path.of("data/sentences.txt"));
    return IntStream.range(0, all.size())
        .filter(i -> FULL || i % PARTS == Math.floorMod(SEED, PARTS))
        .mapToObj(all::get)
        .toList();
  }

  /** The numbers of the best vectors, best first. */
  private static List<Integer> best(float[][] vectors, float[] query) {
    return IntStream.range(0, vectors.length)
        .boxed()
        .sorted(Comparator.comparingDouble(i -> -dot(vectors[i], query)))
        .limit(HITS)
        .toList();
  }

  private static double dot(float[] a, float[] b) {
    return IntStream.range(0, a.length).mapToDouble(i -> (double) a[i] * b[i]).sum();
  }
}
