package dev.tensorc.frontend;

/**
 * A half-open range of characters in one source text, with the line and column it begins at.
 *
 * @param source the text the range lies in
 * @param start offset of the first character, from 0
 * @param end offset after the last character
 * @param line line of the first character, from 1
 * @param column column of the first character, from 1
 */
public record Span(SourceText source, int start, int end, int line, int column) {

  /** {@code file:line:col}, as editors understand it: for diagnostics. */
  public String location() {
    return source.name() + ":" + line + ":" + column;
  }

  /** {@code file:line:col} for messages at run time: {@link SourceText#runtimeName}. */
  public String runtimeLocation() {
    return source.runtimeName() + ":" + line + ":" + column;
  }

  /** The characters of the range. */
  public String text() {
    return source.text().substring(start, end);
  }

  /** From the beginning of this range to the end of {@code last}. */
  public Span to(Span last) {
    return new Span(source, start, Math.max(end, last.end), line, column);
  }

  @Override
  public String toString() {
    return location();
  }
}
