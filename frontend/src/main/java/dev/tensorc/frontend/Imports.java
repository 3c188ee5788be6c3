package dev.tensorc.frontend;

import java.util.Optional;

/** Finds the text of a file that another one imports. */
@FunctionalInterface
public interface Imports {

  /** Finds nothing: for programs that are given as text. */
  Imports NONE = (path, from) -> Optional.empty();

  /**
   * @param path as written behind {@code import}
   * @param from the file that imports it
   * @return its text, under a name that is equal however the file is reached; empty where it cannot
   *     be read
   */
  Optional<SourceText> find(String path, SourceText from);
}
