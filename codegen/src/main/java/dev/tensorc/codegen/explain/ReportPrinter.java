package dev.tensorc.codegen.explain;

import dev.tensorc.codegen.emit.kernel.KernelCode;
import dev.tensorc.codegen.explain.Report.Item;
import dev.tensorc.codegen.explain.Report.KernelReport;
import dev.tensorc.codegen.explain.Report.Place;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Prints a function's report: the kernels of its lines, their stored values and the reasons. */
final class ReportPrinter {

  private final Report report;
  private final Map<Integer, KernelReport> kernels;
  private final StringBuilder out = new StringBuilder();

  private ReportPrinter(Report report) {
    this.report = report;
    this.kernels =
        report.kernels().stream()
            .collect(Collectors.toMap(KernelReport::number, Function.identity()));
  }

  static String print(Report report) {
    var printer = new ReportPrinter(report);
    report.items().forEach(i -> printer.item(1, i));
    if (report.items().isEmpty()) {
      printer.line(1, "no kernel: the plan computes all itself");
    }
    return printer.out.toString();
  }

  private void line(int depth, String text) {
    out.append("  ".repeat(depth)).append(text).append('\n');
  }

  private void item(int depth, Item item) {
    switch (item) {
      case Report.Cluster c -> cluster(depth, c);
      case Report.Copied c -> {
        line(
            depth,
            "kernel%d  copies %s%s, because %s"
                .formatted(
                    c.kernel(),
                    c.from(),
                    c.whole() ? "" : " around the box that is written next",
                    c.copy().why()));
        line(depth + 2, stores(c.copy()));
      }
      case Report.Reshaped r -> {
        Report.Copied c = r.otherwise();
        line(
            depth,
            "kernel%d  copies %s only where its elements lie in another order, because %s"
                .formatted(c.kernel(), c.from(), c.copy().why()));
      }
      case Report.Ordered o -> {
        line(
            depth,
            "%s  %s, whole rows of it by the runtime"
                .formatted(o.what(), report.lines(o.places())));
        line(depth + 2, stores(o.made()) + because(o.made()));
      }
      case Report.Parts p -> {
        line(depth, "parts    " + report.lines(p.places()));
        line(depth + 2, stores(p.made()) + because(p.made()));
      }
      case Report.Scattered s ->
          line(
              depth,
              "scatter  %s, into %s one element after the other, by the runtime"
                  .formatted(report.lines(s.places()), s.target()));
      case Report.Nested n -> {
        line(depth, n.flow().toString());
        n.items().forEach(i -> item(depth + 1, i));
      }
    }
  }

  private void cluster(int depth, Report.Cluster c) {
    if (c.versions().size() == 1) {
      c.versions().getFirst().launches().forEach(l -> launch(depth, l));
      return;
    }
    line(depth, report.lines(c.places()) + " in versions: the first whose condition holds");
    for (int v = 0; v < c.versions().size(); v++) {
      Report.Version version = c.versions().get(v);
      line(depth, "version %d: %s".formatted(v + 1, version.condition()));
      if (!version.savings().isEmpty()) {
        line(depth + 1, "saves  " + String.join("; ", version.savings()));
      }
      version.launches().forEach(l -> launch(depth + 1, l));
    }
  }

  private void launch(int depth, Report.Launch l) {
    String fused = l.fused().isEmpty() ? "" : ", fused: " + String.join(", ", l.fused());
    line(depth, "kernel%d  %s%s".formatted(l.kernel(), report.lines(l.places()), fused));
    l.stored().forEach(s -> line(depth + 2, stores(s) + because(s)));
    KernelReport kernel = Objects.requireNonNull(kernels.get(l.kernel()));
    switch (kernel.code()) {
      case KernelCode.Scalar scalar -> line(depth + 2, because(scalar));
      case KernelCode.Vector v -> {
        if (!l.apart().isEmpty()) {
          line(depth + 2, "%s: %s".formatted(String.join(", ", l.apart()), v.apart().text()));
        }
      }
    }
  }

  private static String because(KernelCode.Scalar scalar) {
    return "scalar code, because " + scalar.why().text();
  }

  private static String stores(Report.Stored s) {
    return switch (s.place()) {
      case RESULT -> "stores the result " + s.text();
      case BETWEEN -> "stores " + s.text();
      case INSIDE -> "writes into " + s.text();
      case NUMBER -> "gives " + s.text();
    };
  }

  /** Results need no reason, nor do updates, which write where they are told to. */
  private static String because(Report.Stored s) {
    return s.place() == Place.BETWEEN ? ", because " + s.why() : "";
  }

  /** The kind of code that a kernel is compiled to. */
  static String remark(KernelReport k) {
    String code =
        switch (k.code()) {
          case KernelCode.Scalar s -> because(s);
          case KernelCode.Vector v -> {
            String notes = v.notes().stream().map(n -> "\n" + n).collect(Collectors.joining());
            yield "vector code, %s lanes, %s%s".formatted(v.lane(), v.walk(), notes);
          }
        };
    return code
        + "\n"
        + nanos(k)
        + (k.shared().isEmpty() ? "" : "\n" + k.shared())
        + (k.natively().isEmpty() ? "" : "\nnative: " + k.natively());
  }

  private static String nanos(KernelReport k) {
    String nanos = "about %s ns a point".formatted(Cliff.rounded(k.nanos()));
    return k.nanosOfVectors() > 0 && k.nanos() > Cliff.TIMES * k.nanosOfVectors()
        ? nanos + ", where vector code would take " + Cliff.rounded(k.nanosOfVectors())
        : nanos;
  }
}
