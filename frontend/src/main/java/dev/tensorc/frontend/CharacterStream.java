package dev.tensorc.frontend;

import org.antlr.v4.runtime.CharStream;
import org.antlr.v4.runtime.IntStream;
import org.antlr.v4.runtime.misc.Interval;

/**
 * Feeds the lexer UTF-16 units. ANTLR's own streams count code points, but spans are offsets into
 * the string.
 */
final class CharacterStream implements CharStream {

  private final String name;
  private final String text;
  private final int end;
  private int position;

  /** The first {@code end} characters of a text. */
  CharacterStream(SourceText source, int end) {
    this.name = source.name();
    this.text = source.text();
    this.end = end;
  }

  @Override
  public String getText(Interval interval) {
    int stop = Math.min(interval.b + 1, end);
    return interval.a >= stop ? "" : text.substring(interval.a, stop);
  }

  @Override
  public void consume() {
    if (position >= end) {
      throw new IllegalStateException("cannot consume EOF");
    }
    position++;
  }

  @Override
  public int LA(int offset) {
    int at = offset > 0 ? position + offset - 1 : position + offset;
    return at < 0 || at >= end ? IntStream.EOF : text.charAt(at);
  }

  @Override
  public int mark() {
    return -1;
  }

  @Override
  public void release(int marker) {
    // The whole text is in memory: nothing was kept for the mark.
  }

  @Override
  public int index() {
    return position;
  }

  @Override
  public void seek(int index) {
    position = index;
  }

  @Override
  public int size() {
    return end;
  }

  @Override
  public String getSourceName() {
    return name;
  }
}
