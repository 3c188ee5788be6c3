package dev.tensorc.interp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SumOrderTest {

  private static List<Double> doubles(int count) {
    var random = new Random(count);
    return Stream.generate(() -> random.nextGaussian() * Math.exp(10 * random.nextGaussian()))
        .limit(count)
        .toList();
  }

  /** The cascade written as the tree that the binary counter makes. */
  private static double tree(List<Double> s) {
    int chunks = Math.ceilDiv(s.size(), 16);
    if (chunks <= 1) {
      double sum = 0;
      for (double x : s) {
        sum += x;
      }
      return sum;
    }
    int left = Integer.highestOneBit(chunks - 1) * 16;
    return tree(s.subList(0, left)) + tree(s.subList(left, s.size()));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 15, 16, 17, 31, 32, 33, 48, 49, 64, 100, 256, 257, 1000, 5000})
  void otherAxesAddChunksOfSixteenAsATree(int count) {
    assertThat(SumOrder.sumF64(doubles(count), false)).isEqualTo(tree(doubles(count)));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 31, 32, 33, 63, 64, 65, 500, 512, 513, 5000})
  void theLastAxisDealsToLanes(int count) {
    List<Double> s = doubles(count);
    var lanes = new double[SumOrder.LANES_F64];
    for (int l = 0; l < lanes.length; l++) {
      var lane = new ArrayList<Double>();
      for (int row = 0; row < Math.ceilDiv(count, lanes.length); row++) {
        int i = row * lanes.length + l;
        lane.add(i < count ? s.get(i) : 0.0);
      }
      lanes[l] = tree(lane);
    }
    for (int w = lanes.length / 2; w > 0; w /= 2) {
      for (int l = 0; l < w; l++) {
        lanes[l] += lanes[l + w];
      }
    }
    assertThat(SumOrder.sumF64(s, true)).isEqualTo(lanes[0]);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 15, 33, 65, 100})
  void productsAreInTheSameOrder(int count) {
    // Products of powers of two are sums of their exponents: exact, and in any order the same.
    var random = new Random(count);
    int[] exponents = random.ints(count, -3, 4).toArray();
    List<Double> s = java.util.Arrays.stream(exponents).mapToObj(e -> Math.scalb(1.0, e)).toList();
    double exact = Math.scalb(1.0, java.util.Arrays.stream(exponents).sum());
    assertThat(SumOrder.productF64(s, true)).isEqualTo(exact);
    assertThat(SumOrder.productF64(s, false)).isEqualTo(exact);
  }

  @Test
  void aProductOfLanesIsNoProductInTurn() {
    // Lane 0 gets 2^600 and 2^-600 before the 2^600 of lane 1 comes in; in turn they overflow.
    var s = new ArrayList<Double>(java.util.Collections.nCopies(33, 1.0));
    s.set(0, 0x1p600);
    s.set(1, 0x1p600);
    s.set(32, 0x1p-600);
    assertThat(SumOrder.productF64(s, true)).isEqualTo(0x1p600);
    assertThat(SumOrder.productF64(s, false)).isInfinite();
    assertThat(SumOrder.productF32(List.of(), true)).isEqualTo(1.0f);
  }

  @Test
  void nothingAndNegativeZeroGiveZero() {
    assertThat(SumOrder.sumF32(List.of(), true)).isEqualTo(0.0f);
    assertThat(1 / SumOrder.sumF64(List.of(-0.0, -0.0), false)).isPositive();
    assertThat(1 / SumOrder.sumF32(List.of(-0.0f), true)).isPositive();
  }

  @Test
  void thePlaceOfAnElementDecidesItsLane() {
    // 1 and -1 cancel in lane 0 before the tiny element of lane 1 comes in; in order they do not.
    var s = new ArrayList<Float>();
    for (int i = 0; i < 65; i++) {
      s.add(0f);
    }
    s.set(0, 1f);
    s.set(1, 1e-10f);
    s.set(64, -1f);
    assertThat(SumOrder.sumF32(s, true)).isEqualTo(1e-10f);
    assertThat(SumOrder.sumF32(s, false)).isZero();
  }
}
