package dev.tensorc.generated;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Random programs give the same bits, or the same exception, in every engine. What fails is printed
 * as a golden test, made small. More of them: {@code -Dgenerated.count=20000 -Dgenerated.seed=1}.
 */
class GeneratedProgramsTest {

  private static final int COUNT = Integer.getInteger("generated.count", 500);
  private static final long SEED = Long.getLong("generated.seed", 1);
  private static final int MOST_FAILURES = Integer.getInteger("generated.failures", 3);

  @Test
  void enginesAgree() {
    var failures = new ArrayList<String>();
    Map<String, Integer> outcomes = new TreeMap<>();
    for (long seed = SEED; seed < SEED + COUNT && failures.size() < MOST_FAILURES; seed++) {
      GeneratedProgram program = ProgramGenerator.generate(seed);
      Runner.Outcome outcome = Runner.run(program);
      outcome.results().forEach(r -> outcomes.merge(kind(r), 1, Integer::sum));
      outcome.failure().ifPresent(f -> failures.add(report(program, f)));
    }
    assertThat(failures).as("failing programs; the calls of all: " + outcomes).isEmpty();
    assertThat(outcomes.get("a value"))
        .as("calls that succeed, of " + outcomes)
        .isGreaterThan(COUNT);
  }

  private static String kind(Object result) {
    return result instanceof String failure ? failure.split(":", 2)[0] : "a value";
  }

  private static String report(GeneratedProgram program, Failure failure) {
    GeneratedProgram small = new Shrinker(Runner::failure).shrink(program, failure);
    Runner.Outcome outcome = Runner.run(small);
    return """

    %s, seed %d
    mvn -pl compiler test -Dtest=GeneratedProgramsTest -Dgenerated.seed=%2$d -Dgenerated.count=1
    %s

    %s
    """
        .formatted(
            failure.kind(),
            program.seed(),
            outcome.failure().map(Failure::message).orElse(""),
            GoldenText.of(small, outcome));
  }
}
