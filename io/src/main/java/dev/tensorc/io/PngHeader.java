package dev.tensorc.io;

import java.io.IOException;
import java.nio.ByteBuffer;
import javax.imageio.stream.ImageInputStream;

/**
 * The first chunk of a PNG file (sections 5.2 and 11.2.1 of the format).
 *
 * @param width in pixels, below 0 where the file says 2^31 or more
 * @param height likewise
 * @param pixelBits how many bits a pixel takes
 */
record PngHeader(int width, int height, int pixelBits) {

  /** Larger pictures are refused: their samples would not fit an array. */
  static final long MAX_PIXELS = 1L << 28;

  /** The bytes that a byte of compressed data becomes at most: deflate has 258 bytes for 2 bits. */
  private static final int MOST_EXPANDED = 1032;

  static final long SIGNATURE = 0x89504e470d0a1a0aL;
  private static final int LENGTH = 13;
  private static final int NAME = 0x49484452; // IHDR
  private static final int BYTES = 26;

  static PngHeader read(ImageInputStream in) throws IOException {
    var start = new byte[BYTES];
    int length = Math.max(in.read(start), 0);
    ByteBuffer bytes = ByteBuffer.wrap(start, 0, length);
    if (bytes.limit() < BYTES
        || bytes.getLong(0) != SIGNATURE
        || bytes.getInt(8) != LENGTH
        || bytes.getInt(12) != NAME) {
      throw new IOException("it does not begin as one");
    }
    int channels =
        switch (bytes.get(25)) {
          case 0, 3 -> 1; // grey, or a place in a palette
          case 2 -> 3;
          case 4 -> 2;
          case 6 -> 4;
          default -> throw new IOException("its colour type is " + bytes.get(25));
        };
    return new PngHeader(bytes.getInt(16), bytes.getInt(20), channels * bytes.get(24));
  }

  /** Refuses a picture of too many pixels, and one that a file of so many bytes cannot hold. */
  void requireFitting(long fileBytes) throws IOException {
    if (width <= 0 || height <= 0 || (long) width * height > MAX_PIXELS) {
      throw new IOException(
          "%s x %s pixels are too many, or none; there may be %d"
              .formatted(
                  Integer.toUnsignedString(width), Integer.toUnsignedString(height), MAX_PIXELS));
    }
    long decoded = (long) width * height * pixelBits / 8;
    if (decoded / MOST_EXPANDED > fileBytes) {
      throw new IOException(
          "%d x %d pixels take %d bytes, which cannot be compressed to the %d bytes of the file"
              .formatted(width, height, decoded, fileBytes));
    }
  }
}
