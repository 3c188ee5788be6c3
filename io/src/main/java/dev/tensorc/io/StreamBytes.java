package dev.tensorc.io;

import dev.tensorc.runtime.io.ReadBudget;
import dev.tensorc.runtime.io.TensorFileException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;

/** All bytes of a stream, for formats that are read at any place of a file. */
final class StreamBytes {

  private static final int CHUNK = 1 << 16;

  private StreamBytes() {}

  /** Reads to the end of the stream, within the read budget. */
  static byte[] read(InputStream in, String name) throws IOException {
    ReadBudget budget = ReadBudget.current();
    var bytes = new ByteArrayOutputStream();
    byte[] chunk;
    do {
      chunk = in.readNBytes(CHUNK);
      budget.take(name, "a stream of %d bytes so far".formatted(bytes.size()), chunk.length);
      if (bytes.size() > Integer.MAX_VALUE - 2 * CHUNK) {
        throw new TensorFileException(name, "more than 2 GB; save it to a file");
      }
      bytes.write(chunk);
    } while (chunk.length == CHUNK);
    return bytes.toByteArray();
  }
}
