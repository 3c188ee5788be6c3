package dev.tensorc.codegen.emit.row;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.JvmTypes;
import dev.tensorc.codegen.emit.code.KernelBody;
import dev.tensorc.codegen.emit.code.KernelCall.Params;
import dev.tensorc.codegen.emit.code.KernelCall.Tensor;
import dev.tensorc.codegen.emit.code.Memory;
import dev.tensorc.codegen.emit.column.SideBySide;
import dev.tensorc.codegen.emit.form.Vectorizable;
import dev.tensorc.codegen.emit.scalar.FloatSums;
import dev.tensorc.codegen.emit.vector.KernelPrologue;
import dev.tensorc.codegen.emit.vector.RowBlocks;
import dev.tensorc.codegen.emit.vector.RowMemory;
import dev.tensorc.codegen.emit.vector.Steps;
import dev.tensorc.codegen.emit.vector.VectorTypes;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.tuning.RowTuning;
import dev.tensorc.ir.DType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Emits reductions of rows that are no longer than the virtual lanes as outer-loop vectorisation:
 * results stand side by side, and each lane of a vector is a row of its own ({@link AcrossPoints}).
 *
 * <p>Operands whose elements lie apart from row to row are packed into scratch memory first, strip
 * by strip: a strip is some vectors of results. Operands that points of the outer axes share are
 * packed once for many strips, and all of these strips are done at a few points before the next
 * points. So each line of the result is stored at once; with one strip at all points first, a line
 * would be fetched from memory for each strip that has a part of it.
 */
public final class AcrossRows extends KernelBody {

  /** When an operand is laid out. */
  private static final int IN_PLACE = 0;

  private static final int LAID_OUT_ONCE = 1;
  private static final int LAID_OUT_AT_EACH_POINT = 2;

  private final String holder;
  private final String name;
  private final int lanes;
  private final int along;
  private final DType dtype;
  private final RowTuning.Outer tuning;
  private final List<Operand> operands;

  /**
   * @param holder class that has the kernel's methods
   * @param name of the kernel's own
   */
  private AcrossRows(Kernel kernel, Code code, String holder, String name) {
    super(kernel, code);
    this.holder = holder;
    this.name = name;
    this.lanes = kernel.parallel() - 1;
    this.along = kernel.rank() - 1;
    this.dtype = kernel.reductions().getFirst().value().type();
    this.tuning = kernel.tuning().rows().outer();
    this.operands = operands();
  }

  public static boolean possible(Kernel k, Memory memory) {
    return memory == Memory.ARRAYS
        && SideBySide.reducesAlone(k)
        && k.reductions().getFirst().contraction().isEmpty()
        && k.inputs().size() <= k.tuning().budgets().sums().outerOperands()
        && Vectorizable.operations(k.roots()) <= k.tuning().budgets().sums().outerOperations();
  }

  public static String method(String kernel) {
    return kernel + "Across";
  }

  // ---------------------------------------------------------------- the kernel's own method

  /**
   * Hands over rows that are short enough.
   *
   * @param prologue of a kernel that has the form
   */
  static void leave(KernelPrologue prologue) {
    Kernel k = prologue.kernel();
    Code code = prologue.code();
    Params params = prologue.params();
    int lanes = k.parallel() - 1;
    DType d = k.reductions().getFirst().value().type();
    Local length = params.extents().get(k.rank() - 1);
    Local most = code.newInt(FloatSums.lanes(d));
    code.ifThen(
        Code.atMost(length, most),
        () -> {
          prologue.collapseInto(lanes, 0);
          Local results = params.extents().get(lanes);
          code.assign(most, () -> pushMost(k, code, params));
          Local vector = code.newInt(() -> VectorTypes.pushLength(code, d));
          Local widest = code.newInt(FloatSums.lanes(d) / 4);
          code.ifThen(
              Code.and(
                  Code.and(Code.atMost(length, most), Code.atMost(vector, results)),
                  Code.and(
                      Code.atMost(vector, widest), isWalked(params.tensors().getLast(), lanes))),
              () -> prologue.leaveTo(method(prologue.name())));
        });
  }

  /**
   * How long the rows may be: those that are laid out for results side by side are few, or read for
   * many points of the outer axes.
   */
  private static void pushMost(Kernel k, Code code, Params params) {
    int lanes = k.parallel() - 1;
    int virtual = FloatSums.lanes(k.reductions().getFirst().value().type());
    RowTuning.Outer tuning = k.tuning().rows().outer();
    Local few = code.newInt(() -> code.pushInt(Math.min(tuning.maxElements(), virtual)));
    Local most = code.newInt(virtual);
    Local times = code.newInt(1);
    for (int a = 0; a < lanes; a++) {
      Local extent = params.extents().get(a);
      code.assign(times, () -> code.load(times).max(extent));
    }
    Local again = code.newInt(tuning.minUses());
    for (Tensor t : params.tensors().subList(0, k.inputs().size())) {
      if (t.follows(lanes)) {
        BiConsumer<Code, Label> isLaidOutOnce =
            Code.and(
                Code.intsEqual(() -> pushMoves(code, t, lanes), () -> code.pushInt(0)),
                Code.atMost(again, times));
        code.ifNot(
            isWalked(t, lanes), () -> code.ifNot(isLaidOutOnce, () -> code.assign(most, few)));
      }
    }
    code.load(most);
  }

  /** Pushes an int that is 0 where a tensor is the same for all of the first axes. */
  private static void pushMoves(Code code, Tensor t, int axes) {
    code.pushInt(0);
    for (int a = 0; a < axes; a++) {
      if (t.follows(a)) {
        code.load(t.strides()[a]);
        code.op(Opcodes.IOR);
      }
    }
  }

  /** Holds where the elements along an axis lie next to each other. */
  private static BiConsumer<Code, Label> isWalked(Tensor t, int axis) {
    return (c, no) -> t.requireNeighbours(c, axis, no);
  }

  // ---------------------------------------------------------------- the form's method

  /** Emits the method that lays operands out and calls those that reduce. */
  public static void emit(Kernel k, Code code, String holder, String name) {
    new AcrossRows(k, code, holder, name).emit();
  }

  private void emit() {
    Local n = params.extents().get(lanes);
    Local scratch =
        code.newLocal(
            JvmTypes.array(dtype),
            () ->
                new RowMemory(code).pushScratch(dtype, operands.size() * room() / RowMemory.SLOT));
    Local points = code.newInt(tuning.points());
    for (Operand o : operands) {
      code.ifThen(o.is(LAID_OUT_AT_EACH_POINT), () -> code.assign(points, 1));
    }
    Local begin = code.newInt(0);
    parts(
        begin,
        n,
        n,
        () -> pushElements(tuning.strips() * AcrossPoints.VECTORS),
        count -> {
          var part = new Part(begin, code.sum(begin, count), scratch);
          strips(part, strip -> layOut(strip, params.tensors(), LAID_OUT_ONCE));
          blocks(points, block -> strips(part, strip -> reduce(strip, block)));
        });
    code.op(Opcodes.RETURN);
  }

  /** Elements of scratch memory for each operand. */
  private int room() {
    return tuning.strips() * FloatSums.lanes(dtype) * FloatSums.lanes(dtype);
  }

  private void pushElements(int vectors) {
    VectorTypes.pushLanesTimes(code, dtype, vectors);
  }

  /**
   * Goes from an index to a bound, so many at a time or the rest before the end.
   *
   * @param body given how many
   */
  private void parts(Local at, Local bound, Local end, Code.Part most, Consumer<Local> body) {
    code.whileLess(
        at,
        () -> code.load(bound),
        () -> {
          Local count = code.newInt(() -> Steps.pushRest(code, end, at, most));
          body.accept(count);
          code.increase(at, () -> code.load(count));
        });
  }

  // ---------------------------------------------------------------- strips

  /** Results that are laid out at a time. */
  private record Part(Local begin, Local end, Local scratch) {}

  /**
   * Some vectors of results, or a last one that may be short.
   *
   * @param at the first result
   * @param count how many there are
   */
  private record Strip(Part part, Local at, Local count, int vectors) {}

  private void strips(Part part, Consumer<Strip> body) {
    Local at = code.newInt(() -> code.load(part.begin()));
    Local past = Steps.past(code, part.end(), () -> pushElements(AcrossPoints.VECTORS));
    for (int vectors : new int[] {AcrossPoints.VECTORS, 1}) {
      parts(
          at,
          vectors == 1 ? part.end() : past,
          part.end(),
          () -> pushElements(vectors),
          count -> body.accept(new Strip(part, at, count, vectors)));
    }
  }

  // ---------------------------------------------------------------- points

  /**
   * Points next to each other on the last outer axis.
   *
   * @param tensors at the first of them
   * @param counts how many there are on each outer axis
   */
  private record Block(List<Tensor> tensors, List<Local> counts) {}

  private void blocks(Local points, Consumer<Block> body) {
    if (lanes == 0) {
      body.accept(new Block(params.tensors(), List.of()));
      return;
    }
    int axis = lanes - 1;
    Local n = params.extents().get(axis);
    Local one = code.newInt(1);
    nest.loops(
        axis,
        params.tensors(),
        outer -> {
          Local i = code.newInt(0);
          parts(
              i,
              n,
              n,
              () -> code.load(points),
              count -> {
                var counts = new ArrayList<>(Collections.nCopies(axis, one));
                counts.add(count);
                body.accept(new Block(nest.advance(outer, axis, i), counts));
              });
        });
  }

  private void reduce(Strip strip, Block block) {
    layOut(strip, block.tensors(), LAID_OUT_AT_EACH_POINT);
    if (strip.vectors() == 1) {
      call(AcrossPoints.vectorMethod(name), strip, block);
    } else if (block.counts().isEmpty()) {
      call(AcrossPoints.method(name), strip, block);
    } else {
      code.ifElse(
          pairsPay(block.counts().getLast()),
          () -> call(AcrossPoints.pairsMethod(name), strip, block),
          () -> call(AcrossPoints.method(name), strip, block));
    }
  }

  /** Holds where vectors are so wide that there are registers for two points, and there are two. */
  private BiConsumer<Code, Label> pairsPay(Local points) {
    Local one = code.newInt(1);
    return Code.and(
        Code.intsEqual(
            () -> pushElements(AcrossPoints.VECTORS), () -> code.pushInt(FloatSums.lanes(dtype))),
        Code.less(one, points));
  }

  /** Calls a method of {@link AcrossPoints} for the strip at the block's points. */
  private void call(String method, Strip strip, Block block) {
    var tensors = new ArrayList<>(block.tensors());
    operands.forEach(o -> tensors.set(o.number(), placed(o, strip, block.tensors())));
    tensors.addLast(at(strip, tensors.removeLast()));
    call(holder, method, tensors, a -> code.load(points(a, strip, block)));
  }

  private Local points(int axis, Strip strip, Block block) {
    return axis < lanes ? block.counts().get(axis) : axis == lanes ? strip.count() : extent(axis);
  }

  // ---------------------------------------------------------------- operands laid out

  /**
   * An operand that differs from result to result.
   *
   * @param number of the input
   * @param area which part of the scratch memory it has
   * @param way when it is laid out, if at all
   */
  private record Operand(int number, int area, Local way) {

    BiConsumer<Code, Label> is(int way) {
      return Code.intsEqual(this.way, way);
    }
  }

  private List<Operand> operands() {
    var operands = new ArrayList<Operand>();
    for (int k = 0; k < kernel.inputs().size(); k++) {
      Tensor t = params.tensors().get(k);
      if (t.follows(lanes)) {
        operands.add(new Operand(k, operands.size(), way(t)));
      }
    }
    return operands;
  }

  private Local way(Tensor t) {
    Local way = code.newInt(IN_PLACE);
    code.ifNot(
        isWalked(t, lanes),
        () ->
            code.ifElse(
                Code.isTrue(() -> pushMoves(code, t, lanes)),
                () -> code.assign(way, LAID_OUT_AT_EACH_POINT),
                () -> code.assign(way, LAID_OUT_ONCE)));
    return way;
  }

  /** Lays out the strip of the operands for which it is time. */
  private void layOut(Strip strip, List<Tensor> tensors, int way) {
    for (Operand o : operands) {
      code.ifThen(
          o.is(way),
          () -> {
            Tensor t = at(strip, tensors.get(o.number()));
            RowBlocks.stage(
                code,
                t.dtype(),
                () -> {
                  code.load(t.array());
                  code.load(t.offset());
                  pushStride(t);
                  code.load(t.strides()[lanes]);
                  code.load(strip.count());
                  pushLength(t);
                  code.load(strip.part().scratch());
                  pushPlace(o, strip, t);
                });
          });
    }
  }

  /** The operand in the strip, as it lies or as it is laid out. */
  private Tensor placed(Operand o, Strip strip, List<Tensor> tensors) {
    Tensor t = tensors.get(o.number());
    Local array = code.newLocal(t.array().type());
    Local offset = code.newLocal(Type.INT_TYPE);
    Local pitch = code.newLocal(Type.INT_TYPE);
    code.ifElse(
        o.is(IN_PLACE),
        () -> {
          code.assign(array, t.array());
          code.assign(offset, () -> code.load(at(strip, t).offset()));
          code.assign(pitch, () -> pushStride(t));
        },
        () -> {
          code.assign(array, strip.part().scratch());
          code.assign(offset, () -> pushPlace(o, strip, t));
          code.assign(pitch, strip.count());
        });
    Local[] strides = t.strides().clone();
    if (strides[along] != null) {
      strides[along] = pitch;
    }
    return new Tensor(t.dtype(), t.uses(), array, offset, strides);
  }

  /** A tensor from the strip's first result on. */
  private Tensor at(Strip strip, Tensor t) {
    return nest.advance(List.of(t), lanes, strip.at()).getFirst();
  }

  /** Pushes where the strip of an operand is laid out. */
  private void pushPlace(Operand o, Strip strip, Tensor t) {
    code.load(strip.at())
        .minus(strip.part().begin())
        .times(() -> pushLength(t))
        .plus(o.area() * room());
  }

  /** Pushes how many rows an operand has in a strip. */
  private void pushLength(Tensor t) {
    if (t.follows(along)) {
      code.load(params.extents().get(along));
    } else {
      code.pushInt(1);
    }
  }

  private void pushStride(Tensor t) {
    if (t.follows(along)) {
      code.load(t.strides()[along]);
    } else {
      code.pushInt(0);
    }
  }
}
