package dev.tensorc.codegen.emit;

import dev.tensorc.codegen.emit.Code.Local;
import dev.tensorc.codegen.emit.KernelCall.Params;
import dev.tensorc.codegen.emit.KernelCall.Tensor;
import dev.tensorc.codegen.loop.LoopIr.AxisUse;
import dev.tensorc.codegen.loop.LoopIr.Kernel;
import dev.tensorc.ir.DType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * A form of a kernel that is one short row of native memory: each tensor's elements follow each
 * other from the beginning of its memory. It takes no offsets and no strides, and the JIT knows how
 * long its loop can be, so that the loop is not split and is never interrupted. It is small enough
 * to become part of the plan that calls it: of a call on some hundred elements that is a fifth.
 *
 * <pre>
 * static void kernel0Dense(MemorySegment out, int n, MemorySegment a, MemorySegment b) {
 *   if (n &lt; LANES || !liesApart(out, a, 4L * n) || !liesApart(out, b, 4L * n)) {
 *     kernel0(out, 0, 1, n, a, 0, 1, b, 0, 1);
 *   } else {
 *     ... // slices that end with the row, whole vectors, the last one once more
 *   }
 * }
 * </pre>
 */
final class DenseRow {

  /** A row has fewer bytes: HotSpot lets loops be interrupted that may take over 1,000 steps. */
  private static final int BYTES = 1 << 15;

  private DenseRow() {}

  /** Whether a kernel has this form: its step is short, and it walks tensors of one width only. */
  static boolean possible(Kernel k, Memory memory) {
    return memory == Memory.SEGMENTS
        && VectorForm.of(k) == VectorForm.ELEMENTS
        && k.rank() == 1
        && !k.inputs().isEmpty()
        && k.inputs().stream().allMatch(in -> in.axes().getFirst() == AxisUse.FULL)
        && widths(k).allMatch(bytes -> bytes == Vectorizable.lane(k).bytes())
        && Vectorizable.narrowest(k).bytes() == Vectorizable.lane(k).bytes()
        && !Vectorizable.knowsIndices(k)
        && !Vectorizable.scalarTail(k)
        && Vectorizable.operations(k.roots()) <= VectorKernel.SHORT;
  }

  private static IntStream widths(Kernel k) {
    return IntStream.concat(
        k.inputs().stream().mapToInt(in -> in.dtype().bytes()),
        k.results().stream().mapToInt(r -> r.value().type().bytes()));
  }

  /** The most elements of a row: all bits of such numbers are set in it. */
  static int most(Kernel k) {
    return BYTES / Vectorizable.lane(k).bytes() - 1;
  }

  static String method(String kernel) {
    return kernel + "Dense";
  }

  // ---------------------------------------------------------------- the form

  /** The types of what it takes: the results' memory, the number of elements, the operands'. */
  private static List<Type> parameters(Kernel k) {
    var types = new ArrayList<Type>();
    k.results().forEach(_ -> types.add(Memory.SEGMENT));
    types.add(Type.INT_TYPE);
    k.inputs().forEach(_ -> types.add(Memory.SEGMENT));
    k.scalars().forEach(d -> types.add(JvmTypes.scalar(d)));
    return types;
  }

  static String descriptor(Kernel k) {
    return Type.getMethodDescriptor(Type.VOID_TYPE, parameters(k).toArray(Type[]::new));
  }

  /** The first slot behind the parameters. */
  static int slots(Kernel k) {
    return parameters(k).stream().mapToInt(Type::getSize).sum();
  }

  /** The parameters as a kernel's body sees them: all offsets are 0, all strides 1. */
  static Params params(Kernel k, Code code) {
    var locals = new ArrayList<Local>();
    int slot = 0;
    for (Type t : parameters(k)) {
      locals.add(new Local(slot, t));
      slot += t.getSize();
    }
    Local zero = code.newLocal(Type.LONG_TYPE, () -> code.pushLong(0));
    Local one = code.newLocal(Type.LONG_TYPE, () -> code.pushLong(1));
    int results = k.results().size();
    int inputs = k.inputs().size();
    var tensors = new ArrayList<Tensor>();
    for (int i = 0; i < inputs; i++) {
      Local memory = locals.get(results + 1 + i);
      tensors.add(tensor(k.inputs().get(i).dtype(), memory, zero, one));
    }
    for (int r = 0; r < results; r++) {
      tensors.add(tensor(k.results().get(r).value().type(), locals.get(r), zero, one));
    }
    List<Local> scalars = locals.subList(results + 1 + inputs, locals.size());
    return new Params(List.of(locals.get(results)), tensors, scalars, null, slot);
  }

  private static Tensor tensor(DType dtype, Local memory, Local offset, Local stride) {
    return new Tensor(dtype, List.of(AxisUse.FULL), memory, offset, new Local[] {stride});
  }

  /** Holds where no result shares what is read or stored of its memory with an operand. */
  static BiConsumer<Code, Label> liesApart(Kernel k, List<Tensor> tensors, Local bytes) {
    int inputs = k.inputs().size();
    return (c, no) -> {
      for (Tensor out : tensors.subList(inputs, tensors.size())) {
        for (Tensor in : tensors.subList(0, inputs)) {
          c.load(out.array());
          c.load(in.array());
          c.load(bytes);
          c.callStatic(
              JvmTypes.RUNTIME + "NativeElements",
              "liesApart",
              Type.getMethodDescriptor(
                  Type.BOOLEAN_TYPE, Memory.SEGMENT, Memory.SEGMENT, Type.LONG_TYPE));
          c.mv().visitJumpInsn(Opcodes.IFEQ, no);
        }
      }
    };
  }

  // ---------------------------------------------------------------- its caller

  /** A tensor along the row, as a plan has it. */
  record Walked(Local memory, Local offset, Local stride) {}

  /**
   * Holds where the form may be called.
   *
   * @param pushSize pushes the number of elements, a long
   */
  static BiConsumer<Code, Label> fits(Kernel k, List<Walked> tensors, Code.Part pushSize) {
    return (c, no) -> {
      pushSize.emit();
      c.pushLong(most(k));
      c.op(Opcodes.LCMP);
      c.mv().visitJumpInsn(Opcodes.IFGT, no);
      for (Walked t : tensors) {
        require(c, t.stride(), 1, no);
        require(c, t.offset(), 0, no);
      }
    };
  }

  private static void require(Code c, Local local, long value, Label no) {
    c.load(local);
    c.pushLong(value);
    c.op(Opcodes.LCMP);
    c.mv().visitJumpInsn(Opcodes.IFNE, no);
  }
}
