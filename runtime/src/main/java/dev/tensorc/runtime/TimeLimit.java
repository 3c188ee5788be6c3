package dev.tensorc.runtime;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * How long calls may take. A call that takes longer ends at the next round of a loop of the
 * program; kernels are not stopped, whose time their arrays bound.
 *
 * <pre>{@code
 * var y = TimeLimit.during(Duration.ofSeconds(2), () -> Solver.solve(x));
 * }</pre>
 */
public final class TimeLimit {

  private TimeLimit() {}

  /**
   * Runs something that ends, with an exception, when it takes longer than that. It is told by an
   * interrupt of this thread, which is taken back before this returns: other work of the body that
   * interrupts end, such as sleeping, ends too.
   *
   * @param limit above 0
   * @throws TimeLimitException if a call in the body was stopped
   * @throws IllegalArgumentException if the limit is not above 0
   */
  public static <R, X extends Throwable> R during(
      Duration limit, ScopedValue.CallableOp<? extends R, X> body) throws X {
    if (limit.isNegative() || limit.isZero()) {
      throw new IllegalArgumentException("a time limit is above 0, not " + limit);
    }
    var watch = new Watch(Thread.currentThread());
    var timer = new CompletableFuture<Void>();
    var _ = timer.whenComplete((_, late) -> watch.ring(late != null));
    try {
      var _ = timer.orTimeout(nanos(limit), TimeUnit.NANOSECONDS);
      return body.call();
    } catch (CallInterruptedException e) {
      if (watch.end()) {
        throw new TimeLimitException(limit, e);
      }
      throw e;
    } finally {
      timer.complete(null);
      watch.end();
    }
  }

  private static long nanos(Duration limit) {
    try {
      return limit.toNanos();
    } catch (ArithmeticException e) { // 292 years
      return Long.MAX_VALUE;
    }
  }

  /** Interrupts a thread unless its work has ended. */
  private static final class Watch {
    private final Thread thread;
    private boolean ended;
    private boolean rung;

    Watch(Thread thread) {
      this.thread = thread;
    }

    synchronized void ring(boolean late) {
      if (late && !ended) {
        rung = true;
        thread.interrupt();
      }
    }

    /** Whether the watch has interrupted the thread, which it takes back the first time. */
    synchronized boolean end() {
      if (!ended && rung) {
        boolean _ = Thread.interrupted();
      }
      ended = true;
      return rung;
    }
  }
}
