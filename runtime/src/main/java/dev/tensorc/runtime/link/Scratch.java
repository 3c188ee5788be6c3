// Made from link/Scratch.java.template by ./bless: edit the template.
package dev.tensorc.runtime.link;

import dev.tensorc.runtime.reuse.AlignedMemory;
import dev.tensorc.runtime.reuse.PerThread;
import java.lang.foreign.MemorySegment;

/**
 * Arrays for each thread, where vector code keeps the one value of a stretched operand as a whole
 * vector, and blocks of rows that {@link RowStaging} has laid out. Their contents mean nothing
 * between two kernels.
 */
public final class Scratch {

  /** Elements kept for one operand: no vector has more lanes. */
  public static final int SLOT = 64;

  /** No vector has more bytes. */
  static final long SLOT_BYTES = 512;

  /** JDK types alone: a thread keeps no class of the runtime alive. */
  private static final ThreadLocal<Object[]> PER_THREAD = PerThread.local(Scratch::first);

  private static final int FLOATS = 0;
  private static final int DOUBLES = 1;
  private static final int BYTES = 2;
  private static final int SHORTS = 3;
  private static final int INTS = 4;
  private static final int LONGS = 5;
  private static final int BOOLEANS = 6;
  private static final int SEGMENT = 7;

  private Scratch() {}

  private static Object[] first() {
    return new Object[] {
      new float[4 * SLOT],
      new double[4 * SLOT],
      new byte[SLOT],
      new short[SLOT],
      new int[SLOT],
      new long[SLOT],
      new boolean[SLOT],
      MemorySegment.NULL
    };
  }

  /** At least {@code slots * SLOT} elements. */
  public static float[] floats(int slots) {
    Object[] mine = PER_THREAD.get();
    var a = (float[]) mine[FLOATS];
    if (a.length < slots * SLOT) {
      a = new float[slots * SLOT];
      mine[FLOATS] = a;
    }
    return a;
  }

  /** At least {@code slots * SLOT} elements. */
  public static double[] doubles(int slots) {
    Object[] mine = PER_THREAD.get();
    var a = (double[]) mine[DOUBLES];
    if (a.length < slots * SLOT) {
      a = new double[slots * SLOT];
      mine[DOUBLES] = a;
    }
    return a;
  }

  /** At least {@code slots * SLOT} elements. */
  public static byte[] bytes(int slots) {
    Object[] mine = PER_THREAD.get();
    var a = (byte[]) mine[BYTES];
    if (a.length < slots * SLOT) {
      a = new byte[slots * SLOT];
      mine[BYTES] = a;
    }
    return a;
  }

  /** At least {@code slots * SLOT} elements. */
  public static short[] shorts(int slots) {
    Object[] mine = PER_THREAD.get();
    var a = (short[]) mine[SHORTS];
    if (a.length < slots * SLOT) {
      a = new short[slots * SLOT];
      mine[SHORTS] = a;
    }
    return a;
  }

  /** At least {@code slots * SLOT} elements. */
  public static int[] ints(int slots) {
    Object[] mine = PER_THREAD.get();
    var a = (int[]) mine[INTS];
    if (a.length < slots * SLOT) {
      a = new int[slots * SLOT];
      mine[INTS] = a;
    }
    return a;
  }

  /** At least {@code slots * SLOT} elements. */
  public static long[] longs(int slots) {
    Object[] mine = PER_THREAD.get();
    var a = (long[]) mine[LONGS];
    if (a.length < slots * SLOT) {
      a = new long[slots * SLOT];
      mine[LONGS] = a;
    }
    return a;
  }

  /** At least {@code slots * SLOT} elements. */
  public static boolean[] booleans(int slots) {
    Object[] mine = PER_THREAD.get();
    var a = (boolean[]) mine[BOOLEANS];
    if (a.length < slots * SLOT) {
      a = new boolean[slots * SLOT];
      mine[BOOLEANS] = a;
    }
    return a;
  }

  /** Native memory of at least {@code slots} times {@link #SLOT_BYTES}. */
  public static MemorySegment segment(int slots) {
    Object[] mine = PER_THREAD.get();
    var segment = (MemorySegment) mine[SEGMENT];
    if (segment.byteSize() < slots * SLOT_BYTES) {
      segment = AlignedMemory.allocate(slots * SLOT_BYTES);
      mine[SEGMENT] = segment;
    }
    return segment;
  }
}
