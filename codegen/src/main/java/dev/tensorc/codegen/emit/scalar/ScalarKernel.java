package dev.tensorc.codegen.emit.scalar;

import dev.tensorc.codegen.emit.code.AxisLoops;
import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.JvmTypes;
import dev.tensorc.codegen.emit.code.KernelBody;
import dev.tensorc.codegen.emit.code.KernelCall;
import dev.tensorc.codegen.emit.code.KernelCall.Params;
import dev.tensorc.codegen.emit.code.KernelCall.Tensor;
import dev.tensorc.codegen.emit.code.KnownRows;
import dev.tensorc.codegen.loop.Expr;
import dev.tensorc.codegen.loop.ExprNodes;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.Kernel.Reduction;
import dev.tensorc.codegen.loop.ShortRows;
import dev.tensorc.codegen.tuning.Budgets;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Scalars;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Emits a kernel as plain loops: right for any strides, and the vector kernels' fallback. */
public final class ScalarKernel extends KernelBody {

  private final KnownRows known;
  private final Budgets.Forms forms;

  /** Whether the contraction is added as a sum over the last axis; null where that is known. */
  private @Nullable Local lanes;

  /** The values that are the same along the row, by the identity of their expressions. */
  private final Map<Expr, Local> ofRow = new IdentityHashMap<>();

  /** Whether all values of a reduction stand in the code. */
  private boolean unrolls;

  private ScalarKernel(Kernel kernel, Code code) {
    super(kernel, code);
    this.known = new KnownRows(code, kernel, params.extents());
    this.forms = kernel.tuning().budgets().forms();
  }

  /** Emits the whole body, its return included. */
  public static void emit(Kernel kernel, Code code) {
    var emitter = new ScalarKernel(kernel, code);
    emitter.decideOrder();
    kernel.schedule().shortRows().forEach(emitter::shortRows);
    UnrolledReduction.fits(kernel, code.memory(), emitter.params).ifPresent(emitter::unrolled);
    emitter.body(emitter.params.tensors());
  }

  /**
   * The body of a kernel that is scalar code always, twice: in the copy for neighbours along the
   * innermost axis the JIT checks bounds before the loop.
   */
  public static void emitAlways(Kernel kernel, Code code) {
    var emitter = new ScalarKernel(kernel, code);
    emitter.decideOrder();
    List<Tensor> tensors = emitter.params.tensors();
    int axis = kernel.innermost();
    if (axis >= 0
        && tensors.stream().anyMatch(t -> t.strides()[axis] != null)
        && emitter.nodes() <= emitter.forms.scalarNodes()) {
      code.ifThen(
          emitter.known.follow(tensors), () -> emitter.rows(emitter.known.following(tensors)));
    }
    emitter.body(tensors);
  }

  /** The body, where the elements of a row follow each other in all tensors. */
  private void rows(List<Tensor> tensors) {
    if (!kernel.reductions().isEmpty()) {
      body(tensors);
      return;
    }
    Local length = params.extents().get(kernel.innermost());
    List<Expr> same = LoopInvariants.of(kernel);
    if (ExprNodes.mayThrow(same)) {
      code.ifThen(Code.intsEqual(length, 0), () -> code.op(Opcodes.RETURN));
    }
    if (kernel.rank() > 1 && nodes() <= forms.shortRowNodes()) {
      for (int n = 2; n <= forms.shortRowPoints(); n++) {
        shortRows(new ShortRows(n, apart(tensors, n)), tensors, same);
      }
    }
    rows(tensors, same, OptionalInt.empty());
  }

  /** The loops for the short rows that are likely. */
  private void shortRows(ShortRows rows) {
    if (rows.points() <= forms.shortRowPoints()) {
      List<Tensor> tensors = known.following(params.tensors());
      code.ifThen(
          known.follow(params.tensors()),
          () -> shortRows(rows, tensors, LoopInvariants.of(kernel)));
    }
  }

  /**
   * The loops for rows whose elements follow each other. The loop over the rows is the innermost
   * one.
   */
  private void shortRows(ShortRows rows, List<Tensor> tensors, List<Expr> same) {
    code.ifThen(
        known.fit(rows, tensors),
        () -> rows(known.apart(rows, tensors), same, OptionalInt.of(rows.points())));
  }

  /**
   * How far apart rows of so many points are that follow each other. A tensor with computed places
   * is the same at all of them, but for these places.
   */
  private List<OptionalInt> apart(List<Tensor> tensors, int n) {
    return IntStream.range(0, tensors.size())
        .map(
            t ->
                kernel.isGathered(t)
                    ? 0
                    : tensors.get(t).strides()[kernel.innermost()] == null ? 1 : n)
        .mapToObj(OptionalInt::of)
        .toList();
  }

  /** The body for a call of few points. */
  private void unrolled(BiConsumer<Code, Label> fits) {
    code.ifThen(
        fits,
        () -> {
          unrolls = true;
          body(params.tensors());
          unrolls = false;
        });
  }

  private void rows(List<Tensor> tensors, List<Expr> same, OptionalInt length) {
    nest.loops(
        kernel.innermost(),
        tensors,
        row -> {
          for (Expr e : same) {
            Local value =
                code.newLocal(JvmTypes.scalar(e.type()), () -> pushExpr(e, row, List.of()));
            ofRow.put(e, value);
          }
          if (length.isPresent()) {
            nest.unrolled(kernel.innermost(), length.getAsInt(), row, this::point);
          } else {
            nest.loops(kernel.innermost(), kernel.rank(), row, this::point);
          }
          ofRow.clear();
        });
    code.op(Opcodes.RETURN);
  }

  private int nodes() {
    return ExprNodes.of(kernel.roots()).size();
  }

  private void body(List<Tensor> tensors) {
    if (kernel.returns()) {
      List<Local> reduced = reduce(tensors);
      pushExpr(kernel.results().getFirst().value(), tensors, reduced);
      code.op(KernelCall.returnType(kernel).getOpcode(Opcodes.IRETURN));
    } else if (kernel.reductions().isEmpty()) {
      nest.stepping(0, kernel.rank(), tensors, this::point);
      code.op(Opcodes.RETURN);
    } else {
      nest.loops(kernel.parallel(), tensors, this::point);
      code.op(Opcodes.RETURN);
    }
  }

  /** The work at one parallel point. */
  private void point(List<Tensor> tensors) {
    List<Local> reduced = reduce(tensors);
    store(tensors, reduced, false);
    if (kernel.results().stream().anyMatch(Kernel.Result::alongRow)) {
      nest.loops(kernel.parallel(), kernel.rank(), tensors, inside -> store(inside, reduced, true));
    }
  }

  private void store(List<Tensor> tensors, List<Local> reduced, boolean alongRow) {
    for (int k = 0; k < kernel.results().size(); k++) {
      Kernel.Result r = kernel.results().get(k);
      if (r.alongRow() == alongRow) {
        Tensor out = tensors.get(kernel.inputs().size() + k);
        PointResults.store(code, out, () -> pushExpr(r.value(), tensors, reduced));
      }
    }
  }

  private List<Local> reduce(List<Tensor> tensors) {
    var reduced = new ArrayList<Local>();
    for (Reduction r : kernel.reductions()) {
      reduced.add(reduce(r, tensors, List.copyOf(reduced)));
    }
    return reduced;
  }

  private void pushExpr(Expr e, List<Tensor> tensors, List<Local> reduced) {
    new ScalarEmitter(
            code,
            leaf -> {
              if (leaf instanceof Expr.AxisIndex index) {
                pushIndex(code, nest.index(index.axis()), index.type());
              } else {
                pushLeaf(code, leaf, tensors, params.scalars(), reduced);
              }
            },
            ofRow)
        .push(e);
  }

  /** Pushes the index of an axis, which is an int, as i32 or i64. */
  public static void pushIndex(Code code, Local index, DType type) {
    code.load(index);
    if (type == DType.I64) {
      code.op(Opcodes.I2L);
    }
  }

  /**
   * Pushes a leaf of a kernel's expression.
   *
   * @param reduced the results of the reductions so far
   */
  public static void pushLeaf(
      Code code, Expr leaf, List<Tensor> tensors, List<Local> scalars, List<Local> reduced) {
    switch (leaf) {
      case Expr.Load load -> {
        Tensor t = tensors.get(load.input());
        code.load(t.array());
        code.load(t.offset());
        code.memory().loadElement(code, t.dtype());
      }
      case Expr.Gathered g -> {
        code.load(tensors.get(g.input()).array());
        code.load(tensors.get(g.input()).offset());
      }
      case Expr.ScalarArg s -> code.load(scalars.get(s.index()));
      case Expr.Reduced r -> code.load(reduced.get(r.number()));
      case Expr.AxisIndex _ -> throw new IllegalStateException("outside its loop: " + leaf);
      case Expr.PlanScalar _, Expr.DimSize _, Expr.Element _, Expr.AxisStride _ ->
          throw new IllegalStateException("not of a kernel: " + leaf);
      case Expr.Op _, Expr.SlowPath _, Expr.Named _, Expr.JdkMath _ ->
          throw new IllegalStateException("not a leaf");
      case Expr.Subscript _, Expr.Guarded _, Expr.Const _ ->
          throw new IllegalStateException("not a leaf");
    }
  }

  private Local reduce(Reduction r, List<Tensor> tensors, List<Local> before) {
    DType t = r.value().type();
    Type jvm = JvmTypes.scalar(t);
    if (r.finds()) {
      return search(r, tensors, before);
    }
    if (r.contraction().isPresent()) {
      return contract(r, r.contraction().get(), tensors);
    }
    if (unrolls) {
      return UnrolledReduction.combined(code, r, values(r, kernel.parallel(), tensors, before));
    }
    if (FloatSums.orders(r)) {
      FloatSums sums = new FloatSums(code, r);
      Local sum = sums.begin(r.lastAxis());
      reducedLoops(
          tensors,
          inside -> {
            code.load(sum);
            pushExpr(r.value(), inside, before);
            sums.callAdd();
          });
      return code.newLocal(jvm, () -> sums.pushFinish(sum));
    }
    Local acc = code.newLocal(jvm, () -> JvmTypes.pushConstant(code, t, start(r.op(), t)));
    reducedLoops(
        tensors,
        inside ->
            code.assign(
                acc,
                () -> {
                  code.load(acc);
                  pushExpr(r.value(), inside, before);
                  combine(code, r.op(), t);
                }));
    return acc;
  }

  /** The reduced values at all points of the axes from one on. */
  private List<Local> values(Reduction r, int axis, List<Tensor> tensors, List<Local> before) {
    if (axis == kernel.rank()) {
      Type jvm = JvmTypes.scalar(r.value().type());
      return List.of(code.newLocal(jvm, () -> pushExpr(r.value(), tensors, before)));
    }
    var values = new ArrayList<Local>();
    int points = kernel.schedule().fewPoints().orElseThrow().get(axis);
    nest.unrolled(
        axis, points, tensors, inside -> values.addAll(values(r, axis + 1, inside, before)));
    return values;
  }

  /** Places are counted in the order in which elements come. */
  private Local search(Reduction r, List<Tensor> tensors, List<Local> before) {
    var search = new ScalarSearch(code, r);
    Local count = code.newLocal(Type.LONG_TYPE, () -> code.pushLong(0));
    reducedLoops(
        tensors,
        inside -> {
          search.offer(() -> pushExpr(r.value(), inside, before), () -> code.load(count));
          code.increase(count, () -> code.pushLong(1));
        });
    return search.found();
  }

  /** In one of its two orders; which of them is known only at run time where both could be. */
  private Local contract(Reduction r, Kernel.Contraction c, List<Tensor> tensors) {
    Local sum = code.newLocal(JvmTypes.scalar(r.value().type()));
    if (c.inLanes()) {
      inLanes(r, c, tensors, sum);
    } else if (c.windows()) {
      inTurn(r, c, tensors, sum);
    } else {
      code.ifElse(
          Code.isTrue(Objects.requireNonNull(lanes)),
          () -> inLanes(r, c, tensors, sum),
          () -> inTurn(r, c, tensors, sum));
    }
    return sum;
  }

  private void inLanes(Reduction r, Kernel.Contraction c, List<Tensor> tensors, Local sum) {
    FloatSums sums = new FloatSums(code, r);
    Local running = sums.begin(true);
    reducedLoops(
        tensors,
        inside -> {
          code.load(running);
          pushExpr(c.left(), inside, List.of());
          pushExpr(c.right(), inside, List.of());
          sums.callAddProduct();
        });
    code.assign(sum, () -> sums.pushFinish(running));
  }

  private void inTurn(Reduction r, Kernel.Contraction c, List<Tensor> tensors, Local sum) {
    DType t = r.value().type();
    Type jvm = JvmTypes.scalar(t);
    code.assign(sum, () -> JvmTypes.pushConstant(code, t, start(r.op(), t)));
    reducedLoops(
        tensors,
        inside ->
            code.assign(
                sum,
                () -> {
                  pushExpr(c.left(), inside, List.of());
                  pushExpr(c.right(), inside, List.of());
                  code.load(sum);
                  code.callStatic("java/lang/Math", "fma", jvm, jvm, jvm, jvm);
                }));
  }

  /** Decides before all loops how a contraction is added. */
  private void decideOrder() {
    var contraction = kernel.contraction();
    if (contraction.isPresent() && !contraction.get().inLanes() && !contraction.get().windows()) {
      Local flag = code.newInt(0);
      for (List<Integer> free : contraction.get().free()) {
        code.ifThen(allAre(1, params, free), () -> code.assign(flag, 1));
      }
      lanes = flag;
    }
  }

  /** Whether all those axes have an extent. */
  public static BiConsumer<Code, Label> allAre(int extent, Params params, List<Integer> axes) {
    return (c, no) -> {
      for (int axis : axes) {
        c.load(params.extents().get(axis)).jumpIf(Opcodes.IFNE, extent, no);
      }
    };
  }

  private void reducedLoops(List<Tensor> tensors, AxisLoops.Body body) {
    Local collapse = params.collapse();
    if (collapse == null) {
      nest.loops(kernel.parallel(), kernel.rank(), tensors, body);
      return;
    }
    Local more = code.newLocal(Type.BOOLEAN_TYPE, () -> code.pushInt(1));
    code.loop(
        Code.isTrue(more),
        () -> {
          nest.loops(kernel.parallel(), kernel.rank(), inRound(tensors, collapse), body);
          code.assign(
              more,
              () -> {
                code.load(collapse);
                code.callVirtual(collapse.type().getInternalName(), "step", "()Z");
              });
        });
  }

  /** The tensors where this round over the reduced axes begins. */
  private List<Tensor> inRound(List<Tensor> tensors, Local collapse) {
    var moved = new ArrayList<Tensor>();
    for (int k = 0; k < kernel.inputs().size(); k++) {
      Tensor t = tensors.get(k);
      int number = k;
      moved.add(
          t.at(
              code.newLocal(
                  code.memory().index(),
                  () -> {
                    code.load(t.offset());
                    code.load(collapse);
                    code.pushInt(number);
                    code.callVirtual(collapse.type().getInternalName(), "reducedOffset", "(I)I");
                    code.memory().fromInt(code);
                    code.memory().add(code);
                  })));
    }
    moved.addAll(tensors.subList(kernel.inputs().size(), tensors.size()));
    return moved;
  }

  /** Combines the two values on the stack. */
  public static void combine(Code code, Builtin op, DType t) {
    switch (op) {
      case SUM -> code.op(JvmTypes.scalar(t).getOpcode(Opcodes.IADD));
      case PROD -> code.op(JvmTypes.scalar(t).getOpcode(Opcodes.IMUL));
      default -> ScalarEmitter.extremum(code, t, op == Builtin.MAX);
    }
  }

  /** The start of a reduction: it changes no element and never wins over one. */
  public static Object start(Builtin op, DType t) {
    return switch (op) {
      case SUM -> number(t, 0);
      case PROD -> number(t, 1);
      case MAX, ARGMAX -> t.isFloat() ? number(t, Double.NEGATIVE_INFINITY) : number(t, t.lowest());
      case MIN, ARGMIN ->
          t.isFloat() ? number(t, Double.POSITIVE_INFINITY) : number(t, t.highest());
      default -> throw new IllegalStateException("no reduction: " + op);
    };
  }

  private static Object number(DType t, long value) {
    return t.isFloat() ? number(t, (double) value) : Scalars.wrap(t, value);
  }

  private static Object number(DType t, double value) {
    return Scalars.nearest(t, value);
  }
}
