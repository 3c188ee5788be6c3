package dev.tensorc.lsp;

import dev.tensorc.frontend.Span;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.Range;

/** Between offsets of a text and the lines and columns of the protocol, which count from 0. */
final class Positions {

  private final String text;
  private final List<Integer> starts = new ArrayList<>();

  Positions(String text) {
    this.text = text;
    starts.add(0);
    for (int i = text.indexOf('\n'); i >= 0; i = text.indexOf('\n', i + 1)) {
      starts.add(i + 1);
    }
  }

  /** The offset of a place; beyond the end of a line or of the text, that end. */
  int offset(Position p) {
    if (p.getLine() >= starts.size()) {
      return text.length();
    }
    int start = starts.get(p.getLine());
    return Math.min(start + p.getCharacter(), end(p.getLine()));
  }

  Position position(int offset) {
    int low = 0;
    int high = starts.size() - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (starts.get(middle) <= offset) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return new Position(low, offset - starts.get(low));
  }

  Range range(int start, int end) {
    return new Range(position(start), position(end));
  }

  /** The range of a span, which may lie in another text. */
  static Range of(Span span) {
    var start = new Position(span.line() - 1, span.column() - 1);
    String text = span.text();
    int last = text.lastIndexOf('\n');
    int lines = (int) text.chars().filter(c -> c == '\n').count();
    return new Range(
        start,
        last < 0
            ? new Position(start.getLine(), start.getCharacter() + text.length())
            : new Position(start.getLine() + lines, text.length() - last - 1));
  }

  /** Where a line begins. */
  int start(int line) {
    return starts.get(line);
  }

  /** Where a line ends, before its line end. */
  private int end(int line) {
    return line + 1 < starts.size() ? starts.get(line + 1) - 1 : text.length();
  }
}
