package dev.tensorc.benchmarks.population;

import dev.tensorc.benchmarks.Json;
import dev.tensorc.benchmarks.Medians;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.TreeMap;

/** The measurements of a population: distributions of ratios, and the worst programs. */
final class PopulationReport {

  private static final List<String> CONTENDERS =
      List.of(
          PopulationJvm.OURS,
          PopulationJvm.SCALAR,
          CLibraries.MEASURED,
          PopulationJvm.NUMPY,
          PopulationJvm.UNTIL_VECTORS);
  private static final int WORST = 20;
  private static final String ROW = "%-28s %6s %8s %8s %8s %8s %8s %8s%n";

  /**
   * A program.
   *
   * @param jvms of each JVM the nanoseconds by contender
   */
  private record Measured(Specimen specimen, Path explain, List<Map<String, Double>> jvms) {

    /** How often ours fits into another's time: the median over the JVMs. */
    OptionalDouble ratio(String prefix) {
      List<Double> ratios =
          jvms.stream()
              .flatMap(
                  times ->
                      times.entrySet().stream()
                          .filter(e -> e.getKey().startsWith(prefix))
                          .map(Map.Entry::getValue)
                          .min(Double::compare)
                          .map(best -> best / times.getOrDefault(PopulationJvm.OURS, Double.NaN))
                          .stream())
              .toList();
      return ratios.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(Medians.of(ratios));
    }

    double nanos(String prefix) {
      List<Double> all =
          jvms.stream()
              .flatMap(times -> times.entrySet().stream())
              .filter(e -> e.getKey().startsWith(prefix))
              .map(Map.Entry::getValue)
              .toList();
      return all.isEmpty() ? Double.NaN : Medians.of(all);
    }
  }

  private final Map<String, Measured> measured = new LinkedHashMap<>();
  private final Map<String, Integer> leftOut = new TreeMap<>();
  private final Map<String, String> problems = new LinkedHashMap<>();
  private int count;

  /** The number of programs that it has heard of. */
  int size() {
    return count;
  }

  void add(String folder, Specimen specimen, Path explain) {
    measured.put(folder, new Measured(specimen, explain, new ArrayList<>()));
    count++;
  }

  /** The measurements of a program in one JVM: nanoseconds by contender. */
  void add(String folder, Map<String, Double> nanos) {
    program(folder).jvms().add(nanos);
  }

  private Measured program(String folder) {
    return Objects.requireNonNull(measured.get(folder), folder);
  }

  void problem(String folder, String text) {
    problems.put(program(folder).specimen().name(), text);
  }

  void leftOut(String why) {
    leftOut.merge(why, 1, Integer::sum);
    count++;
  }

  // ---------------------------------------------------------------- text

  String text() throws IOException {
    var text = new StringBuilder();
    text.append(row("time over ours", "n", "worst", "1 %", "5 %", "25 %", "median", "geo. mean"));
    text.append(distribution("C", CLibraries.MEASURED));
    text.append(distribution("our scalar code", PopulationJvm.SCALAR));
    text.append(distribution("NumPy", PopulationJvm.NUMPY));
    text.append(untilVectors());
    text.append("\nby family, C's time over ours\n");
    families().forEach((family, ratios) -> text.append(row(family, ratios)));
    leftOut.forEach((why, n) -> text.append("%nnot written in C: %d, %s".formatted(n, why)));
    problems.forEach((who, what) -> text.append("%nfailed: %s, %s".formatted(who, what)));
    text.append("\n\nthe slowest beside C\n");
    for (Measured m : worst()) {
      text.append(
          "%n%s: %.2f of C, %.2f of scalar code; ours %,.0f ns%n%s%n%s%n"
              .formatted(
                  m.specimen().name(),
                  m.ratio(CLibraries.MEASURED).orElse(Double.NaN),
                  m.ratio(PopulationJvm.SCALAR).orElse(Double.NaN),
                  m.nanos(PopulationJvm.OURS),
                  m.specimen().function().equals("f") ? m.specimen().text() : "",
                  Files.readString(m.explain())));
    }
    return text.toString();
  }

  /** How long calls ran scalar code before all kernels were vector code. */
  private String untilVectors() {
    List<Double> seconds =
        measured.values().stream()
            .map(m -> m.nanos(PopulationJvm.UNTIL_VECTORS) / 1e9)
            .filter(s -> !s.isNaN())
            .sorted()
            .toList();
    return seconds.isEmpty()
        ? ""
        : "%nseconds until vector code: median %.2f, 95 %% %.2f, longest %.2f%n"
            .formatted(Medians.of(seconds), quantile(seconds, 0.95), seconds.getLast());
  }

  private static String row(Object... columns) {
    return String.format(Locale.ROOT, ROW, columns);
  }

  private String distribution(String name, String prefix) {
    return row(name, ratios(prefix));
  }

  private List<Double> ratios(String prefix) {
    return measured.values().stream()
        .map(m -> m.ratio(prefix))
        .filter(OptionalDouble::isPresent)
        .map(OptionalDouble::getAsDouble)
        .toList();
  }

  private Map<String, List<Double>> families() {
    Map<String, List<Double>> families = new TreeMap<>();
    for (Measured m : measured.values()) {
      String name = m.specimen().name();
      m.ratio(CLibraries.MEASURED)
          .ifPresent(
              r ->
                  families
                      .computeIfAbsent(name.substring(0, name.indexOf('.')), _ -> new ArrayList<>())
                      .add(r));
    }
    return families;
  }

  private static String row(String name, List<Double> ratios) {
    if (ratios.isEmpty()) {
      return row(name, "0", "", "", "", "", "", "");
    }
    List<Double> sorted = ratios.stream().sorted().toList();
    return row(
        name,
        Integer.toString(sorted.size()),
        number(sorted.getFirst()),
        number(quantile(sorted, 0.01)),
        number(quantile(sorted, 0.05)),
        number(quantile(sorted, 0.25)),
        number(Medians.of(sorted)),
        number(geometricMean(sorted)));
  }

  /** The ratio below which that part of the programs lies. */
  private static double quantile(List<Double> sorted, double part) {
    return sorted.get((int) (part * (sorted.size() - 1)));
  }

  private static double geometricMean(List<Double> numbers) {
    return Math.exp(numbers.stream().mapToDouble(Math::log).average().orElseThrow());
  }

  private static String number(double x) {
    return String.format(Locale.ROOT, "%.2f", x);
  }

  private List<Measured> worst() {
    return measured.values().stream()
        .filter(m -> m.ratio(CLibraries.MEASURED).isPresent())
        .sorted(Comparator.comparingDouble(m -> m.ratio(CLibraries.MEASURED).orElseThrow()))
        .limit(WORST)
        .toList();
  }

  // ---------------------------------------------------------------- JSON

  String json(Population.Request request) {
    var programs = new ArrayList<String>();
    for (Measured m : measured.values()) {
      var fields = new ArrayList<Json.Field>();
      fields.add(Json.field("name", Json.string(m.specimen().name())));
      fields.add(Json.field("text", Json.string(m.specimen().text())));
      for (String who : CONTENDERS) {
        if (m.jvms().stream().anyMatch(t -> t.keySet().stream().anyMatch(k -> k.startsWith(who)))) {
          fields.add(Json.field(who + " ns", number(m.nanos(who))));
        }
      }
      ratio(fields, "c/ours", m.ratio(CLibraries.MEASURED));
      ratio(fields, "scalar/ours", m.ratio(PopulationJvm.SCALAR));
      ratio(fields, "numpy/ours", m.ratio(PopulationJvm.NUMPY));
      programs.add(Json.object(fields.toArray(Json.Field[]::new)));
    }
    return Json.object(
        Json.field("seed", Long.toString(request.seed())),
        Json.field("storage", Json.string(request.storage().label())),
        Json.field("programs", Json.array(programs)));
  }

  private static void ratio(List<Json.Field> fields, String name, OptionalDouble ratio) {
    ratio.ifPresent(r -> fields.add(Json.field(name, String.format(Locale.ROOT, "%.3f", r))));
  }
}
