package dev.tensorc.runtime;

import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * The thread that runs trials, a few milliseconds each in turn. It ends as soon as there is none,
 * holds programs only while it runs a kernel of theirs, and keeps no JVM alive.
 */
final class WarmupThread {

  private static final Queue<TrialRun> WAITING = new ArrayDeque<>();
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
      if (!said) {
        said = true;
        System.getLogger("dev.tensorc")
            .log(
                Level.DEBUG,
                "tensorc runs scalar code until vector code is compiled, in the background;"
                    + " -D{0}=vector or -D{0}=scalar to run one from the start",
                Engine.PROPERTY);
      }
      for (TrialRun next = take(); next != null; next = take()) {
        TrialRun.Progress progress = next.runFor();
        if (progress != TrialRun.Progress.DONE) {
          synchronized (WAITING) {
            WAITING.add(next);
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

  private static TrialRun take() {
    synchronized (WAITING) {
      TrialRun next = WAITING.poll();
      running = next != null;
      return next;
    }
  }
}
