package dev.tensorc.runtime.link.math;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The panels of right factors that never change: element i of column j is 1000 * i + j here. */
class KeptPanelsTest {

  private static final int ROWS = 8;
  private static final int WIDTH = 4;

  private final float[] left = new float[ROWS * 2000];

  private static float[] matrix(int k, int n) {
    var elements = new float[k * n];
    for (int i = 0; i < elements.length; i++) {
      elements[i] = 1000 * (i / n) + i % n;
    }
    return elements;
  }

  /** Lays out the factor from an offset on; all its blocks have to be as tiles expect them. */
  private float[] panels(float[] elements, int offset, int pitch, int k, int n) {
    FloatTiling tiling = FloatTiling.begin(ROWS, n, k, WIDTH);
    tiling.leftFactor().of(left, 0, k, 1);
    tiling.rightFactor().of(elements, offset, 1, pitch);
    float[] right = {};
    while (tiling.next()) {
      tiling.layOut();
      right = tiling.right();
      for (int j = 0; j < tiling.columns(); j++) {
        int panel = tiling.rightOffset() + j / WIDTH * WIDTH * tiling.rightDepth() + j % WIDTH;
        for (int i = 0; i < tiling.depth(); i += 7) {
          int place = offset + (tiling.level() + i) * pitch + tiling.column() + j;
          assertThat(right[panel + i * tiling.rightPitch()]).isEqualTo(elements[place]);
        }
      }
    }
    return right;
  }

  @Test
  void laterProductsReadTheSamePanels() {
    float[] weights = matrix(1100, 519); // two blocks each way
    KeptPanels.keep(weights, 1100 * 519);
    long before = KeptPanels.bytes();
    float[] first = panels(weights, 0, 519, 1100, 519);
    assertThat(KeptPanels.bytes() - before).isEqualTo(1100 * 520 * 4);
    assertThat(panels(weights, 0, 519, 1100, 519)).isSameAs(first);
    assertThat(panels(weights, 1, 519, 1100, 512)).isNotSameAs(first);
  }

  @Test
  void elementsThatMayChangeAreLaidOutEachTime() {
    float[] others = matrix(100, 64);
    float[] room = panels(others, 0, 64, 100, 64);
    others[0] = -1;
    assertThat(panels(others, 0, 64, 100, 64)).isSameAs(room);
    assertThat(room[0]).isEqualTo(-1);
  }

  @Test
  void partsOfATensorDoNotFillTheMemory() {
    float[] weights = matrix(400, 400);
    KeptPanels.keep(weights, 400 * 400);
    long before = KeptPanels.bytes();
    IntStream.range(0, 40).forEach(i -> panels(weights, i, 400, 400, 300));
    assertThat(KeptPanels.bytes() - before)
        .isEqualTo(3L * 400 * 300 * 4); // of 2 * 400 * 400 + 2^16
  }

  @Test
  void panelsOfOneComputationAreNoOthers() {
    float[] weights = matrix(200, 40);
    KeptPanels.keep(weights, 200 * 40);
    float[] twice = computed(weights, "twice", 2);
    assertThat(twice[4]).isEqualTo(2000);
    assertThat(computed(weights, "twice", 0)).isSameAs(twice);
    assertThat(computed(weights, "thrice", 3)[4]).isEqualTo(3000);
    assertThat(computed(matrix(200, 40), "twice", 5)[4]).isEqualTo(5000); // may change
  }

  /** Panels of the elements times a number, which are computed where the runtime asks for them. */
  private float[] computed(float[] elements, String how, int times) {
    FloatTiling tiling = FloatTiling.begin(ROWS, 40, 200, WIDTH);
    tiling.leftFactor().of(left, 0, 200, 1);
    FloatFactor factor = tiling.rightFactor();
    factor.compute(true, false);
    factor.computation(how);
    factor.read(elements, 0, 1, 40);
    float[] right = {};
    while (tiling.next()) {
      if (factor.isLacking()) {
        for (int j = 0; j < factor.lines(); j++) {
          for (int i = 0; i < tiling.depth(); i++) {
            factor.block()[j * tiling.depth() + i] = times * elements[i * 40 + j];
          }
        }
      }
      tiling.layOut();
      right = tiling.right();
    }
    return right;
  }
}
