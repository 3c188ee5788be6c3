package dev.tensorc.benchmarks.population;

import dev.tensorc.codegen.loop.Access;
import dev.tensorc.codegen.loop.Access.AxisPath;
import dev.tensorc.codegen.loop.Expr;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.LoopIr;
import dev.tensorc.codegen.loop.LoopIr.Launch;
import dev.tensorc.codegen.loop.LoopIr.Plan;
import dev.tensorc.codegen.loop.LoopIr.Stmt;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Facts;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * Writes a function's plan as C: a function for each call of a kernel, and {@code task}, which
 * takes the results, the arguments and the sizes, in the plan's order. Arguments are row-major.
 * Checks are left out, and of a cluster's versions only the one that the sizes take is there.
 */
final class CPlan {

  /** The C function's name. */
  static final String TASK = "task";

  private final LoopIr.Program program;
  private final Plan plan;
  private final CSizes sizes;
  private final boolean byRows;
  private final StringBuilder kernels = new StringBuilder();
  private final CText out = new CText();
  private final Map<Value, Geometry> tensors = new HashMap<>();
  private final Map<Value, String> scalars = new HashMap<>();
  private boolean hasRows;

  private CPlan(LoopIr.Program program, Plan plan, Map<Dim, Long> known, boolean byRows) {
    this.program = program;
    this.plan = plan;
    this.sizes = new CSizes(known);
    this.byRows = byRows;
  }

  /**
   * The source.
   *
   * @param known the value of each symbol, in the order of the C function's last parameters
   * @param byRows whether reductions are added up row by row, where that can be; empty is given if
   *     it can be nowhere
   * @throws NotInCException if the plan has a step that has no C yet
   */
  static Optional<String> source(
      LoopIr.Program program, Plan plan, Map<Dim, Long> known, boolean byRows) {
    var writer = new CPlan(program, plan, known, byRows);
    String task = writer.task();
    return byRows && !writer.hasRows
        ? Optional.empty()
        : Optional.of(CHead.TEXT + writer.kernels + "\n" + task);
  }

  private String task() {
    var params = new ArrayList<String>();
    List<Value> results = plan.results();
    for (int k = 0; k < results.size(); k++) {
      Value v = results.get(k);
      String type = v.isScalar() ? CTypes.number(v.dtype()) : CTypes.element(v.dtype());
      params.add(type + " *result" + k);
    }
    for (TensorIr.Param p : plan.function().params()) {
      Value v = p.value();
      String name = "p_" + p.name();
      if (v.isScalar()) {
        params.add(CTypes.value(v.dtype()) + " " + name);
        scalars.put(v, name);
      } else if (v.isUnranked()) {
        throw new NotInCException("an unranked argument");
      } else {
        params.add("const " + CTypes.element(v.dtype()) + " *" + name);
        tensors.put(v, rowMajor(name, v));
      }
    }
    sizes.variables().forEach(v -> params.add("long " + v));
    for (int b = 0; b < plan.buffers().size(); b++) {
      kernels.append(
          "static %s *b%d;\nstatic size_t n%2$d;\n"
              .formatted(CTypes.element(plan.buffers().get(b)), b));
    }
    out.open("void %s(%s)", TASK, String.join(", ", params));
    plan.body().forEach(this::statement);
    for (int k = 0; k < results.size(); k++) {
      deliver(results.get(k), "result" + k);
    }
    out.close();
    return out.toString();
  }

  private void deliver(Value v, String result) {
    if (v.isScalar()) {
      out.line("*%s = %s;", result, scalar(v));
    } else if (!tensor(v).start().equals(result)) {
      throw new NotInCException("a result that ends elsewhere");
    }
  }

  // ---------------------------------------------------------------- values

  private Geometry tensor(Value v) {
    Geometry g = tensors.get(v);
    if (g == null) {
      throw new NotInCException("a value of a step that is not there");
    }
    return g;
  }

  private String scalar(Value v) {
    return Objects.requireNonNull(scalars.get(v), v.name());
  }

  private Geometry rowMajor(String array, Value v) {
    var strides = new ArrayList<String>();
    for (int axis = 0; axis < v.rank(); axis++) {
      strides.add(
          CSizes.product(v.shape().subList(axis + 1, v.rank()).stream().map(sizes::text).toList()));
    }
    return new Geometry(array, array, strides);
  }

  private String count(Value v) {
    return CSizes.product(v.shape().stream().map(sizes::text).toList());
  }

  private Geometry walk(Geometry base, Access access, int rank) {
    var strides = new ArrayList<String>();
    for (int a = 0; a < rank; a++) {
      strides.add("0");
    }
    var start = new StringBuilder(base.start());
    for (int axis = 0; axis < access.axes().size(); axis++) {
      for (AxisPath path : access.axes().get(axis)) {
        String stride = base.strides().get(axis);
        for (Access.Layer layer : path.layers()) {
          switch (layer) {
            case Access.Slice s -> {
              String from = sizes.text(s.start());
              if (!from.equals("0")) {
                start.append(" + ").append(CSizes.product(List.of(from, stride)));
              }
              stride = CSizes.product(List.of(Long.toString(s.step()), stride));
            }
            case Access.ZeroIfOne z -> {
              OptionalLong size = sizes.value(z.size());
              if (size.isEmpty()) {
                throw new NotInCException("an operand that may stretch, as data decide");
              }
              stride = size.getAsLong() == 1 ? "0" : stride;
            }
          }
        }
        if (path.axis() >= 0) {
          String sum = strides.get(path.axis());
          strides.set(path.axis(), sum.equals("0") ? stride : "(" + sum + " + " + stride + ")");
        }
      }
    }
    return new Geometry(base.array(), start.toString(), strides);
  }

  private CExpressions expressions() {
    return new CExpressions(
        out,
        leaf ->
            switch (leaf) {
              case Expr.PlanScalar p -> scalar(p.value());
              case Expr.DimSize d -> sizes.text(d.dim());
              case Expr.AxisStride s -> tensor(s.tensor()).strides().get(s.axis());
              case Expr.Element x ->
                  CTypes.loaded(
                      x.type(), "*(" + place(x.tensor().base(), x.tensor().access()) + ")");
              default -> throw new IllegalStateException("not a leaf of a plan: " + leaf);
            });
  }

  private String place(Value v, Access access) {
    return walk(tensor(v), access, 0).start();
  }

  private String push(Expr e) {
    return expressions().value(e);
  }

  // ---------------------------------------------------------------- statements

  private void statement(Stmt s) {
    switch (s) {
      case LoopIr.Check _ -> {}
      case LoopIr.Scalar x -> {
        String name = out.fresh("v");
        out.line("const %s %s = %s;", CTypes.value(x.value().dtype()), name, push(x.expr()));
        scalars.put(x.value(), name);
      }
      case LoopIr.Bind b -> {
        String value = push(b.size());
        out.line("const long %s = %s;", sizes.define(b.dim()), value);
      }
      case LoopIr.Literal l -> literal(l);
      case LoopIr.Allocate a -> storage(a.value());
      case LoopIr.Alias a ->
          tensors.put(a.value(), walk(tensor(a.base()), a.access(), a.value().rank()));
      case LoopIr.Reshape r -> reshape(r);
      case LoopIr.Ordered o -> throw new NotInCException("a step over whole rows: " + o.step());
      case LoopIr.Scatter _ -> throw new NotInCException("a scatter");
      case LoopIr.Cluster c -> cluster(c);
      case LoopIr.Copy c -> copy(c);
      case LoopIr.Reuse r -> tensors.put(r.value(), tensor(r.target()));
      case LoopIr.Store x -> {
        String value = CTypes.stored(x.value().dtype(), push(x.element()));
        out.line("*(%s) = %s;", place(x.value(), x.place()), value);
      }
      case LoopIr.Branch b -> branch(b);
      case LoopIr.Loop l -> loop(l);
    }
  }

  private void storage(Value v) {
    if (v.isScalar()) {
      declare(v);
      return;
    }
    switch (Objects.requireNonNull(plan.homes().get(v), v.name())) {
      case LoopIr.Output o ->
          tensors.put(v, rowMajor("result" + plan.results().indexOf(o.result()), v));
      case LoopIr.Buffer b -> {
        out.line("b%1$d = grown(b%1$d, &n%1$d, %2$s * sizeof *b%1$d);", b.number(), count(v));
        String array = out.fresh("a");
        out.line("%s *%s = b%d;", CTypes.element(v.dtype()), array, b.number());
        tensors.put(v, rowMajor(array, v));
      }
    }
  }

  private void literal(LoopIr.Literal l) {
    storage(l.value());
    for (int i = 0; i < l.elements().size(); i++) {
      String value = CTypes.stored(l.value().dtype(), push(l.elements().get(i)));
      out.line("%s[%d] = %s;", tensor(l.value()).array(), i, value);
    }
  }

  private void reshape(LoopIr.Reshape r) {
    Geometry from = tensor(r.from());
    boolean whole = from.strides().equals(rowMajor("", r.from()).strides());
    if (r.otherwise().isEmpty() || whole) {
      tensors.put(
          r.value(), new Geometry(from.array(), from.start(), rowMajor("", r.value()).strides()));
    } else {
      LoopIr.Copy copy = r.otherwise().get();
      copy(copy);
      String array = tensor(copy.value()).array();
      tensors.put(r.value(), new Geometry(array, array, rowMajor("", r.value()).strides()));
    }
  }

  private void copy(LoopIr.Copy c) {
    storage(c.value());
    for (LoopIr.Region part : c.parts()) {
      var written = new LoopIr.Written(c.value(), Optional.of(part.access()), false);
      var target = new LoopIr.Target(List.of(written), part.extents(), c.value().span());
      var from = new LoopIr.Argument(c.from(), part.access());
      launch(target, new LoopIr.Call(c.kernel(), List.of(from), List.of()));
    }
  }

  // ---------------------------------------------------------------- control

  private void declare(Value v) {
    if (v.isScalar()) {
      String name = out.fresh("v");
      out.line("%s %s = 0;", CTypes.value(v.dtype()), name);
      scalars.put(v, name);
    } else {
      if (v.shape().stream().anyMatch(d -> d instanceof Dim.Late)) {
        throw new NotInCException("a carried array of a size that data decide");
      }
      String name = out.fresh("a");
      out.line("%s *%s = 0;", CTypes.element(v.dtype()), name);
      tensors.put(v, rowMajor(name, v));
    }
  }

  private void become(List<Value> these, List<Value> those) {
    var moves = new ArrayList<String>();
    out.open("");
    for (int i = 0; i < these.size(); i++) {
      Value from = these.get(i);
      Value to = those.get(i);
      String source = from.isScalar() ? scalar(from) : whole(from);
      String target = to.isScalar() ? scalar(to) : tensor(to).array();
      if (!source.equals(target)) {
        String kept = out.fresh("m");
        String type =
            to.isScalar() ? CTypes.value(to.dtype()) + " " : CTypes.element(to.dtype()) + " *";
        out.line("%s%s = %s%s;", type, kept, to.isScalar() ? "" : "(void *)", source);
        moves.add("%s = %s;".formatted(target, kept));
      }
    }
    moves.forEach(m -> out.line("%s", m));
    out.close();
  }

  private String whole(Value v) {
    Geometry g = tensor(v);
    if (!g.start().equals(g.array()) || !g.strides().equals(rowMajor("", v).strides())) {
      throw new NotInCException("a carried view");
    }
    return g.array();
  }

  private void exchange(List<LoopIr.Exchange> exchanges) {
    if (exchanges.isEmpty()) {
      return;
    }
    out.open("");
    exchanges.forEach(e -> out.line("void *k%1$d = b%1$d; size_t m%1$d = n%1$d;", e.from()));
    exchanges.forEach(e -> out.line("b%d = k%d; n%1$d = m%2$d;", e.buffer(), e.from()));
    out.close();
  }

  private void branch(LoopIr.Branch b) {
    b.values().forEach(this::declare);
    String condition = push(b.condition());
    out.open("if (%s)", condition);
    arm(b.then(), b.values());
    out.close();
    out.open("else");
    arm(b.otherwise(), b.values());
    out.close();
  }

  private void arm(LoopIr.Arm arm, List<Value> values) {
    arm.body().forEach(this::statement);
    become(arm.yields(), values);
    exchange(arm.exchanges());
  }

  private void loop(LoopIr.Loop l) {
    l.carried().forEach(this::begin);
    switch (l.head()) {
      case LoopIr.Counted h -> {
        String to = push(h.to());
        String index = out.fresh("i");
        scalars.put(h.index(), index);
        out.open(
            "for (int64_t %1$s = %2$s; %1$s %3$s %4$s; %1$s += %5$d)",
            index, push(h.from()), h.step() > 0 ? "<" : ">", to, h.step());
      }
      case LoopIr.Asked h -> {
        out.open("for (;;)");
        h.steps().forEach(this::statement);
        out.line("if (!%s) break;", push(h.condition()));
      }
    }
    l.body().forEach(this::statement);
    become(
        l.carried().stream().map(LoopIr.Carried::next).toList(),
        l.carried().stream().map(LoopIr.Carried::value).toList());
    exchange(l.exchanges());
    out.close();
    l.carried().forEach(c -> rename(c.value(), c.result()));
  }

  private void begin(LoopIr.Carried carried) {
    switch (carried) {
      case LoopIr.CarriedScalar c -> {
        declare(c.value());
        out.line("%s = %s;", scalar(c.value()), push(c.initial()));
      }
      case LoopIr.CarriedTensor c when c.stays() -> rename(c.initial(), c.value());
      case LoopIr.CarriedTensor c -> {
        declare(c.value());
        become(List.of(c.initial()), List.of(c.value()));
      }
    }
  }

  private void rename(Value from, Value to) {
    if (from.isScalar()) {
      scalars.put(to, scalar(from));
    } else if (to.shape().stream().anyMatch(d -> d instanceof Dim.Late)) {
      throw new NotInCException("a carried array of a size that data decide");
    } else {
      tensors.put(to, tensor(from));
    }
  }

  // ---------------------------------------------------------------- kernels

  private void cluster(LoopIr.Cluster c) {
    c.made().forEach(this::storage);
    LoopIr.Version version =
        c.versions().stream()
            .filter(v -> v.guard().stream().allMatch(this::holds))
            .findFirst()
            .orElseThrow();
    version.made().stream().filter(v -> !c.made().contains(v)).forEach(this::storage);
    for (Launch l : version.launches()) {
      launch(l.target(), l.call());
    }
  }

  private boolean holds(Facts.Equation e) {
    OptionalLong left = sizes.value(e.left());
    return left.isPresent() && left.equals(sizes.value(e.right()));
  }

  private void launch(LoopIr.Target target, LoopIr.Call call) {
    Kernel k = program.kernels().get(call.kernel());
    if (target.extents().size() > k.rank()) {
      throw new NotInCException("a kernel over merged axes");
    }
    hasRows |= CKernel.hasRows(k);
    var outs = new ArrayList<Geometry>();
    if (!k.returns()) {
      for (LoopIr.Written w : target.written()) {
        Geometry all = tensor(w.value());
        int axes = k.results().get(outs.size()).alongRow() ? k.rank() : k.parallel();
        outs.add(w.region().map(r -> walk(all, r, axes)).orElse(all));
      }
    }
    List<Geometry> ins =
        call.inputs().stream().map(a -> walk(tensor(a.base()), a.access(), k.rank())).toList();
    var outputs = new ArrayList<CKernel.Operand>();
    for (int i = 0; i < outs.size(); i++) {
      DType type = k.results().get(i).value().type();
      outputs.add(operand("o" + i, type, true, outs, ins, outs.get(i)));
    }
    var inputs = new ArrayList<CKernel.Operand>();
    var args = new ArrayList<String>();
    outs.forEach(g -> args.add(g.start()));
    for (int i = 0; i < ins.size(); i++) {
      Geometry in = ins.get(i);
      int same = in.among(outs);
      String name = same >= 0 ? "o" + same : "i" + i;
      if (same < 0) {
        args.add(in.start());
      }
      inputs.add(operand(name, k.inputs().get(i).dtype(), same >= 0, outs, List.of(), in));
    }
    call.scalars().forEach(e -> args.add(push(e)));
    String name = out.fresh("kernel");
    List<String> extents = target.extents().stream().map(sizes::text).toList();
    CKernel.Written written =
        new CKernel(k, extents, inputs, outputs, byRows).write(name, sizes.variables());
    kernels.append(written.text());
    args.addAll(written.sizes());
    String text = "%s(%s);".formatted(name, args.stream().collect(Collectors.joining(", ")));
    if (k.returns()) {
      out.line("%s = %s", scalar(target.written().getFirst().value()), text);
    } else {
      out.line("%s", text);
    }
  }

  private static CKernel.Operand operand(
      String name,
      DType type,
      boolean written,
      List<Geometry> outs,
      List<Geometry> ins,
      Geometry g) {
    boolean apart =
        written
            ? ins.stream().noneMatch(i -> i.array().equals(g.array()) && !i.equals(g))
            : outs.stream().noneMatch(o -> o.array().equals(g.array()));
    return new CKernel.Operand(name, type, written, apart, g.strides());
  }
}
