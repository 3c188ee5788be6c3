package dev.tensorc.benchmarks;

import java.util.List;

/** The middle of some numbers. */
public final class Medians {

  private Medians() {}

  /** The median of at least one number. */
  public static double of(List<Double> numbers) {
    List<Double> sorted = numbers.stream().sorted().toList();
    int half = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(half)
        : (sorted.get(half - 1) + sorted.get(half)) / 2;
  }
}
