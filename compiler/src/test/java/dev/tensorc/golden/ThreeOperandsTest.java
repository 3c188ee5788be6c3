package dev.tensorc.golden;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.Sample;
import dev.tensorc.runtime.FloatTensor;
import java.util.Arrays;
import java.util.Collections;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code a * b + c} of all ranks from 0 to 3, all dims dynamic, against NumPy's rule. */
class ThreeOperandsTest {

  private static final int[] SIZES = {0, 1, 2, 3, 5, 17};
  private static final int SAMPLES = Sample.isFull() ? 40 : 12;

  /**
   * @param first rank of the first operand
   */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void allRanks(int first) {
    Engines engines = Engines.of(program(first));
    var random = new Random(4 * Sample.SEED + first);
    int refused = 0;
    for (int second = 0; second <= 3; second++) {
      for (int third = 0; third <= 3; third++) {
        int[] ranks = {first, second, third};
        for (int i = 0; i < SAMPLES; i++) {
          refused += check(engines, ranks, random) ? 0 : 1;
        }
      }
    }
    assertThat(refused).as("too few samples fit").isLessThan(16 * SAMPLES / 2);
  }

  private static String program(int first) {
    var text = new StringBuilder();
    for (int second = 0; second <= 3; second++) {
      for (int third = 0; third <= 3; third++) {
        text.append("export fn f%d%d%d(".formatted(first, second, third))
            .append("a: %s, b: %s, c: %s)".formatted(type(first), type(second), type(third)))
            .append(" -> %s".formatted(type(Math.max(first, Math.max(second, third)))))
            .append(" { return a * b + c }\n");
      }
    }
    return text.toString();
  }

  private static String type(int rank) {
    return rank == 0 ? "f32" : "f32[" + String.join(", ", Collections.nCopies(rank, "?")) + "]";
  }

  /** Whether the shapes go together. */
  private static boolean check(Engines engines, int[] ranks, Random random) {
    long[] shape = IntStream.range(0, 3).mapToLong(_ -> pick(random)).toArray();
    FloatTensor[] operands =
        Arrays.stream(ranks)
            .mapToObj(r -> operand(random, Arrays.copyOfRange(shape, 3 - r, 3)))
            .toArray(FloatTensor[]::new);
    Object[] args =
        Arrays.stream(operands).map(t -> t.rank() == 0 ? (Object) t.get() : t).toArray();
    String f = "f%d%d%d".formatted(ranks[0], ranks[1], ranks[2]);

    Optional<long[]> joined =
        NumpyModel.shape(Arrays.stream(operands).map(FloatTensor::shape).toArray(long[][]::new));
    if (joined.isEmpty()) {
      assertThat(engines.agreeOnFailure(f, args)).startsWith("BroadcastException: ");
      return false;
    }
    float[] result = NumpyModel.broadcastTo(operands[0], joined.get());
    float[] b = NumpyModel.broadcastTo(operands[1], joined.get());
    float[] c = NumpyModel.broadcastTo(operands[2], joined.get());
    for (int i = 0; i < result.length; i++) {
      result[i] = result[i] * b[i] + c[i];
    }
    Object expected =
        joined.get().length == 0 ? (Object) result[0] : FloatTensor.of(result, joined.get());
    engines.expect(expected, f, args);
    return true;
  }

  private static long pick(Random random) {
    return SIZES[random.nextInt(SIZES.length)];
  }

  /** Mostly the shape, with some 1s; now and then a size that does not fit. */
  private static FloatTensor operand(Random random, long[] shape) {
    long[] own =
        Arrays.stream(shape)
            .map(n -> random.nextInt(3) == 0 ? 1 : random.nextInt(40) == 0 ? pick(random) : n)
            .toArray();
    Floats layout = random.nextInt(4) == 0 ? Floats.SPREAD : Floats.ROW_MAJOR;
    return layout.make(random, own);
  }
}
