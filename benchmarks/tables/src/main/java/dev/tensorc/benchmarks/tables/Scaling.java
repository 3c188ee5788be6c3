package dev.tensorc.benchmarks.tables;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** The gain of two cores over one: with the same rows, and with twice as many. */
final class Scaling {

  private static final String ONE = "local[1]";

  private Scaling() {}

  /** Nothing where one core was not measured. */
  static void print(List<JsonNode> figures) {
    OptionalDouble one = seconds(figures, ONE, SparkTable.COSINE);
    OptionalDouble half = seconds(figures, ONE, SparkTable.HALF);
    if (one.isEmpty() || half.isEmpty()) {
      return;
    }
    System.out.printf(
        "%nScaling of %s from %s%n%n| to | strong: times as fast, same rows | weak: time for"
            + " half of the rows / time for all |%n|---|---|---|%n",
        SparkTable.BATCHES, ONE);
    for (String to : List.of("local[2]", "local-cluster[2,")) {
      seconds(figures, to, SparkTable.COSINE)
          .ifPresent(
              two ->
                  System.out.printf(
                      Locale.ROOT,
                      "| %s | %.2f | %.2f |%n",
                      to.startsWith("local-") ? "two workers" : to,
                      one.getAsDouble() / two,
                      half.getAsDouble() / two));
    }
  }

  private static OptionalDouble seconds(List<JsonNode> figures, String where, String title) {
    return figures.stream()
        .filter(
            c -> c.get("where").asText().contains(where) && c.get("title").asText().equals(title))
        .mapToDouble(c -> c.get("ways").get(0).get("seconds").asDouble())
        .findFirst();
  }
}
