package dev.tensorc.compiler;

import dev.tensorc.Options;
import dev.tensorc.frontend.SourceText;

/** The names of programs' classes. */
public final class ClassNames {

  private static final String NAMELESS = "Program";

  private ClassNames() {}

  /** The binary name of the class that has the program's functions. */
  public static String facade(SourceText source, Options options) {
    String simple = simpleName(source, options);
    return options.packageName().isEmpty() ? simple : options.packageName() + "." + simple;
  }

  /** The options' class name, else one made from the file's. */
  static String simpleName(SourceText source, Options options) {
    return options.className().isEmpty() ? fromFileName(source.fileName()) : options.className();
  }

  /**
   * {@code edges.tc} gives {@code Edges}, {@code black-scholes.tc} {@code BlackScholes}: a
   * character that cannot stand in a name ends a word, and every word has a capital.
   */
  static String fromFileName(String fileName) {
    int dot = fileName.lastIndexOf('.');
    String stem = dot > 0 ? fileName.substring(0, dot) : fileName;
    var name = new StringBuilder();
    boolean start = true;
    for (int c : stem.codePoints().toArray()) {
      boolean fits = Character.isJavaIdentifierPart(c) && !Character.isIdentifierIgnorable(c);
      if (fits) {
        name.appendCodePoint(start ? Character.toUpperCase(c) : c);
      }
      start = !fits;
    }
    if (name.isEmpty() || name.toString().equals("_")) {
      return NAMELESS;
    }
    return Character.isJavaIdentifierStart(name.codePointAt(0)) ? name.toString() : "_" + name;
  }
}
