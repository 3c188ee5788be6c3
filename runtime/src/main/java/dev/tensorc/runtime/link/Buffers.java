package dev.tensorc.runtime.link;

import dev.tensorc.runtime.ElementType;
import dev.tensorc.runtime.reuse.AlignedMemory;
import dev.tensorc.runtime.reuse.Spare;
import java.lang.foreign.MemorySegment;
import java.lang.ref.SoftReference;
import java.lang.reflect.Array;
import java.util.Arrays;

/**
 * The memory of a plan's own tensors: the thread's next call uses the memory of the last one again.
 * New arrays would be filled with zeros, which takes longer than many kernels do; buffers hold the
 * elements that were last written to them.
 *
 * <p>A call opens the thread's buffers, takes some of them and closes them; {@link Spare} tells the
 * fate of buffers that are never closed. Between calls a thread keeps at most {@link
 * #MOST_OF_ARRAYS} and {@link #MOST_OF_NATIVE} bytes.
 */
public final class Buffers {

  /** Bytes of native memory that a thread keeps: larger buffers are made for each call. */
  static final long MOST_OF_NATIVE = 64L << 20;

  /** Bytes of arrays: a sixteenth of the heap, at least 64 MiB and at most 256 MiB. */
  static final long MOST_OF_ARRAYS =
      Math.clamp(Runtime.getRuntime().maxMemory() / 16, 64L << 20, 256L << 20);

  private static final Spare<Buffers> OF_PLANS = new Spare<>(Buffers::new, b -> b.softly);

  private final SoftReference<Buffers> softly = new SoftReference<>(this);
  private boolean changed;

  /** The first are taken, in the order in which they were; the others free. */
  private Object[] buffers = new Object[4];

  private int taken;
  private int size;

  /** Buffers of an object that keeps them itself and does not {@link #close} them. */
  Buffers() {}

  /** The thread's, for one call of a plan. */
  public static Buffers open() {
    return OF_PLANS.take();
  }

  /** Frees all that was taken, for the next call. */
  public void close() {
    free();
    OF_PLANS.giveBack(this);
  }

  /** Frees all that was taken. */
  void free() {
    taken = 0;
    if (changed) {
      trim();
    }
  }

  private void trim() {
    changed = false;
    trim(true, MOST_OF_NATIVE);
    trim(false, MOST_OF_ARRAYS);
  }

  private void trim(boolean isNative, long most) {
    long bytes = 0;
    for (int i = 0; i < size; i++) {
      bytes += bytes(buffers[i], isNative);
    }
    while (bytes > most) {
      int largest = 0;
      for (int i = 1; i < size; i++) {
        largest = bytes(buffers[i], isNative) > bytes(buffers[largest], isNative) ? i : largest;
      }
      bytes -= bytes(buffers[largest], isNative);
      System.arraycopy(buffers, largest + 1, buffers, largest, --size - largest);
      Arrays.fill(buffers, size, size + 1, null);
    }
  }

  /** The bytes of a buffer; 0 where it is of the other kind of memory. */
  private static long bytes(Object buffer, boolean isNative) {
    return buffer instanceof MemorySegment == isNative ? bytes(buffer) : 0;
  }

  private static long bytes(Object buffer) {
    return switch (buffer) {
      case MemorySegment s -> s.byteSize();
      case double[] a -> 8L * a.length;
      case long[] a -> 8L * a.length;
      case float[] a -> 4L * a.length;
      case int[] a -> 4L * a.length;
      case short[] a -> 2L * a.length;
      default -> Array.getLength(buffer);
    };
  }

  /** An array of at least so many elements. */
  public float[] floats(long count) {
    return (float[]) array(float.class, float[].class, count);
  }

  /** An array of at least so many elements. */
  public double[] doubles(long count) {
    return (double[]) array(double.class, double[].class, count);
  }

  /** An array of at least so many elements. */
  public byte[] bytes(long count) {
    return (byte[]) array(byte.class, byte[].class, count);
  }

  /** An array of at least so many elements. */
  public short[] shorts(long count) {
    return (short[]) array(short.class, short[].class, count);
  }

  /** An array of at least so many elements. */
  public int[] ints(long count) {
    return (int[]) array(int.class, int[].class, count);
  }

  /** An array of at least so many elements. */
  public long[] longs(long count) {
    return (long[]) array(long.class, long[].class, count);
  }

  /** An array of at least so many elements. */
  public boolean[] booleans(long count) {
    return (boolean[]) array(boolean.class, boolean[].class, count);
  }

  /** An array of at least so many elements of a type. */
  Object array(ElementType type, long count) {
    return switch (type) {
      case F32 -> floats(count);
      case F64 -> doubles(count);
      case I32, U32 -> ints(count);
      case I64, U64 -> longs(count);
      case I16, U16, F16, BF16 -> shorts(count);
      case I8, U8 -> bytes(count);
      case BOOL -> booleans(count);
    };
  }

  private Object array(Class<?> element, Class<?> type, long count) {
    if (!takeFree(type, count)) {
      take(Array.newInstance(element, Checks.extent(count)));
    }
    return buffers[taken - 1];
  }

  /** Native memory of at least so many bytes, which begins at a multiple of 64. */
  public MemorySegment segment(long bytes) {
    if (!takeFree(MemorySegment.class, bytes)) {
      take(AlignedMemory.allocate(bytes));
    }
    return (MemorySegment) buffers[taken - 1];
  }

  /** Gives one back that has become too small: it is not kept. Null is none. */
  public void drop(Object buffer) {
    for (int i = 0; i < taken; i++) {
      if (buffers[i] == buffer) {
        System.arraycopy(buffers, i + 1, buffers, i, --size - i);
        Arrays.fill(buffers, size, size + 1, null);
        taken--;
        return;
      }
    }
  }

  /** Takes the smallest free one that is large enough: mostly the one that the last call took. */
  private boolean takeFree(Class<?> type, long least) {
    int best = -1;
    long bestRoom = Long.MAX_VALUE;
    for (int i = taken; i < size; i++) {
      long room = room(buffers[i], type);
      if (room >= least && room < bestRoom) {
        best = i;
        bestRoom = room;
        if (i == taken && room / 2 <= least) {
          break;
        }
      }
    }
    if (best >= 0) {
      swap(best, taken++);
    }
    return best >= 0;
  }

  /** Takes a new one, in the place of the largest free one of its type: all of them are smaller. */
  private void take(Object made) {
    int place = -1;
    for (int i = taken; i < size; i++) {
      long room = room(buffers[i], typeOf(made));
      if (room >= 0 && (place < 0 || room > room(buffers[place], typeOf(made)))) {
        place = i;
      }
    }
    if (place < 0) {
      place = size++;
      if (place == buffers.length) {
        buffers = Arrays.copyOf(buffers, 2 * place);
      }
    }
    buffers[place] = made;
    swap(place, taken++);
    changed = true;
  }

  private static Class<?> typeOf(Object buffer) {
    return buffer instanceof MemorySegment ? MemorySegment.class : buffer.getClass();
  }

  /** Elements or bytes; -1 where it is of another type. */
  private static long room(Object buffer, Class<?> type) {
    if (type == MemorySegment.class) {
      return buffer instanceof MemorySegment s ? s.byteSize() : -1;
    }
    return buffer.getClass() == type ? Array.getLength(buffer) : -1;
  }

  private void swap(int i, int j) {
    Object other = buffers[i];
    buffers[i] = buffers[j];
    buffers[j] = other;
  }
}
