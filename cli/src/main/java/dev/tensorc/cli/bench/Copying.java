package dev.tensorc.cli.bench;

import java.util.function.Supplier;

/**
 * A plain copy of bytes: the time that memory itself takes to read one half of them and write the
 * other.
 */
public final class Copying {

  /** Bytes that are copied at most. */
  private static final long MAX_BYTES = 1L << 29;

  private Copying() {}

  /** How many bytes are copied where a call has so many: no more than 512 MiB fit beside it. */
  public static long most(long bytes) {
    return Math.clamp(bytes, 2, MAX_BYTES);
  }

  /** A copy that reads and writes so many bytes together. */
  public static Supplier<byte[]> of(long bytes) {
    var from = new byte[(int) (bytes / 2)];
    var to = new byte[from.length];
    return () -> {
      System.arraycopy(from, 0, to, 0, from.length);
      return to;
    };
  }
}
