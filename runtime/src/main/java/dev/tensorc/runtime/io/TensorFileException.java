package dev.tensorc.runtime.io;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Objects;

/**
 * A file cannot be read or written, is damaged, holds data that tensors cannot, or would take more
 * memory than it may. The message names the file; the cause is the system's exception, where there
 * is one.
 */
public final class TensorFileException extends IOException {
  private static final long serialVersionUID = 1L;

  /**
   * @param file its name
   * @param problem the fault, in a line or more
   */
  public TensorFileException(String file, String problem) {
    super(file + ": " + problem);
  }

  private TensorFileException(String file, IOException cause) {
    super(file + ": " + problem(cause), cause);
  }

  /**
   * An exception at a file with the file's name: most messages of {@code java.nio} have none.
   *
   * @return {@code e} itself if it is such an exception
   */
  public static TensorFileException of(String file, IOException e) {
    return e instanceof TensorFileException known ? known : new TensorFileException(file, e);
  }

  private static String problem(IOException e) {
    return switch (e) {
      case NoSuchFileException _ -> "no such file";
      case AccessDeniedException _ -> "permission denied";
      case FileAlreadyExistsException _ -> "there is such a file already";
      case ClosedByInterruptException _ -> "the thread was interrupted";
      case FileSystemException f -> Objects.requireNonNullElse(f.getReason(), kind(e));
      default -> Objects.requireNonNullElse(e.getMessage(), kind(e));
    };
  }

  private static String kind(IOException e) {
    return e.getClass().getSimpleName();
  }
}
