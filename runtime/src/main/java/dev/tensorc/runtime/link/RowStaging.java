// Made from link/RowStaging.java.template by ./bless: edit the template.
package dev.tensorc.runtime.link;

import java.lang.foreign.MemorySegment;

/**
 * Lays the elements of rows next to each other, as the loop of a vector kernel would like to find
 * them: rows that repeat, that are one element each, or whose elements lie apart.
 *
 * <p>Each method takes the elements {@code from[offset + r * rowStride + j * stride]} of {@code
 * rows} rows of {@code n} and puts them row-major into {@code into} from {@code at} on.
 */
public final class RowStaging {

  /** The most elements that are staged at a time: a few blocks stay in the nearest cache. */
  public static final int BLOCK = 1024;

  private RowStaging() {}

  /** How many rows of {@code n} elements go into a block, so that most blocks are whole vectors. */
  public static int rows(int n) {
    int most = BLOCK / n;
    return most < Scratch.SLOT ? Integer.highestOneBit(most) : most & -Scratch.SLOT;
  }

  /** Stages {@code rows} rows of {@code n} elements. */
  public static void stage(
      float[] from, int offset, int rowStride, int stride, int n, int rows, float[] into, int at) {
    if (rowStride == 0) {
      gather(from, offset, stride, n, into, at);
      repeat(into, at, n, rows);
    } else if (n == 1) {
      gather(from, offset, rowStride, rows, into, at);
    } else {
      for (int r = 0; r < rows; r++) {
        gather(from, offset + r * rowStride, stride, n, into, at + r * n);
      }
    }
  }

  private static void gather(float[] from, int offset, int stride, int n, float[] into, int at) {
    for (int j = 0; j < n; j++) {
      into[at + j] = from[offset + j * stride];
    }
  }

  /** Stages {@code rows} rows of {@code n} elements. */
  public static void stage(
      double[] from,
      int offset,
      int rowStride,
      int stride,
      int n,
      int rows,
      double[] into,
      int at) {
    if (rowStride == 0) {
      gather(from, offset, stride, n, into, at);
      repeat(into, at, n, rows);
    } else if (n == 1) {
      gather(from, offset, rowStride, rows, into, at);
    } else {
      for (int r = 0; r < rows; r++) {
        gather(from, offset + r * rowStride, stride, n, into, at + r * n);
      }
    }
  }

  private static void gather(double[] from, int offset, int stride, int n, double[] into, int at) {
    for (int j = 0; j < n; j++) {
      into[at + j] = from[offset + j * stride];
    }
  }

  /** Stages {@code rows} rows of {@code n} elements. */
  public static void stage(
      int[] from, int offset, int rowStride, int stride, int n, int rows, int[] into, int at) {
    if (rowStride == 0) {
      gather(from, offset, stride, n, into, at);
      repeat(into, at, n, rows);
    } else if (n == 1) {
      gather(from, offset, rowStride, rows, into, at);
    } else {
      for (int r = 0; r < rows; r++) {
        gather(from, offset + r * rowStride, stride, n, into, at + r * n);
      }
    }
  }

  private static void gather(int[] from, int offset, int stride, int n, int[] into, int at) {
    for (int j = 0; j < n; j++) {
      into[at + j] = from[offset + j * stride];
    }
  }

  /** Stages {@code rows} rows of {@code n} elements. */
  public static void stage(
      long[] from, int offset, int rowStride, int stride, int n, int rows, long[] into, int at) {
    if (rowStride == 0) {
      gather(from, offset, stride, n, into, at);
      repeat(into, at, n, rows);
    } else if (n == 1) {
      gather(from, offset, rowStride, rows, into, at);
    } else {
      for (int r = 0; r < rows; r++) {
        gather(from, offset + r * rowStride, stride, n, into, at + r * n);
      }
    }
  }

  private static void gather(long[] from, int offset, int stride, int n, long[] into, int at) {
    for (int j = 0; j < n; j++) {
      into[at + j] = from[offset + j * stride];
    }
  }

  /** Stages {@code rows} rows of {@code n} elements. */
  public static void stage(
      short[] from, int offset, int rowStride, int stride, int n, int rows, short[] into, int at) {
    if (rowStride == 0) {
      gather(from, offset, stride, n, into, at);
      repeat(into, at, n, rows);
    } else if (n == 1) {
      gather(from, offset, rowStride, rows, into, at);
    } else {
      for (int r = 0; r < rows; r++) {
        gather(from, offset + r * rowStride, stride, n, into, at + r * n);
      }
    }
  }

  private static void gather(short[] from, int offset, int stride, int n, short[] into, int at) {
    for (int j = 0; j < n; j++) {
      into[at + j] = from[offset + j * stride];
    }
  }

  /** Stages {@code rows} rows of {@code n} elements. */
  public static void stage(
      byte[] from, int offset, int rowStride, int stride, int n, int rows, byte[] into, int at) {
    if (rowStride == 0) {
      gather(from, offset, stride, n, into, at);
      repeat(into, at, n, rows);
    } else if (n == 1) {
      gather(from, offset, rowStride, rows, into, at);
    } else {
      for (int r = 0; r < rows; r++) {
        gather(from, offset + r * rowStride, stride, n, into, at + r * n);
      }
    }
  }

  private static void gather(byte[] from, int offset, int stride, int n, byte[] into, int at) {
    for (int j = 0; j < n; j++) {
      into[at + j] = from[offset + j * stride];
    }
  }

  /** Stages {@code rows} rows of {@code n} elements. */
  public static void stage(
      boolean[] from,
      int offset,
      int rowStride,
      int stride,
      int n,
      int rows,
      boolean[] into,
      int at) {
    if (rowStride == 0) {
      gather(from, offset, stride, n, into, at);
      repeat(into, at, n, rows);
    } else if (n == 1) {
      gather(from, offset, rowStride, rows, into, at);
    } else {
      for (int r = 0; r < rows; r++) {
        gather(from, offset + r * rowStride, stride, n, into, at + r * n);
      }
    }
  }

  private static void gather(
      boolean[] from, int offset, int stride, int n, boolean[] into, int at) {
    for (int j = 0; j < n; j++) {
      into[at + j] = from[offset + j * stride];
    }
  }

  /** The first {@code n} elements again and again. */
  private static void repeat(Object array, int at, int n, int rows) {
    int all = n * rows;
    for (int filled = n; filled < all; filled *= 2) {
      System.arraycopy(array, at, array, at + filled, Math.min(filled, all - filled));
    }
  }

  /**
   * Stages {@code rows} rows of {@code n} elements in native memory.
   *
   * @param bytes of an element
   */
  public static void stage(
      MemorySegment from,
      long offset,
      long rowStride,
      long stride,
      int n,
      int rows,
      MemorySegment into,
      long at,
      int bytes) {
    for (int r = 0; r < rows; r++) {
      for (int j = 0; j < n; j++) {
        long source = (offset + r * rowStride + j * stride) * bytes;
        long target = (at + (long) r * n + j) * bytes;
        MemorySegment.copy(from, source, into, target, bytes);
      }
    }
  }
}
