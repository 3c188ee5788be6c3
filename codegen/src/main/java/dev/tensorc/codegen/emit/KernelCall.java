package dev.tensorc.codegen.emit;

import dev.tensorc.codegen.emit.Code.Local;
import dev.tensorc.codegen.loop.LoopIr.AxisUse;
import dev.tensorc.codegen.loop.LoopIr.Input;
import dev.tensorc.codegen.loop.LoopIr.Kernel;
import dev.tensorc.ir.DType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;

/**
 * The calling convention of kernels, for callers and callees alike: the output's array, offset and
 * a stride for each parallel axis (absent where the kernel returns a scalar); the extent of each
 * axis; for each input its array, offset and a stride for each axis it follows; the scalars; the
 * {@code Collapse} where there are rounds.
 */
final class KernelCall {

  static final Type COLLAPSE = Type.getObjectType(JvmTypes.RUNTIME + "Collapse");

  private KernelCall() {}

  static Type returnType(Kernel k) {
    return k.parallel() == 0 ? JvmTypes.scalar(k.result().type()) : Type.VOID_TYPE;
  }

  static String descriptor(Kernel k) {
    var types = new ArrayList<Type>();
    if (k.parallel() > 0) {
      types.add(JvmTypes.array(k.result().type()));
      ints(types, 1 + k.parallel());
    }
    ints(types, k.rank());
    for (Input in : k.inputs()) {
      types.add(JvmTypes.array(in.dtype()));
      ints(types, 1 + (int) in.axes().stream().filter(u -> u != AxisUse.NONE).count());
    }
    k.scalars().forEach(d -> types.add(JvmTypes.scalar(d)));
    if (k.rounds()) {
      types.add(COLLAPSE);
    }
    return Type.getMethodDescriptor(returnType(k), types.toArray(Type[]::new));
  }

  private static void ints(List<Type> types, int count) {
    for (int i = 0; i < count; i++) {
      types.add(Type.INT_TYPE);
    }
  }

  /**
   * The parameters of a kernel as its body sees them.
   *
   * @param tensors the inputs, then the output where there is one
   * @param collapse null where there are no rounds
   */
  record Params(
      List<Local> extents,
      List<Tensor> tensors,
      List<Local> scalars,
      @Nullable Local collapse,
      int slots) {
    Tensor input(int i) {
      return tensors.get(i);
    }

    Tensor output() {
      return tensors.getLast();
    }
  }

  /**
   * @param strides one for each axis of the kernel; null where the tensor does not follow it
   */
  record Tensor(DType dtype, List<AxisUse> uses, Local array, Local offset, Local[] strides) {

    Tensor at(Local newOffset) {
      return new Tensor(dtype, uses, array, newOffset, strides);
    }
  }

  static Params params(Kernel k) {
    var next = new Slots();
    Tensor output = null;
    if (k.parallel() > 0) {
      var uses = new ArrayList<AxisUse>();
      for (int a = 0; a < k.rank(); a++) {
        uses.add(a < k.parallel() ? AxisUse.FULL : AxisUse.NONE);
      }
      output = tensor(next, k.result().type(), uses);
    }
    var extents = new ArrayList<Local>();
    for (int a = 0; a < k.rank(); a++) {
      extents.add(next.take(Type.INT_TYPE));
    }
    var tensors = new ArrayList<Tensor>();
    for (Input in : k.inputs()) {
      tensors.add(tensor(next, in.dtype(), in.axes()));
    }
    if (output != null) {
      tensors.add(output);
    }
    var scalars = new ArrayList<Local>();
    k.scalars().forEach(d -> scalars.add(next.take(JvmTypes.scalar(d))));
    Local collapse = k.rounds() ? next.take(COLLAPSE) : null;
    return new Params(extents, tensors, scalars, collapse, next.slot);
  }

  private static Tensor tensor(Slots next, DType dtype, List<AxisUse> uses) {
    Local array = next.take(JvmTypes.array(dtype));
    Local offset = next.take(Type.INT_TYPE);
    var strides = new Local[uses.size()];
    for (int a = 0; a < strides.length; a++) {
      if (uses.get(a) != AxisUse.NONE) {
        strides[a] = next.take(Type.INT_TYPE);
      }
    }
    return new Tensor(dtype, uses, array, offset, strides);
  }

  private static final class Slots {
    int slot;

    Local take(Type type) {
      var local = new Local(slot, type);
      slot += type.getSize();
      return local;
    }
  }
}
