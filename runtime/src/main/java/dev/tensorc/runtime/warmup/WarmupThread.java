package dev.tensorc.runtime.warmup;

import dev.tensorc.runtime.link.Engine;
import dev.tensorc.runtime.link.VectorModule;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The thread that runs trials: the first few in turn, some milliseconds each, since the compiler
 * takes the longer to begin with one the more wait for it. It ends as soon as there is none, holds
 * programs only while it runs a kernel of theirs, and keeps no JVM alive.
 */
final class WarmupThread {

  /** So many take turns. */
  private static final int TURNS = 3;

  /** After so many slices one that others wait for goes behind them. */
  private static final int SLICES = 200;

  /** Before the first: a process that ends sooner would only be slowed down by them. */
  private static final int REST_MILLIS = 100;

  private static final List<TrialRun> WAITING = new ArrayList<>();
  private static boolean running;
  private static boolean said;

  private WarmupThread() {}

  static void add(Trial trial) {
    synchronized (WAITING) {
      WAITING.add(new TrialRun(trial));
      if (!running) {
        start();
      }
    }
  }

  private static void start() {
    try {
      Thread thread =
          Thread.ofPlatform()
              .name("tensorc-warm-up")
              .daemon()
              .inheritInheritableThreadLocals(false)
              .unstarted(WarmupThread::run);
      thread.setContextClassLoader(null);
      thread.start();
      running = true;
    } catch (OutOfMemoryError e) { // no call fails for this: the next trial starts it
      running = false;
    }
  }

  private static void run() {
    try {
      Thread.sleep(REST_MILLIS);
      if (!said) {
        said = true;
        System.getLogger("dev.tensorc")
            .log(
                Level.DEBUG,
                "tensorc runs scalar code until vector code is compiled, in the background;"
                    + " -D{0}=vector or -D{0}=scalar to run one from the start",
                Engine.PROPERTY);
      }
      VectorModule.load();
      for (Optional<TrialRun> first = take(); first.isPresent(); first = take()) {
        TrialRun next = first.get();
        TimeUnit.NANOSECONDS.sleep(next.restNanos());
        TrialRun.Progress progress = next.runFor();
        if (progress != TrialRun.Progress.DONE) {
          synchronized (WAITING) {
            int behind = next.slices() % SLICES == 0 ? WAITING.size() : TURNS - 1;
            WAITING.add(Math.min(behind, WAITING.size()), next);
          }
        }
        if (progress == TrialRun.Progress.WAITS) {
          Thread.sleep(2);
        }
      }
    } catch (InterruptedException | RuntimeException | Error e) { // the next trial starts another
      synchronized (WAITING) {
        running = false;
      }
    }
  }

  /** The first that does not rest; where all rest, the one whose rest ends first. */
  private static Optional<TrialRun> take() {
    synchronized (WAITING) {
      Optional<TrialRun> next = WAITING.stream().min(Comparator.comparingLong(TrialRun::restNanos));
      next.ifPresent(WAITING::remove);
      running = next.isPresent();
      return next;
    }
  }
}
