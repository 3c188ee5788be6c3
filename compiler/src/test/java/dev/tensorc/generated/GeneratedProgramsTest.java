package dev.tensorc.generated;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.Sample;
import org.junit.jupiter.api.Test;

/**
 * Random programs give the same bits, or the same exception, in every engine. A program that fails
 * is printed as a golden test, made small. More of them: {@code -Dgenerated.count=20000
 * -Dgenerated.seed=1}.
 */
class GeneratedProgramsTest {

  private static final int COUNT =
      Integer.getInteger("generated.count", Sample.isFull() ? 500 : 50);
  private static final long SEED = Long.getLong("generated.seed", 1);

  @Test
  void enginesAgree() throws InterruptedException {
    var batch = new Batch(SEED, COUNT);
    batch.run();
    assertThat(batch.failures())
        .as("failing programs; the calls of all: " + batch.outcomes())
        .isEmpty();
    assertThat(batch.outcomes().get(Batch.VALUE))
        .as("calls that succeed, of " + batch.outcomes())
        .isGreaterThan(COUNT);
  }
}
