package dev.tensorc.runtime.warmup;

import dev.tensorc.runtime.ProgramLinkError;

/**
 * How far a {@link Trial} is: it runs small until the JIT has compiled the kernel once, then larger
 * and larger, at each size until the kernel makes no more objects, or a few that stay the same; by
 * then the JIT's last compiler has compiled the loops of those sizes.
 */
final class TrialRun {

  enum Progress {
    /** There is more to do. */
    GOES_ON,
    /** The compiler has to catch up. */
    WAITS,
    /** The compiler takes long: others go on meanwhile. */
    RESTS,
    DONE
  }

  /** The elements of a run, up to the whole call. */
  private static final long[] SIZES = {1 << 7, 1 << 10, 1 << 14, 1 << 17, 1 << 20, 1 << 23};

  /** After so many runs the JIT's first compiler has the kernel. */
  private static final int SMALL_RUNS = 220;

  /** After so many the last compiler has the kernel in its queue. */
  private static final int MANY_RUNS = 6_000;

  /** How long a slice of more runs than that waits for the next one: objects cost others time. */
  private static final long REST_NANOS = 27_000_000;

  /** Up to so many, some are run in other threads. */
  private static final int FRESH_RUNS = 500;

  /** So many runs in turn that make no objects are enough. */
  private static final int WARM_RUNS = 5;

  /** The bytes that a run may allocate beside a byte for each element: vectors take more. */
  private static final long FIXED_BYTES = 256;

  /**
   * So small a part of the bytes that a kernel makes for each element before it is compiled may
   * stay: some code keeps objects for each row, but none for each vector.
   */
  private static final int LEFT_PART = 16;

  /** For so long the bytes of a run have to be the same. */
  private static final long STEADY_NANOS = 300_000_000;

  private static final long SLICE_NANOS = 3_000_000;
  private static final long LIMIT_NANOS = 30_000_000_000L;

  private final Trial trial;
  private final long memory = Math.min(64L << 20, Runtime.getRuntime().maxMemory() / 16);
  private long started; // 0 until the first run: other kernels' trials may come before
  private int level = -1;
  private int runs;
  private int warm;
  private int slices;
  private long restUntil; // by the clock; 0 where it does not rest
  private long coldBytes; // for each element, before anything is compiled
  private long left = -1;
  private long leftSince;

  TrialRun(Trial trial) {
    this.trial = trial;
  }

  /** How often it has run. */
  int slices() {
    return slices;
  }

  /** How long it has still to rest. */
  long restNanos() {
    return restUntil == 0 ? 0 : Math.max(0, restUntil - System.nanoTime());
  }

  /** Runs for some milliseconds. */
  Progress runFor() throws InterruptedException {
    Progress progress = slice();
    Trial.Kernel kernel = trial.kernel();
    if (progress == Progress.DONE && !kernel.ready()[kernel.number()]) {
      kernel.givenUp()[kernel.number()] = true;
    }
    return progress;
  }

  private Progress slice() throws InterruptedException {
    slices++;
    KernelRuns program = trial.kernel().runs().get();
    if (started == 0) {
      started = System.nanoTime();
    }
    if (program == null || System.nanoTime() - started > LIMIT_NANOS) {
      return Progress.DONE;
    }
    try {
      return runFor(program);
    } catch (ProgramLinkError e) {
      trial.kernel().refusal().set(e);
      return Progress.DONE;
    } catch (RuntimeException | LinkageError | OutOfMemoryError e) {
      return Progress.DONE; // it stays scalar code
    }
  }

  private Progress runFor(KernelRuns program) throws InterruptedException {
    long begin = System.nanoTime();
    do {
      if (isOver() && !grow()) {
        trial.kernel().ready()[trial.kernel().number()] = true;
        return Progress.DONE;
      }
      run(program);
    } while (System.nanoTime() - begin < SLICE_NANOS);
    if (level == 0 || runs <= 800) {
      return Progress.GOES_ON;
    }
    boolean rests = runs > MANY_RUNS;
    restUntil = rests ? System.nanoTime() + REST_NANOS : 0;
    return rests ? Progress.RESTS : Progress.WAITS;
  }

  private void run(KernelRuns program) throws InterruptedException {
    boolean varied = level <= 1 && runs % 8 == 7;
    if (varied) {
      trial.shorten(1 + runs / 8);
    }
    trial.renew();
    long before = Allocations.ofThisThread();
    if (varied && runs < FRESH_RUNS) {
      runInFreshThread(program);
    } else {
      program.run(trial.kernel().number(), trial);
    }
    long made = Allocations.ofThisThread() - before;
    runs++;
    if (varied) {
      trial.shorten(0);
      return;
    }
    if (level == 0 && runs <= 2) { // the first run loads classes
      coldBytes = made / Math.max(1, trial.points());
    }
    if (before < 0 ? level > 1 || runs > MANY_RUNS : made <= mostBytes() || isSteady(made)) {
      warm++;
    } else {
      warm = 0;
    }
  }

  /** Whether a kernel has made as few objects for so long that nothing else will be compiled. */
  private boolean isSteady(long made) {
    long now = System.nanoTime();
    if (made != left) {
      left = made;
      leftSince = now;
    }
    return now - leftSince > STEADY_NANOS && made * LEFT_PART <= coldBytes * trial.points();
  }

  /**
   * Thread-local values are new there: compiled code that has never seen new ones would be thrown
   * away.
   */
  private void runInFreshThread(KernelRuns program) throws InterruptedException {
    Thread thread =
        Thread.ofPlatform()
            .daemon()
            .inheritInheritableThreadLocals(false)
            .unstarted(() -> program.run(trial.kernel().number(), trial));
    thread.setContextClassLoader(null);
    thread.setUncaughtExceptionHandler((_, _) -> {});
    thread.start();
    thread.join();
  }

  private long mostBytes() {
    return FIXED_BYTES + trial.points();
  }

  private boolean isOver() {
    return level < 0 || (level == 0 && runs >= SMALL_RUNS) || (level > 0 && warm >= WARM_RUNS);
  }

  /** Goes on to the next size; false where there is none. */
  private boolean grow() {
    if (level + 1 == SIZES.length || (level > 0 && trial.isWhole())) {
      return false;
    }
    level++;
    runs = 0;
    warm = 0;
    return trial.size(SIZES[level], memory);
  }
}
