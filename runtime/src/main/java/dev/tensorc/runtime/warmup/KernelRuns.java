package dev.tensorc.runtime.warmup;

/** Implemented by a generated class: runs the vector form of a kernel as a {@link Trial} says. */
public interface KernelRuns {

  /**
   * Runs a kernel once.
   *
   * @param kernel its number; kernels over native memory follow those over arrays
   * @param trial the arguments
   */
  void run(int kernel, Trial trial);
}
