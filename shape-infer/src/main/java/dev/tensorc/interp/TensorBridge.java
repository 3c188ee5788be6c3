package dev.tensorc.interp;

import dev.tensorc.ir.DType;
import dev.tensorc.ir.Scalars;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.runtime.ElementType;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.Tensors;
import dev.tensorc.runtime.link.Unranked;
import dev.tensorc.runtime.link.math.ShortFloats;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;

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
    IntFunction<Object> element =
        switch (array) {
          case boolean[] a -> i -> a[i];
          case byte[] a -> i -> Scalars.wrap(dtype, a[i]);
          case short[] a -> i -> value(dtype, a[i]);
          case int[] a -> i -> a[i];
          case long[] a -> i -> a[i];
          case float[] a -> i -> a[i];
          case double[] a -> i -> a[i];
          default -> throw new IllegalStateException("no elements: " + array);
        };
    int count = Array.getLength(array);
    var elements = new ArrayList<Object>(count);
    for (int i = 0; i < count; i++) {
      elements.add(element.apply(i));
    }
    return elements;
  }

  private static Object value(DType dtype, short bits) {
    return switch (dtype) {
      case F16 -> ShortFloats.fromF16(bits);
      case BF16 -> ShortFloats.fromBF16(bits);
      default -> Scalars.wrap(dtype, bits);
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
      Object element = elements.get(i);
      switch (array) {
        case boolean[] a -> a[i] = (Boolean) element;
        case byte[] a -> a[i] = ((Integer) element).byteValue();
        case short[] a -> a[i] = bits(dtype, (Number) element);
        case int[] a -> a[i] = (Integer) element;
        case long[] a -> a[i] = (Long) element;
        case float[] a -> a[i] = (Float) element;
        case double[] a -> a[i] = (Double) element;
        default -> throw new IllegalStateException("no array of elements: " + array);
      }
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
