package dev.tensorc.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.Optional;

/** Standard output, which remembers why it failed: printers only say that something did. */
final class StandardOutput extends OutputStream {

  private final OutputStream out;
  private Optional<IOException> failure = Optional.empty();

  StandardOutput(OutputStream out) {
    this.out = out;
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    try {
      out.write(bytes, offset, length);
    } catch (IOException e) {
      throw remembered(e);
    }
  }

  @Override
  public void flush() throws IOException {
    try {
      out.flush();
    } catch (IOException e) {
      throw remembered(e);
    }
    if (out instanceof PrintStream printer && printer.checkError()) {
      throw remembered(new IOException("it is closed or full"));
    }
  }

  private IOException remembered(IOException e) {
    if (failure.isEmpty()) {
      failure = Optional.of(e);
    }
    return e;
  }

  /** The first failure. */
  Optional<IOException> failure() {
    return failure;
  }
}
