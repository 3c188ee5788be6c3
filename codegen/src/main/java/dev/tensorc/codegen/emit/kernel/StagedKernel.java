package dev.tensorc.codegen.emit.kernel;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.JvmTypes;
import dev.tensorc.codegen.emit.code.KernelBody;
import dev.tensorc.codegen.emit.code.KernelCall;
import dev.tensorc.codegen.emit.code.KernelCall.Tensor;
import dev.tensorc.codegen.emit.code.Memory;
import dev.tensorc.codegen.emit.code.RuntimeTypes;
import dev.tensorc.codegen.emit.form.NativePlans;
import dev.tensorc.codegen.loop.Expr;
import dev.tensorc.codegen.loop.Kernel;
import java.util.Optional;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Emits the form of a kernel that takes native memory and runs on arrays, block by block. A kernel
 * has it where there are no loops over native memory for it, or where strides do not fit the loops:
 * scalar code over native memory would be slower than the copies. A kernel without blocks has such
 * code too, for copies that would be a large part of the heap.
 */
final class StagedKernel extends KernelBody {

  private final int inputs;
  private final ArgumentObject call;

  private StagedKernel(Kernel kernel, Code code) {
    super(kernel, code);
    this.inputs = kernel.inputs().size();
    this.call =
        new ArgumentObject(
            kernel, code, params, code.newLocal(RuntimeTypes.STAGED_CALL, this::pushOpen));
  }

  /**
   * @param callKernel calls the kernel's form over arrays, with its arguments on the stack
   * @param callInPlace calls its scalar code over native memory, with the arguments that came
   */
  static void emit(
      Kernel kernel, Code code, Code.Part callKernel, Optional<Code.Part> callInPlace) {
    new StagedKernel(kernel, code).emit(callKernel, callInPlace);
  }

  /**
   * Whether a kernel may have scalar code over native memory. Products of matrices that cannot be
   * cut have none: their tiles read each element many times, and from arrays alone.
   */
  static boolean walksInPlace(Kernel kernel) {
    return !isDivisible(kernel) && !isOrderedByExtents(kernel);
  }

  private void emit(Code.Part callKernel, Optional<Code.Part> callInPlace) {
    call.tellExtents();
    for (int number = 0; number < params.tensors().size(); number++) {
      tensor(number);
    }
    callInPlace.ifPresent(
        inPlace ->
            code.ifThen(
                Code.isTrue(this::staysInPlace),
                () -> {
                  inPlace.emit();
                  code.op(KernelCall.returnType(kernel).getOpcode(Opcodes.IRETURN));
                }));
    if (kernel.returns()) {
      next();
      code.op(Opcodes.POP);
      pushArguments();
      callKernel.emit();
      next(); // there is none
      code.op(Opcodes.POP);
    } else {
      code.loop(
          Code.isTrue(this::next),
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
    code.pushInt(isDivisible(kernel) ? 1 : 0);
    code.callStatic(
        RuntimeTypes.STAGED_CALL,
        "open",
        RuntimeTypes.STAGED_CALL,
        Type.INT_TYPE,
        Type.INT_TYPE,
        Type.BOOLEAN_TYPE);
  }

  /** Whether a part of the first axis gives that part of the results. */
  private static boolean isDivisible(Kernel kernel) {
    return kernel.parallel() > 0
        && !isOrderedByExtents(kernel)
        && !NativePlans.any(kernel, e -> e instanceof Expr.AxisIndex);
  }

  private static boolean isOrderedByExtents(Kernel kernel) {
    return kernel.contraction().map(c -> !c.inLanes()).orElse(false);
  }

  private void tensor(int number) {
    Tensor t = params.tensors().get(number);
    call.load(number);
    code.getStatic(RuntimeTypes.ELEMENT_TYPE, t.dtype().name());
    code.load(t.array());
    code.load(t.offset());
    code.pushInt(number >= inputs ? 1 : 0);
    call.call(
        "tensor",
        Type.VOID_TYPE,
        Type.INT_TYPE,
        RuntimeTypes.ELEMENT_TYPE,
        Memory.SEGMENT,
        Type.LONG_TYPE,
        Type.BOOLEAN_TYPE);
    call.tellStrides(number);
  }

  private void next() {
    code.load(call.object());
    call.call("next", Type.BOOLEAN_TYPE);
  }

  private void staysInPlace() {
    code.load(call.object());
    call.call("staysInPlace", Type.BOOLEAN_TYPE);
  }

  private void pushArguments() {
    call.pushArguments(this::pushTensor);
    params.scalars().forEach(code::load);
  }

  private void pushTensor(int number) {
    call.get("array", Type.getType(Object.class), number);
    code.cast(JvmTypes.array(params.tensors().get(number).dtype()).getInternalName());
    code.pushInt(0);
    call.pushStrides(number, () -> {}, Type.INT_TYPE);
  }
}
