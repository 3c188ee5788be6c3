package dev.tensorc.infer.report;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * How many expressions the calls of a program may expand to, all exported functions together. Calls
 * of functions that call functions multiply: without a limit a kilobyte of text is an hour of
 * compiling.
 */
public final class InlineBudget {

  /** Expressions of all expanded calls of a program at most. */
  public static final int MAX_EXPRESSIONS = 100_000;

  /** Beyond these the list of expanded functions says no more. */
  private static final int SHOWN = 4;

  private final Map<String, Integer> expansions = new HashMap<>();
  private int spent;
  private boolean told;

  /** Notes that a call is expanded. */
  public void expand(String function) {
    expansions.merge(function, 1, Integer::sum);
  }

  /** Notes one more expression of an expanded call; whether it is within the budget. */
  public boolean spend() {
    return ++spent <= MAX_EXPRESSIONS;
  }

  /** Whether nobody has been told yet that the budget is exhausted. */
  public boolean tellOnce() {
    boolean first = !told;
    told = true;
    return first;
  }

  /** The functions that were expanded most: {@code `h3` 729 times, `h2` 81 times}. */
  public String expanded() {
    return expansions.entrySet().stream()
        .sorted(
            Map.Entry.<String, Integer>comparingByValue(Comparator.reverseOrder())
                .thenComparing(Map.Entry.comparingByKey()))
        .limit(SHOWN)
        .map(e -> "`%s` %d times".formatted(e.getKey(), e.getValue()))
        .collect(Collectors.joining(", "));
  }
}
