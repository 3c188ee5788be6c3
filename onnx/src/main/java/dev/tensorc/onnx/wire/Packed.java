package dev.tensorc.onnx.wire;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Walks through packed integers of variable length without storing them. */
public final class Packed {
  private final MemorySegment bytes;
  private long at;

  public Packed(MemorySegment bytes) {
    this.bytes = bytes;
  }

  /** Whether there is another number. */
  public boolean hasNext() {
    return at < bytes.byteSize();
  }

  /**
   * The next number.
   *
   * @throws OnnxException if the bytes end inside of it, or it has more than ten
   */
  public long next() {
    long value = 0;
    for (int shift = 0; shift < 64 && at < bytes.byteSize(); shift += 7) {
      byte b = bytes.get(ValueLayout.JAVA_BYTE, at++);
      value |= (long) (b & 0x7f) << shift;
      if (b >= 0) {
        return value;
      }
    }
    throw new OnnxException("no ONNX model, or damaged: a number does not end");
  }
}
