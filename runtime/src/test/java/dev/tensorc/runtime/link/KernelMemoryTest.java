package dev.tensorc.runtime.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

/** The memory that a thread keeps for kernels: copies of arrays' ends, and arguments. */
class KernelMemoryTest {

  @Test
  void theEndOfAnArrayIsCopied() {
    assertThat(RowTail.copy(new float[] {1, 2, 3, 4, 5}, 3))
        .hasSizeGreaterThanOrEqualTo(64)
        .startsWith(4, 5);
    assertThat(RowTail.copy(new double[] {1, 2}, 0))
        .hasSizeGreaterThanOrEqualTo(64)
        .startsWith(1, 2);
    assertThat(RowTail.copy(new byte[] {1, 2}, 1))
        .hasSizeGreaterThanOrEqualTo(64)
        .startsWith((byte) 2);
    assertThat(RowTail.copy(new short[] {7}, 0)[0]).isEqualTo((short) 7);
    assertThat(RowTail.copy(new int[] {7}, 0)[0]).isEqualTo(7);
    assertThat(RowTail.copy(new long[] {7}, 0)[0]).isEqualTo(7);
    assertThat(RowTail.copy(new boolean[] {true}, 0)[0]).isTrue();
    assertThat(RowTail.copy(new int[] {7}, 1)).hasSizeGreaterThanOrEqualTo(64);
  }

  @Test
  void theEndOfNativeMemoryIsCopied() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocateFrom(ValueLayout.JAVA_INT, 1, 2, 3);
      MemorySegment tail = RowTail.copy(memory, 4);
      assertThat(tail.byteSize()).isGreaterThanOrEqualTo(64);
      assertThat(tail.getAtIndex(ValueLayout.JAVA_INT, 0)).isEqualTo(2);
      assertThat(tail.getAtIndex(ValueLayout.JAVA_INT, 1)).isEqualTo(3);
    }
  }

  @Test
  void argumentsHaveRoom() {
    assertThat(KernelArguments.ints(5)).hasSizeGreaterThanOrEqualTo(5);
    assertThat(KernelArguments.ints(500)).hasSizeGreaterThanOrEqualTo(500);
    assertThat(KernelArguments.longs(500)).hasSizeGreaterThanOrEqualTo(500);
    assertThat(KernelArguments.ints(5)).isSameAs(KernelArguments.ints(6));
  }
}
