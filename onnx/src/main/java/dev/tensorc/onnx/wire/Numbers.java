package dev.tensorc.onnx.wire;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/** The numbers of a repeated field, each by itself or packed. */
final class Numbers {
  /** Longer lists belong in a tensor; without a limit a list takes eight times its bytes. */
  private static final int MAX_NUMBERS = 1 << 16;

  private long[] values = new long[4];
  private int count;

  int count() {
    return count;
  }

  /** Integers of variable length. */
  void addVarints(WireReader in) {
    if (in.isBytes()) {
      for (var packed = new Packed(in.bytes()); packed.hasNext(); ) {
        add(in, packed.next());
      }
    } else {
      add(in, in.varint());
    }
  }

  /** Floats, kept as their bits. */
  void addFloats(WireReader in) {
    if (in.isBytes()) {
      MemorySegment packed = in.bytes();
      if (packed.byteSize() % Float.BYTES != 0) {
        throw in.damaged("packed floats have %d bytes".formatted(packed.byteSize()));
      }
      for (long at = 0; at < packed.byteSize(); at += Float.BYTES) {
        add(in, packed.get(WireReader.INT, at));
      }
    } else {
      add(in, Float.floatToRawIntBits(in.fixed32()));
    }
  }

  private void add(WireReader in, long value) {
    if (count == MAX_NUMBERS) {
      throw in.damaged("a list has more than %d numbers".formatted(MAX_NUMBERS));
    }
    if (count == values.length) {
      values = Arrays.copyOf(values, 2 * count);
    }
    values[count++] = value;
  }

  long[] toArray() {
    return Arrays.copyOf(values, count);
  }

  float[] toFloats() {
    float[] floats = new float[count];
    for (int i = 0; i < count; i++) {
      floats[i] = Float.intBitsToFloat((int) values[i]);
    }
    return floats;
  }
}
