package dev.tensorc.embeddings;

import java.io.IOException;
import java.nio.file.Path;

/**
 * A file of a model is damaged, or asks for a thing that is not supported. The message begins with
 * the file.
 */
public final class ModelFileException extends IOException {
  private static final long serialVersionUID = 1L;

  ModelFileException(Path file, String problem) {
    super(file + ": " + problem);
  }
}
