package dev.tensorc.frontend.format;

import java.util.ArrayList;
import java.util.List;

/**
 * The text between two tokens: blanks, line ends and comments.
 *
 * @param behind the comment on the first token's line; empty where there is none
 * @param lines those in between: comments without the blanks around them, and at most one empty
 *     line after another
 * @param broken whether the second token begins a line
 */
record Gap(String behind, List<String> lines, boolean broken) {

  /** The characters between two tokens; those before the first token begin with a line end. */
  static Gap of(String text) {
    String[] parts = text.split("\n", -1);
    var lines = new ArrayList<String>();
    for (int i = 1; i < parts.length; i++) {
      String line = parts[i].strip();
      boolean last = i == parts.length - 1;
      boolean emptyAgain = !lines.isEmpty() && lines.getLast().isEmpty();
      if (!line.isEmpty() || !last && !emptyAgain) {
        lines.add(line);
      }
    }
    return new Gap(parts[0].strip(), List.copyOf(lines), parts.length > 1);
  }

  boolean hasComments() {
    return !behind.isEmpty() || lines.stream().anyMatch(line -> !line.isEmpty());
  }

  /** The gap without the empty line at the beginning, the end, or both. */
  Gap trimmed(boolean first, boolean last) {
    int from = first && !lines.isEmpty() && lines.getFirst().isEmpty() ? 1 : 0;
    int to =
        last && lines.size() > from && lines.getLast().isEmpty() ? lines.size() - 1 : lines.size();
    return new Gap(behind, lines.subList(from, to), broken);
  }
}
