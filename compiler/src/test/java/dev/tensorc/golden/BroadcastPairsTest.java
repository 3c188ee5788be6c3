package dev.tensorc.golden;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.runtime.FloatTensor;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** {@code a + b} of two matrices whose dims are all dynamic, against NumPy's rule. */
class BroadcastPairsTest {

  private static final int[] SIZES = {0, 1, 2, 3, 16, 17};

  private final Engines engines =
      Engines.of("export fn f(a: f32[?, ?], b: f32[?, ?]) -> f32[?, ?] { return a + b }");

  @Test
  void allPairsOfSizes() {
    var random = new Random(1);
    int refused = 0;
    for (long[] left : shapes()) {
      for (long[] right : shapes()) {
        boolean fits =
            check(Floats.ROW_MAJOR.make(random, left), Floats.ROW_MAJOR.make(random, right));
        refused += fits ? 0 : 1;
      }
    }
    // per axis 36 pairs of sizes: 6 are equal, and 10 have a 1 on one side only
    assertThat(refused).isEqualTo(36 * 36 - 16 * 16);
  }

  @Test
  void allLayouts() {
    var random = new Random(2);
    for (Floats left : Floats.values()) {
      for (Floats right : Floats.values()) {
        for (int i = 0; i < 12; i++) {
          long[] shape = {size(random), size(random)};
          check(
              left.make(random, sometimesOne(random, shape)),
              right.make(random, sometimesOne(random, shape)));
        }
      }
    }
  }

  private static long[][] shapes() {
    return Arrays.stream(SIZES)
        .boxed()
        .flatMap(n -> Arrays.stream(SIZES).mapToObj(m -> new long[] {n, m}))
        .toArray(long[][]::new);
  }

  private static int size(Random random) {
    return SIZES[random.nextInt(SIZES.length)];
  }

  private static long[] sometimesOne(Random random, long[] shape) {
    return Arrays.stream(shape).map(n -> random.nextInt(4) == 0 ? 1 : n).toArray();
  }

  /** Whether the shapes go together. */
  private boolean check(FloatTensor a, FloatTensor b) {
    Optional<long[]> shape = NumpyModel.shape(a.shape(), b.shape());
    if (shape.isEmpty()) {
      assertThat(engines.agreeOnFailure("f", a, b))
          .startsWith("BroadcastException: a + b at test.tc:1:");
      return false;
    }
    float[] sum = NumpyModel.broadcastTo(a, shape.get());
    float[] y = NumpyModel.broadcastTo(b, shape.get());
    for (int i = 0; i < sum.length; i++) {
      sum[i] += y[i];
    }
    engines.expect(FloatTensor.of(sum, shape.get()), "f", a, b);
    return true;
  }
}
