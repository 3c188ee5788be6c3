package dev.tensorc.lsp;

import dev.tensorc.frontend.CompilationException;
import dev.tensorc.frontend.SourceText;
import dev.tensorc.frontend.format.Formatter;
import java.util.List;
import org.eclipse.lsp4j.TextEdit;

/** The change from one text to another. */
final class Edits {

  private Edits() {}

  /** The change that brings a text into the one layout; none where it has mistakes of syntax. */
  static List<TextEdit> layout(SourceText source) {
    try {
      return change(source.text(), Formatter.format(source));
    } catch (CompilationException e) {
      return List.of();
    }
  }

  /** A change of the lines that differ alone, so that the editor keeps the cursor elsewhere. */
  private static List<TextEdit> change(String before, String after) {
    if (before.equals(after)) {
      return List.of();
    }
    int shorter = Math.min(before.length(), after.length());
    int same = 0;
    while (same < shorter && before.charAt(same) == after.charAt(same)) {
      same++;
    }
    int start = before.lastIndexOf('\n', Math.max(0, same - 1)) + 1;
    start = same == 0 ? 0 : start;
    int tail = 0;
    while (tail < shorter - start
        && before.charAt(before.length() - 1 - tail) == after.charAt(after.length() - 1 - tail)) {
      tail++;
    }
    var range = new Positions(before).range(start, before.length() - tail);
    return List.of(new TextEdit(range, after.substring(start, after.length() - tail)));
  }
}
