package dev.tensorc.runtime.link;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Reads and writes bytes for vectors that have fewer lanes than the shortest vector of bytes, for
 * generated code: at most four, which are an int in the order of memory.
 */
public final class LaneBytes {

  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder());
  private static final VarHandle SHORTS =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.nativeOrder());

  private LaneBytes() {}

  /**
   * @param lanes 1, 2 or 4
   */
  public static int load(byte[] array, int index, int lanes) {
    return switch (lanes) {
      case 4 -> (int) INTS.get(array, index);
      case 2 -> (short) SHORTS.get(array, index);
      default -> array[index];
    };
  }

  /**
   * @param lanes 1, 2 or 4
   */
  public static int load(MemorySegment memory, long index, int lanes) {
    return switch (lanes) {
      case 4 -> memory.get(ValueLayout.JAVA_INT_UNALIGNED, index);
      case 2 -> memory.get(ValueLayout.JAVA_SHORT_UNALIGNED, index);
      default -> memory.get(ValueLayout.JAVA_BYTE, index);
    };
  }

  /**
   * @param lanes at most 4
   */
  public static void store(int bytes, byte[] array, int index, int lanes) {
    if (lanes == 4) {
      INTS.set(array, index, bytes);
    } else if (lanes == 2) {
      SHORTS.set(array, index, (short) bytes);
    } else {
      for (int k = 0; k < lanes; k++) {
        array[index + k] = at(bytes, k);
      }
    }
  }

  /**
   * @param lanes at most 4
   */
  public static void store(int bytes, MemorySegment memory, long index, int lanes) {
    if (lanes == 4) {
      memory.set(ValueLayout.JAVA_INT_UNALIGNED, index, bytes);
    } else if (lanes == 2) {
      memory.set(ValueLayout.JAVA_SHORT_UNALIGNED, index, (short) bytes);
    } else {
      for (int k = 0; k < lanes; k++) {
        memory.set(ValueLayout.JAVA_BYTE, index + k, at(bytes, k));
      }
    }
  }

  private static byte at(int bytes, int place) {
    boolean little = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;
    return (byte) (bytes >>> 8 * (little ? place : 3 - place));
  }
}
