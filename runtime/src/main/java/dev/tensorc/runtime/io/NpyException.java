package dev.tensorc.runtime.io;

import java.io.IOException;

/** A {@code .npy} file is damaged, or holds what tensors cannot. The message names the file. */
public final class NpyException extends IOException {
  private static final long serialVersionUID = 1L;

  NpyException(String file, String problem) {
    super(file + ": " + problem);
  }
}
