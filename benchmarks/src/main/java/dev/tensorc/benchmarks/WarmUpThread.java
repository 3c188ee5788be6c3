package dev.tensorc.benchmarks;

/** The runtime's thread that has kernels compiled as vector code while scalar code runs. */
public final class WarmUpThread {

  private static final String NAME = "tensorc-warm-up";

  private WarmUpThread() {}

  /** Whether some kernel waits to be vector code: the thread ends when none does. */
  public static boolean isRunning() {
    return Thread.getAllStackTraces().keySet().stream().anyMatch(t -> t.getName().equals(NAME));
  }
}
