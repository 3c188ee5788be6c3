package dev.tensorc.cli.data;

import dev.tensorc.cli.error.Errors;
import dev.tensorc.cli.error.Failure;
import dev.tensorc.runtime.DoubleTensor;
import dev.tensorc.runtime.ElementType;
import dev.tensorc.runtime.FloatTensor;
import dev.tensorc.runtime.Parameter;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.UByteTensor;
import dev.tensorc.runtime.io.ReadBudget;
import dev.tensorc.runtime.io.TensorFileException;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;

/** A picture as an argument: u8 as stored, floats from 0 to 1. */
final class PictureReader {

  private final Path file;
  private final Parameter parameter;

  private PictureReader(Path file, Parameter parameter) {
    this.file = file;
    this.parameter = parameter;
  }

  static Tensor read(Path file, Parameter parameter) {
    return new PictureReader(file, parameter).read();
  }

  private Failure problem(String what) {
    return Failure.data("`" + parameter.name() + "`: " + what);
  }

  private Tensor read() {
    ElementType dtype = parameter.dtype();
    if (dtype != ElementType.U8 && dtype != ElementType.F32 && dtype != ElementType.F64) {
      throw problem(
          "a picture gives u8, f32 or f64, but the parameter is " + parameter.declaredType());
    }
    if (parameter.rank() != 2 && parameter.rank() != 3) {
      throw problem(
          "a picture has shape [height, width, channels], or [height, width] if it is grey,"
              + " but the parameter is "
              + parameter.declaredType());
    }
    try (PngFile png = PngFile.open(file)) {
      requireTaken(png);
      requireMemory(png);
      return tensor(png);
    } catch (Failure e) {
      throw e;
    } catch (FileSystemException | TensorFileException e) {
      throw problem("cannot read " + Errors.describe(e));
    } catch (IOException | RuntimeException e) { // the decoder throws either at damaged files
      throw problem("cannot read " + file + " as a PNG picture: " + e.getMessage());
    }
  }

  private void requireTaken(PngFile png) {
    if (parameter.rank() == 2 && png.channels() != 1) {
      throw problem(
          "%s has %d channels, but %s has no axis for them; declare it %s[h, w, c], or convert the"
                  .formatted(
                      file, png.channels(), parameter.declaredType(), parameter.dtype().label())
              + " picture to grey first");
    }
    if (parameter.dtype() == ElementType.U8 && png.max() > 255) {
      throw problem(file + " has 16 bits a channel, too many for u8; use a float parameter");
    }
  }

  private void requireMemory(PngFile png) throws TensorFileException {
    String array =
        "%s [%d, %d, %d]"
            .formatted(parameter.dtype().label(), png.height(), png.width(), png.channels());
    long samples = (long) png.height() * png.width() * png.channels();
    ReadBudget.current().take(file.toString(), array, samples * parameter.dtype().byteWidth());
  }

  private Tensor tensor(PngFile png) throws IOException {
    long[] shape =
        parameter.rank() == 2
            ? new long[] {png.height(), png.width()}
            : new long[] {png.height(), png.width(), png.channels()};
    PngFile.Rows rows = png.decode();
    var row = new int[png.width() * png.channels()];
    int count = Math.multiplyExact(row.length, png.height());
    return switch (parameter.dtype()) {
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
          data[i] = sample(rows, row, i) / (float) png.max();
        }
        yield FloatTensor.of(data, shape);
      }
      case F64 -> {
        var data = new double[count];
        for (int i = 0; i < count; i++) {
          data[i] = sample(rows, row, i) / (double) png.max();
        }
        yield DoubleTensor.of(data, shape);
      }
      default -> throw new IllegalStateException("dtype was checked");
    };
  }

  /** A sample of the picture, asked for in order: the first of a row has the row decoded. */
  private static int sample(PngFile.Rows rows, int[] row, int i) {
    int at = i % row.length;
    if (at == 0) {
      rows.get(i / row.length, row);
    }
    return row[at];
  }
}
