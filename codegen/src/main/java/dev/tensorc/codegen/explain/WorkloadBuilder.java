package dev.tensorc.codegen.explain;

import dev.tensorc.codegen.emit.form.FloatWork;
import dev.tensorc.codegen.emit.form.Splittable;
import dev.tensorc.codegen.emit.kernel.KernelCode;
import dev.tensorc.codegen.loop.Expr;
import dev.tensorc.codegen.loop.Expr.Op;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.LoopIr;
import dev.tensorc.codegen.loop.LoopIr.Plan;
import dev.tensorc.codegen.loop.LoopIr.Stmt;
import dev.tensorc.codegen.loop.SourceLines;
import dev.tensorc.frontend.SourceText;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.TensorIr.Value;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Goes through a plan as a call does, with the sizes that are known before it. */
final class WorkloadBuilder {

  private final List<Kernel> kernels;
  private final Map<Integer, LoopIr.Narrowed> narrowed;
  private final Plan plan;
  private final SourceText home;
  private final Map<Dim, Long> sizes;
  private final Map<Value, Long> scalars;

  private final Map<Integer, Workload.Part> parts = new LinkedHashMap<>();
  private final Set<Workload.Taken> taken = new LinkedHashSet<>();
  private final Set<String> unknown = new LinkedHashSet<>();

  WorkloadBuilder(
      LoopIr.Program program, Plan plan, Map<Dim, Long> sizes, Map<Value, Long> scalars) {
    this.kernels = program.kernels();
    this.narrowed = program.narrowed();
    this.plan = plan;
    this.home = plan.function().span().source();
    this.sizes = new HashMap<>(sizes);
    this.scalars = new HashMap<>(scalars);
  }

  Workload build() {
    run(plan.body(), 1);
    return new Workload(
        List.copyOf(parts.values()), List.copyOf(taken), String.join("; ", unknown));
  }

  /**
   * @param times how often the statements run
   */
  private void run(List<Stmt> body, long times) {
    for (Stmt s : body) {
      switch (s) {
        case LoopIr.Cluster c -> cluster(c, times);
        case LoopIr.Copy c ->
            add(c.kernel(), "a copy of " + Names.of(c.from()), c.value().shape(), times);
        case LoopIr.Scalar x -> value(x.expr()).ifPresent(v -> scalars.put(x.value(), v));
        case LoopIr.Bind b -> value(b.size()).ifPresent(v -> sizes.put(b.dim(), v));
        case LoopIr.Branch _ -> unknown.add("an `if` chooses the code that runs");
        case LoopIr.Loop l -> loop(l, times);
        case LoopIr.Ordered _, LoopIr.Scatter _ -> unknown.add("the runtime goes over whole rows");
        case LoopIr.Check _, LoopIr.Literal _, LoopIr.Reshape _, LoopIr.Alias _ -> {}
        case LoopIr.Allocate _, LoopIr.Reuse _, LoopIr.Store _ -> {}
      }
    }
  }

  private void loop(LoopIr.Loop l, long times) {
    Optional<Long> rounds =
        switch (l.head()) {
          case LoopIr.Asked _ -> Optional.empty();
          case LoopIr.Counted c ->
              value(c.from())
                  .flatMap(
                      from ->
                          value(c.to()).map(to -> Math.max(0, Math.ceilDiv(to - from, c.step()))));
        };
    if (rounds.isEmpty()) {
      unknown.add("a loop of the program goes round as often as the run decides");
    }
    run(l.body(), times * rounds.orElse(1L));
  }

  private void cluster(LoopIr.Cluster c, long times) {
    List<Value> computed =
        c.fallback().launches().stream().flatMap(l -> l.origin().computed().stream()).toList();
    for (int v = 0; v < c.versions().size(); v++) {
      LoopIr.Version version = c.versions().get(v);
      Optional<Boolean> holds = holds(version);
      if (holds.isEmpty()) {
        unknown.add("sizes that only the run knows choose versions");
      }
      if (holds.orElse(true)) {
        if (c.versions().size() > 1 && holds.isPresent()) {
          String guard =
              version.guard().stream().map(Object::toString).collect(Collectors.joining(" and "));
          String condition = guard.isEmpty() ? "any sizes" : guard;
          taken.add(new Workload.Taken(lines(computed), v + 1, c.versions().size(), condition));
        }
        version.launches().forEach(l -> launch(l, times));
        return;
      }
    }
  }

  /** Empty where a size is not known. */
  private Optional<Boolean> holds(LoopIr.Version v) {
    boolean all = true;
    for (var equation : v.guard()) {
      Optional<Long> left = size(equation.left());
      Optional<Long> right = size(equation.right());
      if (left.isEmpty() || right.isEmpty()) {
        return Optional.empty();
      }
      all &= left.equals(right);
    }
    return Optional.of(all);
  }

  private void launch(LoopIr.Launch l, long times) {
    add(taken(l), lines(l.origin().computed()), l.target().extents(), times);
  }

  /** The kernel that a call of these sizes takes. */
  private int taken(LoopIr.Launch l) {
    int number = l.call().kernel();
    LoopIr.Narrowed narrow = narrowed.get(number);
    List<Dim> extents = l.target().extents();
    Kernel k = kernels.get(number);
    if (narrow == null || extents.size() != k.rank()) {
      return number;
    }
    double points = 1;
    for (Dim d : extents.subList(k.parallel(), k.rank())) {
      points *= size(d).orElse(0L);
    }
    return points <= narrow.most() || narrow.takesPieces(k) ? narrow.kernel() : number;
  }

  private void add(int number, String lines, List<Dim> extents, long times) {
    Kernel k = kernels.get(number);
    double points = times;
    double rows = times;
    double results = times;
    boolean merged = extents.size() != k.rank();
    int innermost = merged ? extents.size() - 1 : k.innermost();
    for (int axis = 0; axis < extents.size(); axis++) {
      Optional<Long> extent = size(extents.get(axis));
      if (extent.isEmpty()) {
        unknown.add("sizes that only the run knows");
        return;
      }
      points *= extent.get();
      rows *= axis == innermost ? 1 : extent.get();
      results *= axis < k.parallel() || merged ? extent.get() : 1;
    }
    var part =
        new Workload.Part(
            number,
            lines,
            Splittable.nanos(k) * points,
            FloatWork.of(k, new FloatWork.Times(points, rows, results)),
            KernelCode.of(k) instanceof KernelCode.Scalar);
    parts.merge(number, part, Workload.Part::and);
  }

  private String lines(List<Value> values) {
    return SourceLines.of(values.stream().map(Value::span).toList(), home);
  }

  // ---------------------------------------------------------------- sizes

  private Optional<Long> size(Dim d) {
    return sizes.keySet().containsAll(Dims.atoms(d))
        ? Optional.of(Dims.evaluate(d, sizes::get))
        : Optional.empty();
  }

  /** The value of an integer that the plan computes, if it is known. */
  private Optional<Long> value(Expr e) {
    return switch (e) {
      case Expr.Const(_, Long v) -> Optional.of(v);
      case Expr.Const(_, Integer v) -> Optional.of((long) v);
      case Expr.DimSize d -> size(d.dim());
      case Expr.PlanScalar s -> Optional.ofNullable(scalars.get(s.value()));
      case Op op when op.type().isInt() && op.args().size() == 2 ->
          value(op.args().get(0)).flatMap(a -> value(op.args().get(1)).flatMap(b -> of(op, a, b)));
      default -> Optional.empty();
    };
  }

  private static Optional<Long> of(Op op, long a, long b) {
    return switch (op.op()) {
      case ADD -> Optional.of(a + b);
      case SUB -> Optional.of(a - b);
      case MUL -> Optional.of(a * b);
      case MIN -> Optional.of(Math.min(a, b));
      case MAX -> Optional.of(Math.max(a, b));
      default -> Optional.empty();
    };
  }
}
