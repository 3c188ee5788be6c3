package dev.tensorc.codegen.emit.kernel;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.KernelBody;
import dev.tensorc.codegen.emit.code.KernelCall;
import dev.tensorc.codegen.emit.code.KernelCall.Tensor;
import dev.tensorc.codegen.emit.code.RuntimeTypes;
import dev.tensorc.codegen.emit.form.Splittable;
import dev.tensorc.codegen.loop.Kernel;
import java.util.List;
import java.util.TreeMap;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Emits the methods between a plan and a kernel that several threads may share: a method with the
 * kernel's descriptor, which moves the arguments into the runtime's {@code Split}, and one that
 * calls the kernel for a piece. Plans call the first one only where splitting may pay.
 */
public final class SplitKernel extends KernelBody {

  /**
   * The constructor's parameters: the kernel's number, its numbers of tensors, axes and scalars.
   */
  public static final String CONSTRUCTOR = "(IIII)V";

  private SplitKernel(Kernel kernel, Code code) {
    super(kernel, code);
  }

  /** The method that calls a kernel for a piece. */
  static String partMethod(int number) {
    return KernelNames.method(number) + "Part";
  }

  /** Its descriptor: the split, where the piece begins and where it ends. */
  static final String PART =
      Type.getMethodDescriptor(Type.VOID_TYPE, RuntimeTypes.SPLIT, Type.INT_TYPE, Type.INT_TYPE);

  static final int PART_SLOTS = 3;

  /** The parameters of {@code piece(kernel, from, to)}, and its object. */
  static final int PIECE_SLOTS = 4;

  // ---------------------------------------------------------------- all of it

  /**
   * @param holder the class that extends {@code Split}
   * @param callKernel calls the kernel in this thread, with its arguments on the stack
   */
  static void emitCall(Kernel kernel, int number, Code code, String holder, Code.Part callKernel) {
    new SplitKernel(kernel, code).call(number, holder, callKernel);
  }

  private void call(int number, String holder, Code.Part callKernel) {
    Local nanos = code.newLocal(Type.DOUBLE_TYPE, this::pushNanos);
    code.ifThen(
        Code.isFalse(() -> pushPays(holder, nanos)),
        () -> {
          pushArguments();
          callKernel.emit();
          code.op(Opcodes.RETURN);
        });
    Local split = code.newLocal(RuntimeTypes.SPLIT, () -> pushNew(number, holder));
    var told = new ArgumentObject(kernel, code, params, split);
    told.tellExtents();
    for (int t = 0; t < params.tensors().size(); t++) {
      tensor(told, t);
    }
    for (int s = 0; s < params.scalars().size(); s++) {
      told.load(s);
      code.load(params.scalars().get(s));
      toBits(params.scalars().get(s).type());
      told.call("scalar", Type.VOID_TYPE, Type.INT_TYPE, Type.LONG_TYPE);
    }
    for (int axis : Splittable.axes(kernel)) {
      told.load(axis);
      told.call("mayCut", Type.VOID_TYPE, Type.INT_TYPE);
    }
    say(told, "mayThrow", Splittable.mayThrow(kernel));
    say(told, "wantsFewPieces", Splittable.wantsFewPieces(kernel));
    say(told, "countsExtents", Splittable.countsExtents(kernel));
    code.load(split);
    code.load(nanos);
    code.pushInt(kernel.innermost());
    told.call("run", Type.VOID_TYPE, Type.DOUBLE_TYPE, Type.INT_TYPE);
    code.op(Opcodes.RETURN);
  }

  private void pushNanos() {
    pushNanos(
        code,
        kernel,
        axis -> {
          code.load(params.extents().get(axis));
          code.op(Opcodes.I2D);
        });
  }

  private void pushPays(String holder, Local nanos) {
    code.mv().visitLdcInsn(Type.getObjectType(holder));
    code.load(nanos);
    code.callStatic(RuntimeTypes.THREADS, "pays", "(Ljava/lang/Class;D)Z");
  }

  private void pushArguments() {
    KernelCall.pushTensors(
        kernel, params.tensors(), t -> t.push(code), axis -> code.load(extent(axis)));
    params.scalars().forEach(code::load);
  }

  private void say(ArgumentObject told, String fact, boolean holds) {
    if (holds) {
      code.load(told.object());
      told.call(fact, Type.VOID_TYPE);
    }
  }

  /** Pushes an axis's extent, as a double. */
  public interface Extent {
    void push(int axis);
  }

  /** Pushes whether splitting may pay. */
  static void pushMayPay(Code code, Kernel k, Extent extent) {
    pushNanos(code, k, extent);
    code.callStatic(RuntimeTypes.THREADS, "mayPay", "(D)Z");
  }

  private static void pushNanos(Code code, Kernel k, Extent extent) {
    code.mv().visitLdcInsn(Splittable.nanos(k));
    for (int axis = 0; axis < k.rank(); axis++) {
      extent.push(axis);
      code.op(Opcodes.DMUL);
    }
  }

  private void pushNew(int number, String holder) {
    code.mv().visitTypeInsn(Opcodes.NEW, holder);
    code.op(Opcodes.DUP);
    code.pushInt(number);
    code.pushInt(params.tensors().size());
    code.pushInt(kernel.rank());
    code.pushInt(params.scalars().size());
    code.mv().visitMethodInsn(Opcodes.INVOKESPECIAL, holder, "<init>", CONSTRUCTOR, false);
  }

  private void tensor(ArgumentObject told, int number) {
    Tensor t = params.tensors().get(number);
    told.load(number);
    code.load(t.array());
    code.load(t.offset());
    code.memory().toLong(code);
    told.call("tensor", Type.VOID_TYPE, Type.INT_TYPE, Type.getType(Object.class), Type.LONG_TYPE);
    told.tellStrides(number);
  }

  // ---------------------------------------------------------------- a piece

  /**
   * @param callKernel calls the kernel, with its arguments on the stack
   */
  static void emitPart(Kernel kernel, Code code, Code.Part callKernel) {
    var split = new Local(0, RuntimeTypes.SPLIT);
    var from = new Local(1, Type.INT_TYPE);
    var to = new Local(2, Type.INT_TYPE);
    new SplitKernel(kernel, code).part(split, from, to);
    callKernel.emit();
    code.op(Opcodes.RETURN);
  }

  private void part(Local object, Local from, Local to) {
    var split = new ArgumentObject(kernel, code, params, object);
    split.pushArguments(number -> split.pushTensor(number, from), from, to);
    for (int s = 0; s < params.scalars().size(); s++) {
      split.get("scalar", Type.LONG_TYPE, s);
      fromBits(params.scalars().get(s).type());
    }
  }

  /** Emits the method that the runtime calls for each piece. */
  static void emitPiece(Code code, List<Integer> numbers, String holder) {
    var kernel = new Local(1, Type.INT_TYPE);
    var parts = new TreeMap<Integer, Code.Part>();
    for (int number : numbers) {
      parts.put(
          number,
          () -> {
            code.load(new Local(0, RuntimeTypes.SPLIT));
            code.load(new Local(2, Type.INT_TYPE));
            code.load(new Local(3, Type.INT_TYPE));
            code.callStatic(holder, partMethod(number), PART);
          });
    }
    code.choose(() -> code.load(kernel), parts);
    code.op(Opcodes.RETURN);
  }

  // ---------------------------------------------------------------- scalars as bits

  private void toBits(Type scalar) {
    switch (scalar.getSort()) {
      case Type.LONG -> {}
      case Type.DOUBLE -> code.callStatic("java/lang/Double", "doubleToRawLongBits", "(D)J");
      case Type.FLOAT -> {
        code.callStatic("java/lang/Float", "floatToRawIntBits", "(F)I");
        code.op(Opcodes.I2L);
      }
      default -> code.op(Opcodes.I2L);
    }
  }

  private void fromBits(Type scalar) {
    switch (scalar.getSort()) {
      case Type.LONG -> {}
      case Type.DOUBLE -> code.callStatic("java/lang/Double", "longBitsToDouble", "(J)D");
      case Type.FLOAT -> {
        code.op(Opcodes.L2I);
        code.callStatic("java/lang/Float", "intBitsToFloat", "(I)F");
      }
      default -> code.op(Opcodes.L2I);
    }
  }
}
