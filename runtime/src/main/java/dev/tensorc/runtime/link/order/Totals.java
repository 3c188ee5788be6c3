package dev.tensorc.runtime.link.order;

import dev.tensorc.runtime.ElementType;
import dev.tensorc.runtime.link.math.ShortFloats;

/**
 * Running totals along an axis: each is the one before it with the next element added, or
 * multiplied, in order from the first, or the larger or the smaller of the two. A row is gone along
 * piece by piece; where rows are short, or their elements lie further apart than the rows do, many
 * rows are gone along side by side. Every total is the same in both.
 *
 * <p>The classes that add up elements, {@link FloatTotals}, {@link DoubleTotals} and {@link
 * LongTotals}, are made from one template. This class is not: the order of the rows is the same for
 * each dtype, and each conversion of integers stands here once.
 */
public final class Totals {

  /** So many elements are worked on at once, which a core's first cache holds. */
  static final int PIECE = 1024;

  /** Rows of fewer elements are gone along side by side, where there are as many rows. */
  private static final int SHORT_ROW_ELEMENTS = 32;

  private final Rows out;
  private final Rows in;
  private final int axis;
  private final boolean initial;
  private final Piece piece;

  private Totals(Rows out, Rows in, int axis, boolean initial, Piece piece) {
    this.out = out;
    this.in = in;
    this.axis = axis;
    this.initial = initial;
    this.piece = piece;
  }

  /**
   * Sums.
   *
   * @param out of 64-bit integers, floats of 32 or 64 bits, or the type of {@code in}; its size on
   *     the axis is one more if {@code initial}, which begins each row with 0
   */
  public static void sums(Rows out, Rows in, int axis, boolean initial) {
    if (!out.isEmpty()) {
      new Totals(out, in, axis, initial, piece(out, in, true)).run();
    }
  }

  /** Products, as {@link #sums}; {@code initial} begins each row with 1. */
  public static void products(Rows out, Rows in, int axis, boolean initial) {
    if (!out.isEmpty()) {
      new Totals(out, in, axis, initial, piece(out, in, false)).run();
    }
  }

  /**
   * The largest elements so far; NaN wins.
   *
   * @param out of the type of {@code in}, or of F32 where that is a short float
   * @param initial false: nothing has no largest element
   */
  public static void largest(Rows out, Rows in, int axis, boolean initial) {
    extremes(out, in, axis, initial, true);
  }

  /** The smallest elements so far, as {@link #largest}. */
  public static void smallest(Rows out, Rows in, int axis, boolean initial) {
    extremes(out, in, axis, initial, false);
  }

  private static void extremes(Rows out, Rows in, int axis, boolean initial, boolean largest) {
    if (!out.isEmpty()) {
      var piece = new RunningExtremes(in.type(), out.type(), largest);
      new Totals(out, in, axis, initial, piece).run();
    }
  }

  private static Piece piece(Rows out, Rows in, boolean sum) {
    return switch (out.type()) {
      case F32 ->
          in.type() == ElementType.F32 ? new FloatTotals(sum) : new OfShortFloats(in.type(), sum);
      case F64 -> new DoubleTotals(sum);
      case BOOL, F16, BF16 -> throw new IllegalArgumentException("no totals: " + out.type());
      default -> new OfIntegers(in.type(), out.type(), sum);
    };
  }

  private void run() {
    int across = across();
    if (across < 0) {
      var walk = new Rows.Walk(out, in, axis);
      do {
        along(walk.one(), walk.other());
      } while (walk.advance());
    } else {
      var walk = new Rows.Walk(out, in, axis, across);
      do {
        for (int from = 0; from < in.size(across); from += PIECE) {
          across(
              walk.one() + from * out.stride(across),
              walk.other() + from * in.stride(across),
              across,
              Math.min(PIECE, in.size(across) - from));
        }
      } while (walk.advance());
    }
  }

  /** The axis whose rows are gone along side by side; -1 where each is gone along alone. */
  private int across() {
    int best = -1;
    for (int other = 0; other < in.rank(); other++) {
      if (other != axis
          && in.size(other) >= SHORT_ROW_ELEMENTS
          && (best < 0 || Math.abs(in.stride(other)) <= Math.abs(in.stride(best)))) {
        best = other;
      }
    }
    boolean closer =
        best >= 0
            && (in.size(axis) < SHORT_ROW_ELEMENTS
                || Math.abs(in.stride(best)) < Math.abs(in.stride(axis)));
    return closer ? best : -1;
  }

  private void along(long to, long from) {
    long step = out.stride(axis);
    long target = to;
    piece.begin(1);
    if (initial) {
      piece.beginning(1);
      piece.store(out, target, step, 1);
      target += step;
    }
    int length = in.size(axis);
    for (int i = 0; i < length; i += PIECE) {
      int n = Math.min(PIECE, length - i);
      piece.load(in, from + i * in.stride(axis), in.stride(axis), n);
      piece.along(n);
      piece.store(out, target + i * step, step, n);
    }
  }

  private void across(long to, long from, int across, int n) {
    long target = to;
    piece.begin(n);
    if (initial) {
      piece.beginning(n);
      piece.store(out, target, out.stride(across), n);
      target += out.stride(axis);
    }
    for (int i = 0; i < in.size(axis); i++) {
      piece.load(in, from + i * in.stride(axis), in.stride(across), n);
      piece.across(n);
      piece.store(out, target + i * out.stride(axis), out.stride(across), n);
    }
  }

  /** Elements that become totals, and the totals so far. */
  abstract static class Piece {

    /** So many totals begin; a sum with -0.0, which changes no number that is added to it. */
    abstract void begin(int n);

    /** The value before the totals: 0 or 1. */
    abstract void beginning(int n);

    abstract void load(Rows in, long at, long stride, int n);

    /** Elements that follow each other. */
    abstract void along(int n);

    /** The next element of each of so many rows. */
    abstract void across(int n);

    abstract void store(Rows out, long at, long stride, int n);
  }

  private static final class OfShortFloats extends FloatTotals {
    private final short[] bits = new short[PIECE];
    private final ElementType type;

    OfShortFloats(ElementType type, boolean sum) {
      super(sum);
      this.type = type;
    }

    @Override
    void load(Rows in, long at, long stride, int n) {
      in.load(at, stride, bits, n);
      for (int i = 0; i < n; i++) {
        elements[i] =
            type == ElementType.F16 ? ShortFloats.fromF16(bits[i]) : ShortFloats.fromBF16(bits[i]);
      }
    }
  }

  /** Integers of any width: the low bits of a total are those of a wider one. */
  private static final class OfIntegers extends LongTotals {
    private final Object loaded;
    private final Object stored;
    private final ElementType from;
    private final ElementType to;

    OfIntegers(ElementType from, ElementType to, boolean sum) {
      super(sum);
      this.from = from;
      this.to = to;
      this.loaded = from.byteWidth() == Long.BYTES ? elements : from.newArray(PIECE);
      this.stored = to.byteWidth() == Long.BYTES ? elements : to.newArray(PIECE);
    }

    @Override
    void load(Rows in, long at, long stride, int n) {
      in.load(at, stride, loaded, n);
      if (loaded != elements) {
        OrderKeys.integers(from, loaded, n, elements);
      }
    }

    @Override
    void store(Rows out, long at, long stride, int n) {
      if (stored != elements) {
        narrow(n);
      }
      out.store(stored, at, stride, n);
    }

    private void narrow(int n) {
      switch (stored) {
        case int[] a -> {
          for (int i = 0; i < n; i++) {
            a[i] = (int) elements[i];
          }
        }
        case short[] a -> {
          for (int i = 0; i < n; i++) {
            a[i] = (short) elements[i];
          }
        }
        case byte[] a -> {
          for (int i = 0; i < n; i++) {
            a[i] = (byte) elements[i];
          }
        }
        default -> throw new IllegalArgumentException("no totals: " + to);
      }
    }
  }
}
