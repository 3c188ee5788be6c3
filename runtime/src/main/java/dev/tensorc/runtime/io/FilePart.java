package dev.tensorc.runtime.io;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** Some bytes of a file as a stream, which does not own the file. */
final class FilePart extends InputStream {
  private final FileChannel channel;
  private long at;
  private final long end;

  FilePart(FileChannel channel, long from, long length) {
    this.channel = channel;
    this.at = from;
    this.end = from + length;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    int most = (int) Math.min(length, end - at);
    int got = most <= 0 ? -1 : channel.read(ByteBuffer.wrap(into, offset, most), at);
    at += Math.max(got, 0);
    return got;
  }
}
