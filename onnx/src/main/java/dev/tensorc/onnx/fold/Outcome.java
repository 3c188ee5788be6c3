package dev.tensorc.onnx.fold;

import dev.tensorc.onnx.program.Expr;
import dev.tensorc.onnx.program.TensorType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The outputs of a node.
 *
 * @param types one for each output
 * @param contents the elements of the only output where they are known
 */
record Outcome(List<TensorType> types, Expr expr, @Nullable Contents contents) {

  /** An outcome of elements that are found at run time. */
  static Outcome of(TensorType type, Expr expr) {
    return new Outcome(List.of(type), expr, null);
  }

  /** Another value, unchanged. */
  static Outcome of(Value value) {
    return new Outcome(List.of(value.type()), value.expr(), value.contents());
  }

  static Outcome of(TensorType type, Expr expr, @Nullable Contents contents) {
    return new Outcome(List.of(type), expr, contents);
  }

  /** An outcome of known elements. */
  static Outcome folded(TensorType type, Contents contents) {
    return new Outcome(List.of(type), Literals.of(type, contents), contents);
  }
}
