package dev.tensorc.frontend;

/**
 * A program text and the names that it goes by.
 *
 * @param name its name in diagnostics: the file name as the user wrote it, or a pseudo name such as
 *     {@code <source>}
 * @param runtimeName its name in class files and the messages of running programs: the path below
 *     the root of imports with {@code /} between folders, so that the same files give the same
 *     bytes wherever they lie
 * @param text the characters, with line ends normalised to {@code \n} and no byte order mark
 */
public record SourceText(String name, String runtimeName, String text) {

  /** One that has the same name for diagnostics and at run time. */
  public SourceText(String name, String text) {
    this(name, name, text);
  }

  public SourceText {
    if (text.startsWith("\uFEFF")) {
      text = text.substring(1);
    }
    text = text.replace("\r\n", "\n").replace('\r', '\n');
  }

  /** The last part of {@link #name()}: the value of a class file's SourceFile attribute. */
  public String fileName() {
    return name.substring(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
  }

  /** The line with that number, from 1, without its line end; empty past the end. */
  public String line(int number) {
    return text.lines().skip(Math.max(0, number - 1L)).findFirst().orElse("");
  }

  @Override
  public String toString() {
    return name;
  }
}
