package dev.tensorc.cli.data;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A file that a command line names, or standard input, and the part of it that is meant: {@code
 * prices.csv:close}, {@code weights.npz:w1}, {@code -}.
 *
 * @param file empty for standard input
 * @param format empty where standard input's content says
 * @param part a column, array or member; empty where there is none
 */
record FileWord(Optional<Path> file, Optional<DataFormat> format, String part) {

  private static final String STANDARD_INPUT = "-";

  /** The shortest file name that ends in an extension and is followed by a part, or by nothing. */
  private static final Pattern FORM =
      Pattern.compile(
          "(.+?\\.(?:%s))(?::(.*))?".formatted(DataFormat.alternatives()),
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  /**
   * The file that a word names; empty if it is no file.
   *
   * @throws InvalidPathException if it cannot be the name of one
   */
  static Optional<FileWord> of(String word) {
    if (isStandardInput(word)) {
      return Optional.of(
          new FileWord(Optional.empty(), Optional.empty(), word.replaceFirst("^-:?", "")));
    }
    if (DataFormat.ofName(word).isPresent() && Files.exists(Path.of(word))) {
      return Optional.of(new FileWord(Optional.of(Path.of(word)), DataFormat.ofName(word), ""));
    }
    Matcher form = FORM.matcher(word);
    if (!form.matches()) {
      return Optional.empty();
    }
    String part = form.group(2) == null ? "" : form.group(2);
    return Optional.of(
        new FileWord(Optional.of(Path.of(form.group(1))), DataFormat.ofName(form.group(1)), part));
  }

  /** Whether a word is standard input, or a part of it. */
  static boolean isStandardInput(String word) {
    return word.equals(STANDARD_INPUT) || word.startsWith(STANDARD_INPUT + ":");
  }

  /** Its name in messages. */
  String name() {
    return file.map(Path::toString).orElse("standard input");
  }

  /** The word itself. */
  @Override
  public String toString() {
    return file.map(Path::toString).orElse(STANDARD_INPUT) + (part.isEmpty() ? "" : ":" + part);
  }
}
