package dev.tensorc.sections;

import dev.tensorc.interp.TensorBridge;
import dev.tensorc.runtime.Tensor;
import java.util.Arrays;
import java.util.Iterator;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** Writes values as sections have them. */
public final class ValueText {

  private ValueText() {}

  /**
   * A tensor or a boxed scalar, such as {@code [1.0, 2.0]:f32}.
   *
   * @param dtype of a scalar
   */
  public static String of(Object value, String dtype) {
    if (!(value instanceof Tensor tensor)) {
      return word(value, dtype) + ":" + dtype;
    }
    String shape =
        Arrays.stream(tensor.shape()).mapToObj(Long::toString).collect(Collectors.joining(", "));
    String list =
        tensor.count() == 0
            ? "zeros(" + shape + ")"
            : list(
                tensor.shape(),
                0,
                TensorBridge.elements(tensor).stream()
                    .map(e -> word(e, tensor.type().label()))
                    .iterator());
    return list + ":" + tensor.type().label();
  }

  private static String list(long[] shape, int axis, Iterator<String> words) {
    return axis == shape.length
        ? words.next()
        : LongStream.range(0, shape[axis])
            .mapToObj(_ -> list(shape, axis + 1, words))
            .collect(Collectors.joining(", ", "[", "]"));
  }

  private static String word(Object element, String dtype) {
    return switch (dtype) {
      case "u32" -> Integer.toUnsignedString((Integer) element);
      case "u64" -> Long.toUnsignedString((Long) element);
      default -> element.toString().replace("NaN", "nan").replace("Infinity", "inf");
    };
  }
}
