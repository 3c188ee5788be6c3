package dev.tensorc.runtime;

/** Copies any layout to row-major order, for any element type. */
final class StridedCopy {
  private StridedCopy() {}

  /** Copies every element of {@code source} to {@code target}, an array of the same type. */
  static void toRowMajor(Layout layout, Object source, Object target) {
    if (layout.count() == 0) {
      return;
    }
    if (layout.isContiguous()) {
      System.arraycopy(source, (int) layout.offset(), target, 0, (int) layout.count());
      return;
    }
    int inner = layout.rank() - 1; // a tensor without axes is contiguous
    int length = (int) layout.size(inner);
    long stride = layout.stride(inner);
    Layout.Cursor rows = new Layout.Cursor(layout, inner);
    int to = 0;
    do {
      if (stride == 1) {
        System.arraycopy(source, rows.at(), target, to, length);
      } else {
        row(source, rows.at(), stride, target, to, length);
      }
      to += length;
    } while (rows.advance());
  }

  private static void row(Object source, int at, long stride, Object target, int to, int length) {
    switch (source) {
      case float[] from -> {
        float[] into = (float[]) target;
        for (int i = 0; i < length; i++) {
          into[to + i] = from[(int) (at + i * stride)];
        }
      }
      case double[] from -> {
        double[] into = (double[]) target;
        for (int i = 0; i < length; i++) {
          into[to + i] = from[(int) (at + i * stride)];
        }
      }
      case int[] from -> {
        int[] into = (int[]) target;
        for (int i = 0; i < length; i++) {
          into[to + i] = from[(int) (at + i * stride)];
        }
      }
      case long[] from -> {
        long[] into = (long[]) target;
        for (int i = 0; i < length; i++) {
          into[to + i] = from[(int) (at + i * stride)];
        }
      }
      case byte[] from -> {
        byte[] into = (byte[]) target;
        for (int i = 0; i < length; i++) {
          into[to + i] = from[(int) (at + i * stride)];
        }
      }
      case short[] from -> {
        short[] into = (short[]) target;
        for (int i = 0; i < length; i++) {
          into[to + i] = from[(int) (at + i * stride)];
        }
      }
      case boolean[] from -> {
        boolean[] into = (boolean[]) target;
        for (int i = 0; i < length; i++) {
          into[to + i] = from[(int) (at + i * stride)];
        }
      }
      default -> throw new IllegalArgumentException("not a tensor's array: " + source.getClass());
    }
  }
}
