package dev.tensorc.benchmarks;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.DoubleStream;

/** The table and the file of results. Times are medians over the JVMs of the JVMs' medians. */
final class Report {

  private static final String ROW = "%-32s %-8s %-14s %11s  %-21s %11s %6s  %-11s %7s %s%n";

  private final List<Row> rows = new ArrayList<>();

  /** The measurements of one kernel in all JVMs. */
  private record Row(String key, Storage storage, List<JvmResult> jvms, Map<String, Double> nanos) {
    Row(String key, Storage storage, List<JvmResult> jvms) {
      this(key, storage, jvms, new LinkedHashMap<>());
      jvms.getFirst().medians().keySet().forEach(name -> nanos.put(name, Medians.of(all(name))));
    }

    String kernel() {
      return jvms.getFirst().kernel();
    }

    List<Double> all(String contender) {
      return jvms.stream().map(j -> j.medians().getOrDefault(contender, Double.NaN)).toList();
    }

    double time(String contender) {
      return nanos.getOrDefault(contender, Double.NaN);
    }

    List<Line> lines() {
      var lines = new ArrayList<Line>();
      for (Claim claim : Claim.values()) {
        claim.baseline(nanos).ifPresent(b -> lines.add(new Line(this, claim, b)));
      }
      return lines;
    }
  }

  /** A line of the table. */
  private record Line(Row row, Claim claim, String baseline) {
    double ours() {
      return row.time(claim.contender());
    }

    double theirs() {
      return row.time(baseline);
    }

    double ratio() {
      return theirs() / ours();
    }

    /** The least and the greatest ratio of one JVM. */
    String spread() {
      List<Double> ours = row.all(claim.contender());
      List<Double> theirs = row.all(baseline);
      double[] ratios = new double[ours.size()];
      for (int i = 0; i < ratios.length; i++) {
        ratios[i] = theirs.get(i) / ours.get(i);
      }
      return String.format(
          Locale.ROOT,
          "%.2f-%.2f",
          DoubleStream.of(ratios).min().orElse(Double.NaN),
          DoubleStream.of(ratios).max().orElse(Double.NaN));
    }

    Optional<Goal> goal() {
      return Goals.of(row.key(), row.storage(), claim);
    }

    boolean holds() {
      return goal().map(g -> g.holds(ours(), theirs())).orElse(true);
    }
  }

  /** Adds the measurements of a kernel over one storage in all JVMs. */
  void add(String key, Storage storage, List<JvmResult> jvms) {
    rows.add(new Row(key, storage, jvms));
  }

  String table() {
    var text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            ROW,
            "kernel",
            "storage",
            "ours",
            "its time",
            "baseline",
            "its time",
            "ratio",
            "of the JVMs",
            "goal",
            "holds"));
    rows.stream().flatMap(r -> r.lines().stream()).forEach(l -> text.append(row(l)));
    return text.toString();
  }

  private static String row(Line line) {
    return String.format(
        Locale.ROOT,
        ROW,
        line.row().kernel(),
        line.row().storage().label(),
        line.claim().contender(),
        time(line.ours()),
        line.baseline(),
        time(line.theirs()),
        String.format(Locale.ROOT, "%.2f", line.ratio()),
        line.spread(),
        line.goal().map(Goal::text).orElse(""),
        line.goal().isEmpty() ? "" : line.holds() ? "yes" : "NO");
  }

  private static String time(double nanos) {
    return nanos < 10_000
        ? String.format(Locale.ROOT, "%.1f ns", nanos)
        : String.format(Locale.ROOT, "%.1f us", nanos / 1000);
  }

  /** The faults, each once. */
  List<String> problems() {
    return rows.stream()
        .flatMap(
            r ->
                r.jvms().stream()
                    .flatMap(j -> j.problems().stream())
                    .map(p -> r.key() + ", " + r.storage().label() + ": " + p))
        .distinct()
        .toList();
  }

  String json(String gcc) {
    return Json.object(
            Json.field("jdk", Json.string(System.getProperty("java.vm.version"))),
            Json.field("gcc", Json.string(gcc)),
            Json.field("processors", Integer.toString(Runtime.getRuntime().availableProcessors())),
            Json.field("problems", Json.array(problems().stream().map(Json::string).toList())),
            Json.field("kernels", Json.array(rows.stream().map(Report::json).toList())))
        + "\n";
  }

  private static String json(Row row) {
    Map<String, String> taken = row.jvms().getFirst().versions();
    List<String> contenders =
        row.nanos().keySet().stream()
            .map(
                name ->
                    Json.object(
                        Json.field("name", Json.string(name)),
                        Json.field("version", Json.string(taken.getOrDefault(name, ""))),
                        Json.field("nanos", Double.toString(row.time(name))),
                        Json.field("jvms", row.all(name).toString())))
            .toList();
    return Json.object(
        Json.field("key", Json.string(row.key())),
        Json.field("kernel", Json.string(row.kernel())),
        Json.field("storage", Json.string(row.storage().label())),
        Json.field("contenders", Json.array(contenders)),
        Json.field("lines", Json.array(row.lines().stream().map(Report::json).toList())));
  }

  private static String json(Line line) {
    return Json.object(
        Json.field("ours", Json.string(line.claim().contender())),
        Json.field("baseline", Json.string(line.baseline())),
        Json.field("ratio", Double.toString(line.ratio())),
        Json.field("goal", line.goal().map(g -> Json.string(g.text())).orElse("null")),
        Json.field("holds", line.goal().map(_ -> Boolean.toString(line.holds())).orElse("null")));
  }
}
