package dev.tensorc.frontend;

import java.util.Optional;

/** Finds the text of a file that another one imports. */
@FunctionalInterface
public interface Imports {

  /** Finds nothing: for programs that are given as text. */
  Imports NONE = (path, from) -> new NotFound();

  /**
   * @param path as written behind {@code import}
   * @param from the file that imports it
   */
  Result find(String path, SourceText from);

  /** The result of an import: the text, or why there is none. */
  sealed interface Result {

    /** {@link Found} where there is a text, else {@link NotFound}. */
    static Result of(Optional<SourceText> text) {
      return text.<Result>map(Found::new).orElseGet(NotFound::new);
    }

    /** The text, where there is one. */
    default Optional<SourceText> text() {
      return Optional.empty();
    }
  }

  /**
   * @param source under a name that is equal however the file is reached
   */
  record Found(SourceText source) implements Result {
    @Override
    public Optional<SourceText> text() {
      return Optional.of(source);
    }
  }

  /** The language's own library has no such file. */
  record NotStandard() implements Result {}

  /** There is no such file, or it is no text, or it may not be read. */
  record NotFound() implements Result {}

  /**
   * The file is not below the folder that imports may be read from; whether it exists is not said.
   *
   * @param root that folder
   * @param byLink whether only a symbolic link leads out of it
   */
  record Outside(String root, boolean byLink) implements Result {}

  /**
   * The path is not a regular file.
   *
   * @param kind such as {@code a folder}
   * @param root the folder that imports may be read from
   */
  record NotAFile(String kind, String root) implements Result {}

  /**
   * The file is larger than programs may be.
   *
   * @param limit in bytes
   */
  record TooLarge(long limit) implements Result {}
}
