package dev.tensorc.codegen.emit.kernel;

import dev.tensorc.codegen.emit.code.AxisLoops;
import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.KernelCall;
import dev.tensorc.codegen.emit.code.KernelCall.Params;
import dev.tensorc.codegen.emit.code.KernelCall.Tensor;
import dev.tensorc.codegen.emit.form.Vectorizable;
import dev.tensorc.codegen.emit.vector.RepeatedRows;
import dev.tensorc.codegen.emit.vector.RowBlocks;
import dev.tensorc.codegen.emit.vector.RowMemory;
import dev.tensorc.codegen.emit.vector.VectorTypes;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.ir.DType;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;

/**
 * Hands short rows that lie next to each other to the {@link RepeatForm} that fits: whether an
 * operand is the same for each row is known by its strides, at run time only.
 *
 * @param holder class that has the forms
 * @param name of the kernel that has the forms
 */
record RepeatCalls(Kernel kernel, Code code, Params params, String holder, String name) {

  /** {@code Scratch.SLOT}s for the vectors of one operand. */
  private static final int SLOTS = RepeatedRows.VECTORS;

  private int inner() {
    return kernel.innermost();
  }

  private List<RepeatForm> forms() {
    return RepeatForm.of(kernel);
  }

  /** Calls a form for each matrix, and returns, where one fits. */
  void leave() {
    if (forms().isEmpty()) {
      return;
    }
    Local n = params.extents().get(inner());
    Local pattern = code.newInt(0);
    code.ifThen(
        (c, no) -> fits(n, pattern, no),
        () -> {
          Local total = code.newInt(() -> code.load(params.extents().get(inner() - 1)).times(n));
          new AxisLoops(code, params.extents())
              .loops(inner() - 1, params.tensors(), tensors -> matrix(tensors, n, total, pattern));
          code.op(Opcodes.RETURN);
        });
  }

  /** Holds where the operands' vectors are whole rows, and each repeats or lies like the output. */
  private void fits(Local n, Local pattern, Label no) {
    VectorTypes.pushLanesTimes(code, Vectorizable.lane(kernel), RepeatedRows.VECTORS);
    code.load(n);
    code.op(Opcodes.IREM);
    code.mv().visitJumpInsn(Opcodes.IFNE, no);
    for (int k = 0; k < kernel.inputs().size(); k++) {
      int bit = 1 << k;
      Tensor t = params.tensors().get(k);
      Local rows = t.strides()[inner() - 1];
      if (rows == null) {
        code.assign(pattern, () -> pushWith(pattern, bit));
      } else {
        code.ifElse(
            Code.isTrue(() -> code.memory().pushWalks(code, rows)),
            () -> requireLikeOutput(code, rows, t.strides()[inner()], n, no),
            () -> code.assign(pattern, () -> pushWith(pattern, bit)));
      }
    }
    var yes = new Label();
    code.load(pattern);
    code.mv().visitLookupSwitchInsn(no, patterns(), same(yes));
    code.mv().visitLabel(yes);
  }

  private int[] patterns() {
    return forms().stream().mapToInt(RepeatForm::pattern).sorted().toArray();
  }

  private Label[] same(Label label) {
    return forms().stream().map(_ -> label).toArray(Label[]::new);
  }

  private void pushWith(Local pattern, int bit) {
    code.load(pattern);
    code.pushInt(bit);
    code.op(Opcodes.IOR);
  }

  /** Jumps unless an operand's rows of {@code n} elements are one long row, as the output's are. */
  static void requireLikeOutput(
      Code code, Local rows, @Nullable Local elements, Local n, Label no) {
    if (elements == null) {
      code.mv().visitJumpInsn(Opcodes.GOTO, no);
      return;
    }
    code.memory().jumpUnlessEqual(code, rows, () -> code.load(n), no);
    code.memory().jumpUnlessEqual(code, elements, () -> code.pushInt(1), no);
  }

  private void matrix(List<Tensor> tensors, Local n, Local total, Local pattern) {
    int inputs = kernel.inputs().size();
    var read = new ArrayList<Tensor>();
    for (int k = 0; k < inputs; k++) {
      read.add(read(tensors.get(k), k, n, pattern));
    }
    var calls = new TreeMap<Integer, Code.Part>();
    for (RepeatForm form : forms()) {
      calls.put(
          form.pattern(),
          () -> {
            tensors.subList(inputs, tensors.size()).forEach(this::pushTensor);
            code.load(total);
            read.forEach(this::pushTensor);
            params.scalars().forEach(code::load);
            KernelCall.emit(code, holder, form.method(name), form.row(), code.memory());
          });
    }
    code.choose(() -> code.load(pattern), calls);
  }

  private void pushTensor(Tensor t) {
    code.load(t.array());
    code.load(t.offset());
    code.memory().push(code, 1);
  }

  /** Where an operand is read: itself, or scratch that has its row again and again. */
  private Tensor read(Tensor t, int number, Local n, Local pattern) {
    DType d = t.dtype();
    int slot = number * SLOTS;
    var memory = new RowMemory(code);
    Local array = code.newLocal(t.array().type());
    Local offset = code.newLocal(code.memory().index());
    code.ifElse(
        Code.isTrue(() -> code.load(pattern).and(1 << number)),
        () -> {
          code.assign(array, () -> memory.pushScratch(d, kernel.inputs().size() * SLOTS));
          code.assign(offset, () -> memory.pushSlotOffset(d, slot));
          RowBlocks.stage(code, d, () -> pushStaging(t, n, array, offset));
        },
        () -> {
          code.assign(array, t.array());
          code.assign(offset, t.offset());
        });
    return new Tensor(d, t.uses(), array, offset, t.strides());
  }

  private void pushStaging(Tensor t, Local n, Local array, Local offset) {
    code.load(t.array());
    code.load(t.offset());
    code.memory().push(code, 0);
    if (t.strides()[inner()] == null) {
      code.memory().push(code, 0);
    } else {
      code.load(t.strides()[inner()]);
    }
    code.load(n);
    VectorTypes.pushLanesTimes(code, Vectorizable.lane(kernel), RepeatedRows.VECTORS);
    code.load(n);
    code.op(Opcodes.IDIV);
    code.load(array);
    code.load(offset);
  }
}
