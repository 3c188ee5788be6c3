package dev.tensorc.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import org.junit.jupiter.api.Test;

class WrappedBuffersTest {
  private static final ByteOrder NATIVE = ByteOrder.nativeOrder();
  private static final ByteOrder OTHER =
      NATIVE == ByteOrder.LITTLE_ENDIAN ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;

  @Test
  void heapBuffersShareWhatRemainsOfTheirArray() {
    float[] data = {0, 1, 2, 3, 4, 5, 6, 7};
    FloatBuffer buffer = FloatBuffer.wrap(data, 1, 6).slice().position(1);
    FloatTensor x = FloatTensor.wrap(buffer, 5);
    assertThat(x.toArray()).containsExactly(2, 3, 4, 5, 6);
    x.set(-1, 0);
    assertThat(data[2]).isEqualTo(-1);
    assertThat(buffer.position()).isEqualTo(1);
    assertThat(x.isNative()).isFalse();
  }

  @Test
  void directBuffersShareWhatRemainsOfTheirMemory() {
    FloatBuffer buffer = ByteBuffer.allocateDirect(24).order(NATIVE).asFloatBuffer();
    buffer.put(new float[] {0, 1, 2, 3, 4, 5}).position(2);
    FloatTensor x = FloatTensor.wrap(buffer, 2, 2);
    assertThat(x.toRows()).isDeepEqualTo(new float[][] {{2, 3}, {4, 5}});
    x.set(-1, 1, 1);
    assertThat(buffer.get(5)).isEqualTo(-1);
    assertThat(x.isNative()).isTrue();
    FloatTensor reader = FloatTensor.wrap(buffer.asReadOnlyBuffer(), 4);
    assertThat(reader.get(3)).isEqualTo(-1);
    assertThatThrownBy(() -> reader.set(0, 0)).hasMessageContaining("its memory is read-only");
  }

  @Test
  void everyPrimitiveHasItsBuffer() {
    assertThat(DoubleTensor.wrap(DoubleBuffer.wrap(new double[] {1, 2}), 2))
        .isEqualTo(DoubleTensor.of(new double[] {1, 2}, 2));
    assertThat(IntTensor.wrap(IntBuffer.wrap(new int[] {1, 2}), 2))
        .isEqualTo(IntTensor.of(new int[] {1, 2}, 2));
    assertThat(UIntTensor.copyOf(IntBuffer.wrap(new int[] {-1}), 1).get(0)).isEqualTo(4294967295L);
    assertThat(LongTensor.wrap(LongBuffer.wrap(new long[] {1, 2}), 2))
        .isEqualTo(LongTensor.of(new long[] {1, 2}, 2));
    assertThat(ULongTensor.wrap(LongBuffer.wrap(new long[] {-1})))
        .hasToString("18446744073709551615 : u64");
    assertThat(ShortTensor.wrap(ShortBuffer.wrap(new short[] {1, 2}), 2))
        .isEqualTo(ShortTensor.of(new short[] {1, 2}, 2));
    assertThat(UShortTensor.wrap(ShortBuffer.wrap(new short[] {-1}), 1).get(0)).isEqualTo(65535);
    assertThat(Float16Tensor.wrap(ShortBuffer.wrap(new short[] {0x3c00}), 1).get(0)).isEqualTo(1);
    assertThat(BFloat16Tensor.wrap(ShortBuffer.wrap(new short[] {0x3f80}), 1).get(0)).isEqualTo(1);
    ByteBuffer direct = ByteBuffer.allocateDirect(3).put(0, (byte) -1).order(OTHER);
    assertThat(ByteTensor.wrap(direct, 3).get(0)).isEqualTo((byte) -1);
    assertThat(UByteTensor.wrap(direct, 3).get(0)).isEqualTo(255);
    assertThat(FloatTensor.wrap(new float[] {1, 2}, 2))
        .isEqualTo(FloatTensor.of(new float[] {1, 2}, 2));
  }

  @Test
  void anotherByteOrderIsRefusedAndCopied() {
    FloatBuffer buffer = ByteBuffer.allocateDirect(8).order(OTHER).asFloatBuffer();
    buffer.put(0, 1.5f).put(1, -2);
    assertThatThrownBy(() -> FloatTensor.wrap(buffer, 2))
        .isInstanceOf(TensorException.class)
        .hasMessage(
            "the buffer is %s, but tensors lie in memory as the machine has them, %s: make it with"
                + " ByteBuffer.order(ByteOrder.nativeOrder()), or copy it with copyOf(buffer,"
                + " shape)",
            OTHER, NATIVE);
    assertThat(FloatTensor.copyOf(buffer, 2).toArray()).containsExactly(1.5f, -2);
    DoubleBuffer doubles = ByteBuffer.allocateDirect(8).order(OTHER).asDoubleBuffer();
    assertThatThrownBy(() -> DoubleTensor.wrap(doubles, 1)).hasMessageContaining("machine");
    LongBuffer longs = ByteBuffer.allocateDirect(8).order(OTHER).asLongBuffer();
    assertThatThrownBy(() -> LongTensor.wrap(longs, 1)).hasMessageContaining("machine");
    IntBuffer ints = ByteBuffer.allocateDirect(8).order(OTHER).asIntBuffer();
    assertThatThrownBy(() -> IntTensor.wrap(ints, 2)).hasMessageContaining("machine");
    ShortBuffer shorts = ByteBuffer.allocateDirect(8).order(OTHER).asShortBuffer();
    assertThatThrownBy(() -> ShortTensor.wrap(shorts, 4)).hasMessageContaining("machine");
  }

  @Test
  void hiddenArraysAreRefusedAndCopied() {
    FloatBuffer readOnly = FloatBuffer.wrap(new float[] {1, 2}).asReadOnlyBuffer();
    assertThatThrownBy(() -> FloatTensor.wrap(readOnly, 2))
        .isInstanceOf(TensorException.class)
        .hasMessage(
            "the buffer is on the heap and read-only, so its array is hidden: copyOf(buffer, shape)"
                + " copies it");
    assertThat(FloatTensor.copyOf(readOnly, 2).toArray()).containsExactly(1, 2);
    FloatBuffer bytes = ByteBuffer.allocate(8).order(NATIVE).asFloatBuffer();
    assertThatThrownBy(() -> FloatTensor.wrap(bytes, 2))
        .isInstanceOf(TensorException.class)
        .hasMessageContaining("a view of a byte array, which cannot hold elements of f32");
  }

  @Test
  void buffersMustHaveTheShapesSizeAndAlignment() {
    FloatBuffer buffer = FloatBuffer.allocate(6).position(2);
    assertThatThrownBy(() -> FloatTensor.wrap(buffer, 2, 3))
        .isInstanceOf(ShapeException.class)
        .hasMessage(
            "shape [2, 3] has 6 elements, but from its position (2) to its limit (6) the buffer has"
                + " 4");
    FloatBuffer odd =
        ByteBuffer.allocateDirect(9).position(1).slice().order(NATIVE).asFloatBuffer();
    assertThatThrownBy(() -> FloatTensor.wrap(odd, 2))
        .isInstanceOf(TensorException.class)
        .hasMessageContaining("elements of f32 lie at multiples of 4 bytes");
    assertThat(FloatTensor.copyOf(odd, 2)).isEqualTo(FloatTensor.zeros(2));
  }

  @Test
  void rowsAreCopiedBothWays() {
    float[][] rows = {{1, 2, 3}, {4, 5, 6}};
    FloatTensor x = FloatTensor.copyOf(rows);
    rows[0][0] = 9;
    assertThat(x).hasToString("[[1. 2. 3.]\n [4. 5. 6.]] : f32[2, 3]");
    assertThat(x.permute(1, 0).toRows()).isDeepEqualTo(new float[][] {{1, 4}, {2, 5}, {3, 6}});
    assertThat(FloatTensor.copyOf(new float[0][]).shape()).containsExactly(0, 0);
    assertThat(FloatTensor.copyOf(new float[3][0]).toRows()).hasDimensions(3, 0);
    assertThat(BooleanTensor.copyOf(new boolean[][] {{true}, {false}}).toRows())
        .isDeepEqualTo(new boolean[][] {{true}, {false}});
    assertThat(UByteTensor.copyOf(new byte[][] {{-1}}).get(0, 0)).isEqualTo(255);
  }

  @Test
  void raggedRowsAreNamed() {
    assertThatThrownBy(() -> DoubleTensor.copyOf(new double[][] {{1, 2, 3}, {4, 5, 6}, {7, 8}}))
        .isInstanceOf(ShapeException.class)
        .hasMessage(
            "the rows differ in length: row 0 has 3 elements, row 2 has 2; a tensor needs rows of"
                + " one length");
    assertThatThrownBy(() -> DoubleTensor.copyOf(new double[][] {{1}, null}))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("row 1 of 2 is null");
    assertThatThrownBy(() -> FloatTensor.zeros(2, 2, 2).toRows())
        .isInstanceOf(ShapeException.class)
        .hasMessage(
            "shape [2, 2, 2] has 3 axes, and rows are of 2; take a part with select, or use"
                + " toArray()");
  }
}
