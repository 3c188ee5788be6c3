package dev.tensorc.codegen.explain;

import dev.tensorc.codegen.explain.Report.Item;
import dev.tensorc.ir.Dim;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The calls of kernels that a function makes where sizes agree, with their cost. */
final class CallCosts {

  /** Further terms of a sum are not told. */
  private static final int MAX_TERMS = 3;

  /**
   * A call of a kernel, in the first version of its cluster.
   *
   * @param lines of the program
   * @param repeated whether a loop of the program calls it again and again
   */
  record Call(int kernel, String lines, Cost cost, boolean repeated) {
    String text() {
      return cost.text() + "  " + place();
    }

    /** {@code kernel0, lines 2 to 4}. */
    String place() {
      return "kernel%d, %s".formatted(kernel, lines);
    }
  }

  private final Report report;
  private final List<Call> calls = new ArrayList<>();
  private final List<Report.Launch> launches = new ArrayList<>();
  private boolean chooses;
  private boolean leaves;

  CallCosts(Report report) {
    this.report = report;
    collect(report.items(), false);
  }

  private void collect(List<Item> items, boolean repeated) {
    for (Item i : items) {
      switch (i) {
        case Report.Cluster c -> {
          for (Report.Launch l : c.versions().getFirst().launches()) {
            launches.add(l);
            calls.add(new Call(l.kernel(), report.lines(l.places()), l.cost(), repeated));
          }
        }
        case Report.Copied c ->
            calls.add(new Call(c.kernel(), "a copy of " + c.from(), c.cost(), repeated));
        case Report.Nested n -> {
          chooses |= n.flow() == Report.Flow.IF || n.flow() == Report.Flow.ELSE;
          collect(n.items(), repeated || n.flow().repeats());
        }
        case Report.Ordered _, Report.Scattered _ -> leaves = true;
        case Report.Reshaped _, Report.Parts _ -> {}
      }
    }
  }

  /** The calls of kernels that compute. */
  List<Report.Launch> launches() {
    return launches;
  }

  /** All calls, those first that take most where all open sizes are alike. */
  List<Call> calls() {
    Comparator<Call> byTime = Comparator.comparingDouble(c -> c.cost().weight());
    return calls.stream().sorted(byTime.reversed()).toList();
  }

  /** All of them together: {@code 0.5 ns x n * d}. */
  String total() {
    if (calls.isEmpty()) {
      return leaves ? "not predicted: the runtime does it" : "no loop";
    }
    String once = sum(calls.stream().filter(c -> !c.repeated()));
    String again = sum(calls.stream().filter(Call::repeated));
    String sum =
        Stream.of(once, again.isEmpty() ? "" : again + " each time round")
            .filter(part -> !part.isEmpty())
            .collect(Collectors.joining(", and "));
    return (chooses ? "at most about " : "about ")
        + sum
        + ", on one thread"
        + (leaves ? ", beside the work of the runtime" : "");
  }

  private static String sum(Stream<Call> calls) {
    Map<Dim, Double> nanos = new LinkedHashMap<>();
    calls.forEach(c -> nanos.merge(c.cost().points(), c.cost().nanos(), Double::sum));
    List<String> terms =
        nanos.entrySet().stream().map(e -> new Cost(e.getValue(), e.getKey()).text()).toList();
    return terms.size() > MAX_TERMS
        ? String.join(" + ", terms.subList(0, MAX_TERMS)) + " + ..."
        : String.join(" + ", terms);
  }
}
