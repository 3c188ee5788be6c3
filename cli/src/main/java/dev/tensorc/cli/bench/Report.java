package dev.tensorc.cli.bench;

import java.util.List;
import java.util.Locale;

/**
 * What a benchmark found.
 *
 * @param signature of the function
 * @param bytes of its arguments and results
 * @param rows the measurements, those of engines first
 */
public record Report(String signature, long bytes, List<Measurement> rows) {

  private static final String[] UNITS = {"ns", "us", "ms", "s"};

  /** Copies the list. */
  public Report {
    rows = List.copyOf(rows);
  }

  /** A table. */
  public String text() {
    var text = new StringBuilder(signature).append('\n');
    text.append("%d bytes of arguments and results\n".formatted(bytes));
    text.append(line("", "median", "5 %", "95 %", "GB/s"));
    for (Measurement row : rows) {
      text.append(
          line(
              row.name(),
              time(row.median()),
              time(row.low()),
              time(row.high()),
              number(rate(row))));
    }
    return text.toString();
  }

  private static String line(String... cells) {
    return String.format(Locale.ROOT, "%-8s %12s %12s %12s %10s\n", (Object[]) cells);
  }

  /** Bytes in a nanosecond. */
  private double rate(Measurement row) {
    return bytes / row.median();
  }

  private static String time(double nanos) {
    int unit = 0;
    double value = nanos;
    while (value >= 1000 && unit < UNITS.length - 1) {
      value /= 1000;
      unit++;
    }
    return number(value) + " " + UNITS[unit];
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.3g", value);
  }

  /** The same for programs: times in nanoseconds, rates in bytes in a nanosecond. */
  public String json() {
    var text =
        new StringBuilder("{\"function\": \"%s\", \"bytes\": %d".formatted(signature, bytes));
    for (Measurement row : rows) {
      text.append(
          String.format(
              Locale.ROOT,
              ",\n"
                  + " \"%s\": {\"median_ns\": %.1f, \"p5_ns\": %.1f, \"p95_ns\": %.1f,"
                  + " \"gb_per_s\": %.4f, \"samples\": %d}",
              row.name(),
              row.median(),
              row.low(),
              row.high(),
              rate(row),
              row.samples()));
    }
    return text.append("}\n").toString();
  }
}
