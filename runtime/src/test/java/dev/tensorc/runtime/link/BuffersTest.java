package dev.tensorc.runtime.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The memory that a thread keeps for its next call, and the memory that it does not keep. */
class BuffersTest {

  /** On a thread of its own, which has kept nothing yet. */
  private static void alone(Runnable test) throws Exception {
    var done = new CompletableFuture<Void>();
    Thread.ofPlatform()
        .start(
            () -> {
              try {
                test.run();
                done.complete(null);
              } catch (Throwable e) {
                done.completeExceptionally(e);
              }
            });
    done.get();
  }

  private static void requireNone(Object buffer, Object... others) {
    assertThat(others).usingElementComparator((a, b) -> a == b ? 0 : 1).doesNotContain(buffer);
  }

  @Test
  void theNextCallGetsWhatTheLastHad() throws Exception {
    alone(
        () -> {
          Buffers first = Buffers.open();
          float[] a = first.floats(100);
          float[] b = first.floats(100);
          int[] c = first.ints(100);
          var d = first.segment(100);
          first.close();
          assertThat(a).isNotSameAs(b);
          Buffers second = Buffers.open();
          assertThat(second.floats(60)).isSameAs(a);
          assertThat(second.floats(60)).isSameAs(b);
          assertThat(second.segment(60)).isSameAs(d);
          assertThat(second.ints(60)).isSameAs(c);
          requireNone(second.floats(1), a, b);
          second.close();
        });
  }

  @Test
  void theSmallestThatIsLargeEnoughIsTaken() throws Exception {
    alone(
        () -> {
          Buffers first = Buffers.open();
          double[] large = first.doubles(1000);
          double[] small = first.doubles(10);
          double[] middle = first.doubles(100);
          first.close();
          Buffers second = Buffers.open();
          assertThat(second.doubles(5)).isSameAs(small);
          assertThat(second.doubles(50)).isSameAs(middle);
          assertThat(second.doubles(1001)).hasSize(1001); // in the place of the large one
          assertThat(second.doubles(1)).isNotSameAs(large);
          second.close();
        });
  }

  @Test
  void callsInsideOneAnotherShareNothing() throws Exception {
    alone(
        () -> {
          Buffers outer = Buffers.open();
          long[] a = outer.longs(10);
          Buffers inner = Buffers.open();
          long[] b = inner.longs(10);
          inner.close();
          long[] c = outer.longs(10);
          outer.close();
          assertThat(a).isNotSameAs(b);
          requireNone(c, a, b);
          Buffers next = Buffers.open();
          assertThat(next.longs(10)).isSameAs(a);
          next.close();
        });
  }

  @Test
  void whatACallThatFailedHadIsNotTakenAgain() throws Exception {
    alone(
        () -> {
          Buffers failed = Buffers.open();
          short[] a = failed.shorts(10);
          Buffers next = Buffers.open();
          short[] b = next.shorts(10);
          next.close();
          assertThat(b).isNotSameAs(a);
          Buffers third = Buffers.open();
          assertThat(third.shorts(10)).isSameAs(b);
          third.close();
        });
  }

  @Test
  void aBufferThatWasTooSmallIsNotKept() throws Exception {
    alone(
        () -> {
          Buffers first = Buffers.open();
          byte[] small = first.bytes(10);
          byte[] other = first.bytes(10);
          first.drop(small);
          first.drop(null);
          byte[] large = first.bytes(20);
          first.close();
          Buffers second = Buffers.open();
          assertThat(second.bytes(10)).isSameAs(other);
          assertThat(second.bytes(10)).isSameAs(large);
          requireNone(second.bytes(0), small, other, large);
          second.close();
        });
  }

  @Test
  void moreThanTheBoundIsNotKept() throws Exception {
    alone(
        () -> {
          int half = (int) (Buffers.MOST_OF_ARRAYS / 2 / 4);
          long most = Buffers.MOST_OF_NATIVE;
          Buffers first = Buffers.open();
          float[] large = first.floats(half + 1);
          float[] small = first.floats(half - 1);
          boolean[] flags = first.booleans(100);
          MemorySegment largest = first.segment(most + 64);
          MemorySegment some = first.segment(64);
          first.close();
          Buffers second = Buffers.open();
          assertThat(second.segment(1)).isSameAs(some);
          assertThat(second.segment(1)).isNotSameAs(largest);
          assertThat(second.booleans(100)).isSameAs(flags);
          assertThat(second.floats(half - 1)).isSameAs(small);
          assertThat(second.floats(half - 1)).isNotSameAs(large);
          second.close();
        });
  }

  @Test
  void threadsShareNothing() throws Exception {
    Buffers mine = Buffers.open();
    float[] a = mine.floats(10);
    mine.close();
    alone(
        () -> {
          Buffers theirs = Buffers.open();
          assertThat(theirs.floats(10)).isNotSameAs(a);
          theirs.close();
        });
  }
}
