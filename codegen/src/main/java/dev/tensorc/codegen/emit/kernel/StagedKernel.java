package dev.tensorc.codegen.emit.kernel;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.JvmTypes;
import dev.tensorc.codegen.emit.code.KernelCall;
import dev.tensorc.codegen.emit.code.KernelCall.Params;
import dev.tensorc.codegen.emit.code.KernelCall.Tensor;
import dev.tensorc.codegen.emit.code.Memory;
import dev.tensorc.codegen.emit.form.NativePlans;
import dev.tensorc.codegen.loop.Expr;
import dev.tensorc.codegen.loop.Kernel;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Emits the form of a kernel that takes native memory and runs on arrays, block by block. A kernel
 * has it where there are no loops over native memory for it, or where strides do not fit the loops:
 * scalar code over native memory would be slower than the copies.
 */
final class StagedKernel {

  private static final Type CALL = Type.getObjectType(JvmTypes.LINK + "StagedCall");
  private static final Type ELEMENT = Type.getObjectType(JvmTypes.RUNTIME + "ElementType");

  private final Kernel kernel;
  private final Code code;
  private final Params params;
  private final int inputs;
  private final Local call;

  private StagedKernel(Kernel kernel, Code code) {
    this.kernel = kernel;
    this.code = code;
    this.params = KernelCall.params(kernel, Memory.SEGMENTS);
    this.inputs = kernel.inputs().size();
    this.call = code.newLocal(CALL, this::pushOpen);
  }

  /**
   * @param callKernel calls the kernel's form over arrays, with its arguments on the stack
   */
  static void emit(Kernel kernel, Code code, Code.Part callKernel) {
    new StagedKernel(kernel, code).emit(callKernel);
  }

  private void emit(Code.Part callKernel) {
    for (int axis = 0; axis < kernel.rank(); axis++) {
      code.load(call);
      code.pushInt(axis);
      code.load(params.extents().get(axis));
      invoke("extent", Type.VOID_TYPE, Type.INT_TYPE, Type.INT_TYPE);
    }
    for (int number = 0; number < params.tensors().size(); number++) {
      tensor(number);
    }
    if (kernel.returns()) {
      next();
      code.op(Opcodes.POP);
      pushArguments();
      callKernel.emit();
      next(); // there is none
      code.op(Opcodes.POP);
    } else {
      code.loop(
          (c, end) -> Code.isTrue(this::next).accept(c, end),
          () -> {
            pushArguments();
            callKernel.emit();
          });
    }
    code.op(KernelCall.returnType(kernel).getOpcode(Opcodes.IRETURN));
  }

  private void pushOpen() {
    code.pushInt(params.tensors().size());
    code.pushInt(kernel.rank());
    code.pushInt(isDivisible() ? 1 : 0);
    code.callStatic(CALL, "open", CALL, Type.INT_TYPE, Type.INT_TYPE, Type.BOOLEAN_TYPE);
  }

  /** Whether a part of the first axis gives that part of the results. */
  private boolean isDivisible() {
    boolean orderedByExtents = kernel.contraction().map(c -> !c.inLanes()).orElse(false);
    return kernel.parallel() > 0
        && !orderedByExtents
        && !NativePlans.any(kernel, e -> e instanceof Expr.AxisIndex);
  }

  private void tensor(int number) {
    Tensor t = params.tensors().get(number);
    code.load(call);
    code.pushInt(number);
    code.getStatic(ELEMENT.getInternalName(), t.dtype().name(), ELEMENT.getDescriptor());
    code.load(t.array());
    code.load(t.offset());
    code.pushInt(number >= inputs ? 1 : 0);
    invoke(
        "tensor",
        Type.VOID_TYPE,
        Type.INT_TYPE,
        ELEMENT,
        Memory.SEGMENT,
        Type.LONG_TYPE,
        Type.BOOLEAN_TYPE);
    for (int axis = 0; axis < kernel.rank(); axis++) {
      if (t.follows(axis)) {
        code.load(call);
        code.pushInt(number);
        code.pushInt(axis);
        code.load(t.strides()[axis]);
        invoke("stride", Type.VOID_TYPE, Type.INT_TYPE, Type.INT_TYPE, Type.LONG_TYPE);
      }
    }
  }

  private void next() {
    code.load(call);
    invoke("next", Type.BOOLEAN_TYPE);
  }

  private void pushArguments() {
    for (int number = inputs; number < params.tensors().size(); number++) {
      pushTensor(number);
    }
    for (int axis = 0; axis < kernel.rank(); axis++) {
      code.load(call);
      code.pushInt(axis);
      invoke("extent", Type.INT_TYPE, Type.INT_TYPE);
    }
    for (int number = 0; number < inputs; number++) {
      pushTensor(number);
    }
    params.scalars().forEach(code::load);
  }

  private void pushTensor(int number) {
    Tensor t = params.tensors().get(number);
    code.load(call);
    code.pushInt(number);
    invoke("array", Type.getType(Object.class), Type.INT_TYPE);
    code.cast(JvmTypes.array(t.dtype()).getInternalName());
    code.pushInt(0);
    for (int axis = 0; axis < kernel.rank(); axis++) {
      if (t.follows(axis)) {
        code.load(call);
        code.pushInt(number);
        code.pushInt(axis);
        invoke("stride", Type.INT_TYPE, Type.INT_TYPE, Type.INT_TYPE);
      }
    }
  }

  private void invoke(String name, Type result, Type... args) {
    code.callVirtual(CALL, name, result, args);
  }
}
