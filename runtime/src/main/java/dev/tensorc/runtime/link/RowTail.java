// Made from link/RowTail.java.template by ./bless: edit the template.
package dev.tensorc.runtime.link;

import dev.tensorc.runtime.reuse.AlignedMemory;
import dev.tensorc.runtime.reuse.PerThread;
import java.lang.foreign.MemorySegment;

/**
 * The last elements of an array or of native memory, copied to where a whole vector can be read.
 * Vector code reads whole vectors at the end of a row too, with any elements behind the row in
 * memory; only where memory itself ends before the vector does, it reads from here. The elements
 * after the copied ones mean nothing, as all does where the place is behind the end. Each thread
 * has one copy of each kind, good until the next is made.
 *
 * <p>Reading under a mask instead is no slower, but HotSpot's first compiler makes ten times the
 * code of it, and gives up on methods that do so eight times: kernels of few operands do so.
 */
public final class RowTail {

  /** JDK types alone: a thread keeps no class of the runtime alive. */
  private static final ThreadLocal<Object[]> PER_THREAD = PerThread.local(RowTail::first);

  private static final int BYTES = 0;
  private static final int SHORTS = 1;
  private static final int INTS = 2;
  private static final int LONGS = 3;
  private static final int FLOATS = 4;
  private static final int DOUBLES = 5;
  private static final int BOOLEANS = 6;
  private static final int SEGMENT = 7;

  private RowTail() {}

  private static Object[] first() {
    return new Object[] {
      new byte[Scratch.SLOT],
      new short[Scratch.SLOT],
      new int[Scratch.SLOT],
      new long[Scratch.SLOT],
      new float[Scratch.SLOT],
      new double[Scratch.SLOT],
      new boolean[Scratch.SLOT],
      MemorySegment.NULL
    };
  }

  /** The elements from a place to the end. */
  public static byte[] copy(byte[] array, int from) {
    var tail = (byte[]) PER_THREAD.get()[BYTES];
    int begin = Math.min(from, array.length);
    System.arraycopy(array, begin, tail, 0, array.length - begin);
    return tail;
  }

  /** The elements from a place to the end. */
  public static short[] copy(short[] array, int from) {
    var tail = (short[]) PER_THREAD.get()[SHORTS];
    int begin = Math.min(from, array.length);
    System.arraycopy(array, begin, tail, 0, array.length - begin);
    return tail;
  }

  /** The elements from a place to the end. */
  public static int[] copy(int[] array, int from) {
    var tail = (int[]) PER_THREAD.get()[INTS];
    int begin = Math.min(from, array.length);
    System.arraycopy(array, begin, tail, 0, array.length - begin);
    return tail;
  }

  /** The elements from a place to the end. */
  public static long[] copy(long[] array, int from) {
    var tail = (long[]) PER_THREAD.get()[LONGS];
    int begin = Math.min(from, array.length);
    System.arraycopy(array, begin, tail, 0, array.length - begin);
    return tail;
  }

  /** The elements from a place to the end. */
  public static float[] copy(float[] array, int from) {
    var tail = (float[]) PER_THREAD.get()[FLOATS];
    int begin = Math.min(from, array.length);
    System.arraycopy(array, begin, tail, 0, array.length - begin);
    return tail;
  }

  /** The elements from a place to the end. */
  public static double[] copy(double[] array, int from) {
    var tail = (double[]) PER_THREAD.get()[DOUBLES];
    int begin = Math.min(from, array.length);
    System.arraycopy(array, begin, tail, 0, array.length - begin);
    return tail;
  }

  /** The elements from a place to the end. */
  public static boolean[] copy(boolean[] array, int from) {
    var tail = (boolean[]) PER_THREAD.get()[BOOLEANS];
    int begin = Math.min(from, array.length);
    System.arraycopy(array, begin, tail, 0, array.length - begin);
    return tail;
  }

  /**
   * The bytes from a place to the end.
   *
   * @param from distance in bytes
   */
  public static MemorySegment copy(MemorySegment memory, long from) {
    Object[] mine = PER_THREAD.get();
    var tail = (MemorySegment) mine[SEGMENT];
    if (tail.byteSize() == 0) {
      tail = AlignedMemory.allocate(Scratch.SLOT_BYTES);
      mine[SEGMENT] = tail;
    }
    long begin = Math.min(from, memory.byteSize());
    MemorySegment.copy(memory, begin, tail, 0, memory.byteSize() - begin);
    return tail;
  }
}
