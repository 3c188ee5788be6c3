package dev.tensorc.codegen.emit.plan;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.Memory;
import dev.tensorc.codegen.emit.code.RuntimeTypes;
import dev.tensorc.codegen.emit.plan.PlanValues.Geometry;
import dev.tensorc.codegen.loop.LoopIr;
import dev.tensorc.ir.TensorIr.Value;
import java.util.ArrayList;
import java.util.function.Consumer;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Emits reshapes: the strides of the new axes are computed, and only where there are none are the
 * elements copied.
 */
final class PlanReshapes {

  private static final Type LONGS = Type.getType(long[].class);

  private final Code code;
  private final PlanDims dims;
  private final PlanValues values;
  private final Memory memory;

  PlanReshapes(Code code, PlanDims dims, PlanValues values) {
    this.code = code;
    this.dims = dims;
    this.values = values;
    this.memory = code.memory();
  }

  /**
   * @param copy emits a copy into a buffer
   */
  void emit(LoopIr.Reshape r, Consumer<LoopIr.Copy> copy) {
    Value v = r.value();
    Geometry from = values.tensor(r.from());
    if (r.otherwise().isEmpty()) {
      values.define(v, values.rowMajor(v, from.array()));
      return;
    }
    Geometry to = values.unset(v);
    code.scope(() -> shown(r.from(), v, to, r.otherwise().get(), copy));
    values.define(v, to);
  }

  private void shown(
      Value from, Value v, Geometry to, LoopIr.Copy otherwise, Consumer<LoopIr.Copy> copy) {
    int first = 2 * from.rank();
    Local places = places(from, v);
    code.ifElse(
        Code.isTrue(
            () -> {
              code.load(places);
              code.pushInt(from.rank());
              code.pushInt(v.rank());
              code.callStatic(
                  RuntimeTypes.RESHAPING,
                  "findStrides",
                  Type.BOOLEAN_TYPE,
                  LONGS,
                  Type.INT_TYPE,
                  Type.INT_TYPE);
            }),
        () -> {
          Geometry base = values.tensor(from);
          code.assign(to.array(), base.array());
          code.assign(to.offset(), base.offset());
          for (int axis = 0; axis < v.rank(); axis++) {
            int place = first + axis;
            code.assign(
                to.strides().get(axis),
                () -> {
                  code.load(places);
                  code.pushInt(place);
                  code.op(Opcodes.LALOAD);
                  memory.fromLong(code);
                });
          }
        },
        () -> {
          copy.accept(otherwise);
          Geometry whole = values.rowMajor(v, values.tensor(otherwise.value()).array());
          code.assign(to.array(), whole.array());
          code.assign(to.offset(), whole.offset());
          for (int axis = 0; axis < v.rank(); axis++) {
            code.assign(to.strides().get(axis), whole.strides().get(axis));
          }
        });
  }

  /** The thread's array, with the sizes and strides for the runtime. */
  private Local places(Value from, Value v) {
    var elements = new ArrayList<Code.Part>();
    from.shape().forEach(d -> elements.add(() -> dims.push(d)));
    for (Local stride : values.tensor(from).strides()) {
      elements.add(
          () -> {
            code.load(stride);
            memory.toLong(code);
          });
    }
    v.shape().forEach(d -> elements.add(() -> dims.push(d)));
    Local places = code.newLocal(LONGS, () -> pushArguments(elements.size()));
    for (int i = 0; i < elements.size(); i++) {
      code.load(places);
      code.pushInt(i);
      elements.get(i).emit();
      code.op(Opcodes.LASTORE);
    }
    return places;
  }

  private void pushArguments(int count) {
    code.pushInt(count);
    code.callStatic(RuntimeTypes.KERNEL_ARGUMENTS, "longs", LONGS, Type.INT_TYPE);
  }
}
