package dev.tensorc.frontend;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;

/**
 * Collects the diagnostics of one parse. One mistake often upsets several stages (a bad character,
 * then the statement it stood in), so that only the first report on a line counts: one mistake, one
 * diagnostic.
 */
final class Problems {

  private final List<Diagnostic> reported = new ArrayList<>();
  private final BitSet lines = new BitSet();

  void report(Diagnostic diagnostic) {
    if (!lines.get(diagnostic.span().line())) {
      reported.add(diagnostic);
      lines.set(diagnostic.span().line());
    }
  }

  /** Declares that later problems on these lines follow from a reported one. */
  void cover(int firstLine, int lastLine) {
    lines.set(firstLine, lastLine + 1);
  }

  boolean isEmpty() {
    return reported.isEmpty();
  }

  List<Diagnostic> inSourceOrder() {
    return reported.stream().sorted(Comparator.comparingInt(d -> d.span().start())).toList();
  }
}
