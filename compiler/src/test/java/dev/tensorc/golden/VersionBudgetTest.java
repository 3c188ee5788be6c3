package dev.tensorc.golden;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.Options;
import dev.tensorc.codegen.loop.LoopIr;
import dev.tensorc.frontend.SourceText;
import java.util.Collections;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** How many versions a cluster has: no more than the budget, and fewer of very many operands. */
class VersionBudgetTest {

  private static int versions(String program, Options options) {
    var source = new SourceText("t.tc", program);
    LoopIr.Plan plan = new Rendering(source, options).program().plans().getFirst();
    return plan.body().stream()
        .filter(LoopIr.Cluster.class::isInstance)
        .mapToInt(s -> ((LoopIr.Cluster) s).versions().size())
        .max()
        .orElse(1); // without versions it is no cluster
  }

  /** Five candidates are worth a version: the first ones are taken, and the fallback. */
  @Test
  void noMoreThanTheBudget() {
    String program = "export fn f(a: f64[?, ?], b: f64[?, ?]) -> f64[?, ?] { return a * b }";
    for (int budget = 0; budget <= 7; budget++) {
      assertThat(versions(program, Options.DEFAULT.withVersions(budget)))
          .as("budget %d", budget)
          .isEqualTo(1 + Math.min(budget, 5));
    }
  }

  /** A version walks each operand and each of its axes; all versions of a cluster walk 800. */
  @Test
  void fewerOfManyOperandsAndAxes() {
    int operands = 24; // as many as one kernel has
    for (int rank : new int[] {1, 2}) {
      String type = ": f32[" + String.join(", ", Collections.nCopies(rank, "?")) + "]";
      String parameters = each(operands, ", ", type);
      String program =
          "export fn f(%s) -> f32[...] { return %s }"
              .formatted(parameters, each(operands, " + ", ""));
      assertThat(versions(program, Options.DEFAULT.withVersions(100)))
          .as("rank %d", rank)
          .isEqualTo(1 + 800 / (operands * (1 + rank)));
    }
  }

  private static String each(int operands, String between, String type) {
    return IntStream.range(0, operands)
        .mapToObj(i -> "x" + i + type)
        .collect(Collectors.joining(between));
  }
}
