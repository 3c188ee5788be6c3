package dev.tensorc.interp;

import dev.tensorc.ir.DType;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.runtime.BooleanTensor;
import dev.tensorc.runtime.ByteTensor;
import dev.tensorc.runtime.DoubleTensor;
import dev.tensorc.runtime.ElementType;
import dev.tensorc.runtime.FloatTensor;
import dev.tensorc.runtime.IntTensor;
import dev.tensorc.runtime.LongTensor;
import dev.tensorc.runtime.Tensor;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Between the runtime's tensors and boxed elements. */
public final class TensorBridge {

  private TensorBridge() {}

  /** The language's dtype of that name. */
  public static DType dtype(ElementType type) {
    return DType.named(type.label()).orElseThrow();
  }

  /**
   * The elements in row-major order: Boolean, Integer (i32, and u8 as 0 to 255), Long, and so on.
   */
  public static List<Object> elements(Tensor tensor) {
    Object array = rowMajor(tensor);
    var elements = new ArrayList<Object>();
    for (int i = 0; i < Array.getLength(array); i++) {
      elements.add(
          array instanceof byte[] bytes ? (Object) (bytes[i] & 0xff) : Array.get(array, i));
    }
    return elements;
  }

  private static Object rowMajor(Tensor tensor) {
    return switch (tensor) {
      case FloatTensor t -> t.toArray();
      case DoubleTensor t -> t.toArray();
      case IntTensor t -> t.toArray();
      case LongTensor t -> t.toArray();
      case ByteTensor t -> t.toArray();
      case BooleanTensor t -> t.toArray();
    };
  }

  /** A new tensor of these elements, boxed as {@link #elements} gives them. */
  public static Tensor tensor(DType dtype, List<Long> shape, List<Object> elements) {
    long[] sizes = shape.stream().mapToLong(Long::longValue).toArray();
    Object array = fill(dtype, elements);
    return switch (dtype) {
      case F32 -> FloatTensor.of((float[]) array, sizes);
      case F64 -> DoubleTensor.of((double[]) array, sizes);
      case I32 -> IntTensor.of((int[]) array, sizes);
      case I64 -> LongTensor.of((long[]) array, sizes);
      case U8 -> ByteTensor.of((byte[]) array, sizes);
      case BOOL -> BooleanTensor.of((boolean[]) array, sizes);
    };
  }

  private static Object fill(DType dtype, List<Object> elements) {
    Object array = Array.newInstance(elementClass(dtype), elements.size());
    for (int i = 0; i < elements.size(); i++) {
      Object e = elements.get(i);
      Array.set(array, i, dtype == DType.U8 ? (Object) ((Integer) e).byteValue() : e);
    }
    return array;
  }

  private static Class<?> elementClass(DType dtype) {
    return switch (dtype) {
      case F32 -> float.class;
      case F64 -> double.class;
      case I32 -> int.class;
      case I64 -> long.class;
      case U8 -> byte.class;
      case BOOL -> boolean.class;
    };
  }

  /** An argument of a run. */
  static NdArray toArray(TensorIr.Param param, Object argument) {
    DType dtype = param.value().dtype();
    if (argument instanceof Tensor tensor) {
      if (dtype(tensor.type()) != dtype || param.value().isScalar()) {
        throw mismatch(param, tensor.type().label() + Arrays.toString(tensor.shape()));
      }
      var shape = Arrays.stream(tensor.shape()).boxed().toList();
      return new NdArray(dtype, shape, elements(tensor));
    }
    if (!param.value().isScalar() || !scalarClass(dtype).isInstance(argument)) {
      throw mismatch(param, argument.getClass().getSimpleName());
    }
    return NdArray.scalar(dtype, argument);
  }

  private static IllegalArgumentException mismatch(TensorIr.Param param, String got) {
    return new IllegalArgumentException(
        "`" + param.name() + "` is " + param.declaredType() + ", got " + got);
  }

  /** The class of a boxed scalar of that dtype. */
  public static Class<?> scalarClass(DType dtype) {
    return switch (dtype) {
      case F32 -> Float.class;
      case F64 -> Double.class;
      case I32, U8 -> Integer.class;
      case I64 -> Long.class;
      case BOOL -> Boolean.class;
    };
  }

  /** A result of a run. */
  static Object fromArray(NdArray array) {
    return array.isScalar()
        ? array.scalar()
        : tensor(array.dtype(), array.shape(), array.elements());
  }
}
