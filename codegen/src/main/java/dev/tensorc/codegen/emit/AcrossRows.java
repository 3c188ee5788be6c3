package dev.tensorc.codegen.emit;

import dev.tensorc.codegen.emit.Code.Local;
import dev.tensorc.codegen.emit.KernelCall.Params;
import dev.tensorc.codegen.emit.KernelCall.Tensor;
import dev.tensorc.codegen.loop.LoopIr.AxisUse;
import dev.tensorc.codegen.loop.LoopIr.Kernel;
import dev.tensorc.ir.DType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Emits the reduction of rows that are no longer than the virtual lanes, with results side by side:
 * each lane of a vector is a row of its own. Such a row has at most one element in each virtual
 * lane, so its sum is the lanes' tree, {@link AcrossTree}.
 *
 * <p>Operands whose elements lie apart from row to row are laid out in scratch memory first, for
 * some vectors of results at a time. Two points of the outer axes together read those operands once
 * that are the same for both, where there are registers for it; they have a method of their own,
 * for in one with the rest HotSpot's first compiler gives up.
 */
final class AcrossRows {

  /**
   * Operands have that much scratch memory, in elements: vectors by virtual lanes, and a vector.
   */
  private static final int ROOM = 64 * 64 + 64;

  /** Vectors of results at a time. */
  private static final int VECTORS = VectorAccumulators.COUNT;

  private static final int MOST_OPERANDS = 4;
  private static final int MOST_OPERATIONS = 12;

  private final Kernel original;
  private final Kernel kernel;
  private final Code code;
  private final Params params;
  private final int lanes;
  private final int along;
  private final DType dtype;
  private final AcrossTree tree;
  private final Nest nest;

  private AcrossRows(Kernel original, Code code, int together) {
    this.code = code;
    this.original = original;
    this.params = KernelCall.params(original, code.memory());
    this.kernel = SideBySide.of(original);
    this.lanes = kernel.parallel() - 1;
    this.along = kernel.rank() - 1;
    this.dtype = kernel.reductions().getFirst().value().type();
    this.tree = new AcrossTree(kernel, code, params, together);
    this.nest = new Nest(code, params.extents());
  }

  static boolean possible(Kernel k, Memory memory) {
    return memory == Memory.ARRAYS
        && SideBySide.reducesAlone(k)
        && k.reductions().getFirst().contraction().isEmpty()
        && k.inputs().size() <= MOST_OPERANDS
        && Vectorizable.operations(k.roots()) <= MOST_OPERATIONS;
  }

  static String method(String kernel) {
    return kernel + "Across";
  }

  /** The method for points two at a time, which only kernels of several outer axes have. */
  static String pairsMethod(String kernel) {
    return method(kernel) + "Pairs";
  }

  static boolean hasPairs(Kernel k) {
    return k.parallel() > 1;
  }

  // ---------------------------------------------------------------- the methods

  /** Emits the method of that form of a kernel. */
  static void emit(Kernel k, Code code, String holder, String name) {
    new AcrossRows(k, code, 1).emit(holder, pairsMethod(name));
  }

  /** Emits the method that takes so many vectors of results, two points at a time. */
  static void emitPairs(Kernel k, Code code) {
    new AcrossRows(k, code, 2).emitPairs();
  }

  private void emit(String holder, String pairs) {
    Local n = params.extents().get(lanes);
    tree.prologue();
    Local scratch =
        code.newLocal(
            JvmTypes.array(dtype),
            () ->
                new RowMemory(code)
                    .pushScratch(dtype, kernel.inputs().size() * ROOM / RowMemory.SLOT));
    Local j = code.newLocal(Type.INT_TYPE, () -> code.pushInt(0));
    Local last = Steps.past(code, n, () -> tree.pushElements(VECTORS));
    code.whileLess(
        j,
        () -> code.load(last),
        () -> {
          Strip strip = strip(scratch, j, n, VECTORS);
          if (hasPairs(original)) {
            code.ifElse(pairsPay(strip), () -> call(strip, holder, pairs), () -> points(strip));
          } else {
            points(strip);
          }
          code.increase(j, () -> tree.pushElements(VECTORS));
        });
    code.whileLess(
        j,
        () -> code.load(n),
        () -> {
          points(strip(scratch, j, n, 1));
          code.increase(j, () -> tree.pushElements(1));
        });
    code.op(Opcodes.RETURN);
  }

  private void emitPairs() {
    int axis = lanes - 1;
    Local n = params.extents().get(axis);
    Local last = code.newLocal(Type.INT_TYPE, () -> code.load(n));
    code.increase(last, () -> code.pushInt(-1));
    tree.prologue();
    nest.loops(
        0,
        axis,
        params.tensors(),
        outer -> {
          Local i = code.newLocal(Type.INT_TYPE, () -> code.pushInt(0));
          code.whileLess(
              i,
              () -> code.load(n),
              () -> {
                Local next = code.newLocal(Type.INT_TYPE, () -> pushNext(i, last));
                var points = List.of(nest.advance(outer, axis, i), nest.advance(outer, axis, next));
                tree.points(points, params.extents().get(lanes), VECTORS);
                code.increase(i, () -> code.pushInt(2));
              });
        });
    code.op(Opcodes.RETURN);
  }

  /** Pushes the next point, or the last one once more. */
  private void pushNext(Local i, Local last) {
    code.load(i);
    code.pushInt(1);
    code.op(Opcodes.IADD);
    code.load(last);
    code.callStatic("java/lang/Math", "min", "(II)I");
  }

  // ---------------------------------------------------------------- strips

  /**
   * Some vectors of results at all points of the outer axes.
   *
   * @param tensors at the first of these results
   * @param laidOut by the numbers of the operands that differ from result to result
   */
  private record Strip(
      List<Tensor> tensors,
      Map<Integer, LaidOut> laidOut,
      Local scratch,
      Local count,
      int vectors) {}

  /** The results of so many vectors from {@code j} on. */
  private Strip strip(Local scratch, Local j, Local n, int vectors) {
    Local count =
        code.newLocal(
            Type.INT_TYPE,
            () -> {
              code.load(n);
              code.load(j);
              code.op(Opcodes.ISUB);
              tree.pushElements(vectors);
              code.callStatic("java/lang/Math", "min", "(II)I");
            });
    var tensors = new ArrayList<Tensor>();
    var laidOut = new TreeMap<Integer, LaidOut>();
    for (int k = 0; k < params.tensors().size(); k++) {
      Tensor t = params.tensors().get(k);
      tensors.add(VectorKernel.follows(t, lanes) ? at(t, j) : t);
      if (k < kernel.inputs().size() && VectorKernel.follows(t, lanes)) {
        laidOut.put(k, layOut(tensors.get(k), k, scratch, count));
      }
    }
    return new Strip(tensors, laidOut, scratch, count, vectors);
  }

  /** A strip's results one point after the other. */
  private void points(Strip strip) {
    nest.loops(
        0,
        lanes,
        strip.tensors(),
        point -> {
          var ready = new ArrayList<>(point);
          strip.laidOut().forEach((k, it) -> ready.set(k, inside(it, point.get(k), strip)));
          tree.points(List.of(ready), strip.count(), strip.vectors());
        });
  }

  /**
   * Holds where vectors are so wide that there are registers for two points, there is a second one,
   * and nothing is laid out for single ones.
   */
  private BiConsumer<Code, Label> pairsPay(Strip strip) {
    Local one = code.newLocal(Type.INT_TYPE, () -> code.pushInt(1));
    return Code.and(
        Code.and(
            Code.intsEqual(
                () -> tree.pushElements(VECTORS), () -> code.pushInt(FloatSums.lanes(dtype))),
            VectorKernel.less(one, params.extents().get(lanes - 1))),
        Code.intsEqual(
            () -> {
              code.pushInt(0);
              for (LaidOut it : strip.laidOut().values()) {
                code.load(it.again());
                code.op(Opcodes.IOR);
              }
            },
            () -> code.pushInt(0)));
  }

  /** Calls the method for pairs, for which what is laid out lies as it does here. */
  private void call(Strip strip, String holder, String method) {
    int inputs = kernel.inputs().size();
    pushTensor(strip.tensors().getLast());
    for (int axis = 0; axis < kernel.rank(); axis++) {
      code.load(axis == lanes ? strip.count() : params.extents().get(axis));
    }
    for (int k = 0; k < inputs; k++) {
      Tensor t = strip.tensors().get(k);
      LaidOut it = strip.laidOut().get(k);
      pushTensor(it == null ? t : it.tensor(t, along));
    }
    params.scalars().forEach(code::load);
    if (params.collapse() != null) {
      code.load(params.collapse());
    }
    KernelCall.emit(code, holder, method, original, code.memory());
  }

  private void pushTensor(Tensor t) {
    code.load(t.array());
    code.load(t.offset());
    for (Local stride : t.strides()) {
      if (stride != null) {
        code.load(stride);
      }
    }
  }

  /** A tensor from the {@code j}-th result on. */
  private Tensor at(Tensor t, Local j) {
    return nest.advance(List.of(t), lanes, j).getFirst();
  }

  // ---------------------------------------------------------------- operands laid out

  /**
   * An operand whose rows' elements lie next to each other.
   *
   * @param again not 0 where it is laid out at each point of the outer axes
   */
  private record LaidOut(int number, Local array, Local offset, Local pitch, Local again) {

    /** The operand where it is not laid out again. */
    Tensor tensor(Tensor t, int along) {
      Local[] strides = t.strides().clone();
      if (strides[along] != null) {
        strides[along] = pitch;
      }
      return new Tensor(t.dtype(), t.uses(), array, offset, strides);
    }
  }

  /** Lays an operand out for all points of the outer axes, if it is the same one. */
  private LaidOut layOut(Tensor t, int number, Local scratch, Local count) {
    var it =
        new LaidOut(
            number,
            code.newLocal(t.array().type(), () -> code.load(t.array())),
            code.newLocal(Type.INT_TYPE, () -> code.load(t.offset())),
            code.newLocal(Type.INT_TYPE, () -> pushStride(t)),
            code.newLocal(Type.INT_TYPE, () -> code.pushInt(0)));
    code.ifElse(
        AcrossCalls.isWalked(t, lanes),
        () -> {},
        () -> {
          code.assign(it.again(), () -> AcrossCalls.pushMoves(code, t, lanes));
          code.ifElse(
              Code.isTrue(() -> code.load(it.again())),
              () -> {},
              () -> stage(it, t, scratch, count));
        });
    return it;
  }

  /** The operand at a point of the outer axes. */
  private Tensor inside(LaidOut it, Tensor t, Strip strip) {
    Local offset = code.newLocal(Type.INT_TYPE);
    code.ifElse(
        AcrossCalls.isWalked(t, lanes),
        () -> code.assign(offset, () -> code.load(t.offset())),
        () -> {
          code.ifThen(
              Code.isTrue(() -> code.load(it.again())),
              () -> stage(it, t, strip.scratch(), strip.count()));
          code.assign(offset, () -> code.load(it.offset()));
        });
    boolean isLong = VectorKernel.follows(t, along);
    var uses = new ArrayList<AxisUse>();
    var strides = new Local[kernel.rank()];
    for (int a = 0; a < kernel.rank(); a++) {
      uses.add(a == lanes || (a == along && isLong) ? AxisUse.FULL : AxisUse.NONE);
    }
    strides[along] = it.pitch();
    return new Tensor(t.dtype(), uses, it.array(), offset, strides);
  }

  private void stage(LaidOut it, Tensor t, Local scratch, Local count) {
    code.assign(it.array(), () -> code.load(scratch));
    code.assign(it.offset(), () -> code.pushInt(it.number() * ROOM));
    code.assign(it.pitch(), () -> code.load(count));
    RowBlocks.stage(
        code,
        t.dtype(),
        () -> {
          code.load(t.array());
          code.load(t.offset());
          pushStride(t);
          code.load(t.strides()[lanes]);
          code.load(count);
          if (VectorKernel.follows(t, along)) {
            code.load(params.extents().get(along));
          } else {
            code.pushInt(1);
          }
          code.load(it.array());
          code.load(it.offset());
        });
  }

  private void pushStride(Tensor t) {
    if (VectorKernel.follows(t, along)) {
      code.load(t.strides()[along]);
    } else {
      code.pushInt(0);
    }
  }
}
