package dev.tensorc.runtime.link;

import dev.tensorc.runtime.Access;
import dev.tensorc.runtime.Threads;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The pieces of one split loop, while the thread that calls and those that help it take one after
 * the other, in order. Nobody waits for a piece that nobody has begun. A helper that comes late
 * finds nothing left to do, and holds nothing of the program or its caller.
 */
final class Fork implements Runnable {

  /** About 20 microseconds: most often the remaining work is shorter. */
  private static final int SPINS = 500;

  private static final Throwable NOTHING = new IllegalStateException("nothing was thrown");

  private final Threads threads;
  private final int pieces;
  private final AtomicInteger next = new AtomicInteger();
  private final AtomicInteger done = new AtomicInteger();
  private volatile Split split;

  /** So many pieces are waited for. */
  private volatile int awaited;

  private volatile int failedPiece = Integer.MAX_VALUE;

  // the exception of the first piece that failed: to keep it allocates nothing, for memory may have
  // been short

  private Throwable thrown = NOTHING;
  private boolean elsewhere;

  private Fork(Threads threads, Split split, int pieces) {
    this.threads = threads;
    this.split = split;
    this.pieces = pieces;
    this.awaited = pieces;
  }

  /** Runs all pieces, and returns when all are done. */
  static void run(Threads threads, Split split, int pieces) {
    var fork = new Fork(threads, split, pieces);
    Access.execute(threads, fork, Math.min(threads.count(), pieces) - 1);
    boolean ended = false;
    try {
      fork.work(false);
      ended = true;
    } finally { // helpers write to the caller's fork, even where its stack has overflowed
      if (!ended) {
        fork.awaited = Math.min(fork.next.getAndSet(pieces), pieces);
      }
      fork.await();
      fork.split = Split.NOTHING;
    }
    if (fork.failedPiece < pieces) {
      fork.rethrow();
    }
  }

  /** The work of a helper. */
  @Override
  public void run() {
    work(true);
  }

  private void work(boolean helps) {
    boolean busy = helps;
    for (int piece = next.getAndIncrement(); piece < pieces; piece = next.getAndIncrement()) {
      try {
        if (piece < failedPiece) {
          run(piece, helps);
        }
      } finally {
        if (busy && next.get() >= pieces) { // before the caller asks for helpers of its next loop
          busy = false;
          Access.give(threads);
        }
        if (done.incrementAndGet() >= awaited) {
          wake();
        }
      }
    }
    if (busy) {
      Access.give(threads);
    }
  }

  private void run(int piece, boolean helps) {
    try {
      split.run(piece, pieces);
      MappedMemory.settle();
    } catch (Throwable e) { // the caller's
      failed(piece, e, helps);
    }
  }

  /** Pieces before one that fails have begun: the exception of the first of them counts. */
  private synchronized void failed(int piece, Throwable e, boolean helps) {
    if (piece < failedPiece) {
      failedPiece = piece;
      thrown = e;
      elsewhere = helps;
    }
  }

  private synchronized void wake() {
    notifyAll();
  }

  private void await() {
    for (int i = 0; i < SPINS && done.get() < awaited; i++) {
      Thread.onSpinWait();
    }
    if (done.get() < awaited) {
      sleep();
    }
  }

  /** An interrupt is for the code after the call, which leaves no loop half done. */
  private synchronized void sleep() {
    boolean interrupted = false;
    while (done.get() < awaited) {
      try {
        wait();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void rethrow() {
    if (elsewhere) {
      thrown.setStackTrace(joined(thrown.getStackTrace(), new Throwable().getStackTrace()));
    }
    if (thrown instanceof Error e) {
      throw e;
    }
    throw thrown instanceof RuntimeException e ? e : new IllegalStateException(thrown);
  }

  /** Where an exception was thrown, down to the loop, and then where the loop was called. */
  private static StackTraceElement[] joined(StackTraceElement[] there, StackTraceElement[] here) {
    int loop = 0;
    while (loop < there.length && !isOurs(there[loop])) {
      loop++;
    }
    int call = 0;
    while (call < here.length && isOurs(here[call])) {
      call++;
    }
    var trace = new StackTraceElement[loop + here.length - call];
    System.arraycopy(there, 0, trace, 0, loop);
    System.arraycopy(here, call, trace, loop, here.length - call);
    return trace;
  }

  private static boolean isOurs(StackTraceElement frame) {
    return frame.getClassName().equals(Fork.class.getName())
        || frame.getClassName().equals(Split.class.getName());
  }
}
