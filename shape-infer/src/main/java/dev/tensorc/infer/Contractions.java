package dev.tensorc.infer;

import dev.tensorc.frontend.Span;
import dev.tensorc.ir.Axes;
import dev.tensorc.ir.Axes.Stretch;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Operand;
import dev.tensorc.ir.TensorIr.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** Sums of products of two factors. */
final class Contractions {

  private final Context cx;

  Contractions(Context cx) {
    this.cx = cx;
  }

  /**
   * The sum over the axes from {@code rank} on of the product of two factors, where it is one of
   * floats.
   *
   * @param left by its map into the iteration space
   * @param reduced the sizes of the axes from {@code rank} on
   */
  Optional<Value> ofFactors(Operand left, Operand right, int rank, List<Dim> reduced, Span span) {
    DType dtype =
        DTypeRules.computed(
            Builtin.MULTIPLY,
            List.of(new Typed.Strong(left.value()), new Typed.Strong(right.value())));
    return dtype.isFloat()
        ? Optional.of(contract(cast(left, dtype), cast(right, dtype), rank, reduced, span))
        : Optional.empty();
  }

  private Operand cast(Operand o, DType dtype) {
    return new Operand(cx.emit.cast(o.value(), dtype), o.axes());
  }

  private Value contract(Operand left, Operand right, int rank, List<Dim> reduced, Span span) {
    var shape = new ArrayList<>(Collections.nCopies(rank, Dims.ONE));
    var stretch = new ArrayList<>(Collections.nCopies(rank, Stretch.ALWAYS));
    for (int axis = 0; axis < rank; axis++) {
      var met = new ArrayList<Stretch>();
      var sizes = new ArrayList<Dim>();
      for (Operand o : List.of(left, right)) {
        int own = o.axes().indexOf(axis);
        if (own >= 0) {
          sizes.add(cx.emit.resolve(o.value().shape().get(own)));
          met.add(o.value().axes().stretch().get(own));
        }
      }
      shape.set(axis, cx.emit.resolve(Dims.join(sizes)));
      stretch.set(axis, Stretches.of(met));
    }
    DType dtype = left.value().dtype();
    Value result = cx.emit.fresh(dtype, shape, Axes.of(stretch), Names.ofSource(span), span);
    return cx.emit.add(new TensorIr.Contract(result, left, right, reduced));
  }
}
