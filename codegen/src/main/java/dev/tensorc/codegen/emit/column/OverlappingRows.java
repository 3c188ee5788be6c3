package dev.tensorc.codegen.emit.column;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.JvmTypes;
import dev.tensorc.codegen.emit.code.KernelBody;
import dev.tensorc.codegen.emit.code.KernelCall;
import dev.tensorc.codegen.emit.code.KernelCall.Params;
import dev.tensorc.codegen.emit.code.KernelCall.Tensor;
import dev.tensorc.codegen.emit.code.Memory;
import dev.tensorc.codegen.emit.code.RuntimeTypes;
import dev.tensorc.codegen.emit.form.Excerpt;
import dev.tensorc.codegen.emit.scalar.FloatSums;
import dev.tensorc.codegen.emit.scalar.ScalarKernel;
import dev.tensorc.codegen.emit.vector.KernelForm;
import dev.tensorc.codegen.emit.vector.KernelPrologue;
import dev.tensorc.codegen.emit.vector.RowMemory;
import dev.tensorc.codegen.loop.Expr;
import dev.tensorc.codegen.loop.ExprNodes;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.Kernel.AxisUse;
import dev.tensorc.codegen.loop.Kernel.Input;
import dev.tensorc.codegen.loop.Kernel.Reduction;
import dev.tensorc.codegen.loop.Kernel.Result;
import dev.tensorc.codegen.tuning.RowTuning;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import java.util.List;
import java.util.Optional;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Emits reductions of windows that begin one element after the other, block by block of results.
 * The elements of all windows of a block are computed once, and the elements that windows share are
 * combined once: {@code dev.tensorc.runtime.link.math.WindowSteps} tells how. The sum of a window
 * of 100 takes ten additions so.
 */
public final class OverlappingRows extends KernelBody {

  /** Buffers of a block, with that of the results. */
  private static final int BUFFERS = 6;

  /** {@code WindowSteps.RESULT}. */
  private static final int RESULT = 5;

  /** Numbers of a step: {@code WindowSteps.SIZE}. */
  private static final int STEP = 5;

  private final String holder;
  private final String name;
  private final DType dtype;
  private final int axis;
  private final int block;
  private final Reduction reduction;

  private OverlappingRows(Kernel kernel, Code code, String holder, String name) {
    super(kernel, code);
    this.holder = holder;
    this.name = name;
    this.reduction = kernel.reductions().getFirst();
    this.dtype = reduction.value().type();
    this.axis = kernel.parallel() - 1;
    this.block = kernel.tuning().rows().windows().block();
  }

  // ---------------------------------------------------------------- the kernel's own method

  /** Whether a kernel has the form: one reduction of windows of floats, whose order allows it. */
  public static boolean possible(Kernel k, Memory memory) {
    return memory == Memory.ARRAYS
        && k.schedule().overlap()
        && k.reduced() == 1
        && SideBySide.reducesAlone(k)
        && isLastAxis(k.reductions().getFirst())
        && k.reductions().getFirst().contraction().isEmpty()
        && Excerpt.loads(k.reductions().getFirst().value()).stream()
            .allMatch(in -> walksAlike(k, k.inputs().get(in)))
        && ExprNodes.of(List.of(k.reductions().getFirst().value())).stream()
            .noneMatch(e -> e instanceof Expr.AxisIndex || e instanceof Expr.Gathered);
  }

  /** Whether floats are added in virtual lanes, or the order does not matter. */
  private static boolean isLastAxis(Reduction r) {
    return r.lastAxis() || !FloatSums.orders(r);
  }

  /** Whether an input goes along the windows as along the elements of each, or along neither. */
  private static boolean walksAlike(Kernel k, Input in) {
    AxisUse along = in.axes().get(k.innermost());
    return along != AxisUse.OPEN && along == in.axes().get(k.parallel() - 1);
  }

  /** From how many elements on a window has so much in common with the next. */
  public static int least(Kernel k) {
    RowTuning.Windows tuning = k.tuning().rows().windows();
    return FloatSums.orders(k.reductions().getFirst()) ? tuning.minSummed() : tuning.minCompared();
  }

  /** In about how many steps windows of so many elements are reduced, each as long as two. */
  public static long steps(Kernel k, long n) {
    Reduction r = k.reductions().getFirst();
    int lanes = FloatSums.lanes(r.value().type());
    int levels = 64 - Long.numberOfLeadingZeros(FloatSums.orders(r) ? lanes : n);
    return FloatSums.orders(r) ? 2 * (n / lanes + 2L * levels) : 2L * levels;
  }

  private static String method(String kernel) {
    return kernel + "Overlapping";
  }

  private static String elementsMethod(String kernel) {
    return method(kernel) + "Elements";
  }

  private static String pairsMethod(String kernel) {
    return method(kernel) + "Pairs";
  }

  private static String finishMethod(String kernel) {
    return method(kernel) + "Finish";
  }

  /**
   * Adds the form's methods.
   *
   * @param emitter of those that compute along rows
   */
  public static void addForms(
      Kernel k, Memory memory, String name, KernelForm.Emitter emitter, List<KernelForm> forms) {
    if (!possible(k, memory)) {
      return;
    }
    forms.add(
        new KernelForm(
            method(name),
            k,
            (kernel, code, holders, _) ->
                new OverlappingRows(kernel, code, holders.vector(), name).emit()));
    Kernel elements = elements(k).kernel();
    Kernel pairs = pairs(k);
    forms.add(new KernelForm(elementsMethod(name), elements, emitter, Optional.of(elements)));
    forms.add(new KernelForm(pairsMethod(name), pairs, emitter, Optional.of(pairs)));
    if (!givesReduced(k)) {
      Kernel finish = finish(k).kernel();
      forms.add(new KernelForm(finishMethod(name), finish, emitter, Optional.of(finish)));
    }
  }

  /** Hands over windows that have much in common. */
  public static void leave(KernelPrologue prologue) {
    Kernel k = prologue.kernel();
    Code code = prologue.code();
    if (!possible(k, code.memory())) {
      return;
    }
    RowTuning.Windows tuning = k.tuning().rows().windows();
    Local n = prologue.extent(k.innermost());
    Local windows = prologue.extent(k.parallel() - 1);
    int most = FloatSums.lanes(k.reductions().getFirst().value().type()) * FloatSums.CHUNK;
    prologue.leaveIf(
        Code.and(
            Code.and(Code.atLeast(n, least(k)), Code.atLeast(windows, tuning.minWindows())),
            Code.and(
                Code.atMost(n, most), (c, no) -> requireNeighbours(c, k, prologue.params(), no))),
        method(prologue.name()));
  }

  /** Windows begin one element after the other, and results are neighbours. */
  private static void requireNeighbours(Code c, Kernel k, Params params, Label no) {
    int windows = k.parallel() - 1;
    for (Tensor t : params.tensors()) {
      for (int axis : List.of(windows, k.innermost())) {
        t.requireNeighbours(c, axis, no);
      }
    }
  }

  // ---------------------------------------------------------------- kernels along rows

  /** The elements. */
  private static Excerpt elements(Kernel k) {
    Expr value = k.reductions().getFirst().value();
    return Excerpt.of(k, value, List.of(k.innermost()), Optional.empty());
  }

  /** Two rows of values combined. */
  private static Kernel pairs(Kernel k) {
    DType d = k.reductions().getFirst().value().type();
    var in = new Input(d, List.of(AxisUse.FULL));
    Expr.PrimOp op =
        switch (k.reductions().getFirst().op()) {
          case SUM -> Expr.PrimOp.ADD;
          case PROD -> Expr.PrimOp.MUL;
          case MAX -> Expr.PrimOp.MAX;
          default -> Expr.PrimOp.MIN;
        };
    var value = op(op, d, new Expr.Load(0, d), new Expr.Load(1, d));
    var result = new Result(value, false);
    return k.part(1, 0, List.of(in, in), List.of(), List.of(), List.of(result));
  }

  /** The results. */
  private static Excerpt finish(Kernel k) {
    DType d = k.reductions().getFirst().value().type();
    var reduced = new Input(d, List.of(AxisUse.FULL));
    Expr value = started(k, k.results().getFirst().value());
    return Excerpt.of(k, value, List.of(k.parallel() - 1), Optional.of(reduced));
  }

  /** A result of sums that begin with 0.0, which ends -0.0. */
  private static Expr started(Kernel k, Expr e) {
    if (e instanceof Expr.Reduced r) {
      Builtin op = k.reductions().getFirst().op();
      Object start = ScalarKernel.start(op, r.type());
      return op == Builtin.SUM
          ? op(Expr.PrimOp.ADD, r.type(), r, new Expr.Const(r.type(), start))
          : r;
    }
    return ExprNodes.withChildren(e, child -> started(k, child));
  }

  private static Expr op(Expr.PrimOp op, DType d, Expr a, Expr b) {
    return new Expr.Op(op, d, List.of(a, b), 0, Optional.empty());
  }

  // ---------------------------------------------------------------- the form's method

  private void emit() {
    Local n = params.extents().get(kernel.innermost());
    Local steps = code.newLocal(Type.getType(int[].class), () -> pushSteps(n));
    Local scratch =
        code.newLocal(
            JvmTypes.array(dtype),
            () -> new RowMemory(code).pushScratch(dtype, BUFFERS * room() / RowMemory.SLOT));
    nest.loops(
        axis,
        params.tensors(),
        outer ->
            nest.parts(
                axis, block, outer, (tensors, count) -> block(tensors, count, n, steps, scratch)));
    code.op(Opcodes.RETURN);
  }

  /** Elements of a buffer. */
  private int room() {
    return block + FloatSums.lanes(dtype) * FloatSums.CHUNK;
  }

  private void pushSteps(Local n) {
    code.load(n);
    if (FloatSums.orders(reduction)) {
      code.pushInt(FloatSums.lanes(dtype));
      code.callStatic(RuntimeTypes.WINDOW_STEPS, "sums", "(II)[I");
    } else {
      code.callStatic(RuntimeTypes.WINDOW_STEPS, "extremes", "(I)[I");
    }
  }

  private void block(List<Tensor> tensors, Local count, Local n, Local steps, Local scratch) {
    Local all = code.newInt(() -> code.load(count).plus(n).minus(1));
    Excerpt elements = elements(kernel);
    pushBuffer(scratch, () -> code.pushInt(0));
    code.pushInt(1);
    code.load(all);
    elements.pushInputs(code, tensors);
    params.scalars().forEach(code::load);
    KernelCall.emit(code, holder, elementsMethod(name), elements.kernel(), code.memory());
    boolean finishes = !givesReduced(kernel);
    Local step = code.newInt(0);
    code.whileLess(
        step,
        () -> code.load(steps).length().plus(finishes ? 0 : -STEP),
        () -> {
          step(steps, step, count, scratch, () -> pushFilled(steps, step, scratch));
          code.increase(step, STEP);
        });
    if (finishes) {
      finish(tensors, count, scratch);
    } else {
      step(steps, step, count, scratch, () -> finish(kernel).pushTensor(code, tensors.getLast()));
    }
  }

  /** Whether the results are the reductions as the last step gives them. */
  private static boolean givesReduced(Kernel k) {
    return k.reductions().getFirst().op() != Builtin.SUM
        && k.results().getFirst().value() instanceof Expr.Reduced;
  }

  private void finish(List<Tensor> tensors, Local count, Local scratch) {
    Excerpt finish = finish(kernel);
    finish.pushTensor(code, tensors.getLast());
    code.load(count);
    finish.pushInputs(code, tensors);
    pushBuffer(scratch, () -> code.pushInt(RESULT));
    code.pushInt(1);
    params.scalars().forEach(code::load);
    KernelCall.emit(code, holder, finishMethod(name), finish.kernel(), code.memory());
  }

  /**
   * @param filled pushes the tensor that the step fills
   */
  private void step(Local steps, Local step, Local count, Local scratch, Code.Part filled) {
    filled.emit();
    code.load(count).plus(() -> pushNumber(steps, step, 4));
    pushBuffer(scratch, () -> pushNumber(steps, step, 1));
    code.pushInt(1);
    pushBuffer(scratch, () -> pushNumber(steps, step, 2));
    pushNumber(steps, step, 3);
    code.op(Opcodes.IADD);
    code.pushInt(1);
    KernelCall.emit(code, holder, pairsMethod(name), pairs(kernel), code.memory());
  }

  private void pushFilled(Local steps, Local step, Local scratch) {
    pushBuffer(scratch, () -> pushNumber(steps, step, 0));
    code.pushInt(1);
  }

  private void pushNumber(Local steps, Local step, int number) {
    code.load(steps);
    code.load(step).plus(number);
    code.op(Opcodes.IALOAD);
  }

  /** Pushes the memory and where a buffer begins. */
  private void pushBuffer(Local scratch, Code.Part number) {
    code.load(scratch);
    number.emit();
    code.pushInt(room());
    code.op(Opcodes.IMUL);
  }
}
