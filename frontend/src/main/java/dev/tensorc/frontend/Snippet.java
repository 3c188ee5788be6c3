package dev.tensorc.frontend;

import java.util.List;

/** The source line of a span with carets under it, as it looks in a terminal. */
final class Snippet {

  private static final int TAB = 4;

  /** Widest stretch of a line that is shown, in columns. */
  private static final int WIDEST = 100;

  /** Columns kept before the carets where a line is cut. */
  private static final int BEFORE = 40;

  private static final String CUT = "...";

  private final StringBuilder shown = new StringBuilder();
  private int width;

  private Snippet() {}

  /** Place, line and carets; only the first line of a span that has several. */
  static List<String> of(Span span) {
    String text = span.source().text();
    int start = Math.min(span.start(), text.length());
    int lineStart = text.lastIndexOf('\n', start - 1) + 1;
    int lineEnd = text.indexOf('\n', start);
    lineEnd = lineEnd < 0 ? text.length() : lineEnd;
    int end = Math.clamp(span.end(), start, lineEnd);

    var line = new Snippet();
    int from = windowStart(text, lineStart, start);
    line.cutBefore(from > lineStart);
    line.append(text, from, start);
    int caret = line.width;
    line.append(text, start, end);
    int carets = Math.max(1, Math.min(line.width, WIDEST) - caret);
    line.appendRest(text, end, lineEnd);

    String number = Integer.toString(span.line());
    String gutter = " ".repeat(number.length());
    return List.of(
        gutter + "--> " + span.location(),
        gutter + " |",
        number + " | " + line.shown,
        gutter + " | " + " ".repeat(caret) + "^".repeat(carets));
  }

  /** Where the shown part begins, so that the carets are not far to the right. */
  private static int windowStart(String text, int lineStart, int start) {
    if (start - lineStart <= WIDEST - BEFORE) {
      return lineStart;
    }
    int from = start - BEFORE;
    return Character.isLowSurrogate(text.charAt(from)) ? from + 1 : from;
  }

  private void cutBefore(boolean cut) {
    if (cut) {
      shown.append(CUT);
      width = CUT.length();
    }
  }

  private void append(String text, int from, int to) {
    for (int i = from; i < to && width < WIDEST; ) {
      int c = text.codePointAt(i);
      append(c);
      i += Character.charCount(c);
    }
  }

  private void appendRest(String text, int from, int to) {
    int before = shown.length();
    append(text, from, to);
    boolean complete = width < WIDEST || before == shown.length() && from == to;
    if (!complete) {
      shown.append(CUT);
    }
  }

  private void append(int c) {
    if (c == '\t') {
      int blanks = TAB - width % TAB;
      shown.repeat(' ', blanks);
      width += blanks;
    } else if (isUnprintable(c)) {
      shown.append('\uFFFD');
      width++;
    } else {
      shown.appendCodePoint(c);
      width += columns(c);
    }
  }

  private static boolean isUnprintable(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          true;
      default -> false;
    };
  }

  /** Terminal columns: East Asian wide characters and pictographs take two, marks none. */
  private static int columns(int c) {
    int type = Character.getType(c);
    if (type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK) {
      return 0;
    }
    boolean wide =
        c >= 0x1100 && c <= 0x115F
            || c >= 0x2E80 && c <= 0xA4CF && c != 0x303F
            || c >= 0xAC00 && c <= 0xD7A3
            || c >= 0xF900 && c <= 0xFAFF
            || c >= 0xFE30 && c <= 0xFE6F
            || c >= 0xFF00 && c <= 0xFF60
            || c >= 0xFFE0 && c <= 0xFFE6
            || c >= 0x1F300 && c <= 0x1FAFF
            || c >= 0x20000 && c <= 0x3FFFD;
    return wide ? 2 : 1;
  }
}
