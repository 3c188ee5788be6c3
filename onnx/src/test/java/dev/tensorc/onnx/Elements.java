package dev.tensorc.onnx;

import dev.tensorc.runtime.ElementType;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.Tensors;
import java.util.List;

/** Elements of arguments and results as doubles, of any type. */
final class Elements {
  private Elements() {}

  /** A tensor, or a number of the language's type. */
  static Object argument(OperatorCase.Value value) {
    ElementType type = value.type();
    Tensor tensor =
        Tensors.zeros(type, value.shape().stream().mapToLong(Long::longValue).toArray());
    for (int i = 0; i < value.elements().length; i++) {
      double each = value.elements()[i];
      switch (tensor.array()) {
        case float[] array -> array[i] = (float) each;
        case double[] array -> array[i] = each;
        case long[] array -> array[i] = (long) each;
        case int[] array -> array[i] = (int) each;
        case short[] array ->
            array[i] = type == ElementType.F16 ? Float.floatToFloat16((float) each) : (short) each;
        case byte[] array -> array[i] = (byte) each;
        case boolean[] array -> array[i] = each != 0;
        default -> throw new IllegalArgumentException(type.label());
      }
    }
    return value.shape().isEmpty() ? number(type, value.elements()[0]) : tensor;
  }

  private static Object number(ElementType type, double value) {
    return switch (type) {
      case F32 -> (Object) (float) value;
      case I64 -> (long) value;
      case U8 -> (int) value;
      case I8 -> (byte) value;
      default -> throw new IllegalArgumentException(type.label());
    };
  }

  /** The types that a result may be of: a number of u8 is an Integer, as one of i32 is. */
  static List<ElementType> types(Object result) {
    return switch (result) {
      case Tensor tensor -> List.of(tensor.type());
      case Float _ -> List.of(ElementType.F32);
      case Integer _ -> List.of(ElementType.U8, ElementType.I32);
      default -> throw new IllegalArgumentException(result.getClass().toString());
    };
  }

  static double[] of(Object result) {
    if (result instanceof Number number) {
      return new double[] {number.doubleValue()};
    }
    Tensor tensor = (Tensor) result;
    double[] elements = new double[(int) tensor.count()];
    Object array = tensor.toArray();
    for (int i = 0; i < elements.length; i++) {
      elements[i] =
          switch (array) {
            case float[] a -> a[i];
            case double[] a -> a[i];
            case long[] a -> a[i];
            case int[] a -> a[i];
            case short[] a -> tensor.type() == ElementType.F16 ? Float.float16ToFloat(a[i]) : a[i];
            case byte[] a -> tensor.type() == ElementType.U8 ? a[i] & 0xff : a[i];
            case boolean[] a -> a[i] ? 1 : 0;
            default -> throw new IllegalArgumentException(tensor.type().label());
          };
    }
    return elements;
  }
}
