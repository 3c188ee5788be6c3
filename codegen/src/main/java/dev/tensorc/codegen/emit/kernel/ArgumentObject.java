package dev.tensorc.codegen.emit.kernel;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.KernelCall.Params;
import dev.tensorc.codegen.emit.code.KernelCall.Tensor;
import dev.tensorc.codegen.loop.Kernel;
import java.util.Collections;
import java.util.function.IntConsumer;
import java.util.stream.Stream;
import org.objectweb.asm.Type;

/**
 * An object of the runtime that is told the arguments of a kernel and gives those of other calls of
 * it. Tensors, axes and scalars go by their numbers.
 *
 * @param params the arguments that it is told, or where such arguments would be
 */
record ArgumentObject(Kernel kernel, Code code, Params params, Local object) {

  void call(String name, Type result, Type... args) {
    code.callVirtual(object.type(), name, result, args);
  }

  /** Loads the object and a number. */
  void load(int number) {
    code.load(object);
    code.pushInt(number);
  }

  void tellExtents() {
    for (int axis = 0; axis < kernel.rank(); axis++) {
      load(axis);
      code.load(params.extents().get(axis));
      call("extent", Type.VOID_TYPE, Type.INT_TYPE, Type.INT_TYPE);
    }
  }

  void tellStrides(int tensor) {
    Tensor t = params.tensors().get(tensor);
    for (int axis = 0; axis < kernel.rank(); axis++) {
      if (t.follows(axis)) {
        load(tensor);
        code.pushInt(axis);
        code.load(t.strides()[axis]);
        code.memory().toLong(code);
        call("stride", Type.VOID_TYPE, Type.INT_TYPE, Type.INT_TYPE, Type.LONG_TYPE);
      }
    }
  }

  /**
   * Pushes the arguments of a kernel before its scalars.
   *
   * @param pushTensor pushes all of a tensor
   * @param bounds ints that tell which part of the arguments is asked for
   */
  void pushArguments(IntConsumer pushTensor, Local... bounds) {
    int inputs = kernel.inputs().size();
    for (int t = inputs; t < params.tensors().size(); t++) {
      pushTensor.accept(t);
    }
    for (int axis = 0; axis < kernel.rank(); axis++) {
      get("extent", Type.INT_TYPE, axis, bounds);
    }
    for (int t = 0; t < inputs; t++) {
      pushTensor.accept(t);
    }
  }

  /** Pushes all of a tensor as the object keeps it: its offset and strides are longs there. */
  void pushTensor(int number, Local... bounds) {
    get("base", Type.getType(Object.class), number);
    code.cast(params.tensors().get(number).array().type().getInternalName());
    get("offset", Type.LONG_TYPE, number, bounds);
    code.memory().fromLong(code);
    pushStrides(number, () -> code.memory().fromLong(code), Type.LONG_TYPE);
  }

  /** Pushes a property of a tensor, an axis or a scalar. */
  void get(String property, Type type, int number, Local... bounds) {
    load(number);
    Stream.of(bounds).forEach(code::load);
    Type[] ints = Collections.nCopies(1 + bounds.length, Type.INT_TYPE).toArray(Type[]::new);
    call(property, type, ints);
  }

  /** Pushes the strides of a tensor, of the type that the kernel takes. */
  void pushStrides(int tensor, Code.Part fromGiven, Type given) {
    for (int axis = 0; axis < kernel.rank(); axis++) {
      if (params.tensors().get(tensor).follows(axis)) {
        load(tensor);
        code.pushInt(axis);
        call("stride", given, Type.INT_TYPE, Type.INT_TYPE);
        fromGiven.emit();
      }
    }
  }
}
