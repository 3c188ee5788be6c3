package dev.tensorc.fuzz;

import static dev.tensorc.fuzz.Target.require;

import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.io.Npy;
import dev.tensorc.runtime.io.Npz;
import dev.tensorc.runtime.io.Safetensors;
import dev.tensorc.runtime.io.TensorFileException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** Bytes as files of tensors: each is read, or refused with a message that names the file. */
final class TensorFiles {

  private TensorFiles() {}

  private interface Reader {
    Map<String, Tensor> read() throws IOException;
  }

  private interface Mapper {
    Map<String, Tensor> map(Path file, Arena arena) throws IOException;
  }

  static void npy(byte[] data) throws IOException {
    Path file = Scratch.write("x.npy", data);
    var read =
        compare(
            file, () -> Map.of("", Npy.read(file)), (f, arena) -> Map.of("", Npy.map(f, arena)));
    String name = file.toString();
    var streamed = tensors(file, () -> Map.of("", Npy.read(new ByteArrayInputStream(data), name)));
    require(read.equals(streamed), "read differently from a stream");
  }

  static void npz(byte[] data) throws IOException {
    Path file = Scratch.write("x.npz", data);
    compare(file, () -> Npz.read(file), Npz::map);
  }

  static void safetensors(byte[] data) throws IOException {
    Path file = Scratch.write("x.safetensors", data);
    compare(file, () -> Safetensors.read(file), Safetensors::map);
    tensors(
        file,
        () -> {
          Safetensors.metadata(file);
          return Map.of();
        });
  }

  /** Checks that a file that can be read can be mapped, too, with the same elements. */
  private static Optional<Map<String, Tensor>> compare(Path file, Reader reader, Mapper mapper)
      throws IOException {
    var read = tensors(file, reader);
    try (Arena arena = Arena.ofConfined()) {
      var mapped = tensors(file, () -> mapper.map(file, arena));
      require(read.isEmpty() || read.equals(mapped), "read and mapped differently");
    }
    return read;
  }

  /** Empty where the file is refused. */
  private static Optional<Map<String, Tensor>> tensors(Path file, Reader reader)
      throws IOException {
    try {
      Map<String, Tensor> tensors = reader.read();
      for (Tensor tensor : tensors.values()) {
        require(!tensor.toString().isEmpty(), "no text");
        int hash = tensor.hashCode(); // of all elements
        require(hash == tensor.hashCode(), "elements that change");
      }
      return Optional.of(tensors);
    } catch (TensorFileException e) {
      require(
          String.valueOf(e.getMessage()).startsWith(file.toString()),
          "does not name the file: " + e);
      return Optional.empty();
    }
  }
}
