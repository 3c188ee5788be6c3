package dev.tensorc.frontend;

import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;

/**
 * Runs work on a thread whose stack is large enough for a recursive pass over any tree that the
 * parser lets through ({@link Parser#MAX_DEPTH}). The stack is reserved address space: only its
 * used part takes memory.
 */
public final class BigStack {

  private static final long STACK_BYTES = 512L << 20;

  private BigStack() {}

  private static final class BigThread extends Thread {
    BigThread(Runnable work) {
      super(null, work, "tensorc", STACK_BYTES);
    }
  }

  /**
   * The result of {@code work}; its exception is thrown here. Runs in place where the caller is on
   * such a thread already.
   *
   * @throws CompilationInterruptedException if the caller is interrupted, and the work has noticed
   */
  public static <T> T call(Supplier<T> work) {
    if (Thread.currentThread() instanceof BigThread) {
      return work.get();
    }
    var task = new FutureTask<T>(work::get);
    var thread = new BigThread(task);
    thread.setContextClassLoader(Thread.currentThread().getContextClassLoader());
    thread.start();
    join(thread);
    if (task.state() == Future.State.SUCCESS) {
      return task.resultNow();
    }
    throw switch (task.exceptionNow()) {
      case RuntimeException e -> e;
      case Error e -> throw e;
      // A supplier can only get here by throwing a checked exception unseen by the compiler.
      case Throwable e -> new IllegalStateException(e);
    };
  }

  /** An interrupt is for the work, which ends where it next looks, and is kept for the caller. */
  private static void join(Thread thread) {
    boolean interrupted = false;
    while (true) {
      try {
        thread.join();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
        thread.interrupt();
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
