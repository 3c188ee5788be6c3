package dev.tensorc.runtime;

/** What a compiled program throws when its arguments make the computation impossible. */
public class TensorException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** An exception with a message for the user. */
  public TensorException(String message) {
    super(message);
  }

  /** An exception with a message for the user, and what led to it. */
  public TensorException(String message, Throwable cause) {
    super(message, cause);
  }
}
