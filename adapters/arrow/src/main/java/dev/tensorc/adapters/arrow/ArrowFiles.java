package dev.tensorc.adapters.arrow;

import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.TensorException;
import dev.tensorc.runtime.io.TensorFileException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.compression.CompressionCodec;
import org.apache.arrow.vector.compression.CompressionUtil;
import org.apache.arrow.vector.compression.NoCompressionCodec;
import org.apache.arrow.vector.ipc.ArrowFileReader;
import org.apache.arrow.vector.ipc.ArrowFileWriter;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.ipc.ArrowStreamReader;

/**
 * Columns of Arrow's IPC files and streams, as tensors of their own: {@link ArrowTensors} shows
 * batches without a copy. Files of Feather's version 2 are IPC files, also where they are
 * compressed with LZ4, as PyArrow does unless told otherwise. Nulls of floats are {@code NaN};
 * other columns with nulls are refused, as are those that are compressed with Zstandard.
 */
public final class ArrowFiles {

  private static final String FILE_MAGIC = "ARROW1";

  private static final String NO_FILE = "it is no Arrow file, or a damaged one";

  /** Before the length of each message of a stream, since Arrow 0.15. */
  private static final String CONTINUATION = "\u00ff\u00ff\u00ff\u00ff";

  /** The continuation and the length of a stream's first message. */
  private static final int START = 8;

  /** Beyond the size of a file, for the bytes that Arrow rounds up. */
  private static final long MARGIN = 1L << 20;

  private ArrowFiles() {}

  /** Opens a reader whose memory the allocator counts. */
  private interface Opening {
    ArrowReader open(BufferAllocator allocator);
  }

  /**
   * Reads a column of a file in the file format or the stream format.
   *
   * @param column its name; empty where there is only one
   * @return of shape [rows] or [rows, length of lists, ...], over an array
   * @throws TensorFileException if the file cannot be read, has no such column, or the column is no
   *     tensor; or if it is above the allocation limit
   */
  public static Tensor read(Path file, Optional<String> column) throws IOException {
    String name = file.toString();
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      throw new TensorFileException(name, "it is no regular file");
    }
    try (InputStream start = Files.newInputStream(file);
        FileChannel channel = FileChannel.open(file)) {
      long limit = 2 * channel.size() + MARGIN;
      return read(
          name,
          column,
          limit,
          isFileFormat(start.readNBytes(START), limit, name)
              ? allocator -> new ArrowFileReader(channel, allocator, codecs())
              : allocator -> new ArrowStreamReader(channel, allocator, codecs()));
    } catch (IOException e) {
      throw TensorFileException.of(name, e);
    }
  }

  /**
   * Reads a column of a stream as {@link #read(Path, Optional)} does; does not close it.
   *
   * @param name the stream's name in messages
   * @throws TensorFileException if it is in the file format, too, whose directory is at its end
   * @throws IOException if the stream throws it
   */
  public static Tensor read(InputStream in, String name, Optional<String> column)
      throws IOException {
    var buffered = new BufferedInputStream(in);
    buffered.mark(START);
    if (isFileFormat(buffered.readNBytes(START), Long.MAX_VALUE, name)) {
      throw new TensorFileException(
          name, "Arrow's file format is read from its end: save it to a file, or send a stream");
    }
    buffered.reset();
    return read(
        name,
        column,
        Long.MAX_VALUE,
        allocator -> new ArrowStreamReader(buffered, allocator, codecs()));
  }

  /**
   * Whether a file that begins so is in the file format, and not in that of streams: for a wrong
   * first length Arrow would allocate 2 GB.
   *
   * @param limit of a message
   */
  private static boolean isFileFormat(byte[] start, long limit, String name)
      throws TensorFileException {
    String text = new String(start, StandardCharsets.ISO_8859_1);
    if (text.startsWith(FILE_MAGIC)) {
      return true;
    }
    boolean isStream = text.startsWith(CONTINUATION) && start.length == START;
    int length =
        isStream ? ByteBuffer.wrap(start).order(ByteOrder.LITTLE_ENDIAN).getInt(Integer.BYTES) : -1;
    if (length < 0 || length > limit) {
      throw new TensorFileException(
          name,
          text.startsWith("FEA1")
              ? "Feather of version 1 is not supported yet: write version 2"
              : NO_FILE);
    }
    return false;
  }

  /**
   * Writes a tensor as the only column of a file in the file format.
   *
   * @param tensor of one axis, its rows, or of more, which become lists of one length
   * @throws TensorException if it has no axis, or Arrow has no such type
   */
  public static void write(OutputStream out, String column, Tensor tensor) throws IOException {
    long[] shape = tensor.shape();
    try (var allocator = new RootAllocator();
        FieldVector vector =
            ArrowTensors.field(column, tensor.type(), shape).createVector(allocator);
        var root = VectorSchemaRoot.of(vector);
        var writer = new ArrowFileWriter(root, null, Channels.newChannel(out))) {
      ArrowTensors.copyInto(tensor, vector);
      root.setRowCount(Math.toIntExact(shape[0]));
      writer.writeBatch();
    }
  }

  private static Tensor read(String name, Optional<String> column, long limit, Opening opening)
      throws IOException {
    try (var allocator = new RootAllocator(limit);
        ArrowReader reader = opening.open(allocator)) {
      return ColumnReader.read(reader, name, column);
    } catch (TensorException e) {
      throw new TensorFileException(name, String.valueOf(e.getMessage()));
    } catch (RuntimeException e) { // Arrow has many for bytes that are none of its own
      throw new TensorFileException(name, NO_FILE + ": " + e);
    }
  }

  private static CompressionCodec.Factory codecs() {
    return new CompressionCodec.Factory() {
      @Override
      public CompressionCodec createCodec(CompressionUtil.CodecType type) {
        return switch (type) {
          case NO_COMPRESSION -> NoCompressionCodec.INSTANCE;
          case LZ4_FRAME -> new Lz4Codec();
          case ZSTD ->
              throw new TensorException(
                  "compression by Zstandard is not supported yet: write the file with"
                      + " compression=\"lz4\" of pyarrow.feather, or \"uncompressed\"");
        };
      }

      @Override
      public CompressionCodec createCodec(CompressionUtil.CodecType type, int level) {
        return createCodec(type);
      }
    };
  }
}
