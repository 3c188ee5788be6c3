package dev.tensorc.runtime.link;

/**
 * Memory that is mapped from a file. Where the file has become shorter, the JVM throws an {@link
 * InternalError} at the next safepoint behind the access: that may be after the loop, and after the
 * method that has it.
 */
final class MappedMemory {

  /** HotSpot counts no loop whose bound may change: it looks for a safepoint in each round. */
  private static volatile int rounds = 2;

  private MappedMemory() {}

  /**
   * Throws here the error of an earlier access of mapped memory by this thread.
   *
   * @throws InternalError if the file of an argument has become shorter
   */
  static void settle() {
    for (int i = 0; i < rounds; i++) {
      Thread.onSpinWait();
    }
  }
}
