// Made from link/order/Cells.java.template by ./bless: edit the template.
package dev.tensorc.runtime.link.order;

import dev.tensorc.runtime.ElementType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The elements of an array or of native memory, each as the bits that it is stored in: those of
 * narrow integers with their sign, whatever the type.
 */
abstract class Cells {

  abstract long get(long at);

  abstract void set(long at, long bits);

  /**
   * @param storage an array of the type, or a native segment
   */
  static Cells of(ElementType type, Object storage) {
    return switch (storage) {
      case float[] a -> new OfFloats(a);
      case double[] a -> new OfDoubles(a);
      case int[] a -> new OfInts(a);
      case long[] a -> new OfLongs(a);
      case short[] a -> new OfShorts(a);
      case byte[] a -> new OfBytes(a);
      case boolean[] a -> new OfBooleans(a);
      case MemorySegment s ->
          switch (type.byteWidth()) {
            case 1 -> new NativeBytes(s);
            case 2 -> new NativeShorts(s);
            case 4 -> new NativeInts(s);
            default -> new NativeLongs(s);
          };
      default -> throw new IllegalArgumentException("not a tensor's array: " + storage.getClass());
    };
  }

  private static final class OfFloats extends Cells {
    private final float[] a;

    OfFloats(float[] a) {
      this.a = a;
    }

    @Override
    long get(long at) {
      return Float.floatToRawIntBits(a[(int) at]);
    }

    @Override
    void set(long at, long bits) {
      a[(int) at] = Float.intBitsToFloat((int) bits);
    }
  }

  private static final class OfDoubles extends Cells {
    private final double[] a;

    OfDoubles(double[] a) {
      this.a = a;
    }

    @Override
    long get(long at) {
      return Double.doubleToRawLongBits(a[(int) at]);
    }

    @Override
    void set(long at, long bits) {
      a[(int) at] = Double.longBitsToDouble(bits);
    }
  }

  private static final class OfInts extends Cells {
    private final int[] a;

    OfInts(int[] a) {
      this.a = a;
    }

    @Override
    long get(long at) {
      return a[(int) at];
    }

    @Override
    void set(long at, long bits) {
      a[(int) at] = (int) bits;
    }
  }

  private static final class OfLongs extends Cells {
    private final long[] a;

    OfLongs(long[] a) {
      this.a = a;
    }

    @Override
    long get(long at) {
      return a[(int) at];
    }

    @Override
    void set(long at, long bits) {
      a[(int) at] = bits;
    }
  }

  private static final class OfShorts extends Cells {
    private final short[] a;

    OfShorts(short[] a) {
      this.a = a;
    }

    @Override
    long get(long at) {
      return a[(int) at];
    }

    @Override
    void set(long at, long bits) {
      a[(int) at] = (short) bits;
    }
  }

  private static final class OfBytes extends Cells {
    private final byte[] a;

    OfBytes(byte[] a) {
      this.a = a;
    }

    @Override
    long get(long at) {
      return a[(int) at];
    }

    @Override
    void set(long at, long bits) {
      a[(int) at] = (byte) bits;
    }
  }

  private static final class OfBooleans extends Cells {
    private final boolean[] a;

    OfBooleans(boolean[] a) {
      this.a = a;
    }

    @Override
    long get(long at) {
      return a[(int) at] ? 1 : 0;
    }

    @Override
    void set(long at, long bits) {
      a[(int) at] = bits != 0;
    }
  }

  private static final class NativeBytes extends Cells {
    private final MemorySegment s;

    NativeBytes(MemorySegment s) {
      this.s = s;
    }

    @Override
    long get(long at) {
      return s.getAtIndex(ValueLayout.JAVA_BYTE, at);
    }

    @Override
    void set(long at, long bits) {
      s.setAtIndex(ValueLayout.JAVA_BYTE, at, (byte) bits);
    }
  }

  private static final class NativeShorts extends Cells {
    private final MemorySegment s;

    NativeShorts(MemorySegment s) {
      this.s = s;
    }

    @Override
    long get(long at) {
      return s.getAtIndex(ValueLayout.JAVA_SHORT, at);
    }

    @Override
    void set(long at, long bits) {
      s.setAtIndex(ValueLayout.JAVA_SHORT, at, (short) bits);
    }
  }

  private static final class NativeInts extends Cells {
    private final MemorySegment s;

    NativeInts(MemorySegment s) {
      this.s = s;
    }

    @Override
    long get(long at) {
      return s.getAtIndex(ValueLayout.JAVA_INT, at);
    }

    @Override
    void set(long at, long bits) {
      s.setAtIndex(ValueLayout.JAVA_INT, at, (int) bits);
    }
  }

  private static final class NativeLongs extends Cells {
    private final MemorySegment s;

    NativeLongs(MemorySegment s) {
      this.s = s;
    }

    @Override
    long get(long at) {
      return s.getAtIndex(ValueLayout.JAVA_LONG, at);
    }

    @Override
    void set(long at, long bits) {
      s.setAtIndex(ValueLayout.JAVA_LONG, at, bits);
    }
  }
}
