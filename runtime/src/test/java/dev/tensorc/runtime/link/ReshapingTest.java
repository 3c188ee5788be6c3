package dev.tensorc.runtime.link;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.runtime.link.math.SizeMath;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Each answer is compared with the places of all elements, one by one. */
class ReshapingTest {

  @Test
  void stridesAreFoundWhereTheyAre() {
    assertThat(strides(of(2, 3), of(3, 1), of(6))).containsExactly(1);
    assertThat(strides(of(6), of(1), of(2, 3))).containsExactly(3, 1);
    assertThat(strides(of(6), of(-2), of(3, 2))).containsExactly(-4, -2);
    assertThat(strides(of(4, 6), of(100, 1), of(2, 2, 3, 2))).containsExactly(200, 100, 2, 1);
    assertThat(strides(of(2, 3), of(0, 0), of(6))).containsExactly(0);
    assertThat(strides(of(5, 1, 2), of(2, 77, 1), of(1, 10, 1))).containsExactly(10, 1, 1);
  }

  @Test
  void thereAreNone() {
    assertThat(strides(of(2, 3), of(1, 2), of(6))).isNull();
    assertThat(strides(of(2, 3), of(4, 1), of(6))).isNull();
    assertThat(strides(of(4, 3), of(4, 1), of(3, 4))).isNull();
    assertThat(strides(of(2, 3), of(0, 1), of(3, 2))).isNull();
  }

  @Test
  void nothingIsWalkedWithoutElements() {
    assertThat(strides(of(0, 3), of(100, -7), of(4, 0, 2))).containsExactly(0, 0, 0);
  }

  /** Shapes of 2, 3 and 1 in any order, and strides of arrays, of parts of them, and others. */
  @Test
  void answersAreRightForAnyStrides() {
    var random = new Random(3);
    var answers = new HashSet<Boolean>();
    for (int round = 0; round < 20_000; round++) {
      long[] factors = {1, 1, 2, 2, 3};
      long[] shape = merged(random, factors);
      long[] target = merged(random, factors);
      long[] strides = new long[shape.length];
      long next = random.nextInt(5) - 2;
      for (int axis = shape.length - 1; axis >= 0; axis--) {
        strides[axis] = next;
        next = random.nextInt(4) == 0 ? random.nextInt(20) : next * shape[axis];
      }
      long[] found = strides(shape, strides, target);
      boolean exist = existsFor(places(shape, strides), target);
      answers.add(exist);
      assertThat(found != null).as(text(shape, strides, target)).isEqualTo(exist);
      if (found != null) {
        assertThat(places(target, found))
            .as(text(shape, strides, target))
            .isEqualTo(places(shape, strides));
      }
    }
    assertThat(answers).containsExactlyInAnyOrder(true, false);
  }

  private static String text(long[] shape, long[] strides, long[] target) {
    return Arrays.toString(shape) + Arrays.toString(strides) + Arrays.toString(target);
  }

  /** The factors in some order, some of them multiplied with their neighbours. */
  private static long[] merged(Random random, long[] factors) {
    long[] order = factors.clone();
    for (int i = order.length - 1; i > 0; i--) {
      int other = random.nextInt(i + 1);
      long kept = order[i];
      order[i] = order[other];
      order[other] = kept;
    }
    long[] axes = {order[0]};
    for (int i = 1; i < order.length; i++) {
      if (random.nextBoolean()) {
        axes[axes.length - 1] *= order[i];
      } else {
        axes = Arrays.copyOf(axes, axes.length + 1);
        axes[axes.length - 1] = order[i];
      }
    }
    return axes;
  }

  /** Where the elements are, in row-major order. */
  private static long[] places(long[] shape, long[] strides) {
    long[] places = new long[(int) SizeMath.product(shape)];
    for (int element = 0; element < places.length; element++) {
      long rest = element;
      for (int axis = shape.length - 1; axis >= 0; axis--) {
        places[element] += rest % shape[axis] * strides[axis];
        rest /= shape[axis];
      }
    }
    return places;
  }

  /** The only strides there could be follow from the first step along each axis. */
  private static boolean existsFor(long[] places, long[] shape) {
    long[] strides = new long[shape.length];
    int step = 1;
    for (int axis = shape.length - 1; axis >= 0; axis--) {
      strides[axis] = shape[axis] > 1 ? places[step] - places[0] : 0;
      step *= (int) shape[axis];
    }
    return Arrays.equals(places(shape, strides), places);
  }

  private static long[] strides(long[] shape, long[] strides, long[] target) {
    long[] places = new long[2 * shape.length + target.length + 3]; // it may be longer
    System.arraycopy(shape, 0, places, 0, shape.length);
    System.arraycopy(strides, 0, places, shape.length, shape.length);
    System.arraycopy(target, 0, places, 2 * shape.length, target.length);
    return Reshaping.findStrides(places, shape.length, target.length)
        ? Arrays.copyOfRange(places, 2 * shape.length, 2 * shape.length + target.length)
        : null;
  }

  private static long[] of(long... values) {
    return values;
  }
}
