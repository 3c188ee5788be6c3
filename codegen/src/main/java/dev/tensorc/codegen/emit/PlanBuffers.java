package dev.tensorc.codegen.emit;

import dev.tensorc.codegen.emit.Code.Local;
import dev.tensorc.codegen.loop.LoopIr;
import dev.tensorc.codegen.loop.LoopIr.Plan;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.TensorIr.Value;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * The arrays of a plan's own tensors: locals that keep an array until a larger one is needed, so
 * that a loop allocates in its first iterations only.
 */
final class PlanBuffers {

  private final Code code;
  private final PlanDims dims;
  private final PlanAllocations allocations;
  private final List<Local> arrays = new ArrayList<>();

  /** Emits the locals, without arrays: they live as long as the plan. */
  PlanBuffers(Code code, Plan plan, PlanDims dims, PlanAllocations allocations) {
    this.code = code;
    this.dims = dims;
    this.allocations = allocations;
    for (DType d : plan.buffers()) {
      arrays.add(code.newLocal(JvmTypes.array(d), () -> code.op(Opcodes.ACONST_NULL)));
    }
  }

  /** The buffer's local, with room for the value's elements. */
  Local fill(int buffer, Value v) {
    Local array = arrays.get(buffer);
    code.ifThen((_, no) -> jumpIfEnough(array, v.shape(), no), () -> make(array, v));
    return array;
  }

  private void jumpIfEnough(Local array, List<Dim> shape, Label enough) {
    var small = new Label();
    code.load(array);
    code.mv().visitJumpInsn(Opcodes.IFNULL, small);
    code.load(array);
    code.op(Opcodes.ARRAYLENGTH);
    code.op(Opcodes.I2L);
    pushCount(shape);
    code.op(Opcodes.LCMP);
    code.mv().visitJumpInsn(Opcodes.IFGE, enough);
    code.mv().visitLabel(small);
  }

  /** Pushes the number of elements, or more than an array has. */
  private void pushCount(List<Dim> shape) {
    dims.push(shape.getFirst());
    for (Dim d : shape.subList(1, shape.size())) {
      dims.push(d);
      code.callStatic(JvmTypes.RUNTIME + "Checks", "product", "(JJ)J");
    }
  }

  private void make(Local array, Value v) {
    Type type = array.type();
    allocations.pushNew(v);
    code.callVirtual(JvmTypes.tensor(v.dtype()), "array", Type.getMethodDescriptor(type));
    code.store(array);
  }

  /** Buffers take each other's arrays, all at once. */
  void exchange(List<LoopIr.Exchange> exchanges) {
    exchanges.forEach(e -> code.load(arrays.get(e.from())));
    exchanges.reversed().forEach(e -> code.store(arrays.get(e.buffer())));
  }
}
