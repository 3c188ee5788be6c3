package dev.tensorc.runtime.io;

import dev.tensorc.runtime.Tensor;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.CheckedOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Writes an archive. The data of stored arrays is aligned, for which a member's header gets an
 * extra field of the right length.
 */
final class NpzWriter {
  private static final int ALIGNMENT = 64;
  private static final int LOCAL_HEADER = 30;
  private static final int LOCAL_HEADER_64 = 20;
  private static final int MAX_NAME = 0xf000; // beside the extra field

  /** The field that Android's zipalign uses: the alignment, and zeros. */
  private static final short ALIGNMENT_FIELD = (short) 0xd935;

  /** The same for all archives; a month later than the earliest date of an archive. */
  private static final LocalDateTime WRITTEN = LocalDateTime.of(1980, 2, 1, 0, 0);

  private final Counter out;
  private final Zip zip;
  private final String file;

  /**
   * @param file its name in messages
   */
  NpzWriter(OutputStream out, String file) {
    this.file = file;
    this.out = new Counter(out);
    this.zip = new Zip(this.out);
  }

  /** Ends the archive, and leaves the stream open. */
  void write(Map<String, ? extends Tensor> tensors, boolean compressed) throws IOException {
    try {
      for (Map.Entry<String, ? extends Tensor> entry : tensors.entrySet()) {
        write(entry.getKey(), entry.getValue(), compressed);
      }
      zip.finish();
    } finally {
      zip.release();
    }
  }

  private void write(String name, Tensor tensor, boolean compressed) throws IOException {
    int length = name.getBytes(StandardCharsets.UTF_8).length;
    if (name.isEmpty() || length > MAX_NAME) {
      throw new TensorFileException(
          file, "a name has from 1 to %d bytes, not %d".formatted(MAX_NAME, length));
    }
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(name)) {
      throw new TensorFileException(file, "a name has half of a surrogate pair");
    }
    ZipEntry member = new ZipEntry(name + ".npy");
    member.setTimeLocal(WRITTEN);
    if (!compressed) {
      store(member, tensor);
    }
    zip.putNextEntry(member);
    Npy.write(zip, tensor, file);
    zip.closeEntry();
  }

  /** Sets the member's length and checksum: they stand in front of its bytes. */
  private void store(ZipEntry member, Tensor tensor) throws IOException {
    CRC32 crc = new CRC32();
    Counter counted = new Counter(OutputStream.nullOutputStream());
    Npy.write(new CheckedOutputStream(counted, crc), tensor, file);
    member.setMethod(ZipEntry.STORED);
    member.setSize(counted.count);
    member.setCrc(crc.getValue());
    int name = member.getName().getBytes(StandardCharsets.UTF_8).length;
    long start =
        out.count + LOCAL_HEADER + name + (counted.count >= 0xffff_ffffL ? LOCAL_HEADER_64 : 0);
    int field = 6 + Math.floorMod(-(start + 6), ALIGNMENT);
    ByteBuffer extra = ByteBuffer.allocate(field).order(ByteOrder.LITTLE_ENDIAN);
    extra.putShort(ALIGNMENT_FIELD).putShort((short) (field - 4)).putShort((short) ALIGNMENT);
    member.setExtra(extra.array());
  }

  /** Whose native memory can be freed without closing the stream below. */
  private static final class Zip extends ZipOutputStream {
    Zip(OutputStream out) {
      super(out, StandardCharsets.UTF_8);
    }

    void release() {
      def.end();
    }
  }

  /** Counts the bytes that pass. */
  private static final class Counter extends FilterOutputStream {
    private long count;

    Counter(OutputStream out) {
      super(out);
    }

    @Override
    public void write(int b) throws IOException {
      out.write(b);
      count++;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      out.write(bytes, offset, length);
      count += length;
    }
  }
}
