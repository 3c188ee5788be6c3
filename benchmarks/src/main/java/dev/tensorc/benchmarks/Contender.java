package dev.tensorc.benchmarks;

/** Computes a kernel's result, into the array that all its contenders share. */
@FunctionalInterface
public interface Contender {
  /** Computes it {@code times} times. */
  void run(long times) throws Throwable;

  /** A computation of this JVM, which is called anew for each time. */
  static Contender of(Runnable once) {
    return times -> {
      for (long t = 0; t < times; t++) {
        once.run();
      }
    };
  }
}
