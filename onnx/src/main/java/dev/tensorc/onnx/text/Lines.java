package dev.tensorc.onnx.text;

/** Breaks text longer than a line; line ends mean nothing inside of parentheses. */
final class Lines {
  private static final int WIDTH = 118;

  private Lines() {}

  /** A statement, broken behind commas. */
  static String wrapped(String indent, String statement) {
    var lines = new StringBuilder();
    String rest = indent + statement;
    while (rest.length() > WIDTH) {
      int end = breakOf(rest, indent.length() + 8);
      if (end < 0) {
        break;
      }
      lines.append(rest, 0, end).append('\n');
      rest = indent + "    " + rest.substring(end + 1);
    }
    return lines + rest + "\n";
  }

  /** The head of a function, whose end stands on a line of its own where it is too long. */
  static String head(String head, String end) {
    String lines = wrapped("", head).stripTrailing();
    int last = lines.length() - lines.lastIndexOf('\n');
    boolean breaks = end.length() > 1 && last + end.length() > WIDTH;
    return lines + (breaks ? "\n    " : " ") + end + "\n";
  }

  /**
   * Behind the last comma that is in time and in the fewest parentheses, but in one; types are not
   * broken. -1 where there is none.
   */
  private static int breakOf(String line, int from) {
    int best = -1;
    int fewest = Integer.MAX_VALUE;
    int depth = 0;
    int brackets = 0;
    for (int i = 0; i < line.length() && (i < WIDTH || best < 0); i++) {
      char c = line.charAt(i);
      depth += c == '(' ? 1 : c == ')' ? -1 : 0;
      brackets += c == '[' ? 1 : c == ']' ? -1 : 0;
      if (c == ',' && i >= from && brackets == 0 && depth <= fewest) {
        fewest = Math.max(depth, 1);
        best = i + 1;
      }
    }
    return best;
  }
}
