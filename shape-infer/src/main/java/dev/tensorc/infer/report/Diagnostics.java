package dev.tensorc.infer.report;

import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.Severity;
import dev.tensorc.frontend.SourceText;
import dev.tensorc.frontend.Span;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Collects diagnostics. A function that is specialised at several calls reports each one once. */
public final class Diagnostics {

  /** Advice looks at all names in sight; of more errors than this nobody reads the last. */
  private static final int ADVISED = 100;

  private record Key(String id, Span span) {}

  private final List<Diagnostic> list = new ArrayList<>();
  private final Set<Key> seen = new HashSet<>();
  private final InlineBudget budget = new InlineBudget();
  private final boolean strictResults;
  private final Observer observer;
  private boolean errors;

  /**
   * @param strictResults whether a declaration that only the run can confirm is an error
   */
  public Diagnostics(boolean strictResults, Observer observer) {
    this.strictResults = strictResults;
    this.observer = observer;
  }

  /** Is told types and definitions. */
  public Observer observer() {
    return observer;
  }

  /** The budget of the whole program. */
  public InlineBudget budget() {
    return budget;
  }

  public boolean strictResults() {
    return strictResults;
  }

  public void report(Diagnostic d) {
    if (!seen.add(new Key(d.id(), d.span()))) {
      return;
    }
    errors |= d.severity() == Severity.ERROR;
    list.add(d);
  }

  /** Whether another error is worth a search for the intended name. */
  public boolean advises() {
    return list.size() < ADVISED;
  }

  public boolean hasErrors() {
    return errors;
  }

  /**
   * File by file as they were met; where there are errors, a warning that a value is not used would
   * only mislead.
   */
  public List<Diagnostic> inSourceOrder() {
    if (errors) {
      list.removeIf(d -> d.id().equals(ErrorId.UNUSED_VALUE.code()));
    }
    List<SourceText> files = list.stream().map(d -> d.span().source()).distinct().toList();
    list.sort(
        Comparator.<Diagnostic>comparingInt(d -> files.indexOf(d.span().source()))
            .thenComparingInt(d -> d.span().start()));
    return List.copyOf(list);
  }
}
