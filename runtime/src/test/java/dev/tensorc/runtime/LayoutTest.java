package dev.tensorc.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The geometry that all tensor classes share, tested through the public classes. */
class LayoutTest {
  private static long[] longs(long... values) {
    return values;
  }

  @Test
  void wrapsWithoutCopying() {
    float[] data = {1, 2, 3, 4, 5, 6};
    FloatTensor t = FloatTensor.of(data, 2, 3);
    assertThat(t.array()).isSameAs(data);
    assertThat(t.rank()).isEqualTo(2);
    assertThat(t.shape()).containsExactly(2, 3);
    assertThat(t.size(1)).isEqualTo(3);
    assertThat(t.stride(0)).isEqualTo(3);
    assertThat(t.stride(1)).isEqualTo(1);
    assertThat(t.offset()).isZero();
    assertThat(t.count()).isEqualTo(6);
    assertThat(t.isContiguous()).isTrue();
    data[5] = 60;
    assertThat(t.get(1, 2)).isEqualTo(60f);
  }

  @Test
  void toArrayIsNeverTheBackingArray() {
    double[] data = {1, 2};
    DoubleTensor t = DoubleTensor.of(data, 2);
    assertThat(t.toArray()).isNotSameAs(data).containsExactly(1, 2);
  }

  @Test
  void shapeIsACopyInBothDirections() {
    long[] shape = {2, 1};
    IntTensor t = IntTensor.of(new int[2], shape);
    shape[0] = 99;
    t.shape()[0] = 98;
    assertThat(t.shape()).containsExactly(2, 1);
  }

  @Test
  void scalarHasNoAxesAndOneElement() {
    LongTensor t = LongTensor.of(new long[] {7});
    assertThat(t.rank()).isZero();
    assertThat(t.count()).isEqualTo(1);
    assertThat(t.get()).isEqualTo(7);
    assertThat(t.toArray()).containsExactly(7);
  }

  @Test
  void lengthMustBeTheProductOfTheSizes() {
    assertThatThrownBy(() -> FloatTensor.of(new float[5], 2, 3))
        .isInstanceOf(ShapeException.class)
        .hasMessage("shape [2, 3] has 6 elements, but the array has 5");
  }

  @Test
  void sizesAreCheckedBeforeAnythingIsAllocated() {
    assertThatThrownBy(() -> FloatTensor.zeros(3, -1))
        .isInstanceOf(ShapeException.class)
        .hasMessageContaining("[3, -1]")
        .hasMessageContaining("axis 1 is -1");
    assertThatThrownBy(() -> DoubleTensor.zeros(1L << 31)).isInstanceOf(ShapeException.class);
    assertThatThrownBy(() -> UByteTensor.zeros(65536, 32768))
        .isInstanceOf(ShapeException.class)
        .hasMessageContaining("needs 2147483648 elements");
    assertThatThrownBy(
            () -> UByteTensor.zeros(Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE))
        .isInstanceOf(ShapeException.class)
        .hasMessageContaining("more than 2^63-1");
  }

  @Test
  void anEmptyAxisMakesHugeNeighboursHarmless() {
    FloatTensor t = FloatTensor.zeros(Integer.MAX_VALUE, 0, Integer.MAX_VALUE, Integer.MAX_VALUE);
    assertThat(t.count()).isZero();
    assertThat(t.isContiguous()).isTrue();
    assertThat(t.toArray()).isEmpty();
    assertThat(t).hasToString("[] : f32[2147483647, 0, 2147483647, 2147483647]");
  }

  @Test
  void viewsTransposeReverseAndStretch() {
    int[] data = {0, 1, 2, 3, 4, 5};
    IntTensor transposed = IntTensor.view(data, 0, longs(3, 2), longs(1, 3));
    assertThat(transposed.toArray()).containsExactly(0, 3, 1, 4, 2, 5);
    assertThat(transposed.isContiguous()).isFalse();
    assertThat(transposed.hasOverlap()).isFalse();

    IntTensor reversed = IntTensor.view(data, 5, longs(6), longs(-1));
    assertThat(reversed.toArray()).containsExactly(5, 4, 3, 2, 1, 0);
    assertThat(reversed.get(1)).isEqualTo(4);

    IntTensor stretched = IntTensor.view(data, 1, longs(2, 3), longs(0, 1));
    assertThat(stretched.toArray()).containsExactly(1, 2, 3, 1, 2, 3);
    assertThat(stretched.hasOverlap()).isTrue();
  }

  @Test
  void aStretchedViewMayHaveMoreElementsThanAnArray() {
    FloatTensor t = FloatTensor.view(new float[1], 0, longs(1 << 20, 1 << 20), longs(0, 0));
    assertThat(t.count()).isEqualTo(1L << 40);
    assertThat(t.get(1 << 19, 3)).isZero();
    assertThatThrownBy(t::toArray).isInstanceOf(ShapeException.class);
  }

  @Test
  void viewsMayNotReachOutside() {
    int[] data = new int[6];
    long[][] bad = {
      {0, 7, 1},
      {1, 6, 1},
      {0, 2, 6},
      {4, 6, -1},
      {-1, 1, 1},
      {6, 1, 0},
      {0, 2, Long.MAX_VALUE},
      {0, 2, Long.MIN_VALUE},
      {Long.MAX_VALUE, 2, Long.MAX_VALUE},
      {7, 0, 1},
      {-1, 0, 1}
    };
    for (long[] view : bad) {
      assertThatExceptionOfType(ShapeException.class)
          .as(Arrays.toString(view))
          .isThrownBy(() -> IntTensor.view(data, view[0], longs(view[1]), longs(view[2])))
          .withMessageContaining("reaches outside its storage of 6 elements");
    }
    assertThat(IntTensor.view(data, 6, longs(0), longs(100)).count()).isZero();
  }

  @Test
  void viewNeedsAStrideForEachAxis() {
    assertThatThrownBy(() -> IntTensor.view(new int[1], 0, longs(1), longs()))
        .isInstanceOf(ShapeException.class)
        .hasMessageContaining("1 sizes but 0 strides");
  }

  @Test
  void strideOfASingletonAxisDoesNotMatter() {
    IntTensor t = IntTensor.view(new int[6], 0, longs(2, 1, 3), longs(3, 77, 1));
    assertThat(t.isContiguous()).isTrue();
    assertThat(IntTensor.view(new int[2], 0, longs(1, 2), longs(0, 1)).hasOverlap()).isFalse();
  }

  @Test
  void overlapIsSeenWithoutZeroStridesToo() {
    int[] data = new int[10];
    assertThat(IntTensor.view(data, 0, longs(3, 3), longs(1, 1)).hasOverlap()).isTrue();
    assertThat(IntTensor.view(data, 9, longs(2, 5), longs(-5, -1)).hasOverlap()).isFalse();
  }

  @Test
  void getIsBoundsChecked() {
    FloatTensor t = FloatTensor.zeros(2, 3);
    assertThatThrownBy(() -> t.get(0, 3))
        .isInstanceOf(ShapeException.class)
        .hasMessage("index [0, 3] is outside shape [2, 3]: axis 1 has size 3");
    assertThatThrownBy(() -> t.get(-1, 0)).isInstanceOf(ShapeException.class);
    assertThatThrownBy(() -> t.get(0))
        .isInstanceOf(ShapeException.class)
        .hasMessage("1 indices for a tensor of rank 2");
  }

  @Test
  void bytesAreUnsigned() {
    UByteTensor t = UByteTensor.of(new byte[] {0, (byte) 200, -1}, 3);
    assertThat(t.get(1)).isEqualTo(200);
    assertThat(t).hasToString("[  0 200 255] : u8[3]");
  }

  @ParameterizedTest
  @EnumSource
  void zerosOfEveryType(ElementType type) {
    Tensor t = Tensors.zeros(type, 2, 0, 3);
    assertThat(t.type()).isEqualTo(type);
    assertThat(t.count()).isZero();
    assertThat(t)
        .isEqualTo(Tensors.zeros(type, 2, 0, 3))
        .isNotEqualTo(Tensors.zeros(type, 0, 2, 3));
    assertThat(Tensors.zeros(type, 2).toString()).contains(type.label() + "[2]");
  }

  @Test
  void equalityIsByTypeShapeAndBits() {
    FloatTensor rows = FloatTensor.of(new float[] {1, 2, 3, 4}, 2, 2);
    FloatTensor columns = FloatTensor.view(new float[] {1, 3, 2, 4}, 0, longs(2, 2), longs(1, 2));
    assertThat(rows).isEqualTo(columns).hasSameHashCodeAs(columns);
    assertThat(rows).isNotEqualTo(FloatTensor.of(new float[] {1, 2, 3, 4}, 4));
    assertThat((Tensor) IntTensor.zeros(1)).isNotEqualTo(LongTensor.zeros(1));
    assertThat(FloatTensor.of(new float[] {0f}, 1))
        .isNotEqualTo(FloatTensor.of(new float[] {-0f}, 1));
    assertThat(DoubleTensor.of(new double[] {Double.NaN}, 1))
        .isEqualTo(DoubleTensor.of(new double[] {Double.NaN}, 1));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void stridedCopiesAgreeWithGet(long seed) {
    Random random = new Random(seed);
    for (int round = 0; round < 200; round++) {
      int rank = random.nextInt(5);
      long[] shape = new long[rank];
      long[] strides = new long[rank];
      long low = 0;
      long high = 0;
      for (int axis = 0; axis < rank; axis++) {
        shape[axis] = random.nextInt(5);
        strides[axis] = random.nextInt(13) - 6;
        long span = strides[axis] * Math.max(shape[axis] - 1, 0);
        low += Math.min(span, 0);
        high += Math.max(span, 0);
      }
      long[] data = random.longs(high - low + 1).toArray();
      LongTensor t = LongTensor.view(data, -low, shape, strides);
      long[] flat = t.toArray();
      assertThat(flat).hasSize((int) t.count());
      long[] index = new long[rank];
      for (int i = 0; i < flat.length; i++) {
        int rest = i;
        for (int axis = rank - 1; axis >= 0; axis--) {
          index[axis] = rest % shape[axis];
          rest = (int) (rest / shape[axis]);
        }
        assertThat(flat[i]).isEqualTo(t.get(index));
      }
      LongTensor copy = LongTensor.of(flat, shape);
      assertThat(copy).isEqualTo(t).hasSameHashCodeAs(t).hasToString(t.toString());
      assertThat(copy.isContiguous()).isTrue();
    }
  }
}
