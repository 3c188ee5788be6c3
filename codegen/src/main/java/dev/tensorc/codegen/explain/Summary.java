package dev.tensorc.codegen.explain;

import dev.tensorc.codegen.emit.kernel.KernelCode;
import dev.tensorc.codegen.explain.Report.Item;
import dev.tensorc.codegen.explain.Report.Place;
import dev.tensorc.codegen.explain.Report.Stored;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A {@link Report} in a few lines. */
final class Summary {

  /** More arrays are only counted. */
  private static final int MAX_LISTED = 6;

  private final Report report;
  private final List<Report.Cluster> clusters = new ArrayList<>();

  /** What a call allocates beside its results, and in which versions. */
  private final List<String> arrays = new ArrayList<>();

  private Summary(Report report) {
    this.report = report;
    collect(report.items());
  }

  static String of(Report report) {
    var summary = new Summary(report);
    return """
      kernels   %s
      versions  %s
      arrays    %s
      native    %s
    """
        .formatted(
            summary.kernels(),
            summary.versions(),
            summary.arrays(),
            report.noNativePlan().isEmpty()
                ? "a plan of its own"
                : "copied to arrays, because " + report.noNativePlan());
  }

  private void collect(List<Item> items) {
    for (Item i : items) {
      switch (i) {
        case Report.Cluster c -> {
          clusters.add(c);
          arrays(c);
        }
        case Report.Nested n -> collect(n.items());
        case Report.Parts p -> {
          if (p.made().place() == Place.BETWEEN) {
            arrays.add(p.made().text());
          }
        }
        case Report.Ordered o -> {
          if (o.made().place() == Place.BETWEEN) {
            arrays.add(o.made().text());
          }
        }
        case Report.Scattered _ -> {}
        case Report.Reshaped r ->
            arrays.add(
                "a copy of " + r.otherwise().copy().text() + ", where it lies in another order");
        case Report.Copied c -> {
          if (c.copy().place() == Place.BETWEEN) {
            arrays.add(c.copy().text());
          }
        }
      }
    }
  }

  private void arrays(Report.Cluster c) {
    Map<String, List<Integer>> made = new LinkedHashMap<>();
    IntStream.range(0, c.versions().size())
        .forEach(
            v ->
                c.versions().get(v).launches().stream()
                    .flatMap(l -> l.stored().stream())
                    .filter(s -> s.place() == Place.BETWEEN)
                    .map(Stored::text)
                    .forEach(s -> made.computeIfAbsent(s, _ -> new ArrayList<>()).add(v + 1)));
    made.forEach(
        (array, in) ->
            arrays.add(in.size() == c.versions().size() ? array : array + inVersions(in)));
  }

  private String arrays() {
    if (arrays.isEmpty()) {
      return "none beside the results";
    }
    String first = arrays.stream().limit(MAX_LISTED).collect(Collectors.joining("; "));
    return arrays.size() > MAX_LISTED
        ? first + "; and %d more".formatted(arrays.size() - MAX_LISTED)
        : first;
  }

  private static String inVersions(List<Integer> numbers) {
    return (numbers.size() == 1 ? " (version " : " (versions ")
        + numbers.stream().map(String::valueOf).collect(Collectors.joining(", "))
        + ")";
  }

  private String kernels() {
    List<String> scalar =
        report.kernels().stream().filter(this::isScalar).map(k -> "kernel" + k.number()).toList();
    int all = report.kernels().size();
    if (all == 0) {
      return "none";
    }
    if (scalar.isEmpty()) {
      return all + (all == 1 ? ", vector code" : ", all vector code");
    }
    return all
        + (all == scalar.size() ? "" : ", vector code but for " + String.join(", ", scalar))
        + (all == scalar.size() ? ", scalar code" : "");
  }

  /** Whether no call of it runs as vector code. */
  private boolean isScalar(Report.KernelReport k) {
    return switch (k.code()) {
      case KernelCode.Scalar _ -> true;
      case KernelCode.Vector v -> {
        List<Report.Launch> calls =
            clusters.stream()
                .flatMap(c -> c.versions().stream())
                .flatMap(version -> version.launches().stream())
                .filter(l -> l.kernel() == k.number())
                .toList();
        yield v.apart() == KernelCode.Apart.SCALAR
            && !calls.isEmpty()
            && calls.stream().noneMatch(l -> l.apart().isEmpty());
      }
    };
  }

  private String versions() {
    List<String> several =
        clusters.stream()
            .filter(c -> c.versions().size() > 1)
            .map(c -> "%d of %s".formatted(c.versions().size(), c.lines()))
            .toList();
    return several.isEmpty() ? "one" : String.join("; ", several);
  }
}
