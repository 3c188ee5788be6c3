package dev.tensorc.cli.bench;

import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.tensorc.codegen.explain.Cost;
import dev.tensorc.codegen.explain.Workload;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The findings of a benchmark.
 *
 * @param signature of the function
 * @param bytes of its arguments and results
 * @param rows the measurements, those of engines first, the copy's last
 * @param peak GFLOP/s that one thread of this machine can do; empty without the vector module
 * @param peakType the type of floats for which that was measured
 * @param work the work of a call
 * @param shares which kernels the first engine was in; empty where that could not be recorded
 */
public record Report(
    String signature,
    long bytes,
    List<Measurement> rows,
    OptionalDouble peak,
    String peakType,
    Workload work,
    Optional<KernelShares> shares) {

  private static final String COPY = "copy";

  /** Copies the list. */
  public Report {
    rows = List.copyOf(rows);
  }

  // ---------------------------------------------------------------- text

  /** Tables. */
  public String text() {
    var text = new StringBuilder(signature).append('\n');
    text.append("%d bytes of arguments and results".formatted(bytes));
    boolean counted = work.unknown().isEmpty() && work.operations() > 0;
    if (counted) {
      text.append(", %.0f floating-point operations".formatted(work.operations()));
    }
    text.append("\n\n").append(row("", "median", "5 %", "95 %", "GB/s", "GFLOP/s"));
    for (Measurement m : rows) {
      boolean computes = counted && !m.name().equals(COPY);
      text.append(
          row(
              m.name(),
              time(m.median()),
              time(m.low()),
              time(m.high()),
              number(rate(m)),
              computes ? number(work.operations() / m.median()) : ""));
    }
    peak.ifPresent(p -> text.append(row("FMA peak", "", "", "", "", number(p))));
    text.append('\n').append(beside(counted)).append(kernels());
    work.taken().forEach(v -> text.append(v.text()).append('\n'));
    return text.toString();
  }

  private static String row(String... cells) {
    return String.format(Locale.ROOT, "%-9s %12s %12s %12s %10s %10s", (Object[]) cells)
            .stripTrailing()
        + "\n";
  }

  /** The first engine beside the machine and beside the prediction. */
  private String beside(boolean counted) {
    Measurement first = rows.getFirst();
    var text = new StringBuilder();
    text.append(
        "%s code: %s of a copy's bandwidth"
            .formatted(first.name(), percent(rate(first) / rate(rows.getLast()))));
    if (counted && peak.isPresent()) {
      double part = work.operations() / first.median() / peak.getAsDouble();
      text.append(", %s of the FMA peak of one thread (%s)".formatted(percent(part), peakType));
    }
    text.append('\n');
    return text.append(
            work.unknown().isEmpty()
                ? "predicted: %s on one thread, data in the cache; measured %s\n"
                    .formatted(Cost.time(work.nanos()), time(first.median()))
                : "not predicted: %s\n".formatted(work.unknown()))
        .append('\n')
        .toString();
  }

  /** Each kernel's part of the time. */
  private String kernels() {
    if (work.kernels().isEmpty()) {
      return "";
    }
    var text = new StringBuilder(kernel("", "measured", "predicted", "", ""));
    for (Workload.Part k : work.kernels()) {
      text.append(
          kernel(
              "kernel" + k.kernel(),
              told().map(s -> percent(s.part(k.kernel()))).orElse("-"),
              percent(k.nanos() / work.nanos()),
              k.scalar() ? "scalar" : "vector",
              k.lines()));
    }
    told()
        .ifPresent(
            s -> text.append(kernel("the rest", percent(s.rest()), "", "", "calls, checks")));
    return told().isPresent()
        ? text.toString()
        : text.append("too few samples to tell the parts: measure longer, with --seconds\n")
            .toString();
  }

  private static String kernel(String... cells) {
    return String.format(Locale.ROOT, "%-9s %12s %12s   %-8s %s", (Object[]) cells).stripTrailing()
        + "\n";
  }

  private Optional<KernelShares> told() {
    return shares.filter(KernelShares::isTold);
  }

  /** Bytes in a nanosecond. */
  private double rate(Measurement row) {
    return bytes / row.median();
  }

  private static String time(double nanos) {
    String[] units = {"ns", "us", "ms", "s"};
    int unit = 0;
    double value = nanos;
    while (value >= 1000 && unit < units.length - 1) {
      value /= 1000;
      unit++;
    }
    return number(value) + " " + units[unit];
  }

  private static String number(double value) {
    return new BigDecimal(value).round(new MathContext(3)).toPlainString();
  }

  private static String percent(double part) {
    return number(100 * part) + " %";
  }

  // ---------------------------------------------------------------- JSON

  /**
   * The report for programs: times in nanoseconds, rates in GB/s and GFLOP/s, parts from 0 to 1.
   */
  public String json() {
    var all = new JsonObject();
    all.addProperty("function", signature);
    all.addProperty("bytes", bytes);
    all.addProperty("operations", work.operations());
    for (Measurement m : rows) {
      var row = new JsonObject();
      row.addProperty("median_ns", m.median());
      row.addProperty("p5_ns", m.low());
      row.addProperty("p95_ns", m.high());
      row.addProperty("gb_per_s", rate(m));
      if (!m.name().equals(COPY)) {
        row.addProperty("gflop_per_s", work.operations() / m.median());
      }
      row.addProperty("samples", m.samples());
      all.add(m.name(), row);
    }
    peak.ifPresent(p -> all.addProperty("fma_peak_gflop_per_s", p));
    if (work.unknown().isEmpty()) {
      all.addProperty("predicted_ns", work.nanos());
    } else {
      all.addProperty("not_predicted", work.unknown());
    }
    var kernels = new JsonArray();
    for (Workload.Part k : work.kernels()) {
      var kernel = new JsonObject();
      kernel.addProperty("kernel", k.kernel());
      kernel.addProperty("lines", k.lines());
      kernel.addProperty("code", k.scalar() ? "scalar" : "vector");
      kernel.addProperty("predicted_part", k.nanos() / work.nanos());
      told().ifPresent(s -> kernel.addProperty("part", s.part(k.kernel())));
      kernels.add(kernel);
    }
    all.add("kernels", kernels);
    var versions = new JsonArray();
    work.taken().forEach(v -> versions.add(v.text()));
    all.add("versions", versions);
    return new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create().toJson(all) + "\n";
  }
}
