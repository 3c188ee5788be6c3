package dev.tensorc.adapters.arrow;

import dev.tensorc.runtime.TensorException;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.compression.AbstractCompressionCodec;
import org.apache.arrow.vector.compression.CompressionUtil;

/** Decompresses the buffers of files that are compressed with LZ4; writes none. */
final class Lz4Codec extends AbstractCompressionCodec {

  /** Bytes that one byte of a block of LZ4 can stand for. */
  private static final long MOST_BYTES_OF_ONE = 255;

  @Override
  public CompressionUtil.CodecType getCodecType() {
    return CompressionUtil.CodecType.LZ4_FRAME;
  }

  @Override
  protected ArrowBuf doCompress(BufferAllocator allocator, ArrowBuf buffer) {
    throw new UnsupportedOperationException();
  }

  @Override
  protected ArrowBuf doDecompress(BufferAllocator allocator, ArrowBuf buffer) {
    long size = readUncompressedLength(buffer);
    long start = CompressionUtil.SIZE_OF_UNCOMPRESSED_LENGTH;
    long compressed = buffer.writerIndex() - start;
    if (size < 0 || size > MOST_BYTES_OF_ONE * compressed) {
      throw new TensorException(
          "a buffer of %d bytes cannot hold %d when it is decompressed"
              .formatted(compressed, size));
    }
    if (size > Integer.MAX_VALUE || compressed > Integer.MAX_VALUE) {
      throw new TensorException(
          "compressed buffers above 2 GiB are not supported yet: write smaller batches");
    }
    allowMore(allocator, size);
    ArrowBuf out = allocator.buffer(size);
    try {
      Lz4Frame.decompress(buffer.nioBuffer(start, (int) compressed), out.nioBuffer(0, (int) size));
    } catch (RuntimeException e) {
      out.close();
      throw e;
    }
    return out.writerIndex(size);
  }

  /**
   * The limit is that of the file's own bytes; sizes of buffers are rounded up to twice as many.
   */
  private static void allowMore(BufferAllocator allocator, long size) {
    if (allocator.getLimit() < Long.MAX_VALUE / 2) {
      allocator.setLimit(allocator.getLimit() + 2 * size);
    }
  }
}
