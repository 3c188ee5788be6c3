package dev.tensorc.math;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * Arguments with the exact values of the functions: hard cases of the argument reduction, the edges
 * of the ranges, some arguments in between. {@code hard_cases.py} prints the rows of {@code
 * hard_cases.txt}.
 */
final class HardCases {

  /**
   * One row.
   *
   * @param args one, or two
   * @param nearest the double nearest to the exact value
   * @param rest exact value minus {@code nearest}, in units in the last place of {@code nearest}
   */
  record HardCase(String function, List<Double> args, double nearest, double rest) {

    /** How far {@code y} is from the exact value, in units in the last place. */
    double error(double y) {
      return y == nearest ? Math.abs(rest) : Math.abs((y - nearest) / Math.ulp(nearest) - rest);
    }
  }

  private HardCases() {}

  static List<HardCase> of(String function) {
    try (InputStream rows = HardCases.class.getResourceAsStream("hard_cases.txt")) {
      String text = new String(Objects.requireNonNull(rows).readAllBytes(), UTF_8);
      return text.lines().map(HardCases::parse).filter(c -> c.function().equals(function)).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static HardCase parse(String row) {
    String[] parts = row.split(" ");
    int last = parts.length - 1;
    return new HardCase(
        parts[0],
        Arrays.stream(parts, 1, last - 1).map(Double::valueOf).toList(),
        Double.parseDouble(parts[last - 1]),
        Double.parseDouble(parts[last]));
  }
}
