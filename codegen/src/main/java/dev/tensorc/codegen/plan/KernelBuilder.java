package dev.tensorc.codegen.plan;

import dev.tensorc.codegen.loop.Access;
import dev.tensorc.codegen.loop.Access.AxisPath;
import dev.tensorc.codegen.loop.Accesses;
import dev.tensorc.codegen.loop.Expr;
import dev.tensorc.codegen.loop.ExprNodes;
import dev.tensorc.codegen.loop.ExprRanges;
import dev.tensorc.codegen.loop.Exprs;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.Kernel.AxisUse;
import dev.tensorc.codegen.loop.Kernel.Input;
import dev.tensorc.codegen.loop.Kernel.Reduction;
import dev.tensorc.codegen.loop.LoopIr;
import dev.tensorc.codegen.loop.LoopIr.Argument;
import dev.tensorc.codegen.step.Definitions;
import dev.tensorc.codegen.tuning.Tuning;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.Facts;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Builds one kernel: the expressions at a point of its iteration space, with every fused producer
 * inside, under given facts. Under more facts fewer axes stay open: that is a version.
 */
public final class KernelBuilder {

  /**
   * A kernel and its arguments.
   *
   * @param target the values that it computes
   */
  record Draft(
      Kernel kernel,
      LoopIr.Target target,
      List<Argument> inputs,
      List<Expr> scalars,
      LoopIr.Origin origin) {}

  private record Point(Value value, Access access) {}

  private final Definitions definitions;
  private final Fusion fusion;
  private final Exprs exprs;
  private final Facts facts;
  private final Group group;
  private final ExprRanges ranges = new ExprRanges();
  private final Map<Point, Expr> memo = new HashMap<>();
  private final Map<Argument, Integer> inputs = new LinkedHashMap<>();

  /** Inputs read only by expressions that are gone: their numbers are those of no input. */
  private final List<Argument> unread;

  private final Map<Expr, Integer> scalars = new LinkedHashMap<>();
  private final List<Reduction> reductions = new ArrayList<>();

  /** The number of the reduction that each value is. */
  private final Map<Value, Integer> numbers = new HashMap<>();

  private KernelBuilder(
      Definitions definitions,
      Fusion fusion,
      Exprs exprs,
      Facts facts,
      Group group,
      List<Argument> unread) {
    this.definitions = definitions;
    this.fusion = fusion;
    this.exprs = exprs;
    this.facts = facts;
    this.group = group;
    this.unread = unread;
  }

  /**
   * Builds a kernel; twice where simplification leaves some input unread.
   *
   * @param definitions the instructions whose values may be computed inside the kernel
   */
  static Draft build(
      Definitions definitions, Fusion fusion, Exprs exprs, Facts facts, Group group) {
    Draft draft = new KernelBuilder(definitions, fusion, exprs, facts, group, List.of()).build();
    List<Argument> unread = unread(draft);
    return UnitAxes.without(
        unread.isEmpty()
            ? draft
            : new KernelBuilder(definitions, fusion, exprs, facts, group, unread).build(),
        facts);
  }

  private static List<Argument> unread(Draft draft) {
    var read = new HashSet<Integer>();
    for (Expr e : ExprNodes.shown(draft.kernel().roots())) {
      if (e instanceof Expr.Load load) {
        read.add(load.input());
      } else if (e instanceof Expr.Gathered g) {
        read.add(g.input());
      }
    }
    return IntStream.range(0, draft.inputs().size())
        .filter(i -> !read.contains(i))
        .mapToObj(draft.inputs()::get)
        .toList();
  }

  /** The kernel that stores the elements of a tensor like {@code v} elsewhere. */
  public static Kernel copy(Exprs exprs, Tuning tuning, Value v) {
    int rank = v.isUnranked() ? Collapsed.nest(v.rank()) : v.rank();
    var whole = new Input(v.dtype(), Collections.nCopies(rank, AxisUse.FULL));
    Expr element = exprs.add(new Expr.Load(0, v.dtype()));
    var result = new Kernel.Result(element, false);
    return new Kernel(
        rank, 0, false, List.of(whole), List.of(), List.of(), List.of(result), v.span(), tuning);
  }

  private Draft build() {
    List<Dim> extents = group.axes();
    int parallel = group.parallel();
    int reduced = extents.size() - parallel;
    boolean collapsed = group.loopsOverMergedAxes();
    var results = new ArrayList<Kernel.Result>();
    for (Value root : group.roots()) {
      int rank =
          definitions.of(root) instanceof TensorIr.Update u ? u.extents().size() : root.rank();
      results.add(new Kernel.Result(root(root, rank), group.isAlongRow(rank)));
    }
    var uses = new ArrayList<Input>();
    for (Argument a : inputs.keySet()) {
      uses.add(
          new Input(
              a.base().dtype(),
              collapsed
                  ? Collapsed.uses(a.access(), parallel, reduced)
                  : Accesses.uses(a.access(), extents.size())));
    }
    var kernel =
        new Kernel(
            collapsed ? Collapsed.nest(parallel) : parallel,
            collapsed ? Collapsed.nest(reduced) : reduced,
            collapsed && reduced > Collapsed.NEST,
            uses,
            scalars.keySet().stream().map(Expr::type).toList(),
            reductions,
            results,
            group.leader().span(),
            fusion.tuning());
    var target =
        new LoopIr.Target(
            group.roots().stream().map(this::written).toList(), extents, group.leader().span());
    List<Argument> arguments = List.copyOf(inputs.keySet());
    return new Draft(
        canonical(kernel, arguments, collapsed),
        target,
        arguments,
        List.copyOf(scalars.keySet()),
        origin());
  }

  private LoopIr.Origin origin() {
    return new LoopIr.Origin(
        group.members().stream()
            .filter(
                v -> v.equals(group.leader()) || !(definitions.of(v) instanceof TensorIr.Update))
            .sorted(Comparator.comparingInt(Value::id))
            .toList(),
        group.roots().stream().map(fusion::reason).toList());
  }

  private LoopIr.Written written(Value root) {
    return definitions.of(root) instanceof TensorIr.Update u
        ? new LoopIr.Written(group.leader(), Optional.of(Accesses.ofRegion(u, facts)), false)
        : new LoopIr.Written(root, Optional.empty(), true);
  }

  /** The stored value of one root at the kernel's current point. */
  private Expr root(Value root, int rank) {
    Access all = Access.identity(rank);
    return switch (definitions.of(root)) {
      case TensorIr.Map map -> map(map, all);
      case TensorIr.Iota iota -> index(iota, all);
      case TensorIr.Reduce r -> reduced(r);
      case TensorIr.Contract c -> contracted(c);
      case TensorIr.View view -> point(view.operand(), Accesses.ofView(view, all, facts));
      case TensorIr.Update u -> operand(u.value(), u.extents(), all);
      case TensorIr.Gather g -> gather(g, all);
      case null, default -> throw new IllegalStateException("no kernel computes " + root);
    };
  }

  /**
   * Outside the innermost axis every stride is a run-time stride: open is nothing special there,
   * and neither is none, unless the operand is the same along the whole row, or for all rows next
   * to each other that are reduced, or a factor: which axes each follows makes matrices of them. Or
   * unless the operand has no such axis, which is so in every version.
   *
   * @param collapsed whether the kernel's axes are no axes of the program
   */
  private static Kernel canonical(Kernel k, List<Argument> arguments, boolean collapsed) {
    int inner = k.innermost();
    var inputs = new ArrayList<Input>();
    for (int i = 0; i < arguments.size(); i++) {
      Input in = k.inputs().get(i);
      Argument argument = arguments.get(i);
      boolean hasNoOther = !collapsed && (walksAllItsAxes(argument.access()) || isRow(argument));
      var axes = new ArrayList<AxisUse>();
      for (int a = 0; a < in.axes().size(); a++) {
        AxisUse use = in.axes().get(a);
        boolean runTime =
            use == AxisUse.OPEN
                || (use == AxisUse.NONE
                    && a < k.parallel()
                    && inner >= 0
                    && !(k.reducesRows() && a == k.parallel() - 1)
                    && k.contraction().isEmpty()
                    && in.axes().get(inner) != AxisUse.NONE
                    && !hasNoOther);
        axes.add(a != inner && runTime ? AxisUse.FULL : use);
      }
      inputs.add(new Input(in.dtype(), axes));
    }
    return k.withInputs(inputs);
  }

  /** Whether each axis of an operand follows one of the kernel's: it has no others then. */
  private static boolean walksAllItsAxes(Access access) {
    return access.axes().stream()
        .allMatch(paths -> paths.stream().anyMatch(path -> path.axis() >= 0));
  }

  /** Whether an operand is one row, whose other axes have the size 1 in every version. */
  private static boolean isRow(Argument argument) {
    List<Dim> shape = argument.base().shape();
    return IntStream.range(0, shape.size() - 1).allMatch(a -> Dims.isConst(shape.get(a), 1));
  }

  /** The element of a value, where its consumer stands. */
  private Expr point(Value v, Access access) {
    if (v.isScalar()) {
      return scalar(v);
    }
    TensorIr.Instr definition = definitions.of(v);
    boolean stored = fusion.isStored(v) && fusion.group(v) != group;
    if (stored || !fusion.isLocal(v) || definition == null) {
      return load(v, access);
    }
    var key = new Point(v, access);
    Expr known = memo.get(key);
    if (known == null) {
      known =
          switch (definition) {
            case TensorIr.Map map -> map(map, access);
            case TensorIr.View view -> point(view.operand(), Accesses.ofView(view, access, facts));
            case TensorIr.Iota iota -> index(iota, access);
            case TensorIr.Reduce reduce -> reduced(reduce);
            case TensorIr.Contract c -> contracted(c);
            case TensorIr.Gather g -> gather(g, access);
            case TensorIr.Literal _,
                TensorIr.Update _,
                TensorIr.Scatter _,
                TensorIr.Reshape _,
                TensorIr.Ordered _,
                TensorIr.Control _ ->
                load(v, access);
            case TensorIr.Constant _, TensorIr.DimValue _ -> scalar(v);
          };
      memo.put(key, known);
    }
    return known;
  }

  private Expr map(TensorIr.Map map, Access access) {
    var args = new ArrayList<Expr>();
    for (TensorIr.Operand o : map.operands()) {
      args.add(operand(o, map.result().shape(), access));
    }
    return ElementwiseLowering.lower(exprs, map, args);
  }

  private Expr operand(TensorIr.Operand o, List<Dim> space, Access access) {
    return point(o.value(), Accesses.ofOperand(o, space, access, facts));
  }

  /**
   * An element at computed places. The places are not checked where their ranges lie on the axis;
   * narrow elements have scalar code, which HotSpot makes slower without the check.
   */
  private Expr gather(TensorIr.Gather g, Access access) {
    List<Dim> space = g.result().shape();
    Value source = g.source().value();
    Expr distance = exprs.constant(DType.I64, 0L);
    for (TensorIr.Place p : g.places()) {
      Dim size = source.shape().get(p.axis());
      Expr index = operand(p.index(), space, access);
      Expr place =
          source.dtype().bytes() >= Integer.BYTES && isOn(index, size)
              ? index
              : exprs.subscript(index, scalar(new Expr.DimSize(size)), p.text());
      Expr stride = scalar(new Expr.AxisStride(source, p.axis()));
      distance = add(distance, exprs.op(Expr.PrimOp.MUL, DType.I64, place, stride));
    }
    Access walk = Accesses.ofOperand(g.source(), space, access, facts);
    Expr element = exprs.gathered(input(new Argument(source, walk)), source.dtype(), distance);
    return g.guard().map(o -> exprs.guarded(operand(o, space, access), element)).orElse(element);
  }

  /** Whether an axis has all places that an index may be, counted from the front. */
  private boolean isOn(Expr index, Dim size) {
    return ranges
        .of(index)
        .filter(r -> r.least() >= 0 && r.most() < facts.lowerBound(size))
        .isPresent();
  }

  private Expr reduced(TensorIr.Reduce reduce) {
    Integer number = numbers.get(reduce.result());
    if (number == null) {
      Expr value = point(reduce.operand(), group.operand(reduce));
      number = number(reduce, ReductionLowering.reduction(exprs, reduce, value));
    }
    return ReductionLowering.result(exprs, reduce, reductions.get(number), number);
  }

  private Expr contracted(TensorIr.Contract c) {
    Integer number = numbers.get(c.result());
    if (number == null) {
      Expr left = operand(c.left(), c.space(), Access.identity(c.space().size()));
      Expr right = operand(c.right(), c.space(), Access.identity(c.space().size()));
      number =
          number(
              c,
              ReductionLowering.contraction(
                  exprs,
                  left,
                  right,
                  notOne(c, c.leftFree()),
                  notOne(c, c.rightFree()),
                  c.windows()));
    }
    return exprs.add(new Expr.Reduced(number, c.result().dtype()));
  }

  private int number(TensorIr.Fold fold, Reduction reduction) {
    reductions.add(reduction);
    numbers.put(fold.result(), reductions.size() - 1);
    return reductions.size() - 1;
  }

  private List<Integer> notOne(TensorIr.Contract c, List<Integer> axes) {
    return axes.stream().filter(axis -> !facts.isOne(c.result().shape().get(axis))).toList();
  }

  /** Where the access leads to on the axis that counts. */
  private Expr index(TensorIr.Iota iota, Access access) {
    Expr sum = exprs.constant(DType.I64, 0L);
    for (AxisPath path : access.axes().get(iota.axis())) {
      sum = add(sum, index(Accesses.simplify(path, facts)));
    }
    return sum;
  }

  private Expr index(AxisPath path) {
    Expr zero = exprs.constant(DType.I64, 0L);
    Expr at = path.axis() < 0 ? zero : exprs.add(new Expr.AxisIndex(path.axis(), DType.I64));
    for (Access.Layer layer : path.layers().reversed()) {
      at =
          switch (layer) {
            case Access.Slice s -> add(size(s.start()), scaled(at, s.step()));
            case Access.ZeroIfOne z -> {
              Expr one = exprs.constant(DType.I64, 1L);
              Expr isOne = exprs.op(Expr.PrimOp.EQ, DType.BOOL, size(z.size()), one);
              yield exprs.op(Expr.PrimOp.SELECT, DType.I64, isOne, zero, at);
            }
          };
    }
    return at;
  }

  private Expr scaled(Expr e, long step) {
    return step == 1 ? e : exprs.op(Expr.PrimOp.MUL, DType.I64, e, exprs.constant(DType.I64, step));
  }

  private Expr add(Expr a, Expr b) {
    Expr zero = exprs.constant(DType.I64, 0L);
    return a == zero ? b : b == zero ? a : exprs.op(Expr.PrimOp.ADD, DType.I64, a, b);
  }

  /** A number that the plan knows. */
  private Expr size(Dim dim) {
    Dim known = facts.resolve(dim);
    return known instanceof Dim.Const c
        ? exprs.constant(DType.I64, c.value())
        : scalar(exprs.add(new Expr.DimSize(known)));
  }

  private Expr load(Value v, Access access) {
    Access walk = Accesses.simplify(access, facts);
    var argument = new Argument(isOverwritten(v, walk) ? group.leader() : v, walk);
    return exprs.add(new Expr.Load(input(argument), v.dtype()));
  }

  private int input(Argument argument) {
    int number = unread.indexOf(argument);
    return number >= 0 ? -1 - number : inputs.computeIfAbsent(argument, _ -> inputs.size());
  }

  /** Whether an update's kernel reads just the element that it writes: it is still there. */
  private boolean isOverwritten(Value v, Access access) {
    return definitions.of(group.leader()) instanceof TensorIr.Update u
        && !definitions.isCopiedBy(u)
        && u.target().equals(v)
        && access.equals(Accesses.ofRegion(u, facts));
  }

  private Expr scalar(Value v) {
    if (definitions.of(v) instanceof TensorIr.Constant c) {
      return exprs.constant(v.dtype(), c.value());
    }
    return scalar(new Expr.PlanScalar(v));
  }

  private Expr scalar(Expr source) {
    int index = scalars.computeIfAbsent(source, _ -> scalars.size());
    return exprs.add(new Expr.ScalarArg(index, source.type()));
  }
}
