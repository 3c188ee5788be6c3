package dev.tensorc.benchmarks;

/** Computes a kernel's result, into the array that all its contenders share. */
@FunctionalInterface
public interface Contender {
  /** Computes it {@code times} times. */
  void run(long times) throws Throwable;
}
