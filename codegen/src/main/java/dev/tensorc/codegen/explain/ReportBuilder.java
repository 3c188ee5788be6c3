package dev.tensorc.codegen.explain;

import dev.tensorc.codegen.emit.form.NativePlans;
import dev.tensorc.codegen.emit.form.Splittable;
import dev.tensorc.codegen.emit.kernel.KernelCode;
import dev.tensorc.codegen.explain.Report.Item;
import dev.tensorc.codegen.explain.Report.Place;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.LoopIr;
import dev.tensorc.codegen.loop.LoopIr.Plan;
import dev.tensorc.codegen.loop.LoopIr.Stmt;
import dev.tensorc.codegen.loop.LoopPrinter;
import dev.tensorc.codegen.loop.Stored;
import dev.tensorc.frontend.SourceText;
import dev.tensorc.frontend.Span;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Facts;
import dev.tensorc.ir.ShapeText;
import dev.tensorc.ir.TensorIr.Value;
import dev.tensorc.ir.TensorIrPrinter;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Finds the reportable facts of a plan. */
final class ReportBuilder {

  private static final int MAX_UNNAMED = 3;

  private final LoopIr.Program program;
  private final List<Kernel> kernels;
  private final Map<Integer, LoopIr.Narrowed> narrowed;
  private final Plan plan;
  private final Methods methods;
  private final SourceText home;
  private final TreeSet<Integer> called = new TreeSet<>();

  private ReportBuilder(LoopIr.Program program, Plan plan, Methods methods) {
    this.program = program;
    this.kernels = program.kernels();
    this.narrowed = program.narrowed();
    this.plan = plan;
    this.methods = methods;
    this.home = plan.function().span().source();
  }

  static Report of(LoopIr.Program program, Plan plan, Methods methods) {
    return new ReportBuilder(program, plan, methods).build();
  }

  private Report build() {
    List<Item> items = items(plan.body());
    String noPlan =
        NativePlans.obstacle(plan, kernels)
            .orElse(methods.has("Segments", plan.function().name()) ? "" : "its code is too long");
    return new Report(
        home,
        TensorIrPrinter.signature(plan.function()),
        WeightReport.of(program, plan),
        items,
        called.stream().map(k -> kernel(k, noPlan.isEmpty())).toList(),
        Cliffs.of(program, plan),
        noPlan);
  }

  private Report.KernelReport kernel(int number, boolean natively) {
    Kernel k = kernels.get(number);
    return new Report.KernelReport(
        number,
        KernelCode.of(k),
        Splittable.nanos(k),
        k.rank() == 0 ? 0 : Splittable.nanosOfVectors(k),
        shared(number, k),
        natively ? natively(number, k) : "");
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
        : staged + ", because " + NativePlans.obstacle(k).orElse("its code would be too long");
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
          nested(Report.Flow.IF, b.then().body(), items);
          nested(Report.Flow.ELSE, b.otherwise().body(), items);
        }
        case LoopIr.Loop l -> {
          if (l.head() instanceof LoopIr.Asked asked) {
            nested(Report.Flow.WHILE, asked.steps(), items);
          }
          nested(Report.Flow.ROUND, l.body(), items);
        }
        case LoopIr.Check _, LoopIr.Scalar _, LoopIr.Bind _, LoopIr.Literal _ -> {}
        case LoopIr.Allocate a ->
            items.add(
                new Report.Parts(
                    List.of(a.value().span()),
                    stored(a.value(), false, "written part by part", "")));
        case LoopIr.Ordered o -> items.add(ordered(o));
        case LoopIr.Scatter x ->
            items.add(new Report.Scattered(Names.of(x.value()), List.of(x.value().span())));
        case LoopIr.Alias _, LoopIr.Reuse _, LoopIr.Store _ -> {}
      }
    }
    return items;
  }

  private Report.Copied copied(LoopIr.Copy c) {
    called.add(c.kernel());
    Report.Stored copy = stored(c.value(), false, c.why(), "");
    Cost cost = cost(c.kernel(), c.value().shape(), plan.function().facts());
    return new Report.Copied(c.kernel(), copy, Names.of(c.from()), c.copiesAll(), cost);
  }

  private Item ordered(LoopIr.Ordered o) {
    return new Report.Ordered(
        o.step().builtin().label(),
        List.of(o.value().span()),
        stored(o.value(), false, o.reason()));
  }

  private void nested(Report.Flow flow, List<Stmt> body, List<Item> into) {
    List<Item> inside = items(body);
    if (!inside.isEmpty()) {
      into.add(new Report.Nested(flow, inside));
    }
  }

  private Item cluster(LoopIr.Cluster c) {
    var savings = new Savings(kernels, c.fallback());
    var versions = new ArrayList<Report.Version>();
    for (LoopIr.Version v : c.versions()) {
      Facts facts = facts(v);
      versions.add(
          new Report.Version(
              v.guard().stream().map(Facts.Equation::toString).collect(Collectors.joining(" and ")),
              v == c.fallback() ? List.of() : savings.of(v),
              shapes(v, facts),
              v.launches().stream().map(l -> launch(l, facts)).toList()));
    }
    List<Value> computed =
        c.fallback().launches().stream().flatMap(l -> l.origin().computed().stream()).toList();
    return new Report.Cluster(places(computed), versions);
  }

  /** The facts that hold where a version runs. */
  private Facts facts(LoopIr.Version v) {
    Facts facts = plan.function().facts();
    for (Facts.Equation e : v.guard()) {
      facts = facts.with(e.left(), e.right());
    }
    return facts;
  }

  private static List<Report.Shaped> shapes(LoopIr.Version v, Facts facts) {
    return v.launches().stream()
        .flatMap(l -> l.origin().computed().stream())
        .filter(Names::isNamed)
        .distinct()
        .map(value -> new Report.Shaped(value.name(), type(value, facts), value.span()))
        .toList();
  }

  private static String type(Value v, Facts facts) {
    List<Dim> shape = v.shape().stream().map(facts::resolve).toList();
    boolean plain = !v.isUnranked() && !v.axes().isText() && v.axes().levels().size() == 1;
    return plain
        ? ShapeText.type(v.dtype(), shape) // the size of an axis that always stretches is 1
        : ShapeText.type(v.dtype(), shape, v.axes());
  }

  private Cost cost(int kernel, List<Dim> extents, Facts facts) {
    List<Dim> known = extents.stream().map(facts::resolve).toList();
    Kernel k = kernels.get(kernel);
    return Cost.of(Splittable.nanos(k), KernelCode.worked(k, known));
  }

  private Report.Launch launch(LoopIr.Launch l, Facts facts) {
    int number = l.call().kernel();
    called.add(number);
    LoopIr.Narrowed narrow = narrowed.get(number);
    int likely = narrow == null ? number : narrow.kernel();
    called.add(likely);
    Kernel k = kernels.get(number);
    List<Value> written = l.target().written().stream().map(LoopIr.Written::value).toList();
    var stored = new ArrayList<Report.Stored>();
    for (int i = 0; i < written.size(); i++) {
      LoopIr.Written w = l.target().written().get(i);
      if (written.indexOf(w.value()) < i) {
        continue; // another part of it
      }
      stored.add(stored(w.value(), !w.made(), l.origin().reasons().get(i)));
    }
    boolean merged = l.target().extents().size() != k.rank();
    return new Report.Launch(
        number,
        l.target().span(),
        places(l.origin().computed()),
        fused(l.origin().computed().stream().filter(v -> !written.contains(v)).toList()),
        stored,
        merged || k.rank() == 0 ? List.of() : Walks.apart(l, k.innermost()),
        cost(likely, l.target().extents(), facts));
  }

  /** The values that have names; where none has, a few of the others. */
  private static List<String> fused(List<Value> values) {
    List<Value> named = values.stream().filter(Names::isNamed).toList();
    return (named.isEmpty() ? values : named)
        .stream()
            .map(Names::of)
            .distinct()
            .limit(named.isEmpty() ? MAX_UNNAMED : named.size())
            .toList();
  }

  private static List<Span> places(List<Value> values) {
    return values.stream().map(Value::span).toList();
  }

  private Report.Stored stored(Value v, boolean inside, Stored reason) {
    return stored(v, inside, reason.text(home), reason.advice());
  }

  private Report.Stored stored(Value v, boolean inside, String why, String advice) {
    Place place =
        v.isScalar()
            ? Place.NUMBER
            : inside
                ? Place.INSIDE
                : plan.homes().get(v) instanceof LoopIr.Output ? Place.RESULT : Place.BETWEEN;
    OptionalLong bytes = v.isScalar() ? OptionalLong.empty() : bytes(v);
    return new Report.Stored(Names.of(v), v.type(), bytes, place, why, advice);
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
