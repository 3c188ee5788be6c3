package dev.tensorc.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AllocationLimitTest {
  private final long before = AllocationLimit.bytes();

  @AfterEach
  void reset() {
    AllocationLimit.set(before);
  }

  @Test
  void isHalfOfTheHeapUnlessSet() {
    assertThat(AllocationLimit.bytes()).isEqualTo(Runtime.getRuntime().maxMemory() / 2);
    AllocationLimit.set(100);
    assertThat(AllocationLimit.bytes()).isEqualTo(100);
    assertThat(AllocationLimit.<Long, RuntimeException>during(7, AllocationLimit::bytes))
        .isEqualTo(7);
    assertThat(AllocationLimit.bytes()).isEqualTo(100);
    assertThatIllegalArgumentException().isThrownBy(() -> AllocationLimit.set(0));
  }

  @Test
  void readsSizes() {
    assertThat(AllocationLimit.parse("4096")).isEqualTo(4096);
    assertThat(AllocationLimit.parse(" 2g ")).isEqualTo(2L << 30);
    assertThat(AllocationLimit.parse("512M")).isEqualTo(512L << 20);
    assertThat(AllocationLimit.parse("1T")).isEqualTo(1L << 40);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "0", "-1", "2GB", "1.5G", "M", "999999999999999999T", "9999999999999999999"})
  void refusesWhatIsNoSize(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> AllocationLimit.parse(text))
        .withMessage(
            "not an allocation limit: `%s`; write a number of bytes such as 4096, 512M or 2G",
            text);
  }

  @Test
  void refusesByBytesAndByElements() {
    AllocationLimit.set(64);
    assertThat(AllocationLimit.refuses(8, new long[] {2, 4})).isFalse();
    assertThat(AllocationLimit.refuses(8, new long[] {3, 3})).isTrue();
    assertThat(AllocationLimit.refuses(8, new long[] {})).isFalse();
    AllocationLimit.set(Long.MAX_VALUE);
    assertThat(AllocationLimit.refuses(8, new long[] {1, Integer.MAX_VALUE})).isFalse();
    assertThat(AllocationLimit.refuses(1, new long[] {2, Integer.MAX_VALUE})).isTrue();
    assertThat(AllocationLimit.refuses(1, new long[] {1L << 31})).isTrue();
    assertThat(AllocationLimit.refuses(8, new long[] {1 << 30, 1 << 30, 1 << 30, 1 << 30}))
        .isTrue();
    assertThat(AllocationLimit.refuses(8, new long[] {1 << 30, 1 << 30, 1 << 30, 0})).isFalse();
  }

  @Test
  void aTensorLargerThanAnArrayIsRefusedByJavaToo() {
    assertThatThrownBy(() -> FloatTensor.zeros(1 << 16, 1 << 16))
        .isInstanceOf(ShapeException.class)
        .hasMessageContaining("one array holds at most 2147483647");
  }
}
