package dev.tensorc.codegen.emit.vector;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.KernelCall;
import dev.tensorc.codegen.emit.code.KernelCall.Params;
import dev.tensorc.codegen.emit.code.KernelCall.Tensor;
import dev.tensorc.codegen.emit.form.StretchForms;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.Kernel.AxisUse;
import dev.tensorc.ir.DType;
import java.util.List;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;

/**
 * The checks of a vector kernel before its loops: empty spaces, collapsed axes, unfit strides, and
 * which form takes the call.
 *
 * @param name of the kernel's method, with which those of its forms begin
 * @param scalar name of its scalar form
 */
public record KernelPrologue(
    Kernel kernel, Code code, Params params, Holders holders, String name, String scalar) {

  /** One whose scalar form has the kernel's name. */
  public KernelPrologue(Kernel kernel, Code code, Params params, Holders holders, String name) {
    this(kernel, code, params, holders, name, name);
  }

  public Local extent(int axis) {
    return params.extents().get(axis);
  }

  /** Returns where one of the first axes has no elements: offsets may point past the end then. */
  public void leaveIfEmpty(int axes) {
    for (Local extent : params.extents().subList(0, axes)) {
      code.ifNot(isPositive(extent), () -> code.op(Opcodes.RETURN));
    }
  }

  /** Asked of a size, which is never negative: the JIT knows so then. */
  private static BiConsumer<Code, Label> isPositive(Local extent) {
    return (c, no) -> {
      c.load(extent);
      c.mv().visitJumpInsn(Opcodes.IFLE, no);
    };
  }

  /**
   * Merges the axes before {@code inner} down to {@code outermost} into it, as long as every
   * tensor's strides compose.
   */
  public void collapseInto(int inner, int outermost) {
    collapse(inner - 1, inner, outermost);
  }

  private void collapse(int axis, int inner, int outermost) {
    if (axis < outermost) {
      return;
    }
    for (Tensor t : params.tensors()) {
      if (t.follows(axis) != t.follows(inner)) {
        return;
      }
    }
    code.ifThen(
        (c, no) -> composes(axis, inner, no),
        () -> {
          Local n = params.extents().get(inner);
          Local outer = params.extents().get(axis);
          code.assign(n, () -> code.load(n).times(outer));
          code.assign(outer, 1);
          collapse(axis - 1, inner, outermost);
        });
  }

  private void composes(int axis, int inner, Label no) {
    var yes = new Label();
    code.load(params.extents().get(axis)).jumpIf(Opcodes.IFEQ, 1, yes);
    for (Tensor t : params.tensors()) {
      if (t.follows(axis)) {
        pushLong(t.strides()[axis]);
        code.load(params.extents().get(inner)).toLong().times(() -> pushLong(t.strides()[inner]));
        code.op(Opcodes.LCMP);
        code.mv().visitJumpInsn(Opcodes.IFNE, no);
      }
    }
    // a stretched view may have more elements than an int counts
    code.load(params.extents().get(axis))
        .toLong()
        .times(() -> code.load(params.extents().get(inner)).toLong())
        .jumpIf(Opcodes.IFGT, Integer.MAX_VALUE, no);
    code.mv().visitLabel(yes);
  }

  /** Hands over to the scalar kernel where an output's elements along the row lie apart. */
  public void leaveToScalarWhereOutputsLieApart(int inner) {
    List<Tensor> all = params.tensors();
    List<Tensor> outputs = all.subList(kernel.inputs().size(), all.size());
    leaveToScalarIf(liesApart(outputs, inner));
  }

  /**
   * Hands over to the scalar kernel where a tensor's stride along the row is not 1 (open: 0 or 1).
   */
  public void leaveToScalar(int inner) {
    leaveToScalarIf(liesApart(params.tensors(), inner));
  }

  /**
   * Holds where the elements of some tensor's row lie apart: its stride is not 1 (open: 0 or 1).
   */
  public BiConsumer<Code, Label> liesApart(int inner) {
    return liesApart(params.tensors(), inner);
  }

  /** Holds where the elements of one of these tensors lie apart along the row. */
  public BiConsumer<Code, Label> liesApart(List<Tensor> tensors, int inner) {
    return (c, no) -> {
      var apart = new Label();
      code.load(params.extents().get(inner)).jumpIf(Opcodes.IFEQ, 1, no);
      for (Tensor t : tensors) {
        AxisUse use = t.uses().get(inner);
        if (use != AxisUse.NONE) {
          pushLong(t.strides()[inner]);
          if (use == AxisUse.OPEN) {
            code.pushLong(-2);
            code.op(Opcodes.LAND);
            code.pushLong(0);
          } else {
            code.pushLong(1);
          }
          code.op(Opcodes.LCMP);
          code.mv().visitJumpInsn(Opcodes.IFNE, apart);
        }
      }
      code.mv().visitJumpInsn(Opcodes.GOTO, no);
      code.mv().visitLabel(apart);
    };
  }

  private void pushLong(Local stride) {
    code.load(stride);
    code.memory().toLong(code);
  }

  /** Hands over to the scalar kernel where the narrowest dtype has no vectors of so few lanes. */
  public void leaveWhereVectorsAreTooShort(DType lane) {
    LaneSpecies.tooShortForWhole(code, kernel, lane)
        .ifPresent(isTooShort -> code.ifThen(Code.isTrue(isTooShort), this::returnScalar));
  }

  /** The same of a search down columns. */
  public void leaveWhereSearchedVectorsAreTooShort() {
    for (Code.Part isTooShort : LaneSpecies.tooShortForSearch(code, kernel)) {
      code.ifThen(Code.isTrue(isTooShort), this::returnScalar);
    }
  }

  /** Hands over to the scalar kernel where the reduced axes take several rounds. */
  public void leaveRoundsToScalar() {
    Local collapse = params.collapse();
    if (collapse != null) {
      code.ifThen(
          Code.isTrue(
              () -> {
                code.load(collapse);
                code.callVirtual(collapse.type().getInternalName(), "hasRounds", "()Z");
              }),
          this::returnScalar);
    }
  }

  /** Runs the scalar kernel with the parameters as they are now, and returns its result. */
  public void returnScalar() {
    returnFrom(holders.scalar(), scalar);
  }

  /** Runs a vector form of the kernel in the same way. */
  public void leaveTo(String method) {
    returnFrom(holders.vector(), method);
  }

  /** The same where a condition holds. */
  public void leaveIf(BiConsumer<Code, Label> condition, String method) {
    code.ifThen(condition, () -> leaveTo(method));
  }

  /** Runs the scalar kernel where a condition holds. */
  public void leaveToScalarIf(BiConsumer<Code, Label> condition) {
    code.ifThen(condition, this::returnScalar);
  }

  /** Runs a form of the kernel in the same way. */
  public void returnFrom(String holder, String method) {
    call(holder, method, t -> t.push(code), params.tensors(), a -> code.load(extent(a)));
    code.op(KernelCall.returnType(kernel).getOpcode(Opcodes.IRETURN));
  }

  /**
   * Calls a form of the kernel for the points of an axis from an index on.
   *
   * @param tensors where the axis begins
   * @param end of the axis
   * @param all whether all points of another axis are done: else one, where the tensors are
   */
  public void callFrom(
      String holder,
      String method,
      List<Tensor> tensors,
      int axis,
      Local from,
      Local end,
      IntPredicate all) {
    call(
        holder,
        method,
        t -> pushTensor(t, axis, from),
        tensors,
        a -> {
          if (a == axis) {
            code.load(end).minus(from);
          } else if (all.test(a)) {
            code.load(extent(a));
          } else {
            code.pushInt(1);
          }
        });
  }

  private void call(
      String holder,
      String method,
      Consumer<Tensor> pushTensor,
      List<Tensor> tensors,
      IntConsumer pushExtent) {
    KernelCall.pushTensors(kernel, tensors, pushTensor, pushExtent);
    params.pushRest(code);
    KernelCall.emit(code, holder, method, kernel, code.memory());
  }

  /** Hands over to a form of the kernel where the operands that may stretch do so as it says. */
  public void leaveToForms(List<StretchForms.Form> forms, int inner) {
    if (forms.isEmpty()) {
      return;
    }
    List<Integer> open = StretchForms.open(kernel);
    var calls = new TreeMap<Integer, Code.Part>();
    for (StretchForms.Form form : forms) {
      int bits = form.stretched().stream().mapToInt(k -> 1 << open.indexOf(k)).sum();
      calls.put(
          bits,
          () -> {
            callForm(form);
            code.op(Opcodes.RETURN);
          });
    }
    code.choose(() -> pushPattern(open, inner), calls);
  }

  /** Pushes a bit for each open operand that stretches. */
  private void pushPattern(List<Integer> open, int inner) {
    code.pushInt(0);
    for (int k = 0; k < open.size(); k++) {
      Local stride = params.tensors().get(open.get(k)).strides()[inner];
      int bit = 1 << k;
      code.ifElse(
          Code.isTrue(() -> code.memory().pushWalks(code, stride)),
          () -> code.pushInt(0),
          () -> code.pushInt(bit));
      code.op(Opcodes.IOR);
    }
  }

  private void callForm(StretchForms.Form form) {
    List<Tensor> tensors = params.tensors();
    int inputs = kernel.inputs().size();
    tensors.subList(inputs, tensors.size()).forEach(out -> out.push(code));
    params.extents().forEach(code::load);
    for (int k = 0; k < inputs; k++) {
      Tensor t = tensors.get(k);
      t.push(code, form.kernel().inputs().get(k).axes(), () -> code.load(t.offset()));
    }
    params.pushRest(code);
    KernelCall.emit(code, holders.vector(), form.method(name), form.kernel(), code.memory());
  }

  private void pushTensor(Tensor t, int axis, Local from) {
    t.push(
        code,
        t.uses(),
        () -> {
          code.load(t.offset());
          if (t.follows(axis)) {
            code.load(from).toIndex().times(t.strides()[axis]);
            code.memory().add(code);
          }
        });
  }
}
