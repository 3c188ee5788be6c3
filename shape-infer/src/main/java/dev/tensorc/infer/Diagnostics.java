package dev.tensorc.infer;

import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.Severity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Collects what is to be told. A function that is specialised at several calls says each thing
 * once; after {@value #MAX_ERRORS} errors further ones are dropped.
 */
final class Diagnostics {

  private static final int MAX_ERRORS = 20;

  private record Key(String id, int start, int end) {}

  private final List<Diagnostic> list = new ArrayList<>();
  private final Set<Key> seen = new HashSet<>();
  private int errors;

  void report(Diagnostic d) {
    if (!seen.add(new Key(d.id(), d.span().start(), d.span().end()))) {
      return;
    }
    if (d.severity() == Severity.ERROR && ++errors > MAX_ERRORS) {
      return;
    }
    list.add(d);
  }

  boolean hasErrors() {
    return errors > 0;
  }

  List<Diagnostic> inSourceOrder() {
    list.sort(Comparator.comparingInt(d -> d.span().start()));
    return List.copyOf(list);
  }
}
