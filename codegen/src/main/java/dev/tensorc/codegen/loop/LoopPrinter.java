package dev.tensorc.codegen.loop;

import dev.tensorc.codegen.loop.LoopIr.Cluster;
import dev.tensorc.codegen.loop.LoopIr.Plan;
import dev.tensorc.codegen.loop.LoopIr.Program;
import dev.tensorc.codegen.loop.LoopIr.Stmt;
import dev.tensorc.codegen.loop.LoopIr.Version;
import dev.tensorc.codegen.tuning.Tuning;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Value;
import dev.tensorc.ir.TensorIrPrinter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Plans and kernels as pseudo-code. In a kernel {@code a[i, *]} reads one element for a whole row,
 * {@code a[i, j?]} one element or the row, as the sizes turn out.
 */
public final class LoopPrinter {

  private final Program program;
  private final IntFunction<String> remark;
  private final StringBuilder out = new StringBuilder();

  /** The names of the values of one plan. */
  private final Map<Value, String> names = new HashMap<>();

  private Map<Value, LoopIr.Home> homes = Map.of();
  private final Set<LoopIr.Home> exchanged = new HashSet<>();

  private LoopPrinter(Program program, IntFunction<String> remark) {
    this.program = program;
    this.remark = remark;
  }

  /** Every plan, then every kernel. */
  public static String print(Program program) {
    var printer = new LoopPrinter(program, _ -> "");
    program.plans().forEach(printer::plan);
    for (int i = 0; i < program.kernels().size(); i++) {
      printer.kernel(i);
    }
    return printer.out.toString();
  }

  /** The name of a kernel's axis. */
  public static String axis(int number) {
    return ExprText.index(number);
  }

  /**
   * One plan and the kernels that it names.
   *
   * @param remark lines on the kernel of that number, such as why it is not vectorised
   */
  public static String print(Program program, Plan plan, IntFunction<String> remark) {
    var printer = new LoopPrinter(program, remark);
    printer.plan(plan);
    var named = new ArrayList<Integer>();
    collect(plan.body(), named);
    List.copyOf(named)
        .forEach(
            k -> {
              LoopIr.Narrowed narrow = program.narrowed().get(k);
              if (narrow != null) {
                named.add(narrow.kernel());
              }
            });
    named.stream().distinct().sorted().forEach(printer::kernel);
    return printer.out.toString();
  }

  /**
   * One kernel.
   *
   * @param remark lines on it
   */
  public static String kernel(Program program, int number, String remark) {
    var printer = new LoopPrinter(program, _ -> remark);
    printer.kernel(number);
    return printer.out.toString();
  }

  /** One statement of a plan, without those inside it. */
  public static String print(Plan plan, Stmt s) {
    var printer = new LoopPrinter(new Program(List.of(plan), List.of(), Tuning.DEFAULT), _ -> "");
    plan.function().params().forEach(p -> printer.name(p.value()));
    printer.statement(0, withoutBlocks(s));
    return printer.out.toString().strip();
  }

  private static Stmt withoutBlocks(Stmt s) {
    var empty = new LoopIr.Arm(List.of(), List.of(), List.of());
    return switch (s) {
      case LoopIr.Branch b -> new LoopIr.Branch(List.of(), b.condition(), empty, empty);
      case LoopIr.Loop l ->
          new LoopIr.Loop(withoutSteps(l.head()), l.carried(), List.of(), List.of(), l.span());
      default -> s;
    };
  }

  private static LoopIr.Head withoutSteps(LoopIr.Head head) {
    return switch (head) {
      case LoopIr.Asked asked -> new LoopIr.Asked(List.of(), asked.condition());
      case LoopIr.Counted counted -> counted;
    };
  }

  private static void collect(List<Stmt> body, List<Integer> kernels) {
    for (Stmt s : body) {
      switch (s) {
        case Cluster c ->
            c.versions().forEach(v -> v.launches().forEach(l -> kernels.add(l.call().kernel())));
        case LoopIr.Copy c -> kernels.add(c.kernel());
        case LoopIr.Branch b -> {
          collect(b.then().body(), kernels);
          collect(b.otherwise().body(), kernels);
        }
        case LoopIr.Loop l -> collect(LiveRanges.inside(l), kernels);
        case LoopIr.Check _, LoopIr.Scalar _, LoopIr.Bind _ -> {}
        case LoopIr.Reshape r -> r.otherwise().ifPresent(c -> kernels.add(c.kernel()));
        case LoopIr.Allocate _, LoopIr.Ordered _ -> {}
        case LoopIr.Literal _, LoopIr.Alias _, LoopIr.Reuse _ -> {}
        case LoopIr.Store _, LoopIr.Scatter _ -> {}
      }
    }
  }

  private void collectExchanges(Stmt s) {
    switch (s) {
      case LoopIr.Branch b ->
          List.of(b.then(), b.otherwise())
              .forEach(
                  arm -> {
                    arm.exchanges().forEach(e -> exchanged.add(new LoopIr.Buffer(e.buffer())));
                    arm.body().forEach(this::collectExchanges);
                  });
      case LoopIr.Loop l -> {
        l.exchanges().forEach(e -> exchanged.add(new LoopIr.Buffer(e.buffer())));
        LiveRanges.inside(l).forEach(this::collectExchanges);
      }
      case LoopIr.Allocate _, LoopIr.Reshape _, LoopIr.Ordered _ -> {}
      case LoopIr.Check _, LoopIr.Scalar _, LoopIr.Bind _, LoopIr.Literal _, LoopIr.Alias _ -> {}
      case Cluster _, LoopIr.Copy _, LoopIr.Reuse _, LoopIr.Store _, LoopIr.Scatter _ -> {}
    }
  }

  /** Where a value is, if its buffer changes places with others. */
  private String home(Value v) {
    return homes.get(v) instanceof LoopIr.Buffer b && exchanged.contains(b)
        ? " in buffer" + b.number()
        : "";
  }

  private void line(int depth, String text) {
    out.append("  ".repeat(depth)).append(text).append('\n');
  }

  // ---------------------------------------------------------------- plans

  private void plan(Plan plan) {
    names.clear();
    homes = plan.homes();
    plan.function().params().forEach(p -> name(p.value()));
    plan.body().forEach(this::collectExchanges);
    line(0, signature(plan));
    plan.body().forEach(s -> statement(1, s));
  }

  /** The first line of a plan. */
  public static String signature(Plan plan) {
    String params = TensorIrPrinter.parameters(plan.function());
    String results = plan.results().stream().map(Value::type).collect(Collectors.joining(", "));
    boolean one = plan.results().size() == 1;
    return plan.function().name() + "(" + params + ") -> " + (one ? results : "(" + results + ")");
  }

  private void statement(int depth, Stmt s) {
    switch (s) {
      case LoopIr.Check c -> line(depth, "check at line " + c.check().span().line());
      case LoopIr.Scalar x -> line(depth, name(x.value()) + " = " + text(x.expr()));
      case LoopIr.Bind b -> line(depth, b.dim() + " = " + text(b.size()));
      case LoopIr.Allocate a -> line(depth, name(a.value()) + " = written below, part by part");
      case LoopIr.Literal l ->
          line(
              depth,
              name(l.value())
                  + " = ["
                  + l.elements().stream().map(this::text).collect(Collectors.joining(", "))
                  + "]");
      case LoopIr.Reshape r ->
          line(
              depth,
              name(r.value())
                  + " = "
                  + name(r.from())
                  + (r.otherwise().isPresent() ? " or a copy of it" : "")
                  + ", reshaped");
      case LoopIr.Ordered o ->
          line(
              depth,
              o.step().operands().stream()
                  .map(this::name)
                  .collect(
                      Collectors.joining(
                          ", ",
                          name(o.value()) + " = " + o.step().builtin().label() + "(",
                          "), row by row")));
      case LoopIr.Alias a -> line(depth, name(a.value()) + " = a view of " + name(a.base()));
      case Cluster c -> cluster(depth, c);
      case LoopIr.Copy c ->
          line(
              depth,
              name(c.value())
                  + " = a copy of "
                  + name(c.from())
                  + (c.copiesAll() ? "" : " around the box that is written next")
                  + home(c.value())
                  + "   # "
                  + c.why());
      case LoopIr.Reuse r -> line(depth, name(r.value()) + " = " + name(r.target()) + ", in place");
      case LoopIr.Store x -> line(depth, place(x.value(), x.place()) + " = " + text(x.element()));
      case LoopIr.Scatter x -> line(depth, scatter(x.step()));
      case LoopIr.Branch b -> {
        line(depth, "if " + text(b.condition()));
        arm(depth + 1, b.then(), b.values());
        line(depth, "else");
        arm(depth + 1, b.otherwise(), b.values());
      }
      case LoopIr.Loop l -> loop(depth, l);
    }
  }

  /** {@code y[p] add v, one after the other}. */
  private String scatter(TensorIr.Scatter s) {
    String places =
        s.places().stream()
            .map(p -> name(p.index().value()))
            .collect(Collectors.joining(", ", "[", "]"));
    String how = s.combine().map(b -> " " + b.label() + " ").orElse(" = ");
    return name(s.result()) + places + how + name(s.value().value()) + ", one after the other";
  }

  private void arm(int depth, LoopIr.Arm arm, List<Value> values) {
    arm.body().forEach(t -> statement(depth, t));
    for (int i = 0; i < values.size(); i++) {
      line(depth, name(values.get(i)) + " = " + name(arm.yields().get(i)));
    }
    exchanges(depth, arm.exchanges());
  }

  private void exchanges(int depth, List<LoopIr.Exchange> exchanges) {
    if (!exchanges.isEmpty()) {
      line(
          depth,
          exchanges.stream()
              .map(e -> "buffer" + e.buffer() + " = buffer" + e.from())
              .collect(Collectors.joining(", ")));
    }
  }

  private void loop(int depth, LoopIr.Loop l) {
    for (LoopIr.Carried c : l.carried()) {
      String initial =
          switch (c) {
            case LoopIr.CarriedScalar s -> text(s.initial());
            case LoopIr.CarriedTensor t -> name(t.initial());
          };
      line(depth, name(c.value()) + " = " + initial);
    }
    switch (l.head()) {
      case LoopIr.Counted h -> {
        String by = h.step() == 1 ? "" : ":" + h.step();
        String range = text(h.from()) + ":" + text(h.to()) + by;
        line(depth, "for " + name(h.index()) + " in " + range);
      }
      case LoopIr.Asked h -> {
        line(depth, "while");
        h.steps().forEach(s -> statement(depth + 1, s));
        line(depth + 1, "leave unless " + text(h.condition()));
      }
    }
    l.body().forEach(s -> statement(depth + 1, s));
    l.carried().forEach(c -> line(depth + 1, name(c.value()) + " = " + name(c.next())));
    exchanges(depth + 1, l.exchanges());
    l.carried().forEach(c -> line(depth, name(c.result()) + " = " + name(c.value())));
  }

  /** {@code x[0, i + 1]}: one element, or the part of a tensor that a kernel walks. */
  String place(Value v, Access access) {
    return access.axes().stream()
        .map(paths -> paths.stream().map(LoopPrinter::path).collect(Collectors.joining(" + ")))
        .collect(Collectors.joining(", ", name(v) + "[", "]"));
  }

  private static String path(Access.AxisPath path) {
    String index = path.axis() < 0 ? "" : ExprText.index(path.axis());
    for (Access.Layer layer : path.layers().reversed()) {
      switch (layer) {
        case Access.Slice s -> {
          String scaled = s.step() == 1 || index.isEmpty() ? index : s.step() + " * " + index;
          boolean zero = Dims.isConst(s.start(), 0) && !scaled.isEmpty();
          index =
              zero ? scaled : scaled.isEmpty() ? s.start().toString() : s.start() + " + " + scaled;
        }
        case Access.ZeroIfOne _ -> index += "?";
      }
    }
    return index.isEmpty() ? "0" : index;
  }

  private void cluster(int depth, Cluster c) {
    for (Version v : c.versions()) {
      String guard = v.guard().stream().map(Object::toString).collect(Collectors.joining(" and "));
      if (c.versions().size() > 1) {
        line(depth, guard.isEmpty() ? "otherwise" : "when " + guard);
      }
      for (LoopIr.Launch l : v.launches()) {
        line(
            c.versions().size() > 1 ? depth + 1 : depth,
            target(l.target()) + " = " + call(l.call()) + homes(l.target()));
      }
    }
  }

  private String target(LoopIr.Target t) {
    return t.written().stream()
        .map(
            w ->
                w.region()
                    .filter(_ -> !w.made())
                    .map(region -> place(w.value(), region))
                    .orElseGet(() -> name(w.value())))
        .collect(Collectors.joining(", "));
  }

  private String homes(LoopIr.Target t) {
    return t.written().stream().map(w -> home(w.value())).collect(Collectors.joining());
  }

  private String call(LoopIr.Call c) {
    var args = new ArrayList<String>();
    c.inputs().forEach(a -> args.add(name(a.base())));
    c.scalars().forEach(e -> args.add(text(e)));
    return "kernel" + c.kernel() + "(" + String.join(", ", args) + ")";
  }

  /** Its {@code let} name, with a number where several values have it. */
  String name(Value v) {
    return names.computeIfAbsent(
        v,
        _ -> {
          String plain = plainName(v);
          String name = plain;
          for (int i = 2; names.containsValue(name); i++) {
            name = plain + "." + i;
          }
          return name;
        });
  }

  public static String plainName(Value v) {
    return v.name().matches("[A-Za-z_][A-Za-z_0-9]*") ? v.name() : "%" + v.id();
  }

  private String text(Expr e) {
    return ExprText.of(e, this);
  }

  // ---------------------------------------------------------------- kernels

  private void kernel(int number) {
    Kernel k = program.kernels().get(number);
    line(0, "kernel" + number);
    LoopIr.Narrowed narrow = program.narrowed().get(number);
    if (narrow != null) {
      line(
          1,
          "# kernel%d in its place %s %,d reduced points"
              .formatted(
                  narrow.kernel(),
                  narrow.takesPieces(k) ? "in pieces of" : "up to",
                  narrow.most()));
    }
    remark.apply(number).lines().forEach(note -> line(1, "# " + note));
    int depth = 1;
    for (int axis = 0; axis < k.parallel(); axis++) {
      line(depth++, "for " + ExprText.index(axis) + " in 0:n" + axis);
    }
    for (int i = 0; i < k.reductions().size(); i++) {
      reduction(depth, k, i);
    }
    for (int i = 0; i < k.results().size(); i++) {
      result(depth, k, i);
    }
  }

  private void reduction(int depth, Kernel k, int number) {
    Kernel.Reduction r = k.reductions().get(number);
    var inside = new ExprText(k, this);
    String value =
        r.contraction()
            .map(c -> inside.text(c.left()) + ", " + inside.text(c.right()))
            .orElseGet(() -> inside.text(r.value()));
    String name = r.contraction().isPresent() ? "contract" : r.op().label();
    String over = indices(k.parallel(), k.rank());
    for (String shared : inside.lets()) {
      line(depth, "for each " + over + ": " + shared);
    }
    line(depth, ExprText.reduced(k, number) + " = " + name + "[" + over + "](" + value + ")");
  }

  private void result(int depth, Kernel k, int number) {
    Kernel.Result r = k.results().get(number);
    int rank = r.alongRow() ? k.rank() : k.parallel();
    String each = r.alongRow() ? "for each " + indices(k.parallel(), k.rank()) + ": " : "";
    String out = k.results().size() == 1 ? "out" : "out" + number;
    String target = k.returns() ? "return " : out + "[" + indices(0, rank) + "] = ";
    var text = new ExprText(k, this);
    String value = text.text(r.value());
    for (String shared : text.lets()) {
      line(depth, each + shared);
    }
    line(depth, each + target + value);
  }

  private static String indices(int from, int to) {
    return IntStream.range(from, to).mapToObj(ExprText::index).collect(Collectors.joining(", "));
  }
}
