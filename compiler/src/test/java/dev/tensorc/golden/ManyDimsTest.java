package dev.tensorc.golden;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.tensorc.EngineMode;
import dev.tensorc.Options;
import dev.tensorc.Tensorc;
import dev.tensorc.codegen.loop.LoopIr;
import dev.tensorc.frontend.SourceText;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Programs with 40 dims without facts: versions are chosen for each cluster of kernels and never
 * multiply, so compiling takes a second or two. The time limit is against a compiler that hangs;
 * the assertions are about how much it makes.
 */
class ManyDimsTest {

  private static final int BUDGET = Options.DEFAULT_VERSIONS;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static String each(int count, String format, String between) {
    return IntStream.range(0, count)
        .mapToObj(i -> format.replace("$", "" + i))
        .collect(joining(between));
  }

  /** The numbers of versions, fallback included, of the clusters of a program's {@code f}. */
  private static List<Integer> versions(String program) {
    var source = new SourceText("dims.tc", program);
    return assertTimeoutPreemptively(
        PATIENCE,
        () -> {
          ClassChecks.check(
              Tensorc.compile(source, Options.DEFAULT.withEngine(EngineMode.VECTOR)).classFiles());
          return Rendering.plan(new Rendering(source, Options.DEFAULT).program(), "f")
              .body()
              .stream()
              .filter(LoopIr.Cluster.class::isInstance)
              .map(c -> ((LoopIr.Cluster) c).versions().size())
              .toList();
        });
  }

  /** One join of all: of some hundred candidates the budget's worth is kept. */
  @Test
  void oneSumOfTwentyMatrices() {
    String program =
        "export fn f("
            + each(20, "a$: f32[?, ?]", ", ")
            + ") -> f32[?, ?] { return "
            + each(20, "a$", " + ")
            + " }";
    assertThat(versions(program)).hasSizeLessThanOrEqualTo(3).allMatch(n -> n <= BUDGET + 1);
  }

  @Test
  void oneSumOfFortyVectors() {
    String program =
        "export fn f("
            + each(40, "a$: f32[?]", ", ")
            + ") -> f32[?] { return "
            + each(40, "a$", " + ")
            + " }";
    assertThat(versions(program)).hasSizeLessThanOrEqualTo(3).allMatch(n -> n <= BUDGET + 1);
  }

  /** Clusters add: each has all equal, the left one stretched, the right one, and the fallback. */
  @Test
  void twentyPairs() {
    String program =
        "export fn f("
            + each(20, "a$: f32[?], b$: f32[?]", ", ")
            + ") -> ("
            + each(20, "r$: f32[?]", ", ")
            + ") { return ("
            + each(20, "a$ + b$", ", ")
            + ") }";
    assertThat(versions(program)).hasSize(20).containsOnly(4);
  }

  /**
   * Binary operations of rank 2, one after the other: at most 6 versions each and the fallback. The
   * first one is a cluster with its sum, since they are one kernel where nothing stretches.
   */
  @Test
  void aChainOfNormalisations() {
    String steps =
        IntStream.range(1, 20)
            .mapToObj(
                i ->
                    "let x%d = (x%d - a%d) / sum(exp(x%d), axis=1, keepdims=true)\n"
                        .formatted(i, i - 1, i, i - 1))
            .collect(joining());
    String program =
        "export fn f("
            + each(20, "a$: f32[?, ?]", ", ")
            + ") -> f32[?, ?] {\nlet x0 = a0\n"
            + steps
            + "return x19\n}";
    assertThat(versions(program)).hasSize(37).allMatch(n -> n <= 8);
  }
}
