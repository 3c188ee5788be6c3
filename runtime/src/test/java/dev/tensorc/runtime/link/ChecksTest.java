package dev.tensorc.runtime.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tensorc.runtime.FloatTensor;
import dev.tensorc.runtime.IntTensor;
import dev.tensorc.runtime.ShapeException;
import dev.tensorc.runtime.link.math.SizeMath;
import org.junit.jupiter.api.Test;

class ChecksTest {
  @Test
  void broadcastStretchesOnlyOne() {
    assertThat(SizeMath.broadcast(3, 3)).isEqualTo(3);
    assertThat(SizeMath.broadcast(1, 3)).isEqualTo(3);
    assertThat(SizeMath.broadcast(3, 1)).isEqualTo(3);
    assertThat(SizeMath.broadcast(1, 1)).isEqualTo(1);
    assertThat(SizeMath.broadcast(0, 1)).isZero();
    assertThat(SizeMath.broadcast(1, 0)).isZero();
    assertThat(SizeMath.broadcast(0, 0)).isZero();
    assertThat(SizeMath.broadcast(-1, 1)).isEqualTo(-1);
    assertThat(SizeMath.broadcast(0, 3)).isEqualTo(SizeMath.CONFLICT);
    assertThat(SizeMath.broadcast(2, 3)).isEqualTo(SizeMath.CONFLICT);
  }

  @Test
  void extentFitsAnInt() {
    assertThat(Checks.extent(Integer.MAX_VALUE)).isEqualTo(Integer.MAX_VALUE);
    assertThatThrownBy(() -> Checks.extent(1L << 31)).isInstanceOf(ShapeException.class);
    assertThatThrownBy(() -> Checks.extent(-1)).isInstanceOf(ShapeException.class);
  }

  @Test
  void memoryIsSharedWhereRangesMeet() {
    float[] data = new float[10];
    FloatTensor left = FloatTensor.view(data, 0, new long[] {5}, new long[] {1});
    FloatTensor right = FloatTensor.view(data, 9, new long[] {5}, new long[] {-1});
    FloatTensor middle = FloatTensor.view(data, 4, new long[] {2}, new long[] {1});
    FloatTensor empty = FloatTensor.view(data, 4, new long[] {0}, new long[] {1});
    assertThat(Checks.sharesMemory(left, right)).isFalse();
    assertThat(Checks.sharesMemory(left, middle)).isTrue();
    assertThat(Checks.sharesMemory(middle, right)).isTrue();
    assertThat(Checks.sharesMemory(left, empty)).isFalse();
    assertThat(Checks.sharesMemory(left, FloatTensor.zeros(5))).isFalse();
    assertThat(Checks.sharesMemory(left, IntTensor.zeros(5))).isFalse();
  }

  @Test
  void stretchedOutputsAreRejected() {
    FloatTensor stretched = FloatTensor.view(new float[3], 0, new long[] {4, 3}, new long[] {0, 1});
    assertThatThrownBy(() -> Checks.requireWritable(stretched, ""))
        .isInstanceOf(ShapeException.class)
        .hasMessageContaining("axis 0 of size 4 has stride 0");
    FloatTensor window = FloatTensor.view(new float[9], 0, new long[] {3, 3}, new long[] {1, 1});
    assertThatThrownBy(() -> Checks.requireWritable(window, ""))
        .isInstanceOf(ShapeException.class)
        .hasMessageContaining("share one place");
    assertThatCode(() -> Checks.requireWritable(FloatTensor.zeros(4, 3), ""))
        .doesNotThrowAnyException();
  }
}
