package dev.tensorc.onnx.wire;

/** A model cannot be imported: it is damaged, or has something that is not supported yet. */
public final class OnnxException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message the fault and its remedy, for the person who has the file
   */
  public OnnxException(String message) {
    super(message);
  }

  /** The same problem, said with more around it. */
  public OnnxException(String message, OnnxException cause) {
    super(message, cause);
  }
}
