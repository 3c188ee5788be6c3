package dev.tensorc.codegen.explain;

import dev.tensorc.codegen.emit.kernel.KernelCode;
import dev.tensorc.codegen.explain.Report.Item;
import dev.tensorc.codegen.explain.Report.Place;
import dev.tensorc.codegen.explain.Report.Stored;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A {@link Report} on one screen: times, slow kernels, stored values, and rewordings.
 *
 * @param signature of the function
 * @param time about how long a call takes
 * @param calls of kernels, longest first, where there are several
 * @param slow kernels that are no vector code
 * @param stored the values that a call stores beside its results, and why
 * @param weights those that it uses, and those that products lay out
 * @param advice rewordings
 * @param versions how many loops there are for the same lines
 * @param natively how it runs over native memory
 */
public record Summary(
    String signature,
    String time,
    List<String> calls,
    List<String> slow,
    List<String> stored,
    List<String> weights,
    List<String> advice,
    String versions,
    String natively) {

  /**
   * @param advice more of it, which the report does not know
   */
  static Summary of(Report report, List<String> advice) {
    return new Builder(report).build(advice);
  }

  private static final class Builder {

    private final Report report;
    private final CallCosts costs;
    private final Map<Integer, Report.KernelReport> kernels;
    private final List<Report.Cluster> clusters = new ArrayList<>();
    private final List<String> stored = new ArrayList<>();
    private final Set<String> advice = new LinkedHashSet<>();

    Builder(Report report) {
      this.report = report;
      this.costs = new CallCosts(report);
      this.kernels =
          report.kernels().stream()
              .collect(Collectors.toMap(Report.KernelReport::number, Function.identity()));
      collect(report.items());
    }

    Summary build(List<String> more) {
      List<CallCosts.Call> calls = costs.calls();
      report.cliffs().stream()
          .filter(c -> !c.advice().isEmpty())
          .forEach(c -> advice.add(report.lines(List.of(c.place())) + ": " + c.advice()));
      advice.addAll(more);
      return new Summary(
          report.signature(),
          costs.total() + (calls.size() == 1 ? ": " + calls.getFirst().place() : ""),
          calls.size() == 1 ? List.of() : calls.stream().map(CallCosts.Call::text).toList(),
          slow(),
          stored,
          report.weights(),
          List.copyOf(advice),
          versions(),
          report.noNativePlan().isEmpty()
              ? "a plan of its own"
              : "copied to arrays, because " + report.noNativePlan());
    }

    private void collect(List<Item> items) {
      for (Item i : items) {
        switch (i) {
          case Report.Cluster c -> {
            clusters.add(c);
            stored(c);
          }
          case Report.Nested n -> collect(n.items());
          case Report.Parts p -> stored(p.made(), "");
          case Report.Ordered o -> stored(o.made(), "");
          case Report.Scattered _ -> {}
          case Report.Reshaped r -> {
            Stored copy = r.otherwise().copy();
            stored.add("a copy of " + copy.text() + ", where it lies in another order");
          }
          case Report.Copied c -> stored(c.copy(), "");
        }
      }
    }

    private void stored(Stored s, String where) {
      if (s.place() == Place.BETWEEN) {
        stored.add(s.text() + where + ", because " + s.why());
        if (!s.advice().isEmpty()) {
          advice.add(s.name() + ": " + s.advice());
        }
      }
    }

    private void stored(Report.Cluster c) {
      Map<Stored, List<Integer>> made = new LinkedHashMap<>();
      IntStream.range(0, c.versions().size())
          .forEach(
              v ->
                  c.versions().get(v).launches().stream()
                      .flatMap(l -> l.stored().stream())
                      .forEach(s -> made.computeIfAbsent(s, _ -> new ArrayList<>()).add(v + 1)));
      made.forEach((s, in) -> stored(s, in.size() == c.versions().size() ? "" : inVersions(in)));
    }

    private static String inVersions(List<Integer> numbers) {
      return (numbers.size() == 1 ? " (version " : " (versions ")
          + numbers.stream().map(String::valueOf).collect(Collectors.joining(", "))
          + ")";
    }

    /** A line for each kernel that is scalar code, or is where its operands lie apart. */
    private List<String> slow() {
      return costs.launches().stream().flatMap(l -> slow(l).stream()).distinct().toList();
    }

    private List<String> slow(Report.Launch l) {
      String reason =
          switch (Objects.requireNonNull(kernels.get(l.kernel())).code()) {
            case KernelCode.Scalar s -> "is scalar code, because " + s.why().text();
            case KernelCode.Vector v ->
                v.apart() == KernelCode.Apart.SCALAR && !l.apart().isEmpty()
                    ? "%s: %s".formatted(String.join(", ", l.apart()), v.apart().text())
                    : "";
          };
      if (reason.isEmpty()) {
        return List.of();
      }
      String could =
          report.cliffs().stream()
              .filter(c -> c.place().equals(l.root()))
              .map(
                  c ->
                      ": about %s ns a point, where %s would do"
                          .formatted(Cliff.rounded(c.nanos()), Cliff.rounded(c.asked())))
              .findFirst()
              .orElse("");
      return List.of(
          "kernel%d, %s, %s%s".formatted(l.kernel(), report.lines(l.places()), reason, could));
    }

    private String versions() {
      List<String> several =
          clusters.stream()
              .filter(c -> c.versions().size() > 1)
              .map(c -> "%d of %s".formatted(c.versions().size(), report.lines(c.places())))
              .toList();
      return several.isEmpty()
          ? "one"
          : String.join("; ", several) + "; the times are those of the first";
    }
  }
}
