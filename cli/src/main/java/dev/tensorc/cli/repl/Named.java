package dev.tensorc.cli.repl;

import dev.tensorc.runtime.Parameter;
import dev.tensorc.runtime.Tensor;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * A value of the dialogue.
 *
 * @param value a tensor, or a boxed scalar
 * @param element the type of its elements as programs write it
 */
record Named(Object value, String element) {

  /** A function's result. */
  static Named of(Parameter result, Object value) {
    return new Named(value, result.isText() ? "char" : result.dtype().label());
  }

  /** A file's tensor. */
  static Named of(Tensor tensor) {
    return new Named(tensor, tensor.type().label());
  }

  /** As a program declares it: {@code f32[3, 4]}. */
  String type() {
    return value instanceof Tensor t && t.rank() > 0
        ? element
            + Arrays.stream(t.shape())
                .mapToObj(String::valueOf)
                .collect(Collectors.joining(", ", "[", "]"))
        : element;
  }

  /** The value with its type. */
  String text() {
    return value instanceof Tensor t ? t.toString() : value + " : " + element;
  }
}
