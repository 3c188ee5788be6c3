package dev.tensorc.adapters.arrow;

import dev.tensorc.runtime.TensorException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Decompresses a frame of LZ4, as the specifications of the <a
 * href="https://github.com/lz4/lz4/tree/dev/doc">frame and block formats</a> describe it. Checksums
 * are not compared. Bytes that are no frame throw some exception of buffers or arithmetic, or a
 * {@link TensorException}.
 */
final class Lz4Frame {

  private static final int MAGIC = 0x184D2204;

  /** Flags of the frame. */
  private static final int BLOCK_CHECKSUMS = 1 << 4;

  private static final int CONTENT_SIZE = 1 << 3;
  private static final int DICTIONARY = 1;

  /** The lengths that say that more bytes follow. */
  private static final int LONG_LENGTH = 15;

  private static final int LONG_BYTE = 255;
  private static final int LEAST_MATCH = 4;

  private final ByteBuffer in;
  private final ByteBuffer out;

  private Lz4Frame(ByteBuffer in, ByteBuffer out) {
    this.in = in.order(ByteOrder.LITTLE_ENDIAN);
    this.out = out;
  }

  /**
   * @param in a frame from its position on
   * @param out has room for the bytes that the frame holds, and for no more
   */
  static void decompress(ByteBuffer in, ByteBuffer out) {
    new Lz4Frame(in, out).frame();
  }

  private void frame() {
    int magic = in.getInt();
    int flags = in.get();
    in.get(); // the largest size of a block
    if (magic != MAGIC || (flags & DICTIONARY) != 0) {
      throw new TensorException("a compressed buffer is no frame of LZ4");
    }
    next((flags & CONTENT_SIZE) == 0 ? 0 : Long.BYTES);
    in.get(); // the header's checksum
    for (int size = in.getInt(); size != 0; size = in.getInt()) {
      ByteBuffer block = next(size & Integer.MAX_VALUE);
      if (size < 0) {
        out.put(block); // as it is
      } else {
        sequences(block.order(ByteOrder.LITTLE_ENDIAN));
      }
      next((flags & BLOCK_CHECKSUMS) == 0 ? 0 : Integer.BYTES);
    }
    if (out.hasRemaining()) {
      throw new BufferUnderflowException();
    }
  }

  private ByteBuffer next(int length) {
    return next(in, length);
  }

  private static ByteBuffer next(ByteBuffer from, int length) {
    ByteBuffer part = from.slice(from.position(), length);
    from.position(from.position() + length);
    return part;
  }

  /** Literals and matches in turn; a match may begin in an earlier block. */
  private void sequences(ByteBuffer block) {
    while (block.hasRemaining()) {
      int lengths = Byte.toUnsignedInt(block.get());
      out.put(next(block, length(lengths >> 4, block)));
      if (block.hasRemaining()) { // the last sequence has no match
        int distance = Short.toUnsignedInt(block.getShort());
        repeat(distance, Math.addExact(length(lengths & LONG_LENGTH, block), LEAST_MATCH));
      }
    }
  }

  private static int length(int start, ByteBuffer block) {
    int length = start;
    int more = start == LONG_LENGTH ? LONG_BYTE : 0;
    while (more == LONG_BYTE) {
      more = Byte.toUnsignedInt(block.get());
      length = Math.addExact(length, more);
    }
    return length;
  }

  /** A match that is longer than its distance repeats a pattern, which doubles with each copy. */
  private void repeat(int distance, int length) {
    int from = out.position() - distance;
    if (distance == 0) {
      throw new BufferUnderflowException();
    }
    int left = length;
    while (left > 0) {
      int count = Math.min(left, out.position() - from);
      out.put(out.slice(from, count));
      left -= count;
    }
  }
}
