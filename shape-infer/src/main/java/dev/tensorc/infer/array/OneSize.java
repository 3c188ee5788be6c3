package dev.tensorc.infer.array;

import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.Span;
import dev.tensorc.infer.report.ErrorId;
import dev.tensorc.infer.scope.Names;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.ShapeText;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Value;
import java.util.List;

/**
 * The demand that two arrays have one size on an axis.
 *
 * @param expected has the size that the other must have
 * @param span of the operation that demands it
 */
record OneSize(ArrayContext cx, TensorIr.Meeting meeting, Value actual, Value expected, Span span) {

  /**
   * False, and reported, where the sizes never are equal; a check where they may be.
   *
   * @param told the arrays in the order in which the message names them
   * @param what the message's beginning
   * @param hint advice for the user
   */
  boolean on(int axis, String what, List<Value> told, String hint) {
    Dim own = actual.shape().get(axis);
    Dim other = expected.shape().get(axis);
    Dim left = cx.emit.resolve(own);
    Dim right = cx.emit.resolve(other);
    if (left.equals(right)) {
      return true;
    }
    if (Dims.sub(left, right) instanceof Dim.Const) {
      report(axis, what, told.getFirst(), told.getLast(), hint);
      return false;
    }
    cx.emit.check(
        new TensorIr.ExtentCheck(
            meeting,
            Names.ofSource(span),
            actual.name(),
            actual.axisName(axis),
            own,
            expected.name(),
            expected.axisName(axis),
            other,
            span),
        List.of(own, other));
    cx.emit.learnSize(own, other, span, "operation");
    return true;
  }

  private void report(int axis, String what, Value one, Value other, String hint) {
    Diagnostic d =
        ErrorId.SIZE
            .at(
                span,
                "%s `%s` has size %s and `%s` has size %s on axis %d"
                    .formatted(
                        what,
                        one.name(),
                        size(one, axis),
                        other.name(),
                        size(other, axis),
                        one.axisName(axis)))
            .because(one.name() + ": " + cx.shown(one))
            .because(other.name() + ": " + cx.shown(other))
            .hint(hint);
    cx.report(cx.origin(cx.origin(d, one, span), other, span));
  }

  private String size(Value v, int axis) {
    return ShapeText.dim(cx.emit.resolve(v.shape().get(axis)));
  }
}
