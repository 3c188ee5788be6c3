package dev.tensorc.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The JIT's output is understood: the lines below are a JDK's. */
class JitLogTest {

  private static List<String> problems(String lines) {
    return JitLog.problems(lines.lines().toList());
  }

  @Test
  void kernelThatC2CompiledIsFine() {
    assertThat(
            problems(
                """
                   1210  812       3       Measured_written_plus$Vector::kernel0 (345 bytes)
                   1430  901       4       Measured_written_plus$Vector::kernel0 (345 bytes)
                   1460  812       3       Measured_written_plus$Vector::kernel0 (345 bytes)   made not entrant: not used
                """))
        .isEmpty();
  }

  @Test
  void loopThatC2CompiledIsFine() {
    assertThat(
            problems(
                """
                   1210  812 %     3       Measured_written_plus$Vector::kernel0 @ 41 (345 bytes)
                   1430  901 %     4       Measured_written_plus$Vector::kernel0 @ 41 (345 bytes)
                """))
        .isEmpty();
  }

  @Test
  void kernelThatBecamePartOfItsCallerIsFine() {
    assertThat(
            problems(
                """
                   1210  812       3       Measured_written_plus$Vector::kernel0 (345 bytes)
                               @ 118   Measured_written_plus$Vector::kernel0 (345 bytes)   inline (hot)
                """))
        .isEmpty();
  }

  @Test
  void lineThatAnotherThreadHasBegunIsRead() {
    assertThat(
            problems(
                """
                   2657 4275       3       Measured_written_plus$Vector::kernel2 (345 bytes)
                                                    @ 6  2696 4293       4       Measured_written_plus$Vector::kernel2 (345 bytes)
                   2742 4275       3       Measured_written_plus$Vector::kernel2 (345 bytes)   made not entrant: not used
                   1210  812 %     3       Measured_written_plus$Vector::kernel0 @ 41 (345 bytes)
                    @ 5   java.lang.Math::min     @ 118   Measured_written_plus$Vector::kernel0 (345 bytes)   inline (hot)
                """))
        .isEmpty();
  }

  /** The line of the second compiler's code was cut off where another thread's began. */
  @Test
  void kernelWhoseCodeWasReplacedIsFine() {
    assertThat(
            problems(
                """
                   3644 4011 %     3       Measured_written_plus$Vector::kernel0 @ 239 (345 bytes)
                   3840 4038       3       Measured_written_plus$Vector::kernel0 (345 bytes)
                                  @ 9   jdk.incubator.vector.AbstractVector::check3976 4065       4       Measured_written_plus$V
                   4025 4038       3       Measured_written_plus$Vector::kernel0 (345 bytes)   made not entrant: not used
                """))
        .isEmpty();
  }

  @Test
  void kernelWhoseNewCodeIsGivenUpIsNot() {
    assertThat(
            problems(
                """
                   3644 4011 %     3       Measured_written_plus$Vector::kernel0 @ 239 (345 bytes)
                   3840 4038       3       Measured_written_plus$Vector::kernel0 (345 bytes)
                   4025 4038       3       Measured_written_plus$Vector::kernel0 (345 bytes)   made not entrant: not used
                   4030 4065       4       Measured_written_plus$Vector::kernel0 (345 bytes)   made not entrant: uncommon trap
                """))
        .containsExactly("Measured_written_plus$Vector::kernel0 is not compiled by C2 in the end");
  }

  @Test
  void kernelThatStaysAtALowTierIsNot() {
    assertThat(
            problems(
                """
                   1210  812       3       Measured_written_plus$Vector::kernel0 (345 bytes)
                   1430  901       4       Measured_written_plus$Vector::kernel0 (345 bytes)
                   1460  901       4       Measured_written_plus$Vector::kernel0 (345 bytes)   made not entrant: uncommon trap
                """))
        .containsExactly("Measured_written_plus$Vector::kernel0 is not compiled by C2 in the end");
  }

  @Test
  void kernelOverNativeMemoryIsOne() {
    assertThat(
            problems(
                """
                   1210  812 %     3       Measured_written_plus$SegmentVector::kernel0 @ 41 (345 bytes)
                   1211  813       3       Measured_written_plus$Segments::plus (345 bytes)
                """))
        .containsExactly(
            "Measured_written_plus$SegmentVector::kernel0 is not compiled by C2 in the end");
  }

  @Test
  void loopThatC2NeverCompiledIsNot() {
    assertThat(
            problems(
                """
                   1210  812 %     3       Measured_written_plus$Vector::kernel0 @ 41 (345 bytes)
                """))
        .containsExactly("Measured_written_plus$Vector::kernel0 is not compiled by C2 in the end");
  }

  @Test
  void kernelThatOnlyHandsOverIsFine() {
    assertThat(
            problems(
                """
                   1210  812       3       Measured_written_plus$Vector::kernel0 (345 bytes)
                   1211  813 %     3       Measured_written_plus$Vector::kernel0Walked @ 41 (345 bytes)
                   1430  901       4       Measured_written_plus$Vector::kernel0Walked (345 bytes)
                """))
        .isEmpty();
  }

  @Test
  void kernelThatC1GivesUpIsNot() {
    assertThat(
            problems(
                """
                   1210  812       3       Measured_written_call$Vector::kernel0 (2345 bytes)   COMPILE SKIPPED: out of virtual registers in LIR generator (retry at different tier)
                """))
        .containsExactly(
            "the JIT gave Measured_written_call$Vector::kernel0 up: out of virtual registers in LIR"
                + " generator (retry at different tier)");
  }
}
