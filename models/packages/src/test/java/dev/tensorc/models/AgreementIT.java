package dev.tensorc.models;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.tensorc.embeddings.Encoding;
import dev.tensorc.embeddings.Pooling;
import dev.tensorc.embeddings.TextEmbedder;
import dev.tensorc.embeddings.TextEncoder;
import dev.tensorc.runtime.FloatTensor;
import dev.tensorc.runtime.LongTensor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Models that people use, from the ONNX file to vectors of texts, by the commands that a user
 * types: the vectors have the directions of ONNX Runtime's. {@code -Pfull} takes all, another build
 * one quantized model, which the day draws: the search of the samples goes through another one.
 */
class AgreementIT {
  private static final boolean FULL = Boolean.getBoolean("tensorc.full");
  private static final long SEED =
      Long.getLong("tensorc.seed", LocalDate.now(ZoneOffset.UTC).toEpochDay());
  private static final int LARGEST_BATCH = FULL ? 64 : 8;

  /** Of all texts: enough for a batch of each size. */
  private static final int COUNT = FULL ? LARGEST_BATCH * (LARGEST_BATCH + 1) / 2 : 9;

  private static final int TOO_LONG = FULL ? 100 : 0;

  /** Of texts that are too long: each has as many tokens as a batch of short ones. */
  private static final int LARGEST_LONG_BATCH = 4;

  private static final double LEAST_COSINE = 0.999999;

  /**
   * Quantized models round to few integers, where a last bit decides, layer after layer: ONNX
   * Runtime without its optimizations is as far from itself, and both are from f64.
   */
  private static final double LEAST_QUANTIZED_COSINE = 0.95;

  /** Of texts of a quantized model: without a rounding that differs. */
  private static final double SAME = 0.9999;

  private static final int MOST_LINES = 100;

  @TempDir private Path folder;

  @TestFactory
  Stream<DynamicTest> vectorsHaveTheDirectionsOfOnnxRuntime() throws Exception {
    List<ModelPackage> all = Packages.forTest(Path.of(""), AgreementIT.class);
    List<ModelPackage> quantized = all.stream().filter(AgreementIT::isQuantized).toList();
    int drawn = Math.floorMod(SEED, Math.max(quantized.size(), 1));
    return all.stream()
        .filter(model -> FULL || quantized.indexOf(model) == drawn)
        .map(model -> dynamicTest(model.id(), () -> compare(model)));
  }

  private static boolean isQuantized(ModelPackage model) {
    return model.id().endsWith("-q");
  }

  private void compare(ModelPackage model) throws Exception {
    Path made = folder.resolve(model.id());
    assertIsALoopOverLayers(Files.readString(model.makeFolder(made)));
    boolean quantized = isQuantized(model);
    TextEmbedder ours = TextEmbedder.load(made);
    Optional<TextEncoder> exact =
        FULL && quantized
            ? Optional.of(
                DoubleEncoder.of(made.resolve("model.tc"), made.resolve("double.safetensors")))
            : Optional.empty();
    var texts = new Texts(44);
    try (var theirs = OnnxRuntimeEncoder.open(model.model());
        var plain = OnnxRuntimeEncoder.unoptimized(model.model())) {
      var comparison = new Comparison(ours, theirs, plain, exact, model.pooling());
      comparison.batches(texts.next(COUNT), quantized ? 1 : LARGEST_BATCH);
      comparison.batches(
          Stream.generate(texts::tooLong).limit(TOO_LONG).toList(),
          quantized ? 1 : LARGEST_LONG_BATCH);
      System.out.println(model.id() + ": " + comparison);
      assertThat(ours.tokenizer().encode(texts.tooLong()).length())
          .isEqualTo(ModelPackage.MOST_TOKENS);
      if (quantized) {
        assertThat(comparison.oursAndTheirs.getMin()).isGreaterThan(LEAST_QUANTIZED_COSINE);
        // both are 0 without f64: of nine texts the numbers say little
        assertThat(comparison.oursAndExact.same)
            .isGreaterThanOrEqualTo(comparison.theirsAndExact.same * 3 / 4);
      } else {
        assertThat(comparison.oursAndTheirs.getMin()).isGreaterThan(LEAST_COSINE);
        assertThat(comparison.ofEmbedders(texts.next(8))).isGreaterThan(LEAST_COSINE);
      }
    }
  }

  /** Layers that differ in their weights alone are one function, and names are those of modules. */
  private static void assertIsALoopOverLayers(String program) {
    assertThat(program)
        .containsPattern("    for i in 0:(6|12) \\{ hidden = layer\\(hidden, \\w+, i\\) }\n")
        .containsPattern("    intermediate_dense_weight: (f32|i8)\\[(6|12), 384, 1536]")
        .contains(" <= 512", "gelu(", "softmax(");
    assertThat(program.lines().count()).isLessThan(MOST_LINES);
  }

  /** Of the vectors of two encoders. */
  private static final class Cosines extends DoubleSummaryStatistics {
    private int same;

    @Override
    public void accept(double cosine) {
      super.accept(cosine);
      same += cosine >= SAME ? 1 : 0;
    }

    @Override
    public String toString() {
      return String.format(
          Locale.ROOT, "%d the same, least %.8f, mean %.8f", same, getMin(), getAverage());
    }
  }

  /** The same texts through three or four encoders, and the cosines of their vectors. */
  private static final class Comparison {
    private final TextEmbedder ours;
    private final TextEncoder theirs;
    private final TextEncoder plain;
    private final Optional<TextEncoder> exact;
    private final Pooling pooling;
    private final Cosines oursAndTheirs = new Cosines();
    private final Cosines oursAndPlain = new Cosines();
    private final Cosines theirsAndPlain = new Cosines();
    private final Cosines oursAndExact = new Cosines();
    private final Cosines theirsAndExact = new Cosines();
    private final Cosines plainAndExact = new Cosines();
    private long tokens;

    Comparison(
        TextEmbedder ours,
        TextEncoder theirs,
        TextEncoder plain,
        Optional<TextEncoder> exact,
        Pooling pooling) {
      this.ours = ours;
      this.theirs = theirs;
      this.plain = plain;
      this.exact = exact;
      this.pooling = pooling;
    }

    @Override
    public String toString() {
      String three =
          "%d texts, %d tokens; with ONNX Runtime %s; with it unoptimized %s; between these %s"
              .formatted(
                  oursAndTheirs.getCount(), tokens, oursAndTheirs, oursAndPlain, theirsAndPlain);
      return exact.isEmpty()
          ? three
          : "%s; f64 with tensorc %s; with ONNX Runtime %s; with it unoptimized %s"
              .formatted(three, oursAndExact, theirsAndExact, plainAndExact);
    }

    /** Batches of 1 text, of 2 and so on to the most, then of 1 again; with padding. */
    void batches(List<String> texts, int most) {
      int size = 0;
      for (int from = 0; from < texts.size(); from += size) {
        size = size % most + 1;
        int to = Math.min(texts.size(), from + size);
        batch(texts.subList(from, to).stream().map(ours.tokenizer()::encode).toList());
      }
    }

    private void batch(List<Encoding> texts) {
      int most = texts.stream().mapToInt(Encoding::length).max().orElseThrow();
      LongTensor ids = filled(texts, most, (text, i) -> text.ids()[i]);
      LongTensor mask = filled(texts, most, (_, _) -> 1);
      LongTensor types = filled(texts, most, (text, i) -> text.typeIds()[i]);
      FloatTensor our = ours.encoder().encode(ids, mask, types);
      FloatTensor their = theirs.encode(ids, mask, types);
      FloatTensor nodes = plain.encode(ids, mask, types);
      Optional<FloatTensor> doubles = exact.map(encoder -> encoder.encode(ids, mask, types));
      assertThat(our.shape()).isEqualTo(their.shape());
      for (int i = 0; i < texts.size(); i++) {
        int length = texts.get(i).length();
        double[] a = vector(our, i, length);
        double[] b = vector(their, i, length);
        double[] c = vector(nodes, i, length);
        oursAndTheirs.accept(cosine(a, b));
        oursAndPlain.accept(cosine(a, c));
        theirsAndPlain.accept(cosine(b, c));
        if (doubles.isPresent()) {
          double[] d = vector(doubles.get(), i, length);
          oursAndExact.accept(cosine(a, d));
          theirsAndExact.accept(cosine(b, d));
          plainAndExact.accept(cosine(c, d));
        }
        tokens += length;
      }
    }

    private interface Element {
      long of(Encoding text, int i);
    }

    /** As a matrix, with zeros where a text ends: the padding of these models is 0. */
    private static LongTensor filled(List<Encoding> texts, int length, Element element) {
      LongTensor matrix = LongTensor.zeros(texts.size(), length);
      for (int row = 0; row < texts.size(); row++) {
        for (int i = 0; i < texts.get(row).length(); i++) {
          matrix.set(element.of(texts.get(row), i), row, i);
        }
      }
      return matrix;
    }

    private double[] vector(FloatTensor states, int text, int tokens) {
      double[] sums = new double[(int) states.size(2)];
      for (int token = 0; token < (pooling == Pooling.CLS ? 1 : tokens); token++) {
        for (int i = 0; i < sums.length; i++) {
          sums[i] += states.get(text, token, i);
        }
      }
      return sums;
    }

    /** The least cosine of embedders' vectors, with batches and pooling of their own. */
    double ofEmbedders(List<String> texts) {
      float[][] our = ours.embedAll(texts);
      float[][] their = TextEmbedder.of(ours.tokenizer(), theirs, pooling, true).embedAll(texts);
      List<Double> cosines = new ArrayList<>();
      for (int i = 0; i < our.length; i++) {
        cosines.add(cosine(doubles(our[i]), doubles(their[i])));
      }
      return Collections.min(cosines);
    }

    private static double[] doubles(float[] values) {
      double[] doubles = new double[values.length];
      for (int i = 0; i < values.length; i++) {
        doubles[i] = values[i];
      }
      return doubles;
    }

    private static double cosine(double[] a, double[] b) {
      return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
    }

    private static double dot(double[] a, double[] b) {
      double sum = 0;
      for (int i = 0; i < a.length; i++) {
        sum += a[i] * b[i];
      }
      return sum;
    }
  }
}
