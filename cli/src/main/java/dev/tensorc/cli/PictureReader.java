package dev.tensorc.cli;

import dev.tensorc.runtime.DoubleTensor;
import dev.tensorc.runtime.ElementType;
import dev.tensorc.runtime.FloatTensor;
import dev.tensorc.runtime.Parameter;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.UByteTensor;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
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
    Picture picture = decode();
    if (parameter.rank() == 2 && picture.channels() != 1) {
      throw problem(
          "%s has %d channels, but %s has no axis for them; declare it %s[h, w, c], or convert the"
                  .formatted(file, picture.channels(), parameter.declaredType(), dtype.label())
              + " picture to grey first");
    }
    if (dtype == ElementType.U8 && picture.max() > 255) {
      throw problem(file + " has 16 bits a channel, too many for u8; use a float parameter");
    }
    return tensor(picture);
  }

  private Picture decode() {
    try (InputStream in = Files.newInputStream(file)) {
      return Picture.decode(in);
    } catch (java.nio.file.FileSystemException e) {
      throw problem("cannot read " + Errors.describe(e));
    } catch (IOException | RuntimeException e) { // the decoder throws either at damaged files
      throw problem("cannot read " + file + " as a PNG picture: " + e.getMessage());
    }
  }

  private Tensor tensor(Picture picture) {
    long[] shape =
        parameter.rank() == 2
            ? new long[] {picture.height(), picture.width()}
            : new long[] {picture.height(), picture.width(), picture.channels()};
    int[] samples = picture.samples();
    return switch (parameter.dtype()) {
      case U8 -> {
        var data = new byte[samples.length];
        for (int i = 0; i < data.length; i++) {
          data[i] = (byte) samples[i];
        }
        yield UByteTensor.of(data, shape);
      }
      case F32 -> {
        var data = new float[samples.length];
        for (int i = 0; i < data.length; i++) {
          data[i] = samples[i] / (float) picture.max();
        }
        yield FloatTensor.of(data, shape);
      }
      case F64 -> {
        var data = new double[samples.length];
        for (int i = 0; i < data.length; i++) {
          data[i] = samples[i] / (double) picture.max();
        }
        yield DoubleTensor.of(data, shape);
      }
      default -> throw new IllegalStateException("dtype was checked");
    };
  }
}
