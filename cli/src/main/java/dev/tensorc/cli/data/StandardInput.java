package dev.tensorc.cli.data;

import dev.tensorc.runtime.AllocationLimit;
import dev.tensorc.runtime.io.TensorFileException;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/** Standard input as an argument: a stream, which can be read once. */
final class StandardInput {

  private final boolean repeated;
  private Optional<byte[]> bytes = Optional.empty();

  /**
   * @param repeated whether it is read again for each instance of a generic function, and so kept
   */
  StandardInput(boolean repeated) {
    this.repeated = repeated;
  }

  /** The stream, from its beginning. */
  BufferedInputStream open() throws IOException {
    InputStream in = System.in;
    if (repeated) {
      if (bytes.isEmpty()) {
        bytes = Optional.of(all(in));
      }
      in = new ByteArrayInputStream(bytes.get());
    }
    return new BufferedInputStream(in);
  }

  private static byte[] all(InputStream in) throws IOException {
    int most = (int) Math.min(AllocationLimit.bytes(), Integer.MAX_VALUE - 8);
    byte[] all = in.readNBytes(most);
    if (in.read() >= 0) {
      throw new TensorFileException(
          "standard input",
          "more than %d bytes, the allocation limit; name the instance, as in 'f[f64]', or raise the limit with --allocation-limit"
              .formatted(most));
    }
    return all;
  }

  /** The format of a stream, which stays at its beginning. */
  static DataFormat format(BufferedInputStream in) throws IOException {
    in.mark(DataFormat.LOOKED_AT);
    byte[] start = in.readNBytes(DataFormat.LOOKED_AT);
    in.reset();
    return DataFormat.ofContent(start);
  }
}
