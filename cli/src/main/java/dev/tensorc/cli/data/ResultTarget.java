package dev.tensorc.cli.data;

import dev.tensorc.adapters.arrow.ArrowFiles;
import dev.tensorc.cli.error.Failure;
import dev.tensorc.io.Csv;
import dev.tensorc.io.Json;
import dev.tensorc.io.Pictures;
import dev.tensorc.io.Sound;
import dev.tensorc.io.Wav;
import dev.tensorc.runtime.ElementType;
import dev.tensorc.runtime.Parameter;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.io.Npy;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where one result goes.
 *
 * @param file empty for standard output
 * @param column its name in a format with columns
 */
record ResultTarget(Optional<Path> file, DataFormat format, String column) {

  /** The column of a result without a name. */
  private static final String COLUMN = "result";

  /**
   * The target that {@code -o} names.
   *
   * @param which the result's name in messages
   */
  static ResultTarget of(String name, Parameter result, String which, ResultOptions options) {
    boolean stream = name.equals("-");
    Optional<DataFormat> format =
        stream ? Optional.of(options.streamFormat(result)) : DataFormat.ofName(name);
    if (format.filter(DataFormat.written()::contains).isEmpty()) {
      throw Failure.usage(
          "-o %s: the name of an output ends in %s; - is standard output"
              .formatted(name, DataFormat.list(DataFormat.written())));
    }
    requireFitting(name, format.get(), result, which);
    try {
      Optional<Path> file = stream ? Optional.empty() : Optional.of(Path.of(name));
      String column = result.name().isEmpty() ? COLUMN : result.name();
      return new ResultTarget(file, format.get(), column);
    } catch (InvalidPathException e) {
      throw Failure.usage("-o " + name + ": not a file name: " + e.getMessage());
    }
  }

  private static void requireFitting(
      String name, DataFormat format, Parameter result, String which) {
    if (result.rank() == Parameter.UNRANKED) {
      return;
    }
    String axes =
        switch (format) {
          case PNG, JPEG -> result.rank() == 2 || result.rank() == 3 ? "" : "a picture has 2 or 3";
          case WAV -> result.rank() == 1 || result.rank() == 2 ? "" : "a sound has 1 or 2";
          case CSV, TSV -> result.rank() <= 2 ? "" : "a table has at most 2";
          case ARROW -> result.rank() > 0 ? "" : "a column has at least 1";
          default -> "";
        };
    if (format == DataFormat.ARROW && result.dtype() == ElementType.BF16) {
      throw Failure.data(
          "%s: Arrow has no bf16, but %s is %s; return it as f32"
              .formatted(name, which, result.declaredType()));
    }
    if (!axes.isEmpty()) {
      throw Failure.data(
          "%s: %s axes, but %s is %s".formatted(name, axes, which, result.declaredType()));
    }
  }

  boolean isStandardOutput() {
    return file.isEmpty();
  }

  /** Its name in messages. */
  String name() {
    return file.map(Path::toString).orElse("standard output");
  }

  /**
   * Writes the result.
   *
   * @param rate frames per second, if it is a sound
   */
  void write(OutputStream out, Tensor tensor, float rate) throws IOException {
    writing(rate).write(out, tensor);
  }

  private interface Writing {
    void write(OutputStream out, Tensor tensor) throws IOException;
  }

  /** A switch with a value, so that javac asks for each format. */
  private Writing writing(float rate) {
    return switch (format) {
      case NPY -> (out, tensor) -> Npy.write(out, tensor, name());
      case CSV -> (out, tensor) -> Csv.write(out, tensor, ',', name());
      case TSV -> (out, tensor) -> Csv.write(out, tensor, '\t', name());
      case JSON -> Json::write;
      case ARROW -> (out, tensor) -> ArrowFiles.write(out, column, tensor);
      case PNG -> (out, tensor) -> Pictures.write(out, tensor, Pictures.Format.PNG, name());
      case JPEG -> (out, tensor) -> Pictures.write(out, tensor, Pictures.Format.JPEG, name());
      case WAV -> (out, tensor) -> Wav.write(out, new Sound(tensor, rate), name());
      case NPZ, SAFETENSORS -> throw new IllegalStateException("refused before: " + format);
    };
  }
}
