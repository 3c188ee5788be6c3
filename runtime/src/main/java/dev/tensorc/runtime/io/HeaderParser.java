package dev.tensorc.runtime.io;

/** The common part of the parsers of headers: a place in a text, and messages about it. */
abstract sealed class HeaderParser permits NpyHeaderParser, SafetensorsParser {

  /** More of a header stands in no message. */
  private static final int MOST_SHOWN = 80;

  final String file;
  final String text;

  /** Where the rest begins. */
  int at;

  HeaderParser(String file, String text) {
    this.file = file;
    this.text = text;
  }

  /** Takes a character, if it is the next one that is not blank. */
  final boolean accept(char c) {
    skipBlanks();
    boolean found = peek() == c;
    if (found) {
      at++;
    }
    return found;
  }

  final void expect(char c) throws TensorFileException {
    if (!accept(c)) {
      throw malformed("expected '" + c + "'");
    }
  }

  /** The next character; NUL at the end. */
  final char peek() {
    return at < text.length() ? text.charAt(at) : '\0';
  }

  final void skipBlanks() {
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
  }

  /** Nothing but blanks may stand behind the header's value. */
  final void requireEnd(String value) throws TensorFileException {
    skipBlanks();
    if (at < text.length()) {
      throw malformed("something follows the " + value);
    }
  }

  final TensorFileException malformed(String problem) {
    String rest =
        at < text.length()
            ? "'"
                + NpyType.printable(text.substring(at, Math.min(text.length(), at + MOST_SHOWN)))
                + "'"
            : "its end";
    return new TensorFileException(file, "malformed header: " + problem + " at " + rest);
  }
}
