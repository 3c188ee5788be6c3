package dev.tensorc.codegen.emit.code;

import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.Kernel.AxisUse;
import dev.tensorc.codegen.loop.Kernel.Input;
import dev.tensorc.ir.DType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * The calling convention of kernels, for callers and callees alike: for each output its array,
 * offset and a stride for each axis it follows (absent where the kernel returns its result); the
 * extent of each axis; the same for each input; the scalars; the {@code Collapse} where there are
 * rounds. Where that is more than a method should take, see {@link PackedCall}.
 */
public final class KernelCall {

  private KernelCall() {}

  public static Type returnType(Kernel k) {
    return k.returns() ? JvmTypes.scalar(k.results().getFirst().value().type()) : Type.VOID_TYPE;
  }

  /** The arguments' way into a method. */
  public static PackedCall arguments(Kernel k, Memory memory) {
    var types = new ArrayList<Type>();
    for (Kernel.Result r : outputs(k)) {
      types.add(memory.base(r.value().type()));
      indices(types, memory, 1 + (r.alongRow() ? k.rank() : k.parallel()));
    }
    types.addAll(Collections.nCopies(k.rank(), Type.INT_TYPE));
    for (Input in : k.inputs()) {
      types.add(memory.base(in.dtype()));
      indices(types, memory, 1 + (int) in.axes().stream().filter(u -> u != AxisUse.NONE).count());
    }
    k.scalars().forEach(d -> types.add(JvmTypes.scalar(d)));
    if (k.rounds()) {
      types.add(RuntimeTypes.COLLAPSE);
    }
    return new PackedCall(types, memory, k.tuning().budgets().kernels().arguments());
  }

  public static String descriptor(Kernel k, Memory memory) {
    return Type.getMethodDescriptor(
        returnType(k), arguments(k, memory).parameters().toArray(Type[]::new));
  }

  /**
   * Calls a method that has a form of a kernel, whose arguments are on the stack.
   *
   * @param memory the kind of storage that the method walks
   */
  public static void emit(Code code, String holder, String method, Kernel k, Memory memory) {
    arguments(k, memory).pack(code);
    code.callStatic(holder, method, descriptor(k, memory));
  }

  /**
   * Holds where no input lies in the array of a result, so that results may be stored again.
   *
   * @param tensors of the kernel, over arrays
   */
  public static BiConsumer<Code, Label> sharesNoArray(Kernel k, List<Tensor> tensors) {
    int inputs = k.inputs().size();
    return (c, no) -> {
      for (Tensor out : tensors.subList(inputs, tensors.size())) {
        for (Tensor in : tensors.subList(0, inputs)) {
          if (in.array().type().equals(out.array().type())) {
            c.load(out.array());
            c.load(in.array());
            c.mv().visitJumpInsn(Opcodes.IF_ACMPEQ, no);
          }
        }
      }
    };
  }

  /**
   * Pushes the arguments of a kernel before its scalars.
   *
   * @param tensors the inputs, then the outputs
   * @param pushExtent pushes how many points an axis has
   */
  public static void pushTensors(
      Kernel k, List<Tensor> tensors, Consumer<Tensor> pushTensor, IntConsumer pushExtent) {
    int inputs = k.inputs().size();
    tensors.subList(inputs, tensors.size()).forEach(pushTensor);
    IntStream.range(0, k.rank()).forEach(pushExtent);
    tensors.subList(0, inputs).forEach(pushTensor);
  }

  /** The results that are stored. */
  private static List<Kernel.Result> outputs(Kernel k) {
    return k.returns() ? List.of() : k.results();
  }

  private static void indices(List<Type> types, Memory memory, int count) {
    types.addAll(Collections.nCopies(count, memory.index()));
  }

  /**
   * The parameters of a kernel as its body sees them.
   *
   * @param tensors the inputs, then the outputs
   * @param collapse null where there are no rounds
   * @param slots the first slot behind them
   */
  public record Params(
      List<Local> extents,
      List<Tensor> tensors,
      List<Local> scalars,
      @Nullable Local collapse,
      int slots) {

    /** Pushes how many points all axes have, as a long. */
    public Arithmetic pushPoints(Code c) {
      return pushPoints(c, extents);
    }

    /** Pushes how many points axes of such extents have, as a long. */
    public static Arithmetic pushPoints(Code c, List<Local> extents) {
      Arithmetic points = c.pushLong(1);
      extents.forEach(extent -> points.times(() -> c.load(extent).toLong()));
      return points;
    }

    /** Pushes the arguments of a kernel behind its tensors. */
    public void pushRest(Code c) {
      scalars.forEach(c::load);
      if (collapse != null) {
        c.load(collapse);
      }
    }
  }

  /**
   * @param strides one for each axis of the kernel; null where the tensor does not follow it
   */
  public record Tensor(
      DType dtype, List<AxisUse> uses, Local array, Local offset, Local[] strides) {

    /** Whether another index along an axis is another element. */
    public boolean follows(int axis) {
      return uses.get(axis) != AxisUse.NONE;
    }

    /** Jumps unless its elements along an axis are neighbours, or are one. */
    public void requireNeighbours(Code c, int axis, Label no) {
      if (strides[axis] != null) {
        c.memory().jumpUnlessEqual(c, strides[axis], () -> c.pushInt(1), no);
      }
    }

    /** Pushes a kernel's arguments for the tensor. */
    public void push(Code c) {
      push(c, uses, () -> c.load(offset));
    }

    /**
     * Pushes it for a form of the kernel.
     *
     * @param followed how the form follows it
     */
    public void push(Code c, List<AxisUse> followed, Code.Part pushOffset) {
      c.load(array);
      pushOffset.emit();
      for (int axis = 0; axis < strides.length; axis++) {
        if (followed.get(axis) != AxisUse.NONE) {
          c.load(strides[axis]);
        }
      }
    }

    public Tensor at(Local newOffset) {
      return new Tensor(dtype, uses, array, newOffset, strides);
    }

    public Tensor withStride(int axis, Local stride) {
      Local[] changed = strides.clone();
      changed[axis] = stride;
      return new Tensor(dtype, uses, array, offset, changed);
    }
  }

  public static Params params(Kernel k, Memory memory) {
    PackedCall arguments = arguments(k, memory);
    Iterator<Local> next = arguments.locals().iterator();
    var outputs = new ArrayList<Tensor>();
    for (Kernel.Result r : outputs(k)) {
      var uses = new ArrayList<AxisUse>();
      for (int a = 0; a < k.rank(); a++) {
        uses.add(a < k.parallel() || r.alongRow() ? AxisUse.FULL : AxisUse.NONE);
      }
      outputs.add(tensor(next, r.value().type(), uses));
    }
    var extents = new ArrayList<Local>();
    for (int a = 0; a < k.rank(); a++) {
      extents.add(next.next());
    }
    var tensors = new ArrayList<Tensor>();
    for (Input in : k.inputs()) {
      tensors.add(tensor(next, in.dtype(), in.axes()));
    }
    tensors.addAll(outputs);
    var scalars = new ArrayList<Local>();
    k.scalars().forEach(_ -> scalars.add(next.next()));
    Local collapse = k.rounds() ? next.next() : null;
    return new Params(extents, tensors, scalars, collapse, arguments.slots());
  }

  private static Tensor tensor(Iterator<Local> next, DType dtype, List<AxisUse> uses) {
    Local array = next.next();
    Local offset = next.next();
    var strides = new Local[uses.size()];
    for (int a = 0; a < strides.length; a++) {
      if (uses.get(a) != AxisUse.NONE) {
        strides[a] = next.next();
      }
    }
    return new Tensor(dtype, uses, array, offset, strides);
  }
}
