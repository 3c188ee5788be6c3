package dev.tensorc.runtime;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * The last elements of an array or of native memory, copied to where a whole vector can be read.
 * Vector code reads whole vectors at the end of a row too, whatever follows the row in memory; only
 * where memory itself ends before the vector does, it reads from here. What follows the copied
 * elements means nothing. Each thread has one copy of each kind, good until the next is made.
 *
 * <p>Reading under a mask instead is as fast, but HotSpot's first compiler makes ten times the code
 * of it, and gives up on methods that do so eight times.
 */
public final class RowTail {

  private static final ThreadLocal<RowTail> PER_THREAD = ThreadLocal.withInitial(RowTail::new);

  private final byte[] bytes = new byte[Scratch.SLOT];
  private final short[] shorts = new short[Scratch.SLOT];
  private final int[] ints = new int[Scratch.SLOT];
  private final long[] longs = new long[Scratch.SLOT];
  private final float[] floats = new float[Scratch.SLOT];
  private final double[] doubles = new double[Scratch.SLOT];
  private final boolean[] booleans = new boolean[Scratch.SLOT];
  private final MemorySegment segment =
      Arena.ofAuto().allocate(Scratch.SLOT_BYTES, NativeMemory.ALIGNMENT);

  private RowTail() {}

  /** The elements from a place to the end. */
  public static byte[] copy(byte[] array, int from) {
    byte[] tail = PER_THREAD.get().bytes;
    System.arraycopy(array, from, tail, 0, array.length - from);
    return tail;
  }

  /** The elements from a place to the end. */
  public static short[] copy(short[] array, int from) {
    short[] tail = PER_THREAD.get().shorts;
    System.arraycopy(array, from, tail, 0, array.length - from);
    return tail;
  }

  /** The elements from a place to the end. */
  public static int[] copy(int[] array, int from) {
    int[] tail = PER_THREAD.get().ints;
    System.arraycopy(array, from, tail, 0, array.length - from);
    return tail;
  }

  /** The elements from a place to the end. */
  public static long[] copy(long[] array, int from) {
    long[] tail = PER_THREAD.get().longs;
    System.arraycopy(array, from, tail, 0, array.length - from);
    return tail;
  }

  /** The elements from a place to the end. */
  public static float[] copy(float[] array, int from) {
    float[] tail = PER_THREAD.get().floats;
    System.arraycopy(array, from, tail, 0, array.length - from);
    return tail;
  }

  /** The elements from a place to the end. */
  public static double[] copy(double[] array, int from) {
    double[] tail = PER_THREAD.get().doubles;
    System.arraycopy(array, from, tail, 0, array.length - from);
    return tail;
  }

  /** The elements from a place to the end. */
  public static boolean[] copy(boolean[] array, int from) {
    boolean[] tail = PER_THREAD.get().booleans;
    System.arraycopy(array, from, tail, 0, array.length - from);
    return tail;
  }

  /**
   * The bytes from a place to the end.
   *
   * @param from distance in bytes
   */
  public static MemorySegment copy(MemorySegment memory, long from) {
    MemorySegment tail = PER_THREAD.get().segment;
    MemorySegment.copy(memory, from, tail, 0, memory.byteSize() - from);
    return tail;
  }
}
