package dev.tensorc.cli.data;

import dev.tensorc.cli.error.Failure;
import dev.tensorc.io.Csv;
import dev.tensorc.io.Json;
import dev.tensorc.io.Pictures;
import dev.tensorc.io.Sound;
import dev.tensorc.io.Wav;
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
 */
record ResultTarget(Optional<Path> file, DataFormat format) {

  /**
   * What {@code -o} names.
   *
   * @param which what messages call the result
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
      return new ResultTarget(stream ? Optional.empty() : Optional.of(Path.of(name)), format.get());
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
          default -> "";
        };
    if (!axes.isEmpty()) {
      throw Failure.data(
          "%s: %s axes, but %s is %s".formatted(name, axes, which, result.declaredType()));
    }
  }

  boolean isStandardOutput() {
    return file.isEmpty();
  }

  /** What messages call it. */
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
      case PNG -> (out, tensor) -> Pictures.write(out, tensor, Pictures.Format.PNG, name());
      case JPEG -> (out, tensor) -> Pictures.write(out, tensor, Pictures.Format.JPEG, name());
      case WAV -> (out, tensor) -> Wav.write(out, new Sound(tensor, rate), name());
      case NPZ, SAFETENSORS -> throw new IllegalStateException("refused before: " + format);
    };
  }
}
