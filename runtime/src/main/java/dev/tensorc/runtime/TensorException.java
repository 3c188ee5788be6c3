package dev.tensorc.runtime;

/** The exceptions of a compiled program when its arguments make the computation impossible. */
public class TensorException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** An exception with a message for the user. */
  public TensorException(String message) {
    super(message);
  }

  /** An exception with a message for the user, and its cause. */
  public TensorException(String message, Throwable cause) {
    super(message, cause);
  }
}
