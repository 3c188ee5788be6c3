package dev.tensorc.frontend;

/**
 * A compilation has ended early since the thread that asked for it was interrupted. The thread is
 * still marked as interrupted; nothing of the program is kept.
 */
public final class CompilationInterruptedException extends RuntimeException {

  private static final long serialVersionUID = 1;

  private CompilationInterruptedException() {
    super("the compilation was interrupted");
  }

  /** An exception for a compilation whose parts were waited for. */
  public static CompilationInterruptedException of(InterruptedException waiting) {
    var interrupted = new CompilationInterruptedException();
    interrupted.initCause(waiting);
    return interrupted;
  }

  /**
   * Ends the compilation if its thread was interrupted. Passes ask wherever they take one more
   * expression or instruction, since any of them may have many: it costs about as much as reading a
   * field.
   */
  public static void check() {
    if (Thread.currentThread().isInterrupted()) {
      throw new CompilationInterruptedException();
    }
  }
}
