package dev.tensorc.runtime.weights;

import dev.tensorc.runtime.io.TensorFileException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;

/** The file of weights that lies beside a class: in a folder of classes, or in a jar. */
final class WeightResource {

  /** An action on the file. */
  interface Use {
    Weights of(Path file) throws IOException;
  }

  private WeightResource() {}

  static Weights with(Class<?> program, String name, Use use) throws IOException {
    URL resource = program.getResource(name);
    if (resource == null) {
      throw new TensorFileException(
          name,
          "there is no such resource beside %s: name a file, load(path)"
              .formatted(program.getName()));
    }
    if (resource.getProtocol().equals("file")) {
      return use.of(Path.of(URI.create(resource.toString())));
    }
    Path folder = Files.createTempDirectory("tensorc");
    Path copy = folder.resolve(Path.of(name).getFileName());
    try {
      try (InputStream in = resource.openStream()) {
        Files.copy(in, copy);
      }
      return use.of(copy);
    } finally { // Linux keeps the mapping of a deleted file
      if (!copy.toFile().delete()) {
        copy.toFile().deleteOnExit();
      }
      if (!folder.toFile().delete()) {
        folder.toFile().deleteOnExit();
      }
    }
  }
}
