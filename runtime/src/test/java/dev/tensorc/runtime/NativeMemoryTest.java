package dev.tensorc.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tensorc.runtime.link.Checks;
import dev.tensorc.runtime.link.Staging;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tensors whose elements lie in native memory. */
class NativeMemoryTest {

  private static long[] longs(long... values) {
    return values;
  }

  @Test
  void newMemoryIsAlignedAndZero() {
    try (Arena arena = Arena.ofConfined()) {
      for (ElementType type : ElementType.values()) {
        Tensor t = Tensors.zeros(type, arena, 3, 5);
        assertThat(t.isNative()).isTrue();
        assertThat(t.segment().orElseThrow().address() % 64).isZero();
        assertThat(t).isEqualTo(Tensors.zeros(type, 3, 5)).hasToString(t.toString());
        assertThat(Tensors.zeros(type, 3, 5)).isEqualTo(t).hasSameHashCodeAs(t);
      }
      assertThat(FloatTensor.zeros(arena, 0, 7).toArray()).isEmpty();
      assertThat(DoubleTensor.zeros(arena).get()).isZero();
    }
  }

  @Test
  void wrapsWithoutCopying() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocateFrom(ValueLayout.JAVA_FLOAT, 1, 2, 3, 4, 5, 6);
      FloatTensor t = FloatTensor.wrap(memory, 2, 3);
      memory.setAtIndex(ValueLayout.JAVA_FLOAT, 5, 60);
      assertThat(t.get(1, 2)).isEqualTo(60f);
      assertThat(t.segment()).containsSame(memory);
      assertThat(t.toArray()).containsExactly(1, 2, 3, 4, 5, 60);
      assertThatThrownBy(t::array)
          .isInstanceOf(TensorException.class)
          .hasMessageContaining("in native memory");
      FloatTensor turned = FloatTensor.view(memory, 5, longs(3, 2), longs(-1, -3));
      assertThat(turned.toArray()).containsExactly(60, 3, 5, 2, 4, 1);
    }
  }

  /** Every type through every pair of storages, packed and with gaps. */
  @ParameterizedTest
  @EnumSource
  void copiesBetweenAllStorages(ElementType type) {
    try (Arena arena = Arena.ofConfined()) {
      Tensor original = Tensors.zeros(type, 4, 6);
      for (int i = 0; i < 24; i++) {
        switch (original.array()) {
          case float[] a -> a[i] = i - 3.5f;
          case double[] a -> a[i] = i - 3.5;
          case int[] a -> a[i] = i - 3;
          case long[] a -> a[i] = i - 3;
          case short[] a -> a[i] = (short) (i - 3);
          case byte[] a -> a[i] = (byte) (i - 3);
          default -> ((boolean[]) original.array())[i] = i % 3 == 0;
        }
      }
      Tensor[] targets = {
        Tensors.zeros(type, 4, 6),
        Tensors.zeros(type, arena, 4, 6),
        Tensors.view(Tensors.zeros(type, 60), 59, longs(4, 6), longs(-14, -2)),
        Tensors.view(Tensors.zeros(type, arena, 60), 59, longs(4, 6), longs(-14, -2))
      };
      for (Tensor from : targets) {
        Tensors.copy(original, from);
        for (Tensor to : targets) {
          Tensors.copy(Tensors.zeros(type, 4, 6), to);
          Tensors.copy(original, from);
          Tensors.copy(from, to);
          assertThat(to).isEqualTo(original);
          assertThat(to.toArray()).isEqualTo(original.toArray());
        }
      }
    }
  }

  @Test
  void truthIsAnyByteButZero() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocateFrom(ValueLayout.JAVA_BYTE, (byte) 0, (byte) 2);
      assertThat(BooleanTensor.wrap(memory, 2).toArray()).containsExactly(false, true);
    }
  }

  @Test
  void whatCannotBeATensorsStorageIsRefused() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocate(32, 64);
      assertThatThrownBy(() -> FloatTensor.wrap(memory, 7))
          .isInstanceOf(ShapeException.class)
          .hasMessage("shape [7] of f32 takes 28 bytes, but the segment has 32");
      assertThatThrownBy(() -> FloatTensor.view(memory, 1, longs(8), longs(1)))
          .isInstanceOf(ShapeException.class)
          .hasMessageContaining("reaches outside its storage of 8 elements");
      assertThatThrownBy(() -> DoubleTensor.wrap(memory.asSlice(4, 8), 1))
          .isInstanceOf(TensorException.class)
          .hasMessageContaining("elements of f64 lie at multiples of 8 bytes");
      assertThatThrownBy(() -> IntTensor.wrap(MemorySegment.ofArray(new int[2]), 2))
          .isInstanceOf(TensorException.class)
          .hasMessage(
              "the segment is on the heap, not native memory: give the array itself to IntTensor.of"
                  + " or .view");
      assertThatThrownBy(() -> FloatTensor.zeros(arena, Integer.MAX_VALUE, Integer.MAX_VALUE, 2))
          .isInstanceOf(ShapeException.class)
          .hasMessageContaining("more than 2^63-1 bytes");
    }
  }

  @Test
  void freedMemoryIsRefused() {
    Arena arena = Arena.ofConfined();
    FloatTensor t = FloatTensor.zeros(arena, 4);
    MemorySegment memory = t.segment().orElseThrow();
    arena.close();
    assertThatThrownBy(() -> FloatTensor.wrap(memory, 4))
        .isInstanceOf(TensorException.class)
        .hasMessageContaining("its memory has been freed: the arena is closed");
    assertThatThrownBy(() -> Checks.readable(t, "x"))
        .isInstanceOf(TensorException.class)
        .hasMessage(
            "the argument x cannot be read: its memory has been freed: the arena is closed");
    assertThatThrownBy(() -> Checks.requireWritable(t, ""))
        .isInstanceOf(ShapeException.class)
        .hasMessageContaining("its memory has been freed");
  }

  @Test
  void readOnlyMemoryIsNoOutput() {
    try (Arena arena = Arena.ofConfined()) {
      FloatTensor t = FloatTensor.wrap(arena.allocate(16, 64).asReadOnly(), 4);
      Checks.readable(t, "x");
      assertThatThrownBy(() -> Checks.requireWritable(t, ""))
          .isInstanceOf(ShapeException.class)
          .hasMessageContaining("its memory is read-only");
    }
  }

  @Test
  void anotherThreadsMemoryIsRefused() throws InterruptedException {
    try (Arena arena = Arena.ofConfined()) {
      FloatTensor t = FloatTensor.zeros(arena, 4);
      var elsewhere = new FutureTask<>(() -> Checks.readable(t, "x"), 0);
      Thread thread = new Thread(elsewhere);
      thread.start();
      thread.join();
      assertThatThrownBy(elsewhere::get)
          .isInstanceOf(ExecutionException.class)
          .hasRootCauseInstanceOf(TensorException.class)
          .hasMessageContaining("belongs to another thread");
    }
  }

  @Test
  void sharingIsSeenByAddress() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocate(64, 64);
      FloatTensor low = FloatTensor.wrap(memory.asSlice(0, 32), 8);
      FloatTensor high = FloatTensor.wrap(memory.asSlice(32), 8);
      FloatTensor middle = FloatTensor.view(memory, 7, longs(2), longs(1));
      assertThat(Checks.sharesMemory(low, high)).isFalse();
      assertThat(Checks.sharesMemory(low, middle)).isTrue();
      assertThat(Checks.sharesMemory(middle, high)).isTrue();
      assertThat(Checks.sharesMemory(low, FloatTensor.zeros(8))).isFalse();
      assertThat(Checks.sharesMemory(low, IntTensor.wrap(memory, 16))).isTrue();
    }
  }

  /** As pointers from C are: nothing is known of the memory that they point at. */
  @Test
  @SuppressWarnings("restricted")
  void sharingIsSeenInSegmentsOfUnknownSize() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocate(64, 64);
      MemorySegment open = memory.reinterpret(Long.MAX_VALUE);
      FloatTensor first = FloatTensor.view(open, 0, longs(8), longs(1));
      FloatTensor overlapping = FloatTensor.view(open, 7, longs(8), longs(1));
      assertThat(Checks.sharesMemory(first, overlapping)).isTrue();
      assertThat(Checks.sharesMemory(overlapping, FloatTensor.wrap(memory, 16))).isTrue();
      assertThat(Checks.sharesMemory(FloatTensor.wrap(memory, 16), overlapping)).isTrue();
      assertThat(Checks.sharesMemory(first, FloatTensor.view(open, 8, longs(8), longs(1))))
          .isFalse();
    }
  }

  @Test
  void stagingKeepsStretchedAxes() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocateFrom(ValueLayout.JAVA_INT, 1, 2, 3);
      IntTensor rows = IntTensor.view(memory, 0, longs(1 << 20, 3), longs(0, 1));
      Tensor staged = Staging.inArray(rows, "the argument x");
      assertThat(staged.isNative()).isFalse();
      assertThat((int[]) staged.array()).containsExactly(1, 2, 3);
      assertThat(staged.stride(0)).isZero();
      assertThat(Staging.inArray(staged, "")).isSameAs(staged);
      IntTensor out = IntTensor.zeros(arena, 3);
      Tensor written = Staging.outputInArray(out);
      Tensors.copy(IntTensor.wrap(memory, 3), written);
      Staging.deliver(written, out);
      assertThat(out.toArray()).containsExactly(1, 2, 3);
    }
  }
}
