package dev.tensorc.math;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The known answers that the authors publish with their library, Random123, for 20 rounds. */
class ThreefryTest {

  private static final Threefry.Words<Long> LONGS =
      new Threefry.Words<>() {
        @Override
        public Long constant(long bits) {
          return bits;
        }

        @Override
        public Long add(Long a, Long b) {
          return a + b;
        }

        @Override
        public Long xor(Long a, Long b) {
          return a ^ b;
        }

        @Override
        public Long shl(Long a, int count) {
          return a << count;
        }

        @Override
        public Long ushr(Long a, int count) {
          return a >>> count;
        }
      };

  @Test
  void givesTheKnownAnswers() {
    assertThat(of(0L, 0L, 0L, 0L)).containsExactly(0xc2b6e3a8c2c69865L, 0x6f81ed42f350084dL);
    assertThat(of(-1L, -1L, -1L, -1L)).containsExactly(0xe02cb7c4d95d277aL, 0xd06633d0893b8b68L);
    assertThat(
            of(0xa4093822299f31d0L, 0x082efa98ec4e6c89L, 0x243f6a8885a308d3L, 0x13198a2e03707344L))
        .containsExactly(0x263c7d30bb0f0af1L, 0x56be8361d3311526L);
  }

  private static List<Long> of(long key0, long key1, long counter0, long counter1) {
    return Threefry.of(LONGS, key0, key1, counter0, counter1);
  }
}
