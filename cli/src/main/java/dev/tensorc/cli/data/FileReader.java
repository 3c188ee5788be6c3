package dev.tensorc.cli.data;

import dev.tensorc.adapters.arrow.ArrowFiles;
import dev.tensorc.io.Csv;
import dev.tensorc.io.CsvOptions;
import dev.tensorc.io.Json;
import dev.tensorc.io.Pictures;
import dev.tensorc.io.Sound;
import dev.tensorc.io.Wav;
import dev.tensorc.runtime.ElementType;
import dev.tensorc.runtime.Parameter;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.io.Npy;
import dev.tensorc.runtime.io.Npz;
import dev.tensorc.runtime.io.Safetensors;
import dev.tensorc.runtime.io.TensorFileException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads a file, or standard input, for one parameter. */
final class FileReader {

  /** Larger .npy files are mapped: nothing is read before the program reads it. */
  private static final long MAPPED_FROM = 1L << 24;

  private final Parameter parameter;
  private final DataOptions options;
  private final StandardInput input;
  private final FileWord word;

  FileReader(Parameter parameter, DataOptions options, StandardInput input, FileWord word) {
    this.parameter = parameter;
    this.options = options;
    this.input = input;
    this.word = word;
  }

  /**
   * A tensor from a file.
   *
   * @param value of the parameter's rank where its format leaves a choice
   * @param rate of a sound, in frames per second
   */
  record Read(Tensor value, Optional<Float> rate) {}

  /**
   * @throws IOException if it cannot be read
   * @throws IllegalArgumentException if it is nothing for the parameter; the message says why
   */
  Read read() throws IOException {
    if (word.file().isEmpty()) {
      try (BufferedInputStream in = input.open()) {
        return ofStream(in);
      }
    }
    Path file = word.file().get();
    return switch (word.format().orElseThrow()) {
      case NPY -> whole(npy(file));
      case NPZ -> plain(npz(file));
      case SAFETENSORS -> plain(one(Safetensors.map(file, Arena.ofAuto())));
      case CSV, TSV -> plain(table(Csv.read(file, numbers(), csv())));
      case JSON -> plain(Json.read(file, numbers(), named()));
      case ARROW -> plain(ArrowFiles.read(file, named()));
      case PNG, JPEG -> whole(picture(Pictures.read(file, pictureType())));
      case WAV -> sound(Wav.read(file, soundType()));
    };
  }

  private Read ofStream(BufferedInputStream in) throws IOException {
    DataFormat format =
        options.format().isPresent() ? options.format().get() : StandardInput.format(in);
    String name = word.name();
    return switch (format) {
      case NPY -> whole(Npy.read(in, name));
      case NPZ, SAFETENSORS ->
          throw new IllegalArgumentException(
              "%s is read at many places of a file, so it cannot come from standard input; save it to a file"
                  .formatted(format.extension()));
      case CSV -> plain(table(Csv.read(in, name, numbers(), csv())));
      case TSV -> plain(table(Csv.read(in, name, numbers(), csv().withSeparator('\t'))));
      case JSON -> plain(Json.read(in, name, numbers(), named()));
      case ARROW -> plain(ArrowFiles.read(in, name, named()));
      case PNG, JPEG -> whole(picture(Pictures.read(in, name, pictureType())));
      case WAV -> sound(Wav.read(in, name, soundType()));
    };
  }

  private static Read plain(Tensor value) {
    return new Read(value, Optional.empty());
  }

  /** The contents of a format that holds one tensor. */
  private Read whole(Tensor value) {
    if (!word.part().isEmpty()) {
      throw new IllegalArgumentException(
          "%s holds one array: leave out `:%s`".formatted(word.name(), word.part()));
    }
    return plain(value);
  }

  private static Tensor npy(Path file) throws IOException {
    return Files.isRegularFile(file) && Files.size(file) >= MAPPED_FROM
        ? Npy.map(file, Arena.ofAuto())
        : Npy.read(file);
  }

  private Tensor npz(Path file) throws IOException {
    return word.part().isEmpty() ? one(Npz.read(file)) : Npz.read(file, word.part());
  }

  /** The array that the word names, or the only one. */
  private Tensor one(Map<String, Tensor> arrays) throws IOException {
    if (word.part().isEmpty() && arrays.size() == 1) {
      return arrays.values().iterator().next();
    }
    Tensor found = arrays.get(word.part());
    if (found == null) {
      String names = String.join(", ", arrays.keySet().stream().limit(20).toList());
      throw new TensorFileException(
          word.name(),
          word.part().isEmpty()
              ? "it holds several arrays; name one, as in %s=%s:NAME: %s"
                  .formatted(parameter.name(), word.name(), names)
              : "there is no array '%s'; there are: %s".formatted(word.part(), names));
    }
    return found;
  }

  private CsvOptions csv() {
    List<String> columns = word.part().isEmpty() ? List.of() : List.of(word.part().split(","));
    return CsvOptions.DEFAULT.withHeader(options.header()).withColumns(columns);
  }

  /** The member or column that the word names. */
  private Optional<String> named() {
    return Optional.of(word.part()).filter(part -> !part.isEmpty());
  }

  /** The type that texts are read as. */
  private ElementType numbers() {
    return switch (parameter.dtype()) {
      case F64, F32, F16, BF16, BOOL -> parameter.dtype();
      default -> options.cast() ? ElementType.F64 : parameter.dtype();
    };
  }

  /** A table as a matrix; one row or column as a vector, one element as a scalar. */
  private Tensor table(Tensor matrix) {
    boolean unranked = parameter.rank() == Parameter.UNRANKED;
    boolean column = matrix.size(1) == 1;
    boolean row = matrix.size(0) == 1;
    if (parameter.rank() == 2 || unranked && (word.part().isEmpty() || !column)) {
      return matrix;
    }
    if (parameter.rank() == 0 && column && row) {
      return matrix.select(1, 0).select(0, 0);
    }
    if (parameter.rank() == 1 || unranked) {
      if (column) {
        return matrix.select(1, 0);
      }
      if (row) {
        return matrix.select(0, 0);
      }
    }
    throw new IllegalArgumentException(
        "%s gives %d rows of %d columns, but the parameter is %s; name a column, as in %s=%s:NAME"
            .formatted(
                word,
                matrix.size(0),
                matrix.size(1),
                parameter.declaredType(),
                parameter.name(),
                word.file().map(Path::toString).orElse("-")));
  }

  private ElementType pictureType() {
    ElementType own = parameter.dtype();
    if (own == ElementType.U8 || own == ElementType.F32 || own == ElementType.F64) {
      return own;
    }
    if (!options.cast()) {
      throw new IllegalArgumentException(
          "a picture gives u8, f32 or f64, but the parameter is %s; pass --cast to convert it"
              .formatted(parameter.declaredType()));
    }
    return own == ElementType.F16 || own == ElementType.BF16 ? ElementType.F32 : ElementType.U8;
  }

  private Tensor picture(Tensor picture) {
    long channels = picture.size(2);
    return switch (parameter.rank()) {
      case 3, Parameter.UNRANKED -> picture;
      case 2 -> {
        if (channels != 1) {
          throw new IllegalArgumentException(
              "%s has %d channels, but %s has no axis for them; declare it %s[h, w, c], or convert the picture to grey first"
                  .formatted(word, channels, parameter.declaredType(), parameter.dtype().label()));
        }
        yield picture.select(2, 0);
      }
      default ->
          throw new IllegalArgumentException(
              "a picture has shape [height, width, channels], or [height, width] if it is grey, but"
                  + " the parameter is "
                  + parameter.declaredType());
    };
  }

  private ElementType soundType() {
    return switch (parameter.dtype()) {
      case U8, I16, I32, F32, F64 -> parameter.dtype();
      default -> {
        if (!options.cast()) {
          throw new IllegalArgumentException(
              "a sound gives f32, f64, u8, i16 or i32, but the parameter is %s; pass --cast to convert it"
                  .formatted(parameter.declaredType()));
        }
        yield ElementType.F32;
      }
    };
  }

  private Read sound(Sound sound) {
    Tensor samples = whole(sound.samples()).value();
    if (parameter.rank() == 1 && samples.size(1) != 1) {
      throw new IllegalArgumentException(
          "%s has %d channels, but %s has no axis for them; declare it %s[n, c]"
              .formatted(
                  word, samples.size(1), parameter.declaredType(), parameter.dtype().label()));
    }
    return new Read(
        parameter.rank() == 1 ? samples.select(1, 0) : samples, Optional.of(sound.rate()));
  }
}
