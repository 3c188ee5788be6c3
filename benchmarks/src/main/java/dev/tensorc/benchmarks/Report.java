package dev.tensorc.benchmarks;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The table and the file of results. Times are medians over the JVMs of the JVMs' medians. */
final class Report {

  private static final String OURS = "ours";
  private static final String ROW = "%-28s  %-8s  %11s  %-18s  %11s  %6s%n";

  private record Time(String contender, double nanos, List<Double> jvms) {}

  private record Row(JvmResult first, List<Time> times) {
    double ours() {
      return times.stream()
          .filter(t -> t.contender().equals(OURS))
          .findFirst()
          .orElseThrow()
          .nanos();
    }
  }

  private final Map<String, Row> rows = new LinkedHashMap<>();

  /**
   * @param results of each JVM, by the kernel's key
   */
  Report(Map<String, List<JvmResult>> results) {
    results.forEach((key, jvms) -> rows.put(key, row(jvms)));
  }

  private static Row row(List<JvmResult> jvms) {
    var times = new ArrayList<Time>();
    for (String name : jvms.getFirst().medians().keySet()) {
      List<Double> all =
          jvms.stream().map(j -> j.medians().getOrDefault(name, Double.NaN)).toList();
      times.add(new Time(name, Medians.of(all.stream().mapToDouble(d -> d).toArray()), all));
    }
    return new Row(jvms.getFirst(), times);
  }

  String table() {
    var text = new StringBuilder();
    text.append(line("kernel", "storage", "ours", "baseline", "its time", "ratio"));
    for (Row row : rows.values()) {
      for (Time time : row.times()) {
        if (!time.contender().equals(OURS)) {
          text.append(
              line(
                  row.first().kernel(),
                  row.first().storage(),
                  time(row.ours()),
                  time.contender(),
                  time(time.nanos()),
                  String.format(Locale.ROOT, "%.2f", time.nanos() / row.ours())));
        }
      }
      text.append("  version: ").append(row.first().version()).append("\n\n");
    }
    return text.toString();
  }

  private static String line(Object... cells) {
    return String.format(Locale.ROOT, ROW, cells);
  }

  private static String time(double nanos) {
    return nanos < 10_000
        ? String.format(Locale.ROOT, "%.1f ns", nanos)
        : String.format(Locale.ROOT, "%.1f us", nanos / 1000);
  }

  String json(String gcc) {
    var kernels = new ArrayList<String>();
    rows.forEach((key, row) -> kernels.add(json(key, row)));
    return "{\n"
        + "  \"jdk\": "
        + quoted(System.getProperty("java.vm.version"))
        + ",\n  \"gcc\": "
        + quoted(gcc)
        + ",\n  \"kernels\": [\n"
        + String.join(",\n", kernels)
        + "\n  ]\n}\n";
  }

  private static String json(String key, Row row) {
    var contenders = new ArrayList<String>();
    for (Time t : row.times()) {
      contenders.add(
          "      %s: {\"nanos\": %s, \"ratio\": %s, \"jvms\": %s}"
              .formatted(quoted(t.contender()), t.nanos(), t.nanos() / row.ours(), t.jvms()));
    }
    return "    {\"key\": %s, \"kernel\": %s, \"storage\": %s, \"version\": %s,\n     \"contenders\": {\n%s}}"
        .formatted(
            quoted(key),
            quoted(row.first().kernel()),
            quoted(row.first().storage()),
            quoted(row.first().version()),
            String.join(",\n", contenders));
  }

  private static String quoted(String s) {
    return "\"" + s.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
  }
}
