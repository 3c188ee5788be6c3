package dev.tensorc.benchmarks;

import java.util.Locale;

/** The goal of a line of the table. */
sealed interface Goal {

  /**
   * @param ours nanoseconds of one computation
   */
  boolean holds(double ours, double baseline);

  String text();

  /** The baseline's time is at least so many times ours. */
  record Ratio(double least) implements Goal {
    @Override
    public boolean holds(double ours, double baseline) {
      return baseline / ours >= least;
    }

    @Override
    public String text() {
      return String.format(Locale.ROOT, "%.2f", least);
    }
  }

  /** Ours takes at most so many nanoseconds more. */
  record Extra(double most) implements Goal {
    @Override
    public boolean holds(double ours, double baseline) {
      return ours - baseline <= most;
    }

    @Override
    public String text() {
      return String.format(Locale.ROOT, "+%.0f ns", most);
    }
  }
}
