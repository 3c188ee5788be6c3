package dev.tensorc.runtime.link.order;

import dev.tensorc.runtime.ElementType;
import dev.tensorc.runtime.link.math.ShortFloats;
import java.util.Arrays;

/**
 * The largest or the smallest elements so far, of any type, as longs in the same order: of the
 * smallest all bits are turned, so that the largest long is looked for. NaN is above all others,
 * whichever is looked for, and -0.0 is below 0.0.
 */
final class RunningExtremes extends Totals.Piece {

  private static final long NAN = Long.MAX_VALUE;

  private final long[] keys = new long[Totals.PIECE];
  private final long[] extremes = new long[Totals.PIECE];
  private final Object loaded;
  private final Object stored;
  private final ElementType from;
  private final long turn;

  RunningExtremes(ElementType from, ElementType to, boolean largest) {
    this.from = from;
    this.loaded = from.newArray(Totals.PIECE);
    this.stored = to.newArray(Totals.PIECE);
    this.turn = largest ? 0 : -1;
  }

  @Override
  void begin(int n) {
    Arrays.fill(extremes, 0, n, Long.MIN_VALUE);
  }

  @Override
  void beginning(int n) {
    throw new IllegalArgumentException("nothing has no largest element");
  }

  @Override
  void load(Rows in, long at, long stride, int n) {
    in.load(at, stride, loaded, n);
    switch (from) {
      case F32 -> {
        float[] a = (float[]) loaded;
        for (int i = 0; i < n; i++) {
          keys[i] = key(a[i]);
        }
      }
      case F16, BF16 -> {
        short[] a = (short[]) loaded;
        for (int i = 0; i < n; i++) {
          keys[i] =
              key(from == ElementType.F16 ? ShortFloats.fromF16(a[i]) : ShortFloats.fromBF16(a[i]));
        }
      }
      case F64 -> {
        double[] a = (double[]) loaded;
        for (int i = 0; i < n; i++) {
          long bits = Double.doubleToRawLongBits(a[i]);
          keys[i] = Double.isNaN(a[i]) ? NAN : inOrder(bits) ^ turn;
        }
      }
      case U64 -> {
        long[] a = (long[]) loaded;
        for (int i = 0; i < n; i++) {
          keys[i] = a[i] ^ Long.MIN_VALUE ^ turn;
        }
      }
      default -> {
        OrderKeys.integers(from, loaded, n, keys);
        for (int i = 0; i < n; i++) {
          keys[i] ^= turn;
        }
      }
    }
  }

  private long key(float x) {
    return Float.isNaN(x) ? NAN : inOrder(Double.doubleToRawLongBits(x)) ^ turn;
  }

  /** Bits of a double as a long in the order of the numbers, and back. */
  private static long inOrder(long bits) {
    return bits ^ (bits >> 63 & Long.MAX_VALUE);
  }

  @Override
  void along(int n) {
    long extreme = extremes[0];
    for (int i = 0; i < n; i++) {
      extreme = Math.max(extreme, keys[i]);
      keys[i] = extreme;
    }
    extremes[0] = extreme;
  }

  @Override
  void across(int n) {
    for (int i = 0; i < n; i++) {
      extremes[i] = Math.max(extremes[i], keys[i]);
    }
    System.arraycopy(extremes, 0, keys, 0, n);
  }

  @Override
  void store(Rows out, long at, long stride, int n) {
    switch (stored) {
      case float[] a -> {
        for (int i = 0; i < n; i++) {
          a[i] = (float) real(keys[i]);
        }
      }
      case double[] a -> {
        for (int i = 0; i < n; i++) {
          a[i] = real(keys[i]);
        }
      }
      case long[] a -> {
        long sign = from == ElementType.U64 ? Long.MIN_VALUE : 0;
        for (int i = 0; i < n; i++) {
          a[i] = keys[i] ^ turn ^ sign;
        }
      }
      case int[] a -> {
        for (int i = 0; i < n; i++) {
          a[i] = (int) (keys[i] ^ turn);
        }
      }
      case short[] a -> {
        for (int i = 0; i < n; i++) {
          a[i] = (short) (keys[i] ^ turn);
        }
      }
      case byte[] a -> {
        for (int i = 0; i < n; i++) {
          a[i] = (byte) (keys[i] ^ turn);
        }
      }
      default -> throw new IllegalArgumentException("no extremes: " + out.type());
    }
    out.store(stored, at, stride, n);
  }

  private double real(long key) {
    return key == NAN ? Double.NaN : Double.longBitsToDouble(inOrder(key ^ turn));
  }
}
