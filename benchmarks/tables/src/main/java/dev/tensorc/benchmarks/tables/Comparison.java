package dev.tensorc.benchmarks.tables;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Several ways to one result over a table: measured in turn, printed, and given as JSON. */
final class Comparison {

  private final String where;
  private final String title;
  private final Vectors vectors;
  private final double tolerance;
  private final List<Contender> contenders = new ArrayList<>();
  private double expected = Double.NaN;

  /** Computes a number from all results. */
  interface Way {
    double check();
  }

  /**
   * @param share how many times fewer rows than the table's it is given
   * @param seconds of the measured rounds, times the share
   */
  private record Contender(String name, int share, Way way, List<Double> seconds) {

    double round() {
      long start = System.nanoTime();
      double check = way.check();
      seconds.add((System.nanoTime() - start) / 1e9 * share);
      return check;
    }

    double taken() {
      return seconds.stream().mapToDouble(s -> s / share).sum();
    }

    double median() {
      return seconds.stream().sorted().toList().get(seconds.size() / 2);
    }

    double least() {
      return seconds.stream().min(Double::compare).orElseThrow();
    }
  }

  /**
   * @param where the table is
   * @param vectors of the table
   * @param tolerance by which the numbers of two ways may differ; infinite if each way has another
   *     result
   */
  Comparison(String where, String title, Vectors vectors, double tolerance) {
    this.where = where;
    this.title = title;
    this.vectors = vectors;
    this.tolerance = tolerance;
  }

  Comparison add(String name, Way way) {
    return add(name, 1, way);
  }

  /**
   * Adds a way; times are compared with those of the first.
   *
   * @param share of a way that takes too long: its table has so many times fewer rows, its time is
   *     multiplied, and its result is not compared
   */
  Comparison add(String name, int share, Way way) {
    contenders.add(new Contender(name, share, way, new ArrayList<>()));
    return this;
  }

  /**
   * Measures all ways, a round of each in turn, after calls that warm up.
   *
   * @throws IllegalStateException if two give different numbers
   */
  ObjectNode measure(Pace pace) {
    for (Contender c : contenders) {
      do {
        check(c, c.round());
      } while (c.taken() < pace.warmUpSeconds());
      c.seconds.clear();
    }
    for (int round = 0; round < pace.rounds(); round++) {
      contenders.forEach(c -> check(c, c.round()));
    }
    print();
    return json();
  }

  private void check(Contender c, double result) {
    if (c.share > 1) {
      return;
    }
    expected = Double.isNaN(expected) ? result : expected;
    if (!(Math.abs(result - expected) <= tolerance)) {
      throw new IllegalStateException(
          "%s: %s gives %s, %s gives %s"
              .formatted(title, c.name, result, contenders.getFirst().name, expected));
    }
  }

  private void print() {
    System.out.printf(
        Locale.ROOT,
        "%n%s, %,d x %d, %s%n%n| way | s, median | least | million rows/s | time / first"
            + " |%n|---|---|---|---|---|%n",
        title,
        vectors.rows(),
        vectors.width(),
        where);
    double first = contenders.getFirst().median();
    for (Contender c : contenders) {
      double s = c.median();
      double rate = vectors.rows() / s / 1e6;
      System.out.printf(
          Locale.ROOT,
          "| %s | %.4f | %.4f | %.2f | %.2f |%n",
          c.name,
          s,
          c.least(),
          rate,
          s / first);
    }
  }

  private ObjectNode json() {
    ObjectNode all = JsonNodeFactory.instance.objectNode();
    all.put("where", where).put("title", title);
    all.put("rows", vectors.rows()).put("width", vectors.width());
    var ways = all.putArray("ways");
    for (Contender c : contenders) {
      var way = ways.addObject().put("name", c.name).put("seconds", c.median());
      way.put("least", c.least());
      way.put("rounds", c.seconds.size()).put("share", c.share);
    }
    return all;
  }
}
