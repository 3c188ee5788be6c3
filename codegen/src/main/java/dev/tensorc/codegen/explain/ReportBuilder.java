package dev.tensorc.codegen.explain;

import dev.tensorc.codegen.emit.kernel.KernelCode;
import dev.tensorc.codegen.explain.Report.Item;
import dev.tensorc.codegen.explain.Report.Place;
import dev.tensorc.codegen.loop.Lines;
import dev.tensorc.codegen.loop.LoopIr;
import dev.tensorc.codegen.loop.LoopIr.Kernel;
import dev.tensorc.codegen.loop.LoopIr.Plan;
import dev.tensorc.codegen.loop.LoopIr.Stmt;
import dev.tensorc.codegen.loop.LoopPrinter;
import dev.tensorc.frontend.SourceText;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Facts;
import dev.tensorc.ir.TensorIr.Value;
import dev.tensorc.ir.TensorIrPrinter;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds in a plan what there is to report of it. */
final class ReportBuilder {

  private static final int MAX_UNNAMED = 3;

  private final List<Kernel> kernels;
  private final Plan plan;
  private final Methods methods;
  private final SourceText home;
  private final TreeSet<Integer> called = new TreeSet<>();

  private ReportBuilder(List<Kernel> kernels, Plan plan, Methods methods) {
    this.kernels = kernels;
    this.plan = plan;
    this.methods = methods;
    this.home = plan.function().span().source();
  }

  static Report of(LoopIr.Program program, Plan plan, Methods methods) {
    return new ReportBuilder(program.kernels(), plan, methods).build();
  }

  private Report build() {
    List<Item> items = items(plan.body());
    String noPlan =
        KernelCode.noNativePlan(plan, kernels)
            .orElse(methods.has("Segments", plan.function().name()) ? "" : "its code is too long");
    return new Report(
        TensorIrPrinter.signature(plan.function()),
        items,
        called.stream().map(k -> kernel(k, noPlan.isEmpty())).toList(),
        noPlan);
  }

  private Report.KernelReport kernel(int number, boolean natively) {
    Kernel k = kernels.get(number);
    return new Report.KernelReport(
        number, KernelCode.of(k), nanos(k), shared(number, k), natively ? natively(number, k) : "");
  }

  private static String nanos(Kernel k) {
    String nanos = "about %s ns a point".formatted(Cliff.rounded(KernelCode.nanos(k)));
    double ofVectors = k.rank() == 0 ? 0 : KernelCode.nanosOfVectors(k);
    return ofVectors > 0 && KernelCode.nanos(k) > Cliff.TIMES * ofVectors
        ? nanos + ", where vector code would take " + Cliff.rounded(ofVectors)
        : nanos;
  }

  private static String shared(int number, Kernel k) {
    List<Integer> axes = KernelCode.sharedAxes(number, k);
    double from = KernelCode.sharedFrom(k);
    return axes.isEmpty() || Double.isInfinite(from) // nothing is done at a point
        ? ""
        : "threads share %s, from about %,d points on"
            .formatted(
                axes.stream().map(LoopPrinter::axis).collect(Collectors.joining(" or ")),
                new BigDecimal(from).round(new MathContext(2)).longValue());
  }

  private String natively(int number, Kernel k) {
    if (methods.has("SegmentVector", "kernel" + number)) {
      return "vector code of its own";
    }
    String staged = "on arrays, block by block";
    return KernelCode.of(k) instanceof KernelCode.Scalar
        ? staged
        : staged + ", because " + KernelCode.stagedBecause(k).orElse("its code would be too long");
  }

  // ---------------------------------------------------------------- the plan

  private List<Item> items(List<Stmt> body) {
    var items = new ArrayList<Item>();
    for (Stmt s : body) {
      switch (s) {
        case LoopIr.Cluster c -> items.add(cluster(c));
        case LoopIr.Copy c -> items.add(copied(c));
        case LoopIr.Reshape r ->
            r.otherwise().ifPresent(c -> items.add(new Report.Reshaped(copied(c))));
        case LoopIr.Branch b -> {
          nested("if", b.then().body(), items);
          nested("else", b.otherwise().body(), items);
        }
        case LoopIr.Loop l -> {
          if (l.head() instanceof LoopIr.Asked asked) {
            nested("while", asked.steps(), items);
          }
          nested("each time round", l.body(), items);
        }
        case LoopIr.Check _, LoopIr.Scalar _, LoopIr.Bind _, LoopIr.Literal _ -> {}
        case LoopIr.Allocate a ->
            items.add(
                new Report.Parts(
                    lines(Stream.of(a.value())), stored(a.value(), false, "written part by part")));
        case LoopIr.Ordered o -> items.add(ordered(o));
        case LoopIr.Scatter x ->
            items.add(new Report.Scattered(Names.of(x.value()), lines(Stream.of(x.value()))));
        case LoopIr.Alias _, LoopIr.Reuse _, LoopIr.Store _ -> {}
      }
    }
    return items;
  }

  private Report.Copied copied(LoopIr.Copy c) {
    called.add(c.kernel());
    Report.Stored copy = stored(c.value(), false, c.why());
    return new Report.Copied(c.kernel(), copy, Names.of(c.from()), c.copiesAll());
  }

  private Item ordered(LoopIr.Ordered o) {
    return new Report.Ordered(
        o.step().builtin().label(),
        lines(Stream.of(o.value())),
        stored(o.value(), false, o.reason().text(home)));
  }

  private void nested(String head, List<Stmt> body, List<Item> into) {
    List<Item> inside = items(body);
    if (!inside.isEmpty()) {
      into.add(new Report.Nested(head, inside));
    }
  }

  private Item cluster(LoopIr.Cluster c) {
    var savings = new Savings(kernels, c.fallback());
    var versions = new ArrayList<Report.Version>();
    for (LoopIr.Version v : c.versions()) {
      versions.add(
          new Report.Version(
              v.guard().stream().map(Facts.Equation::toString).collect(Collectors.joining(" and ")),
              v == c.fallback() ? List.of() : savings.of(v),
              v.launches().stream().map(this::launch).toList()));
    }
    return new Report.Cluster(
        lines(c.fallback().launches().stream().flatMap(l -> l.origin().computed().stream())),
        versions);
  }

  private Report.Launch launch(LoopIr.Launch l) {
    int number = l.call().kernel();
    called.add(number);
    Kernel k = kernels.get(number);
    List<Value> written = l.target().written().stream().map(LoopIr.Written::value).toList();
    var stored = new ArrayList<Report.Stored>();
    for (int i = 0; i < written.size(); i++) {
      LoopIr.Written w = l.target().written().get(i);
      if (written.indexOf(w.value()) < i) {
        continue; // another part of it
      }
      String why = l.origin().reasons().get(i).text(home);
      stored.add(stored(w.value(), !w.made(), why));
    }
    boolean merged = l.target().extents().size() != k.rank();
    return new Report.Launch(
        number,
        lines(l.origin().computed().stream()),
        fused(l.origin().computed().stream().filter(v -> !written.contains(v)).toList()),
        stored,
        merged || k.rank() == 0 ? List.of() : Walks.apart(l, k.innermost()));
  }

  /** Those that have names; where none has, a few of the others. */
  private static List<String> fused(List<Value> values) {
    List<Value> named = values.stream().filter(Names::isNamed).toList();
    return (named.isEmpty() ? values : named)
        .stream()
            .map(Names::of)
            .distinct()
            .limit(named.isEmpty() ? MAX_UNNAMED : named.size())
            .toList();
  }

  private String lines(Stream<Value> values) {
    return Lines.of(values.map(Value::span).toList(), home);
  }

  private Report.Stored stored(Value v, boolean inside, String why) {
    Place place =
        v.isScalar()
            ? Place.NUMBER
            : inside
                ? Place.INSIDE
                : plan.homes().get(v) instanceof LoopIr.Output ? Place.RESULT : Place.BETWEEN;
    OptionalLong bytes = v.isScalar() ? OptionalLong.empty() : bytes(v);
    return new Report.Stored(Names.of(v), v.type(), bytes, place, why);
  }

  private OptionalLong bytes(Value v) {
    long bytes = v.dtype().bytes();
    for (Dim d : v.shape()) {
      if (!(plan.function().facts().resolve(d) instanceof Dim.Const c)) {
        return OptionalLong.empty();
      }
      bytes *= c.value();
    }
    return OptionalLong.of(bytes);
  }
}
