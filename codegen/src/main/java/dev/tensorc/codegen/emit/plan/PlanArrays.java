package dev.tensorc.codegen.emit.plan;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.RuntimeTypes;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.TensorIr.Value;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Pushes new Java arrays: the arguments of messages and new tensors. */
record PlanArrays(Code code, PlanDims dims) {

  /** Pushes a new array of references, one for each item. */
  <T> void pushEach(Type element, List<T> items, Consumer<T> push) {
    code.pushInt(items.size());
    code.mv().visitTypeInsn(Opcodes.ANEWARRAY, element.getInternalName());
    fill(items.size(), Opcodes.AASTORE, i -> push.accept(items.get(i)));
  }

  /** Stores elements in the array on the stack, which stays there. */
  private void fill(int count, int store, IntConsumer push) {
    for (int i = 0; i < count; i++) {
      code.op(Opcodes.DUP);
      code.pushInt(i);
      push.accept(i);
      code.op(store);
    }
  }

  /** Pushes a new int[]. */
  void pushAxes(List<Integer> axes) {
    code.pushInt(axes.size());
    code.mv().visitIntInsn(Opcodes.NEWARRAY, Opcodes.T_INT);
    fill(axes.size(), Opcodes.IASTORE, i -> code.pushInt(axes.get(i)));
  }

  /** Pushes a new boolean[]. */
  void pushStretches(List<Boolean> stretches) {
    code.pushInt(stretches.size());
    code.mv().visitIntInsn(Opcodes.NEWARRAY, Opcodes.T_BOOLEAN);
    for (int i = 0; i < stretches.size(); i++) {
      if (stretches.get(i)) {
        code.op(Opcodes.DUP);
        code.pushInt(i);
        code.pushInt(1);
        code.op(Opcodes.BASTORE);
      }
    }
  }

  /** Pushes a new String[]. */
  void pushStrings(List<String> values) {
    pushEach(Type.getType(String.class), values, code::pushString);
  }

  /** Pushes a new long[][] with the sizes. */
  void pushShapes(List<Value> values) {
    pushEach(Type.getType(long[].class), values, this::pushShape);
  }

  /** Pushes a new long[] with the sizes of the axes that a value has. */
  void pushShape(Value v) {
    if (v.isUnranked()) {
      pushShape(v.shape(), v.axes().ranks());
    } else {
      pushSizes(v.shape());
    }
  }

  /** Pushes a new long[] with the last sizes, as many as the largest of some ranks. */
  void pushShape(List<Dim> shape, List<Dim> ranks) {
    pushSizes(shape);
    dims.pushLargest(ranks);
    code.callStatic(RuntimeTypes.UNRANKED, "shape", "([JJ)[J");
  }

  /** Pushes a new long[] with the sizes. */
  void pushSizes(List<Dim> shape) {
    pushLongs(shape.stream().map(d -> (Code.Part) () -> dims.push(d)).toList());
  }

  /** Pushes a new long[]. */
  void pushLongs(List<Code.Part> values) {
    code.pushInt(values.size());
    code.mv().visitIntInsn(Opcodes.NEWARRAY, Opcodes.T_LONG);
    fill(values.size(), Opcodes.LASTORE, i -> values.get(i).emit());
  }
}
