package dev.tensorc.runtime;

import java.lang.foreign.Arena;
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

  private static final ThreadLocal<Scratch> PER_THREAD = ThreadLocal.withInitial(Scratch::new);

  private float[] floats = new float[4 * SLOT];
  private double[] doubles = new double[4 * SLOT];
  private byte[] bytes = new byte[SLOT];
  private short[] shorts = new short[SLOT];
  private int[] ints = new int[SLOT];
  private long[] longs = new long[SLOT];
  private boolean[] booleans = new boolean[SLOT];

  private MemorySegment segment = MemorySegment.NULL;

  private Scratch() {}

  /** At least {@code slots * SLOT} elements. */
  public static float[] floats(int slots) {
    Scratch s = PER_THREAD.get();
    if (s.floats.length < slots * SLOT) {
      s.floats = new float[slots * SLOT];
    }
    return s.floats;
  }

  /** At least {@code slots * SLOT} elements. */
  public static double[] doubles(int slots) {
    Scratch s = PER_THREAD.get();
    if (s.doubles.length < slots * SLOT) {
      s.doubles = new double[slots * SLOT];
    }
    return s.doubles;
  }

  /** At least {@code slots * SLOT} elements. */
  public static byte[] bytes(int slots) {
    Scratch s = PER_THREAD.get();
    if (s.bytes.length < slots * SLOT) {
      s.bytes = new byte[slots * SLOT];
    }
    return s.bytes;
  }

  /** At least {@code slots * SLOT} elements. */
  public static short[] shorts(int slots) {
    Scratch s = PER_THREAD.get();
    if (s.shorts.length < slots * SLOT) {
      s.shorts = new short[slots * SLOT];
    }
    return s.shorts;
  }

  /** At least {@code slots * SLOT} elements. */
  public static int[] ints(int slots) {
    Scratch s = PER_THREAD.get();
    if (s.ints.length < slots * SLOT) {
      s.ints = new int[slots * SLOT];
    }
    return s.ints;
  }

  /** At least {@code slots * SLOT} elements. */
  public static long[] longs(int slots) {
    Scratch s = PER_THREAD.get();
    if (s.longs.length < slots * SLOT) {
      s.longs = new long[slots * SLOT];
    }
    return s.longs;
  }

  /** At least {@code slots * SLOT} elements. */
  public static boolean[] booleans(int slots) {
    Scratch s = PER_THREAD.get();
    if (s.booleans.length < slots * SLOT) {
      s.booleans = new boolean[slots * SLOT];
    }
    return s.booleans;
  }

  /** Native memory of at least {@code slots} times {@link #SLOT_BYTES}. */
  public static MemorySegment segment(int slots) {
    Scratch s = PER_THREAD.get();
    if (s.segment.byteSize() < slots * SLOT_BYTES) {
      s.segment = Arena.ofAuto().allocate(slots * SLOT_BYTES, NativeMemory.ALIGNMENT);
    }
    return s.segment;
  }
}
