package dev.tensorc.golden;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.Analysed;
import dev.tensorc.OnBigStack;
import dev.tensorc.Options;
import dev.tensorc.Sample;
import dev.tensorc.Tunings;
import dev.tensorc.codegen.tuning.Tuning;
import dev.tensorc.frontend.SourceText;
import dev.tensorc.ir.DType;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.sections.Section;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Thresholds at their extremes: small arrays take the code that only large ones take, and the other
 * way round. Every choice gives the interpreter's bits.
 */
@ExtendWith(OnBigStack.class)
class TunedProgramsTest {

  private static final String PROGRAM =
      """
      export fn chain(x: f32[n, m], mu: f32[n, 1], scale: f32[m]) -> f32[n, m] {
          return maximum((x - mu) * scale + 0.5, 0.0) * mu
      }
      export fn unknown(x: f32[?, ?], y: f32[?, ?]) -> f32[?, ?] { return x * y + 1 }
      export fn plus(x: f64[m], y: f64[m]) -> f64[m] { return x + y }
      export fn long_step(x: f32[k, n], row: f32[n], column: f32[k, 1]) -> f32[k, n] {
          return tanh(x * row) + erf(x - column) * sin(row + column) - log(abs(x) + 1) * exp(-row)
      }
      export fn channels(x: u8[n, m, 3]) -> f32[n, m] {
          return astype(x[:, :, 0], f32) * 0.3 + astype(x[:, :, 1], f32) * 0.6 - astype(x[:, :, 2], f32)
      }
      export fn pixels(x: f32[n, m, 3], weight: f32[3]) -> f32[n, m, 3] { return x * weight + weight }
      export fn truths(x: f32[n, m], most: f32[m]) -> bool[n, m] { return x < most }
      export fn indices(x: f64[n, m]) -> f64[n, m] {
          let y[i, j] = x[i, j] * astype(i + j, f64)
          return y
      }
      export fn softmax(x: f32[n, m]) -> f32[n, m] {
          let e = exp(x - max(x, axis=-1, keepdims=true))
          return e / sum(e, axis=-1, keepdims=true)
      }
      export fn layer_norm(x: f32[n, m], gamma: f32[m], beta: f32[m]) -> f32[n, m] {
          let centred = x - mean(x, axis=1, keepdims=true)
          let variance = mean(centred * centred, axis=1, keepdims=true)
          return centred * (1 / sqrt(variance + 1e-5)) * gamma + beta
      }
      export fn and_sums(x: f64[n, m]) -> (twice: f64[n, m], lowest: f64[n], squares: f64[n]) {
          return (x * 2, min(x, axis=1), sum(x * x, axis=1))
      }
      export fn places(x: f32[n, m]) -> (rows: i64[n], columns: i64[m]) {
          return (argmax(x * 2, axis=1), argmin(x, axis=0))
      }
      export fn columns(x: f32[n, m], w: f32[n, 1]) -> (sums: f32[m], most: f32[m]) {
          return (sum(x * w, axis=0), max(x, axis=0))
      }
      export fn all_of(x: f32[k, n, m], row: f32[m]) -> f32[k] {
          return sum(x * row, axis=(1, 2)) - max(x, axis=(1, 2))
      }
      export fn distances(p: f32[n, m], q: f32[k, m]) -> f32[n, k] {
          let d[i, j] = sum[c]((p[i, c] - q[j, c]) ** 2)
          return d
      }
      export fn below(x: f64[m], limits: f64[k]) -> i64[k] {
          return sum(x <= limits[:, newaxis], axis=1)
      }
      export fn nearest(x: f32[m], q: f32[k]) -> f32[k] {
          return min(abs(x - q[:, newaxis]), axis=1)
      }
      export fn turned(x: f64[n, m]) -> f64[m] { return sum(x.T, axis=1) }
      export fn product(a: f32[n, k], b: f32[k, m]) -> f32[n, m] { return (a @ (b + 1)) * 2 }
      export fn window(x: f32[n, m], w: f32[3, 3]) -> f32[n - 2, m - 2] {
          let y[i, j] = sum[p, q](x[i + p, j + q] * w[p, q])
          return y
      }
      export fn stepwise(x: f32[n, m], y: f32[m]) -> f32[n, m] {
          var w = x + y
          for t in 0:3 {
              w[1:, :] = w[1:, :] * 0.5 + w[:n - 1, :]
              w = where(w > 100, y, w) - mean(w)
          }
          return w
      }
      """;

  private static final Analysed ANALYSED =
      new Analysed(new SourceText("test.tc", PROGRAM), Options.DEFAULT);

  private static final long LARGE = 1 << 20;

  /** The least value of a component. */
  private static final Map<String, Long> LEAST =
      Map.ofEntries(
          Map.entry("elements.boundedRowBytes", 64L),
          Map.entry("elements.stages.blockBytes", 512L),
          Map.entry("elements.tileElements", 1L),
          Map.entry("rows.searchBlock", 64L),
          Map.entry("rows.groupRows", 64L),
          Map.entry("rows.outer.strips", 1L),
          Map.entry("rows.outer.points", 1L),
          Map.entry("rows.windows.block", 64L),
          Map.entry("rows.windows.minSummed", 2L),
          Map.entry("rows.windows.minCompared", 2L),
          Map.entry("columns.summedStrip", 1L),
          Map.entry("columns.blockColumns", 64L),
          Map.entry("columns.blockRows", 1L),
          Map.entry("budgets.sums.nativeAccumulators", 1L),
          Map.entry("budgets.sums.columnRows", 1L),
          Map.entry("budgets.sums.nativeColumnRows", 1L),
          Map.entry("budgets.sums.searchedVectors", 1L),
          Map.entry("budgets.sums.nativeSearchedVectors", 1L),
          Map.entry("budgets.plans.startChoices", 1L),
          Map.entry("budgets.plans.minPartBytes", 1L),
          Map.entry("budgets.plans.partBytes", 300L),
          Map.entry("budgets.plans.itemBytes", 400L));

  /** The largest value of a component. */
  private static final Map<String, Long> MOST =
      Map.ofEntries(
          Map.entry("elements.maxPackedRowElements", 1024L),
          Map.entry("columns.maxSummedVectors", 64L),
          Map.entry("columns.maxExtremeVectors", 64L),
          Map.entry("columns.maxFewChunks", 8L),
          Map.entry("budgets.forms.shortRowPoints", 8L),
          Map.entry("budgets.forms.unrolledRowOperations", 256L),
          Map.entry("budgets.sums.columnRows", 16L),
          Map.entry("budgets.sums.nativeColumnRows", 16L),
          Map.entry("budgets.sums.searchedVectors", 8L),
          Map.entry("budgets.sums.nativeSearchedVectors", 8L),
          Map.entry("budgets.sums.nativeAccumulators", 4L));

  /** Limits against programs that are too large. */
  private static final Set<String> FIXED =
      Set.of(
          "budgets.plans.instructions",
          "budgets.plans.verifierBytes",
          "budgets.plans.verifierSteps",
          "budgets.plans.programBytes");

  private enum Extreme {
    /** Forms that only large arrays take, for all. */
    FORCED(p -> isMin(p) || isSize(p), p -> isMax(p)),
    /** No such forms. */
    REFUSED(p -> isMax(p), p -> isMin(p)),
    NEITHER(p -> isMin(p) || isMax(p), p -> false),
    BOTH(p -> false, p -> isMin(p) || isMax(p)),
    SMALL_STEPS(p -> p.startsWith("budgets.steps"), p -> false),
    SMALL_FORMS(p -> p.startsWith("budgets.forms"), p -> false),
    SMALL_SUMS(p -> p.startsWith("budgets.sums"), p -> false),
    SMALL_KERNELS(p -> p.startsWith("budgets.kernels"), p -> false),
    SMALL_PLANS(p -> p.startsWith("budgets.plans"), p -> false),
    LARGE_BUDGETS(
        p -> isMin(p) || isSize(p),
        p -> isMax(p) || (p.startsWith("budgets") && !p.startsWith("budgets.plans"))),
    WEIGHTLESS(p -> !p.startsWith("budgets") && !isMin(p) && !isMax(p), p -> false);

    private final Predicate<String> small;
    private final Predicate<String> large;

    Extreme(Predicate<String> small, Predicate<String> large) {
      this.small = small;
      this.large = large;
    }

    Map<String, Long> changes() {
      var values = new HashMap<String, Long>();
      for (String path : Tunings.paths()) {
        if (FIXED.contains(path)) {
          continue;
        }
        if (small.test(path)) {
          values.put(path, LEAST.getOrDefault(path, 0L));
        } else if (large.test(path)) {
          values.put(path, MOST.getOrDefault(path, LARGE));
        }
      }
      return values;
    }

    private static boolean isMin(String path) {
      return name(path).startsWith("min");
    }

    private static boolean isMax(String path) {
      return name(path).startsWith("max");
    }

    /** Whether the component says how much is done at a time. */
    private static boolean isSize(String path) {
      return LEAST.containsKey(path) && !path.startsWith("budgets");
    }

    private static String name(String path) {
      return path.substring(path.lastIndexOf('.') + 1);
    }
  }

  @Test
  void everyThresholdHasAnExtreme() {
    var paths = new HashSet<>(Tunings.paths());
    for (Extreme e : Extreme.values()) {
      paths.removeAll(e.changes().keySet());
    }
    assertThat(paths).isEqualTo(FIXED);
  }

  @ParameterizedTest
  @EnumSource
  void agree(Extreme extreme) {
    Tuning tuning = Tunings.with(extreme.changes());
    Engines engines = Engines.tuned(ANALYSED, Options.DEFAULT, tuning);
    List<Integer> sizes = new ArrayList<>(List.of(37));
    sizes.addAll(new Sample("tuned programs", extreme).of(1, List.of(3, 5, 16, 64, 70)));
    for (int m : sizes) {
      agree(engines, m);
    }
  }

  static List<GoldenFile> files() {
    return new Sample("tuned golden files")
        .of(6, GoldenTest.all().filter(TunedProgramsTest::runs).toList());
  }

  /**
   * Whether calls give results; the reasons why plans of awkward programs are refused are not
   * asked.
   */
  private static boolean runs(GoldenFile file) {
    return !file.isRefused()
        && file.weights().isEmpty()
        && !file.path().getParent().endsWith("limits")
        && file.sections().stream().anyMatch(s -> s.kind().equals("run"));
  }

  @ParameterizedTest
  @MethodSource("files")
  void goldenFilesHold(GoldenFile file) {
    var program = new Analysed(file.source(), file.options());
    List<Extreme> extremes = new ArrayList<>(List.of(Extreme.values()));
    extremes.remove(Extreme.LARGE_BUDGETS); // programs may be too large for class files
    for (Extreme e : new Sample("extremes", file.path()).of(1, extremes)) {
      Engines engines = Engines.tuned(program, file.options(), Tunings.with(e.changes()));
      for (Section s : file.sections()) {
        if (s.kind().equals("run")) {
          GoldenTest.run(engines, s);
        } else if (s.kind().equals("error") && !s.isStrict()) {
          assertThat(GoldenTest.failure(engines, s)).as(e + ": " + s.call()).isEqualTo(s.body());
        }
      }
    }
  }

  private static void agree(Engines engines, int m) {
    int n = 5;
    var random = new Random(m);
    Tensor x = Awkward.tensor(DType.F32, random, n, m);
    Tensor row = Awkward.tensor(DType.F32, random, m);
    Tensor column = Awkward.tensor(DType.F32, random, n, 1);
    Tensor doubles = Awkward.tensor(DType.F64, random, n, m);
    Tensor line = Awkward.tensor(DType.F64, random, m);
    engines.agreeInAnyLayout("chain", x, column, row);
    engines.agreeInAnyStorage("unknown", x, column);
    engines.agreeInAnyStorage("unknown", x, x);
    engines.agreeInAnyStorage("plus", line, Awkward.tensor(DType.F64, random, m));
    engines.agreeInAnyStorage("long_step", x, row, column);
    engines.agreeInAnyStorage("channels", Awkward.tensor(DType.U8, random, n, m, 3));
    Tensor pixels = Awkward.tensor(DType.F32, random, n, m, 3);
    engines.agreeInAnyStorage("pixels", pixels, Awkward.tensor(DType.F32, random, 3));
    engines.agreeInAnyStorage("truths", x, row);
    engines.agreeInAnyStorage("indices", doubles);
    engines.agreeInAnyStorage("softmax", x);
    engines.agreeInAnyLayout("layer_norm", x, row, Awkward.tensor(DType.F32, random, m));
    engines.agreeInAnyStorage("and_sums", doubles);
    engines.agreeInAnyStorage("places", x);
    engines.agreeInAnyStorage("columns", x, column);
    engines.agreeInAnyStorage("all_of", Awkward.tensor(DType.F32, random, 2, n, m), row);
    engines.agreeInAnyStorage("distances", x, Awkward.tensor(DType.F32, random, 20, m));
    engines.agreeInAnyStorage("below", line, Awkward.tensor(DType.F64, random, 20));
    engines.agreeInAnyStorage("nearest", row, Awkward.tensor(DType.F32, random, 20));
    engines.agreeInAnyStorage("turned", doubles);
    Tensor left = Awkward.tensor(DType.F32, random, 7, n);
    engines.agreeInAnyStorage("product", left, x);
    engines.agreeInAnyStorage("window", x, Awkward.tensor(DType.F32, random, 3, 3));
    engines.agreeInAnyStorage("stepwise", x, row);
  }
}
