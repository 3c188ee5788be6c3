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

/**
 * The arrays, or the native memory, of a plan's own tensors: locals that keep it until a larger one
 * is needed, so that a loop allocates in its first iterations only.
 */
final class PlanBuffers {

  private final Code code;
  private final PlanDims dims;
  private final PlanAllocations allocations;
  private final PlanValues values;
  private final Memory memory;
  private final List<Local> arrays = new ArrayList<>();

  /** Emits the locals, without arrays: they live as long as the plan. */
  PlanBuffers(Code code, Plan plan, PlanDims dims, PlanAllocations allocations, PlanValues values) {
    this.code = code;
    this.values = values;
    this.memory = code.memory();
    this.dims = dims;
    this.allocations = allocations;
    for (DType d : plan.buffers()) {
      arrays.add(code.newLocal(memory.base(d), () -> code.op(Opcodes.ACONST_NULL)));
    }
  }

  /** The buffer's local, with room for the value's elements. */
  Local fill(int buffer, Value v) {
    Local array = arrays.get(buffer);
    code.ifThen((_, no) -> jumpIfEnough(array, v, no), () -> make(array, v));
    return array;
  }

  private void jumpIfEnough(Local array, Value v, Label enough) {
    var small = new Label();
    code.load(array);
    code.mv().visitJumpInsn(Opcodes.IFNULL, small);
    code.load(array);
    memory.pushCapacity(code, v.dtype());
    pushCount(v.shape());
    code.op(Opcodes.LCMP);
    code.mv().visitJumpInsn(Opcodes.IFGE, enough);
    code.mv().visitLabel(small);
  }

  /** Pushes the number of elements, or more than there can be. */
  private void pushCount(List<Dim> shape) {
    dims.push(shape.getFirst());
    for (Dim d : shape.subList(1, shape.size())) {
      dims.push(d);
      code.callStatic(JvmTypes.RUNTIME + "Checks", "product", "(JJ)J");
    }
  }

  private void make(Local array, Value v) {
    Local tensor = code.newLocal(JvmTypes.tensorType(v.dtype()), () -> allocations.pushNew(v));
    code.assign(array, () -> values.pushBase(tensor, v.dtype()));
  }

  /** Buffers take each other's arrays, all at once. */
  void exchange(List<LoopIr.Exchange> exchanges) {
    exchanges.forEach(e -> code.load(arrays.get(e.from())));
    exchanges.reversed().forEach(e -> code.store(arrays.get(e.buffer())));
  }
}
