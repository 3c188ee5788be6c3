package dev.tensorc.interp;

import dev.tensorc.ir.DType;
import dev.tensorc.ir.Scalars;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.runtime.ElementType;
import dev.tensorc.runtime.ShortFloats;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.Tensors;
import dev.tensorc.runtime.Unranked;
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

  /** The runtime's element type of that name. */
  public static ElementType type(DType dtype) {
    return Arrays.stream(ElementType.values())
        .filter(t -> t.label().equals(dtype.label()))
        .findFirst()
        .orElseThrow();
  }

  /** The elements in row-major order, boxed as {@link Scalars} says. */
  public static List<Object> elements(Tensor tensor) {
    DType dtype = dtype(tensor.type());
    Object array = tensor.toArray();
    var elements = new ArrayList<Object>();
    for (int i = 0; i < Array.getLength(array); i++) {
      elements.add(element(dtype, Array.get(array, i)));
    }
    return elements;
  }

  /** The value of what an array holds. */
  private static Object element(DType dtype, Object stored) {
    return switch (dtype) {
      case F16 -> ShortFloats.fromF16((Short) stored);
      case BF16 -> ShortFloats.fromBF16((Short) stored);
      default -> dtype.isNarrow() ? Scalars.wrap(dtype, ((Number) stored).longValue()) : stored;
    };
  }

  /** What an array holds for a value. */
  public static Object stored(DType dtype, Object element) {
    return switch (dtype.storage()) {
      case BYTE -> ((Integer) element).byteValue();
      case SHORT -> bits(dtype, (Number) element);
      case BOOLEAN, INT, LONG, FLOAT, DOUBLE -> element;
    };
  }

  private static short bits(DType dtype, Number element) {
    return switch (dtype) {
      case F16 -> ShortFloats.toF16(element.floatValue());
      case BF16 -> ShortFloats.toBF16(element.floatValue());
      default -> element.shortValue();
    };
  }

  /** A new tensor of these elements, boxed as {@link Scalars} says. */
  public static Tensor tensor(DType dtype, List<Long> shape, List<Object> elements) {
    ElementType type = type(dtype);
    Object array = type.newArray(elements.size());
    for (int i = 0; i < elements.size(); i++) {
      Array.set(array, i, stored(dtype, elements.get(i)));
    }
    return Tensors.of(type, array, shape.stream().mapToLong(Long::longValue).toArray());
  }

  /** An argument of a run. */
  static NdArray toArray(TensorIr.Param param, Object argument) {
    DType dtype = param.value().dtype();
    if (argument instanceof Tensor tensor) {
      if (dtype(tensor.type()) != dtype || param.value().isScalar()) {
        throw mismatch(param, tensor.type().label() + Arrays.toString(tensor.shape()));
      }
      if (param.value().isUnranked()) {
        Unranked.requireRank(tensor, param.name(), param.declaredType());
      }
      var shape = Arrays.stream(tensor.shape()).boxed().toList();
      return new NdArray(dtype, shape, elements(tensor));
    }
    if (!param.value().isScalar() || !Scalars.boxClass(dtype).isInstance(argument)) {
      throw mismatch(param, argument.getClass().getSimpleName());
    }
    return NdArray.scalar(dtype, argument);
  }

  private static IllegalArgumentException mismatch(TensorIr.Param param, String got) {
    return new IllegalArgumentException(
        "`" + param.name() + "` is " + param.declaredType() + ", got " + got);
  }
}
