package dev.tensorc.runtime;

/**
 * A call has ended early, at a loop of the program, since its thread was interrupted. The thread is
 * still marked as interrupted, as it was before. Nothing is returned; outputs of {@code ...Into}
 * may hold a part of their results. The next call works.
 */
public final class CallInterruptedException extends TensorException {
  private static final long serialVersionUID = 1L;

  private CallInterruptedException(String message) {
    super(message);
  }

  /**
   * Ends a call whose thread was interrupted; a program asks before each round of a {@code for} or
   * {@code while} loop.
   *
   * @param loop where the loop is, as {@code file.tc:line:column}
   * @throws CallInterruptedException if the thread was interrupted
   */
  public static void check(String loop) {
    if (Thread.currentThread().isInterrupted()) {
      throw new CallInterruptedException(
          "the loop at " + loop + " was stopped: the thread that runs it was interrupted");
    }
  }
}
