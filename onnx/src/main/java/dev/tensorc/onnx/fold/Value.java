package dev.tensorc.onnx.fold;

import dev.tensorc.ir.Dim;
import dev.tensorc.onnx.program.Expr;
import dev.tensorc.onnx.program.TensorType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An operand or output of an operator.
 *
 * @param expr how the program writes it
 * @param contents its elements where they are known
 */
record Value(TensorType type, Expr expr, @Nullable Contents contents) {

  int rank() {
    return type.rank();
  }

  Dim size(int axis) {
    return type.shape().get(axis);
  }

  /** The elements where they are known integers; null where they are not. */
  @Nullable List<Dim> integers() {
    return contents instanceof Contents.Integers(List<Dim> elements) ? elements : null;
  }

  /** The elements where they are known floats; null where they are not. */
  @Nullable List<Double> floats() {
    return contents instanceof Contents.Floats(List<Double> elements) ? elements : null;
  }
}
