package dev.tensorc.cli.diagnostics;

import dev.tensorc.frontend.Span;

/**
 * A range of a file. Lines and columns are counted from 1, columns in UTF-16 code units; the end is
 * behind the last character.
 */
record Place(String file, int line, int column, int endLine, int endColumn) {

  static Place of(Span span) {
    String text = span.text();
    int lines = (int) text.chars().filter(c -> c == '\n').count();
    int endColumn =
        lines == 0 ? span.column() + text.length() : text.length() - text.lastIndexOf('\n');
    return new Place(
        span.source().name(), span.line(), span.column(), span.line() + lines, endColumn);
  }
}
