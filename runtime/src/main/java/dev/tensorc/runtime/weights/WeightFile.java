package dev.tensorc.runtime.weights;

import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.io.Safetensors;
import dev.tensorc.runtime.io.TensorFileException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Optional;

/**
 * A file of weights, with the properties that tell it from another file that took its name later.
 *
 * @param key of the file system; empty where it has none
 */
record WeightFile(Path path, Optional<Object> key, FileTime modified, long size) {

  static WeightFile of(Path path) throws TensorFileException {
    try {
      var attributes = Files.readAttributes(path, BasicFileAttributes.class);
      return new WeightFile(
          path,
          Optional.ofNullable(attributes.fileKey()),
          attributes.lastModifiedTime(),
          attributes.size());
    } catch (IOException e) {
      throw TensorFileException.of(path.toString(), e);
    }
  }

  /**
   * A tensor in an array; empty where the file cannot be read, or has changed. A copy out of mapped
   * memory would leave the file's pages in the memory of the process.
   */
  Optional<Tensor> read(String tensor) {
    try {
      Tensor read = Safetensors.read(path, tensor);
      return equals(of(path)) ? Optional.of(read) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
