// Made from StridedCopy.java.template by ./bless: edit the template.
package dev.tensorc.runtime;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Copies elements between any two layouts of one shape, for any element type. A storage is a Java
 * array or a native segment; each pair of kinds has loops of its own, since a loop that meets both
 * kinds is slow for either.
 */
final class StridedCopy {

  private StridedCopy() {}

  /** Copies every element; the target is of the same type, and no two of its elements meet. */
  static void copy(ElementType type, Layout from, Object source, Layout to, Object target) {
    if (from.count() == 0) {
      return;
    }
    if (from.isContiguous() && to.isContiguous()) {
      row(type, source, from.offset(), 1, target, to.offset(), 1, from.count());
      return;
    }
    int inner = from.rank() - 1; // a tensor without axes is contiguous
    long length = from.size(inner);
    Layout.Cursor sources = new Layout.Cursor(from, inner);
    Layout.Cursor targets = new Layout.Cursor(to, inner);
    do {
      row(
          type,
          source,
          sources.at(),
          from.stride(inner),
          target,
          targets.at(),
          to.stride(inner),
          length);
    } while (sources.advance() && targets.advance());
  }

  /** Copies {@code n} elements from places {@code stride} apart to places {@code step} apart. */
  static void row(
      ElementType type,
      Object source,
      long from,
      long stride,
      Object target,
      long to,
      long step,
      long n) {
    boolean packed = stride == 1 && step == 1;
    if (source instanceof MemorySegment a) {
      if (target instanceof MemorySegment b) {
        if (packed) {
          int width = type.byteWidth();
          MemorySegment.copy(a, from * width, b, to * width, n * width);
        } else {
          between(type, a, from, stride, b, to, step, n);
        }
      } else if (packed && type != ElementType.BOOL) {
        ValueLayout layout = type.layout();
        MemorySegment.copy(a, layout, from * type.byteWidth(), target, (int) to, (int) n);
      } else {
        load(a, from, stride, target, to, step, (int) n);
      }
    } else if (target instanceof MemorySegment b) {
      if (packed && type != ElementType.BOOL) {
        ValueLayout layout = type.layout();
        MemorySegment.copy(source, (int) from, b, layout, to * type.byteWidth(), (int) n);
      } else {
        store(source, from, stride, b, to, step, (int) n);
      }
    } else if (packed) {
      System.arraycopy(source, (int) from, target, (int) to, (int) n);
    } else {
      move(source, from, stride, target, to, step, (int) n);
    }
  }

  private static void move(
      Object source, long from, long stride, Object target, long to, long step, int n) {
    switch (source) {
      case float[] a -> {
        float[] b = (float[]) target;
        for (int i = 0; i < n; i++) {
          b[(int) (to + i * step)] = a[(int) (from + i * stride)];
        }
      }
      case double[] a -> {
        double[] b = (double[]) target;
        for (int i = 0; i < n; i++) {
          b[(int) (to + i * step)] = a[(int) (from + i * stride)];
        }
      }
      case int[] a -> {
        int[] b = (int[]) target;
        for (int i = 0; i < n; i++) {
          b[(int) (to + i * step)] = a[(int) (from + i * stride)];
        }
      }
      case long[] a -> {
        long[] b = (long[]) target;
        for (int i = 0; i < n; i++) {
          b[(int) (to + i * step)] = a[(int) (from + i * stride)];
        }
      }
      case byte[] a -> {
        byte[] b = (byte[]) target;
        for (int i = 0; i < n; i++) {
          b[(int) (to + i * step)] = a[(int) (from + i * stride)];
        }
      }
      case short[] a -> {
        short[] b = (short[]) target;
        for (int i = 0; i < n; i++) {
          b[(int) (to + i * step)] = a[(int) (from + i * stride)];
        }
      }
      case boolean[] a -> {
        boolean[] b = (boolean[]) target;
        for (int i = 0; i < n; i++) {
          b[(int) (to + i * step)] = a[(int) (from + i * stride)];
        }
      }
      default -> throw notAnArray(source);
    }
  }

  /** From native memory to an array. */
  private static void load(
      MemorySegment a, long from, long stride, Object target, long to, long step, int n) {
    switch (target) {
      case float[] b -> {
        for (int i = 0; i < n; i++) {
          b[(int) (to + i * step)] = a.getAtIndex(JAVA_FLOAT, from + i * stride);
        }
      }
      case double[] b -> {
        for (int i = 0; i < n; i++) {
          b[(int) (to + i * step)] = a.getAtIndex(JAVA_DOUBLE, from + i * stride);
        }
      }
      case int[] b -> {
        for (int i = 0; i < n; i++) {
          b[(int) (to + i * step)] = a.getAtIndex(JAVA_INT, from + i * stride);
        }
      }
      case long[] b -> {
        for (int i = 0; i < n; i++) {
          b[(int) (to + i * step)] = a.getAtIndex(JAVA_LONG, from + i * stride);
        }
      }
      case byte[] b -> {
        for (int i = 0; i < n; i++) {
          b[(int) (to + i * step)] = a.getAtIndex(JAVA_BYTE, from + i * stride);
        }
      }
      case short[] b -> {
        for (int i = 0; i < n; i++) {
          b[(int) (to + i * step)] = a.getAtIndex(JAVA_SHORT, from + i * stride);
        }
      }
      case boolean[] b -> {
        for (int i = 0; i < n; i++) {
          b[(int) (to + i * step)] = a.getAtIndex(JAVA_BYTE, from + i * stride) != 0;
        }
      }
      default -> throw notAnArray(target);
    }
  }

  /** From an array to native memory. */
  private static void store(
      Object source, long from, long stride, MemorySegment b, long to, long step, int n) {
    switch (source) {
      case float[] a -> {
        for (int i = 0; i < n; i++) {
          b.setAtIndex(JAVA_FLOAT, to + i * step, a[(int) (from + i * stride)]);
        }
      }
      case double[] a -> {
        for (int i = 0; i < n; i++) {
          b.setAtIndex(JAVA_DOUBLE, to + i * step, a[(int) (from + i * stride)]);
        }
      }
      case int[] a -> {
        for (int i = 0; i < n; i++) {
          b.setAtIndex(JAVA_INT, to + i * step, a[(int) (from + i * stride)]);
        }
      }
      case long[] a -> {
        for (int i = 0; i < n; i++) {
          b.setAtIndex(JAVA_LONG, to + i * step, a[(int) (from + i * stride)]);
        }
      }
      case byte[] a -> {
        for (int i = 0; i < n; i++) {
          b.setAtIndex(JAVA_BYTE, to + i * step, a[(int) (from + i * stride)]);
        }
      }
      case short[] a -> {
        for (int i = 0; i < n; i++) {
          b.setAtIndex(JAVA_SHORT, to + i * step, a[(int) (from + i * stride)]);
        }
      }
      case boolean[] a -> {
        for (int i = 0; i < n; i++) {
          b.setAtIndex(JAVA_BYTE, to + i * step, (byte) (a[(int) (from + i * stride)] ? 1 : 0));
        }
      }
      default -> throw notAnArray(source);
    }
  }

  /** Within native memory. */
  private static void between(
      ElementType type,
      MemorySegment a,
      long from,
      long stride,
      MemorySegment b,
      long to,
      long step,
      long n) {
    switch (type.byteWidth()) {
      case 1 -> {
        for (long i = 0; i < n; i++) {
          b.set(JAVA_BYTE, to + i * step, a.get(JAVA_BYTE, from + i * stride));
        }
      }
      case 2 -> {
        for (long i = 0; i < n; i++) {
          b.setAtIndex(JAVA_SHORT, to + i * step, a.getAtIndex(JAVA_SHORT, from + i * stride));
        }
      }
      case 4 -> {
        for (long i = 0; i < n; i++) {
          b.setAtIndex(JAVA_INT, to + i * step, a.getAtIndex(JAVA_INT, from + i * stride));
        }
      }
      default -> {
        for (long i = 0; i < n; i++) {
          b.setAtIndex(JAVA_LONG, to + i * step, a.getAtIndex(JAVA_LONG, from + i * stride));
        }
      }
    }
  }

  private static IllegalArgumentException notAnArray(Object storage) {
    return new IllegalArgumentException("not a tensor's array: " + storage.getClass());
  }
}
