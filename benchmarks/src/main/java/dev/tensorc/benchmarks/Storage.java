package dev.tensorc.benchmarks;

/** Where the elements of a kernel's tensors are. */
public enum Storage {
  /** Java arrays. */
  ARRAYS,
  /** Native memory that begins at a multiple of 64 bytes. */
  SEGMENTS;

  /** Its name in the table. */
  public String label() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }
}
