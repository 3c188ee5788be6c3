// Made from link/NativeElements.java.template by ./bless: edit the template.
package dev.tensorc.runtime.link;

import dev.tensorc.runtime.Access;
import dev.tensorc.runtime.Tensor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Single elements of native memory, for generated code: as an array's are read and written. They
 * are aligned, which was asked when their tensor was made, so that frequent reads need not ask.
 */
public final class NativeElements {

  /** So many slices are made before the first kernel runs. */
  private static final int SEEN = 20_000;

  // The JIT inlines the methods that make a slice only where it has counted their calls. A kernel
  // of long loops is compiled after a few calls of its own: its slices would be objects for good,
  // and its loop would not know their sizes (a sum took three times as long). These calls are
  // counted; they take some milliseconds.
  static {
    for (int i = 0; i < SEEN; i++) {
      part(from(MemorySegment.NULL, 0), 0, 0);
    }
  }

  private NativeElements() {}

  /** The memory of a native tensor. */
  public static MemorySegment of(Tensor tensor) {
    return Access.memory(tensor);
  }

  /** The element at an index. */
  public static boolean loadBoolean(MemorySegment segment, long index) {
    return segment.getAtIndex(ValueLayout.JAVA_BYTE, index) != 0;
  }

  /** Writes the element at an index. */
  public static void storeBoolean(MemorySegment segment, long index, boolean value) {
    segment.setAtIndex(ValueLayout.JAVA_BYTE, index, (byte) (value ? 1 : 0));
  }

  /** The element at an index. */
  public static byte loadByte(MemorySegment segment, long index) {
    return segment.getAtIndex(ValueLayout.JAVA_BYTE, index);
  }

  /** Writes the element at an index. */
  public static void storeByte(MemorySegment segment, long index, byte value) {
    segment.setAtIndex(ValueLayout.JAVA_BYTE, index, value);
  }

  /** The element at an index. */
  public static short loadShort(MemorySegment segment, long index) {
    return segment.getAtIndex(ValueLayout.JAVA_SHORT_UNALIGNED, index);
  }

  /** Writes the element at an index. */
  public static void storeShort(MemorySegment segment, long index, short value) {
    segment.setAtIndex(ValueLayout.JAVA_SHORT, index, value);
  }

  /** The element at an index. */
  public static int loadInt(MemorySegment segment, long index) {
    return segment.getAtIndex(ValueLayout.JAVA_INT_UNALIGNED, index);
  }

  /** Writes the element at an index. */
  public static void storeInt(MemorySegment segment, long index, int value) {
    segment.setAtIndex(ValueLayout.JAVA_INT, index, value);
  }

  /** The element at an index. */
  public static long loadLong(MemorySegment segment, long index) {
    return segment.getAtIndex(ValueLayout.JAVA_LONG_UNALIGNED, index);
  }

  /** Writes the element at an index. */
  public static void storeLong(MemorySegment segment, long index, long value) {
    segment.setAtIndex(ValueLayout.JAVA_LONG, index, value);
  }

  /** The element at an index. */
  public static float loadFloat(MemorySegment segment, long index) {
    return segment.getAtIndex(ValueLayout.JAVA_FLOAT_UNALIGNED, index);
  }

  /** Writes the element at an index. */
  public static void storeFloat(MemorySegment segment, long index, float value) {
    segment.setAtIndex(ValueLayout.JAVA_FLOAT, index, value);
  }

  /** The element at an index. */
  public static double loadDouble(MemorySegment segment, long index) {
    return segment.getAtIndex(ValueLayout.JAVA_DOUBLE_UNALIGNED, index);
  }

  /** Writes the element at an index. */
  public static void storeDouble(MemorySegment segment, long index, double value) {
    segment.setAtIndex(ValueLayout.JAVA_DOUBLE, index, value);
  }

  /**
   * The memory from a place on; nothing where that is outside, as it may be for a row without
   * elements.
   *
   * @param place in bytes
   */
  public static MemorySegment from(MemorySegment segment, long place) {
    long size = segment.byteSize();
    return segment.asSlice(place < 0 || place > size ? size : place);
  }

  /**
   * A part of memory. Where its size is constant the JIT checks it, and nothing that is read of it.
   *
   * @param place in bytes
   * @param size in bytes
   */
  public static MemorySegment part(MemorySegment segment, long place, long size) {
    return segment.asSlice(place, size);
  }
}
