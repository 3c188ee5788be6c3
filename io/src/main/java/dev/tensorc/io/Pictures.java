package dev.tensorc.io;

import dev.tensorc.runtime.DoubleTensor;
import dev.tensorc.runtime.ElementType;
import dev.tensorc.runtime.FloatTensor;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.UByteTensor;
import dev.tensorc.runtime.io.ReadBudget;
import dev.tensorc.runtime.io.StagedFiles;
import dev.tensorc.runtime.io.TensorFileException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Reads and writes pictures, PNG and JPEG: a tensor of shape [height, width, channels], with 1
 * channel (grey), 2 (grey and alpha), 3 (red, green, blue) or 4 (and alpha). u8 has the samples as
 * they are stored, from 0 to 255; f32 and f64 have them from 0 to 1. Samples are not converted
 * between colour spaces, and alpha is there only where the file has it.
 *
 * <p>The size that a file promises is compared with its size before anything is allocated, and
 * there may be 2^28 pixels.
 */
public final class Pictures {

  /** The formats that are written. */
  public enum Format {
    /** Loses nothing but the precision beyond 8 bits a sample. */
    PNG,
    /** Pictures of 1 or 3 channels, with a quality of 95 %. */
    JPEG;

    /** The format of a file by its name: JPEG for {@code .jpg} and {@code .jpeg}, else PNG. */
    public static Format of(Path file) {
      String name = file.toString().toLowerCase(Locale.ROOT);
      return name.endsWith(".jpg") || name.endsWith(".jpeg") ? JPEG : PNG;
    }
  }

  private Pictures() {}

  /**
   * Reads a file, PNG or JPEG by its content.
   *
   * @param type u8, f32 or f64
   * @return a tensor of shape [height, width, channels]
   * @throws TensorFileException if it cannot be read, is no such picture, has 16 bits a sample
   *     where u8 is wanted, or is above {@link ReadBudget the allocation limit}
   */
  public static Tensor read(Path file, ElementType type) throws IOException {
    return read(file.toString(), type, () -> PictureFile.open(file));
  }

  /**
   * Reads a stream to its end as {@link #read(Path, ElementType)} does; does not close it. Its
   * bytes are kept meanwhile and count against the allocation limit.
   *
   * @param name the stream's name in messages
   */
  public static Tensor read(InputStream in, String name, ElementType type) throws IOException {
    byte[] bytes = StreamBytes.read(in, name);
    return read(name, type, () -> PictureFile.of(bytes));
  }

  private interface Opening {
    PictureFile open() throws IOException;
  }

  private static Tensor read(String name, ElementType type, Opening opening) throws IOException {
    requireType(name, type);
    try (PictureFile picture = opening.open()) {
      requireTaken(name, picture, type);
      return tensor(picture, type);
    } catch (TensorFileException e) {
      throw e;
    } catch (FileSystemException e) {
      throw TensorFileException.of(name, e);
    } catch (PngChunks.TruncatedException e) {
      throw new TensorFileException(name, "truncated: " + e.getMessage());
    } catch (IOException | RuntimeException e) { // the decoder throws either at damaged files
      throw new TensorFileException(name, "no PNG or JPEG picture: " + e.getMessage());
    }
  }

  private static void requireType(String name, ElementType type) throws TensorFileException {
    if (type != ElementType.U8 && type != ElementType.F32 && type != ElementType.F64) {
      throw new TensorFileException(name, "a picture holds u8, f32 or f64, not " + type.label());
    }
  }

  private static void requireTaken(String name, PictureFile picture, ElementType type)
      throws TensorFileException {
    if (type == ElementType.U8 && picture.max() > 255) {
      throw new TensorFileException(
          name, "it has 16 bits a channel, too many for u8; use f32 or f64");
    }
    String array =
        "%s [%d, %d, %d]"
            .formatted(type.label(), picture.height(), picture.width(), picture.channels());
    long samples = (long) picture.height() * picture.width() * picture.channels();
    ReadBudget.current().take(name, array, samples * type.byteWidth());
  }

  private static Tensor tensor(PictureFile picture, ElementType type) throws IOException {
    long[] shape = {picture.height(), picture.width(), picture.channels()};
    PictureFile.Rows rows = picture.decode();
    var row = new int[picture.width() * picture.channels()];
    int count = Math.multiplyExact(row.length, picture.height());
    return switch (type) {
      case U8 -> {
        var data = new byte[count];
        for (int i = 0; i < count; i++) {
          data[i] = (byte) sample(rows, row, i);
        }
        yield UByteTensor.of(data, shape);
      }
      case F32 -> {
        var data = new float[count];
        for (int i = 0; i < count; i++) {
          data[i] = sample(rows, row, i) / (float) picture.max();
        }
        yield FloatTensor.of(data, shape);
      }
      case F64 -> {
        var data = new double[count];
        for (int i = 0; i < count; i++) {
          data[i] = sample(rows, row, i) / (double) picture.max();
        }
        yield DoubleTensor.of(data, shape);
      }
      default -> throw new IllegalStateException("dtype was checked");
    };
  }

  /** A sample of the picture, asked for in order: the first of a row has the row decoded. */
  private static int sample(PictureFile.Rows rows, int[] row, int i) {
    int at = i % row.length;
    if (at == 0) {
      rows.get(i / row.length, row);
    }
    return row[at];
  }

  /**
   * Writes a file, PNG or JPEG by its name. Floats are clipped to 0..1 and scaled to 0..255, NaN is
   * black. An older file of the name is replaced only when the new one is complete.
   *
   * @param tensor u8, f32 or f64 of shape [height, width] or [height, width, channels], with 1, 3
   *     or 4 channels (JPEG: 1 or 3) and at least one pixel
   * @throws TensorFileException if it cannot be written, or is no picture
   */
  public static void write(Path file, Tensor tensor) throws IOException {
    Format format = Format.of(file);
    StagedFiles.write(file, out -> write(out, tensor, format, file.toString()));
  }

  /**
   * Writes to a stream as {@link #write(Path, Tensor)} does; does not close it.
   *
   * @param name the stream's name in messages
   */
  public static void write(OutputStream out, Tensor tensor, Format format, String name)
      throws IOException {
    requireType(name, tensor.type());
    PictureEncoder.of(tensor, format, name).encode(out);
  }
}
