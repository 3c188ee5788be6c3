package dev.tensorc.runtime.warmup;

import java.time.Duration;
import java.util.List;

/**
 * Has vector code ready before the first request, for a service that would rather start later than
 * answer slowly.
 */
public final class VectorCode {

  /** Between two calls: the JIT's compiler has the processor meanwhile. */
  private static final long PAUSE_MILLIS = 5;

  private VectorCode() {}

  /**
   * The kernels of a call that do not run as vector code. They are called {@code Model.kernel3};
   * those over native memory are counted after those over arrays.
   *
   * @param waiting the kernels whose vector code was not ready in time
   * @param scalar the kernels that stay scalar code, since the JIT does not compile their vector
   *     code
   */
  public record State(List<String> waiting, List<String> scalar) {

    public State {
      waiting = List.copyOf(waiting);
      scalar = List.copyOf(scalar);
    }

    /** Whether nothing is left to wait for. */
    public boolean isReady() {
      return waiting.isEmpty();
    }
  }

  /**
   * Makes a call again and again until each kernel that it uses runs as vector code, or stays
   * scalar code for good; or until the time is over. Weights that the call uses are laid out then,
   * too. Where programs run scalar code or vector code from the start, that is one call.
   *
   * <p>The kernels of a call depend on the sizes of its arguments, so make calls as requests will.
   * It counts the kernels of all threads: use it before requests come.
   *
   * @param limit no call begins after so long; one that has begun ends first
   * @param call mostly several calls of programs, such as one for each usual size
   * @throws InterruptedException if the thread is interrupted between two calls
   */
  public static State prepare(Duration limit, Runnable call) throws InterruptedException {
    long begin = System.nanoTime();
    try (ScalarCalls calls = ScalarCalls.watch()) {
      while (true) {
        calls.clear();
        call.run();
        State state = new State(calls.waiting(), calls.givenUp());
        if (state.isReady() || System.nanoTime() - begin >= limit.toNanos()) {
          return state;
        }
        Thread.sleep(PAUSE_MILLIS);
      }
    }
  }
}
