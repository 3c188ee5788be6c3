package dev.tensorc.runtime.weights;

import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.io.SafetensorsFile;
import dev.tensorc.runtime.io.TensorFileException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.Optional;

/** A file of weights, which tells whether another file took its name later. */
final class WeightFile {

  private final Path path;
  private final BasicFileAttributes attributes;
  private final SafetensorsFile tensors;

  private WeightFile(Path path, BasicFileAttributes attributes, SafetensorsFile tensors) {
    this.path = path;
    this.attributes = attributes;
    this.tensors = tensors;
  }

  static WeightFile of(Path path) throws IOException {
    try {
      BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
      return new WeightFile(path, attributes, SafetensorsFile.open(path));
    } catch (IOException e) {
      throw TensorFileException.of(path.toString(), e);
    }
  }

  Path path() {
    return path;
  }

  /** Whether the file of the name is still the one that was there at first. */
  private boolean isThere() throws IOException {
    BasicFileAttributes now = Files.readAttributes(path, BasicFileAttributes.class);
    return Objects.equals(now.fileKey(), attributes.fileKey()) // null where files have no keys
        && now.lastModifiedTime().equals(attributes.lastModifiedTime())
        && now.size() == attributes.size();
  }

  /**
   * A tensor in an array; empty where the file cannot be read, or has changed. A copy out of mapped
   * memory would leave the file's pages in the memory of the process.
   */
  Optional<Tensor> read(String tensor) {
    try {
      Tensor read = tensors.read(tensor);
      return isThere() ? Optional.of(read) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
