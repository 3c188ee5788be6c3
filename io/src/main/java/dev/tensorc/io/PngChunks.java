package dev.tensorc.io;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import javax.imageio.stream.ImageInputStream;

/** Goes from chunk to chunk of a PNG file that could not be read (section 5.3 of the format). */
final class PngChunks {

  /** Says that a file ends inside of a chunk. */
  static final class TruncatedException extends IOException {
    private static final long serialVersionUID = 1;

    private TruncatedException(String message) {
      super(message);
    }
  }

  /** The length and the name. */
  private static final int HEADER_BYTES = 8;

  private static final int CHECKSUM_BYTES = 4;

  /** The most chunks of a file: a reader is not told why one with more cannot be read. */
  private static final int MOST_CHUNKS = 100_000;

  private PngChunks() {}

  /**
   * Takes any file; one that does not begin as PNG is none of its business.
   *
   * @param bytes of the file
   * @throws TruncatedException if it is PNG and ends inside of a chunk
   */
  static void requireWhole(ImageInputStream in, long bytes) throws IOException {
    if (bytes < Long.BYTES || in.readLong() != PngHeader.SIGNATURE) {
      return;
    }
    long at = Long.BYTES;
    for (int i = 0; i < MOST_CHUNKS && at < bytes; i++) {
      if (bytes - at < HEADER_BYTES) {
        throw new TruncatedException("it ends inside of the header of a chunk");
      }
      in.seek(at);
      long length = in.readUnsignedInt();
      var name = new byte[HEADER_BYTES - Integer.BYTES];
      in.readFully(name);
      at += HEADER_BYTES + length + CHECKSUM_BYTES;
      if (at > bytes) {
        throw new TruncatedException(
            "its chunk %s goes %d bytes beyond the end of the file"
                .formatted(printable(name), at - bytes));
      }
    }
  }

  private static String printable(byte[] name) {
    return new String(name, StandardCharsets.US_ASCII).replaceAll("[^A-Za-z]", "?");
  }
}
