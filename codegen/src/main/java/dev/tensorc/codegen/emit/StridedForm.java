package dev.tensorc.codegen.emit;

import dev.tensorc.codegen.emit.Code.Local;
import dev.tensorc.codegen.emit.KernelCall.Params;
import dev.tensorc.codegen.emit.KernelCall.Tensor;
import dev.tensorc.codegen.emit.VectorBody.Row;
import dev.tensorc.codegen.loop.LoopIr.AxisUse;
import dev.tensorc.codegen.loop.LoopIr.Input;
import dev.tensorc.codegen.loop.LoopIr.Kernel;
import dev.tensorc.codegen.tuning.Budgets;
import dev.tensorc.ir.DType;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * A form of an element-wise kernel over narrow integers that lie a few elements apart, such as one
 * channel of a picture in bytes: see {@link StridedRows} for how they are read. The kernel calls it
 * for each row where strides fit. It is a kernel of one axis, and its loop a method of its own:
 * what ends a row is a call, across which nothing has to be kept in registers.
 *
 * @param row the kernel along one row
 * @param wide the same, but its loads of such operands are as wide as its lanes
 * @param operands the inputs that are read so, in order
 * @param together whether one load serves all of them: they are views of one array, so near to each
 *     other that a vector has the elements of all
 */
record StridedForm(Kernel row, Kernel wide, List<Integer> operands, boolean together) {

  /** The forms of a kernel, in the order in which they are tried. */
  static List<StridedForm> of(Kernel k) {
    List<Integer> operands = narrow(k);
    if (operands.isEmpty() || Vectorizable.knowsIndices(k) || !possible(k, operands)) {
      return List.of();
    }
    Kernel row = row(k, operands);
    Kernel wide = new WideLoads(row, operands).kernel();
    var forms = new ArrayList<StridedForm>();
    if (operands.size() > 1 && haveOneWidth(k, operands)) {
      forms.add(new StridedForm(row, wide, operands, true));
    }
    forms.add(new StridedForm(row, wide, operands, false));
    return forms;
  }

  /** Places in memory are counted in elements: of one width where one load is shared. */
  private static boolean haveOneWidth(Kernel k, List<Integer> operands) {
    return operands.stream().map(i -> k.inputs().get(i).dtype().bytes()).distinct().count() == 1;
  }

  private static Kernel row(Kernel k, List<Integer> operands) {
    var inputs = new ArrayList<Input>();
    for (int i = 0; i < k.inputs().size(); i++) {
      Input in = k.inputs().get(i);
      AxisUse use = operands.contains(i) ? AxisUse.FULL : in.axes().get(k.innermost());
      inputs.add(new Input(in.dtype(), List.of(use)));
    }
    return k.over(1, inputs);
  }

  /** The integers that are narrower than the kernel's lanes and change along the row. */
  private static List<Integer> narrow(Kernel k) {
    int bytes = Vectorizable.lane(k).bytes();
    return IntStream.range(0, k.inputs().size())
        .filter(
            i -> {
              Input in = k.inputs().get(i);
              return in.axes().get(k.innermost()) != AxisUse.NONE
                  && in.dtype().isInt()
                  && in.dtype().bytes() < bytes;
            })
        .boxed()
        .toList();
  }

  private static boolean possible(Kernel k, List<Integer> operands) {
    boolean stretches = StretchForms.open(k).stream().anyMatch(i -> !operands.contains(i));
    Budgets.Forms most = k.tuning().budgets().forms();
    long size =
        Vectorizable.operations(k.roots())
            + most.stridedOperandOperations() * (long) operands.size();
    return k.reductions().isEmpty() && !stretches && size <= most.stridedOperations();
  }

  /** The name of its method, beside the kernel's. */
  String method(String kernel) {
    return kernel + (together ? "Interleaved" : "Strided");
  }

  // ---------------------------------------------------------------- the kernel's own method

  /**
   * Calls the form for each row, and returns, where strides fit it.
   *
   * @param params those of the kernel
   * @param holder class that has the form
   * @param name of the kernel's method
   */
  void leave(Code code, Params params, String holder, String name) {
    int inner = params.extents().size() - 1;
    code.ifThen(
        Code.and(
            LaneSpecies.haveLanes(code, wide), (c, no) -> fits(c, params.tensors(), inner, no)),
        () -> {
          new AxisLoops(code, params.extents())
              .loops(
                  0, inner, params.tensors(), tensors -> call(code, params, tensors, holder, name));
          code.op(Opcodes.RETURN);
        });
  }

  private void call(Code code, Params params, List<Tensor> tensors, String holder, String name) {
    int inner = params.extents().size() - 1;
    int inputs = wide.inputs().size();
    tensors.subList(inputs, tensors.size()).forEach(t -> pushTensor(code, t, inner));
    code.load(params.extents().get(inner));
    tensors.subList(0, inputs).forEach(t -> pushTensor(code, t, inner));
    params.scalars().forEach(code::load);
    KernelCall.emit(code, holder, method(name), wide, code.memory());
  }

  private void fits(Code c, List<Tensor> tensors, int inner, Label no) {
    for (int i = 0; i < tensors.size(); i++) {
      Tensor t = tensors.get(i);
      if (VectorKernel.follows(t, inner)) {
        requireStride(c, t.strides()[inner], operands.contains(i) ? ratio(t.dtype()) : 1, no);
      }
    }
    if (together) {
      Tensor first = tensors.get(operands.getFirst());
      for (int i : operands.subList(1, operands.size())) {
        requireSame(c, first, tensors.get(i), no);
      }
      Local nearest = nearest(c, tensors);
      for (int i : operands) {
        requireInVector(c, tensors.get(i), inner, nearest, no);
      }
    }
  }

  /** How many elements are as wide as a lane. */
  private int ratio(DType d) {
    return Vectorizable.lane(wide).bytes() / d.bytes();
  }

  private static void requireStride(Code c, Local stride, int most, Label no) {
    pushLong(c, stride);
    c.pushLong(1);
    c.op(Opcodes.LCMP);
    c.mv().visitJumpInsn(most == 1 ? Opcodes.IFNE : Opcodes.IFLT, no);
    if (most > 1) {
      pushLong(c, stride);
      c.pushLong(most);
      c.op(Opcodes.LCMP);
      c.mv().visitJumpInsn(Opcodes.IFGT, no);
    }
  }

  private static void requireSame(Code c, Tensor first, Tensor t, Label no) {
    c.load(first.array());
    c.load(t.array());
    c.mv().visitJumpInsn(Opcodes.IF_ACMPNE, no);
    for (int axis = 0; axis < t.strides().length; axis++) {
      if (VectorKernel.follows(t, axis) != VectorKernel.follows(first, axis)) {
        c.mv().visitJumpInsn(Opcodes.GOTO, no);
        return;
      }
      if (VectorKernel.follows(t, axis)) {
        pushLong(c, first.strides()[axis]);
        pushLong(c, t.strides()[axis]);
        c.op(Opcodes.LCMP);
        c.mv().visitJumpInsn(Opcodes.IFNE, no);
      }
    }
  }

  /** The least of the operands' offsets. */
  private Local nearest(Code c, List<Tensor> tensors) {
    return c.newLocal(
        c.memory().index(),
        () -> {
          c.load(tensors.get(operands.getFirst()).offset());
          for (int i : operands.subList(1, operands.size())) {
            c.load(tensors.get(i).offset());
            c.callStatic("java/lang/Math", "min", "(%1$s%1$s)%1$s".formatted(c.memory().index()));
          }
        });
  }

  /** The last lane's element has to be in a vector that begins at the nearest. */
  private void requireInVector(Code c, Tensor t, int inner, Local nearest, Label no) {
    pushLong(c, t.offset());
    pushLong(c, nearest);
    c.op(Opcodes.LSUB);
    pushLong(c, t.strides()[inner]);
    VectorTypes.pushLength(c, Vectorizable.lane(wide));
    c.pushInt(1);
    c.op(Opcodes.ISUB);
    c.op(Opcodes.I2L);
    c.op(Opcodes.LMUL);
    c.op(Opcodes.LADD);
    VectorTypes.pushLength(c, t.dtype());
    c.op(Opcodes.I2L);
    c.op(Opcodes.LCMP);
    c.mv().visitJumpInsn(Opcodes.IFGE, no);
  }

  private static void pushLong(Code c, Local index) {
    c.load(index);
    c.memory().toLong(c);
  }

  private static void pushTensor(Code code, Tensor t, int inner) {
    code.load(t.array());
    code.load(t.offset());
    if (t.strides()[inner] != null) {
      code.load(t.strides()[inner]);
    }
  }

  // ---------------------------------------------------------------- the form's method

  /**
   * Emits the form.
   *
   * @param tailHolder class of the row's scalar form, which ends rows
   * @param tail its name
   */
  void emit(Code code, String tailHolder, String tail) {
    Params params = KernelCall.params(wide, code.memory());
    DType lane = Vectorizable.lane(wide);
    Local nearest = together ? nearest(code, params.tensors()) : null;
    var rows = new StridedRows(code, wide, lane, operands, nearest);
    var body = new VectorBody(code, wide, rows, wide.roots(), lane, params.scalars());
    rows.prologue(params.tensors());
    body.prologue(params.tensors());
    Row values = body.row(params.tensors(), rows.row(params.tensors()), List.of());
    Local n = params.extents().getFirst();
    Local bound = code.newLocal(Type.INT_TYPE, () -> rows.pushBound(n));
    Local i = code.newLocal(Type.INT_TYPE, () -> code.pushInt(0));
    code.whileLess(
        i,
        () -> code.load(bound),
        () -> {
          step(rows, body, values, i);
          code.assign(i, () -> pushNext(code, i, lane));
        });
    code.ifThen(
        VectorKernel.less(i, n),
        () ->
            new KernelPrologue(row, code, params, tailHolder, tail)
                .callFrom(tailHolder, tail, params.tensors(), 0, i, n));
    code.op(Opcodes.RETURN);
  }

  private void step(StridedRows rows, VectorBody body, Row values, Local i) {
    rows.beginStep(i);
    List<Local> vectors = body.values(values, wide.roots(), i, null);
    for (int k = 0; k < vectors.size(); k++) {
      rows.store(values.tensors().get(wide.inputs().size() + k), vectors.get(k), i, null);
    }
  }

  private static void pushNext(Code code, Local i, DType lane) {
    code.load(i);
    VectorTypes.pushLength(code, lane);
    code.op(Opcodes.IADD);
  }
}
