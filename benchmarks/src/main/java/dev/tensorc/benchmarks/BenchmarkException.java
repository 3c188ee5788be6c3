package dev.tensorc.benchmarks;

/** The benchmarks cannot go on; the message says why to whoever runs them. */
public final class BenchmarkException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public BenchmarkException(String message) {
    super(message);
  }

  public BenchmarkException(String message, Throwable cause) {
    super(message, cause);
  }
}
