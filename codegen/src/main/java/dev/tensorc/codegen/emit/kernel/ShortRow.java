package dev.tensorc.codegen.emit.kernel;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.JvmTypes;
import dev.tensorc.codegen.emit.code.KernelCall.Params;
import dev.tensorc.codegen.emit.code.KernelCall.Tensor;
import dev.tensorc.codegen.emit.code.Memory;
import dev.tensorc.codegen.emit.form.NativePlans;
import dev.tensorc.codegen.emit.form.Splittable;
import dev.tensorc.codegen.emit.form.StepSize;
import dev.tensorc.codegen.emit.form.VectorForm;
import dev.tensorc.codegen.emit.form.Vectorizable;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.Kernel.AxisUse;
import dev.tensorc.ir.DType;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.objectweb.asm.Type;

/**
 * The form of a kernel for the fast path of {@link RowCall}: one short row of native memory, where
 * the elements of each tensor follow each other from the beginning of its memory and the result
 * shares no memory with an operand. The form takes no offsets and no strides, and the JIT knows
 * that its loop ends soon. The last vector comes before the loop: so no branch asks for a rest, and
 * each memory is checked once. Some elements are stored twice, with the same value. Where the row
 * is shorter than a vector, the form does nothing and returns false.
 *
 * <pre>
 * static boolean kernel0Row(MemorySegment out, int n, MemorySegment a, MemorySegment b)
 * </pre>
 */
final class ShortRow {

  private ShortRow() {}

  /** Whether a kernel has this form: its step is short, and it walks tensors of one width only. */
  static boolean possible(Kernel k) {
    int width = Vectorizable.lane(k).bytes();
    return NativePlans.obstacle(k).isEmpty()
        && VectorForm.of(k) == VectorForm.ELEMENTS
        && k.rank() == 1
        && k.results().size() == 1
        && !k.inputs().isEmpty()
        && k.inputs().stream().allMatch(in -> in.axes().getFirst() == AxisUse.FULL)
        && widths(k).allMatch(bytes -> bytes == width)
        && Vectorizable.narrowest(k).bytes() == width
        && !Vectorizable.knowsIndices(k)
        && !Splittable.mayThrow(k) // the last elements are computed first
        && StepSize.hasShortStep(k);
  }

  private static IntStream widths(Kernel k) {
    return IntStream.concat(
        k.inputs().stream().mapToInt(in -> in.dtype().bytes()),
        k.results().stream().mapToInt(r -> r.value().type().bytes()));
  }

  /** The most elements that it takes. In the number all bits are set up to its highest. */
  static int most(Kernel k) {
    return k.tuning().elements().boundedRowBytes() / Vectorizable.lane(k).bytes() - 1;
  }

  /** Pushes the number of elements so that the JIT knows {@link #most}. */
  static void pushBounded(Code code, Kernel k, Local n) {
    code.load(n).and(most(k));
  }

  static String method(String kernel) {
    return kernel + "Row";
  }

  /** The types of its parameters: the result's memory, the number of elements, the operands'. */
  private static List<Type> parameters(Kernel k) {
    var types = new ArrayList<>(List.of(Memory.SEGMENT, Type.INT_TYPE));
    k.inputs().forEach(_ -> types.add(Memory.SEGMENT));
    k.scalars().forEach(d -> types.add(JvmTypes.scalar(d)));
    return types;
  }

  static String descriptor(Kernel k) {
    return Type.getMethodDescriptor(Type.BOOLEAN_TYPE, parameters(k).toArray(Type[]::new));
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
    int operands = k.inputs().size();
    var tensors = new ArrayList<Tensor>();
    for (int i = 0; i < operands; i++) {
      tensors.add(row(k.inputs().get(i).dtype(), locals.get(2 + i), zero, one));
    }
    tensors.add(row(k.results().getFirst().value().type(), locals.getFirst(), zero, one));
    List<Local> scalars = locals.subList(2 + operands, locals.size());
    return new Params(List.of(locals.get(1)), tensors, scalars, null, slot);
  }

  private static Tensor row(DType dtype, Local memory, Local offset, Local stride) {
    return new Tensor(dtype, List.of(AxisUse.FULL), memory, offset, new Local[] {stride});
  }
}
