package dev.tensorc.runtime.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.tensorc.runtime.Threads;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A split loop ends, with the exception of its first failing piece, whatever its class. */
@Timeout(30)
class ForkTest {

  private static final int ELEMENTS = 1_000;

  /** The code that runs the pieces. */
  private interface Piece {
    void run(int from, int to);
  }

  private static void fork(Executor pool, Piece piece) {
    Split split =
        new Split(0, 0, 1, 0) {
          @Override
          protected void piece(int kernel, int from, int to) {
            piece.run(from, to);
          }
        };
    split.extent(0, ELEMENTS);
    split.mayCut(0);
    Threads.of(3, pool)
        .fromNanos(0)
        .during(
            () -> {
              split.run(1e9, -1);
              return split;
            });
  }

  private static final class Checked extends Exception {
    private static final long serialVersionUID = 1L;
  }

  @SuppressWarnings("unchecked")
  private static <X extends Throwable> void sneak(Throwable thrown) throws X {
    throw (X) thrown;
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void anyThrowableOfAHelperEndsTheCall(boolean first) {
    for (Supplier<Throwable> kind :
        java.util.List.<Supplier<Throwable>>of(
            OutOfMemoryError::new,
            StackOverflowError::new,
            InternalError::new,
            IllegalArgumentException::new)) {
      Throwable expected = kind.get();
      Thread caller = Thread.currentThread();
      Executor pool = first ? ForkTest::runElsewhere : task -> Thread.ofVirtual().start(task);
      var helped = new CountDownLatch(1);
      Throwable thrown =
          catchThrowable(
              () ->
                  fork(
                      pool,
                      (_, _) -> {
                        if (Thread.currentThread() != caller) {
                          helped.countDown();
                          ForkTest.<RuntimeException>sneak(expected);
                        }
                        await(helped);
                      }));
      assertThat(thrown).isSameAs(expected);
    }
  }

  private static void runElsewhere(Runnable task) {
    Thread thread = Thread.ofPlatform().start(task);
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A failing caller waits for helpers that still write. */
  @Test
  void nobodyWritesWhenTheCallHasEnded() {
    Thread caller = Thread.currentThread();
    var begun = new CountDownLatch(1);
    var writing = new AtomicInteger();
    Throwable thrown =
        catchThrowable(
            () ->
                fork(
                    task -> Thread.ofPlatform().start(task),
                    (_, _) -> {
                      if (Thread.currentThread() == caller) {
                        await(begun);
                        throw new IllegalArgumentException("of the caller");
                      }
                      writing.incrementAndGet();
                      begun.countDown();
                      pause();
                      writing.decrementAndGet();
                    }));
    assertThat(thrown).hasMessage("of the caller");
    assertThat(writing).hasValue(0);
  }

  private static void pause() {
    try {
      Thread.sleep(100);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Exceptions need no declaration in some languages. */
  @Test
  void aPoolMayThrowAnything() {
    for (Throwable of : new Throwable[] {new Checked(), new Error(), new OutOfMemoryError()}) {
      var done = new AtomicInteger();
      fork(_ -> ForkTest.<RuntimeException>sneak(of), (from, to) -> done.addAndGet(to - from));
      assertThat(done).hasValue(ELEMENTS);
    }
  }
}
