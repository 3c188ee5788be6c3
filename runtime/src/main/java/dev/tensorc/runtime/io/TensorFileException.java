package dev.tensorc.runtime.io;

import java.io.IOException;

/** A file of tensors is damaged, or holds what tensors cannot. The message names the file. */
public final class TensorFileException extends IOException {
  private static final long serialVersionUID = 1L;

  TensorFileException(String file, String problem) {
    super(file + ": " + problem);
  }
}
