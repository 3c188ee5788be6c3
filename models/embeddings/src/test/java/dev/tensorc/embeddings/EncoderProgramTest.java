package dev.tensorc.embeddings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tensorc.Tensorc;
import dev.tensorc.runtime.FloatTensor;
import dev.tensorc.runtime.Function;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Texts through a layer of a transformer, compared with the formula of it in double precision. */
class EncoderProgramTest {
  private static final int SIZE = 8;
  private static final String PROGRAM =
      """
      ## Embeddings, one head of attention, and a layer norm; all weights are 8 columns wide.
      export fn encode(
          ids: i64[b, s], mask: i64[b, s], words: f32[v, 8], places: f32[p, 8], query: f32[8, 8],
          key: f32[8, 8], value: f32[8, 8]
      ) -> f32[b, s, 8] {
          let x = take(words, ids, axis=0) + take(places, arange(s), axis=0)
          let scores = (x @ query) @ matrix_transpose(x @ key) / sqrt(8.0)
          let seen = where(reshape(mask, (b, 1, s)) == 1, scores, -10000.0)
          let e = exp(seen - max(seen, axis=-1, keepdims=true))
          let h = x + (e / sum(e, axis=-1, keepdims=true)) @ (x @ value)
          let centred = h - mean(h, axis=-1, keepdims=true)
          return centred / sqrt(mean(centred * centred, axis=-1, keepdims=true) + 1e-5)
      }
      """;

  @TempDir Path folder;
  private WordPieceTokenizer tokenizer;
  private final List<float[]> weights = new ArrayList<>();
  private TextEmbedder embedder;

  @BeforeEach
  void load() throws IOException {
    List<String> vocabulary = TokenizerFiles.pieces(IntStream.rangeClosed('a', 'z'));
    tokenizer =
        WordPieceTokenizer.load(TokenizerFiles.write(folder, TokenizerFiles.uncased(vocabulary)))
            .withMostTokens(40);
    int words = TokenizerFiles.SPECIAL.size() + vocabulary.size();
    var random = new Random(44);
    for (int rows : new int[] {words, 40, SIZE, SIZE, SIZE}) {
      float[] values = new float[rows * SIZE];
      for (int i = 0; i < values.length; i++) {
        values[i] = (float) random.nextGaussian();
      }
      weights.add(values);
    }
    List<FloatTensor> tensors =
        weights.stream().map(w -> FloatTensor.of(w, w.length / SIZE, SIZE)).toList();
    Function encode = Tensorc.compile(PROGRAM).function("encode");
    embedder =
        TextEmbedder.of(
            tokenizer,
            (ids, mask, _) -> {
              List<Object> arguments = new ArrayList<>(List.of(ids, mask));
              arguments.addAll(tensors);
              return (FloatTensor) encode.invoke(arguments.toArray());
            },
            Pooling.MEAN,
            true);
  }

  private static List<String> texts(int count) {
    var random = new Random(7);
    List<String> texts = new ArrayList<>(List.of("", "a", "z".repeat(200)));
    while (texts.size() < count) {
      texts.add(
          random
              .ints(random.nextInt(60), 'a', 'z' + 1)
              .mapToObj(c -> c % 5 == 0 ? " " : Character.toString(c))
              .reduce("", String::concat));
    }
    return texts;
  }

  @Test
  void vectorsAreThoseOfTheFormula() {
    List<String> texts = texts(40);
    float[][] vectors = embedder.embedAll(texts);
    for (int i = 0; i < vectors.length; i++) {
      double[] expected = formula(tokenizer.encode(texts.get(i)).ids());
      for (int j = 0; j < SIZE; j++) {
        assertThat((double) vectors[i][j]).as(texts.get(i)).isCloseTo(expected[j], within(2e-5));
      }
    }
  }

  /** Padding that the mask hides adds zeros to each sum: no rounding differs. */
  @Test
  void aTextHasTheSameBitsAloneAndInABatch() {
    List<String> texts = texts(100);
    float[][] together = embedder.embedAll(texts);
    for (int i = 0; i < texts.size(); i++) {
      assertThat(embedder.embed(texts.get(i))).containsExactly(together[i]);
    }
  }

  @Test
  void manyThreadsShareAnEmbedder() throws Exception {
    List<String> texts = texts(60);
    float[][] expected = embedder.embedAll(texts);
    try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
      Callable<float[][]> task = () -> embedder.embedAll(texts);
      for (var result : threads.invokeAll(List.of(task, task, task, task))) {
        assertThat(result.get()).isDeepEqualTo(expected);
      }
    }
  }

  /** The program in double precision, of one text, with its mean and length. */
  private double[] formula(int[] ids) {
    double[][] x = new double[ids.length][SIZE];
    for (int t = 0; t < ids.length; t++) {
      for (int j = 0; j < SIZE; j++) {
        x[t][j] = (double) weights.get(0)[ids[t] * SIZE + j] + weights.get(1)[t * SIZE + j];
      }
    }
    double[][] query = times(x, weights.get(2));
    double[][] key = times(x, weights.get(3));
    double[][] value = times(x, weights.get(4));
    double[] sum = new double[SIZE];
    for (int t = 0; t < ids.length; t++) {
      double[] e = new double[ids.length];
      for (int u = 0; u < ids.length; u++) {
        e[u] = Math.exp(dot(query[t], key[u]) / Math.sqrt(SIZE));
      }
      double total = Arrays.stream(e).sum();
      double[] h = x[t].clone();
      for (int u = 0; u < ids.length; u++) {
        for (int j = 0; j < SIZE; j++) {
          h[j] += e[u] / total * value[u][j];
        }
      }
      double mean = Arrays.stream(h).average().orElseThrow();
      double variance = Arrays.stream(h).map(v -> (v - mean) * (v - mean)).average().orElseThrow();
      for (int j = 0; j < SIZE; j++) {
        sum[j] += (h[j] - mean) / Math.sqrt(variance + 1e-5);
      }
    }
    double length = Math.sqrt(dot(sum, sum));
    return Arrays.stream(sum).map(v -> v / length).toArray();
  }

  private static double[][] times(double[][] x, float[] w) {
    double[][] product = new double[x.length][SIZE];
    for (int t = 0; t < x.length; t++) {
      for (int i = 0; i < SIZE * SIZE; i++) {
        product[t][i % SIZE] += x[t][i / SIZE] * w[i];
      }
    }
    return product;
  }

  private static double dot(double[] a, double[] b) {
    return IntStream.range(0, a.length).mapToDouble(i -> a[i] * b[i]).sum();
  }
}
