package dev.tensorc.onnx.program;

import dev.tensorc.ir.Dim;
import dev.tensorc.runtime.ElementType;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The type of a value.
 *
 * @param shape the sizes; none for a scalar
 */
public record TensorType(ElementType element, List<Dim> shape) {
  public TensorType {
    shape = List.copyOf(shape);
  }

  public int rank() {
    return shape.size();
  }

  /** The same sizes with other elements. */
  public TensorType of(ElementType other) {
    return new TensorType(other, shape);
  }

  /** Whether the elements are floats. */
  public boolean isFloat() {
    return switch (element) {
      case F32, F64, F16, BF16 -> true;
      case I8, I16, I32, I64, U8, U16, U32, U64, BOOL -> false;
    };
  }

  /** Whether the elements are integers. */
  public boolean isInteger() {
    return !isFloat() && element != ElementType.BOOL;
  }

  /** As the language writes it: {@code f32[batch, 384]}. */
  @Override
  public String toString() {
    return shape.isEmpty()
        ? element.label()
        : shape.stream()
            .map(Dim::toString)
            .collect(Collectors.joining(", ", element.label() + "[", "]"));
  }
}
