package dev.tensorc.infer;

import dev.tensorc.frontend.Span;
import dev.tensorc.ir.Axes;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Scalars;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Value;
import dev.tensorc.ir.TensorIr.ViewAxis;
import java.util.ArrayList;
import java.util.List;

/** New arrays of one scalar, and parts of them overwritten. */
final class Fills {

  private final Context cx;

  Fills(Context cx) {
    this.cx = cx;
  }

  /**
   * The array with a part overwritten.
   *
   * @param starts where the part begins on each axis
   */
  Value written(Value whole, Value part, List<Dim> starts, Span span) {
    var region = new ArrayList<ViewAxis>();
    for (int a = 0; a < whole.rank(); a++) {
      region.add(ViewAxis.along(a, starts.get(a), 1));
    }
    Value result = cx.emit.fresh(whole.dtype(), whole.shape(), whole.axes(), whole.name(), span);
    return cx.emit.add(
        new TensorIr.Update(
            result, whole, region, cx.emit.resolve(part.shape()), Emitter.identity(part)));
  }

  Value zero(DType dtype, Span span) {
    Object zero =
        switch (dtype.carrier()) {
          case BOOLEAN -> false;
          case INT, LONG -> Scalars.wrap(dtype, 0);
          case FLOAT -> 0f;
          case DOUBLE -> 0.0;
        };
    return cx.emit.constant(dtype, zero, "0", span);
  }

  /** An array of one scalar, everywhere. */
  Value filled(Value scalar, List<Dim> shape, String name, Span span) {
    return view(scalar, shape, Axes.plain(shape.size()), List.of(), name, span);
  }

  /** The same elements through other axes. */
  Value view(Value x, List<Dim> dims, Axes axes, List<ViewAxis> walks, String name, Span span) {
    Value result = cx.emit.fresh(x.dtype(), dims, axes, name, span);
    return cx.emit.add(new TensorIr.View(result, x, walks));
  }
}
