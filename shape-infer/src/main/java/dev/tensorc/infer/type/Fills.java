package dev.tensorc.infer.type;

import dev.tensorc.frontend.Span;
import dev.tensorc.infer.rule.Typed;
import dev.tensorc.ir.Axes;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Value;
import dev.tensorc.ir.TensorIr.ViewAxis;
import java.util.ArrayList;
import java.util.List;

/** New arrays of one scalar, and parts of them overwritten. */
public final class Fills {

  private final TypeContext cx;

  Fills(TypeContext cx) {
    this.cx = cx;
  }

  /**
   * The array with a part overwritten.
   *
   * @param starts where the part begins on each axis
   */
  public Value written(Value whole, Value part, List<Dim> starts, Span span) {
    var region = new ArrayList<ViewAxis>();
    for (int a = 0; a < whole.rank(); a++) {
      region.add(ViewAxis.along(a, starts.get(a), 1));
    }
    return update(whole, part, region, span);
  }

  /** The array with a part overwritten that lies at one place of an axis and lacks that axis. */
  public Value written(Value whole, Value part, int axis, Dim place, Span span) {
    var region = new ArrayList<ViewAxis>();
    for (int a = 0; a < whole.rank(); a++) {
      region.add(a == axis ? ViewAxis.at(place) : ViewAxis.whole(a < axis ? a : a - 1));
    }
    return update(whole, part, region, span);
  }

  private Value update(Value whole, Value part, List<ViewAxis> region, Span span) {
    Value result = cx.emit.fresh(whole.dtype(), whole.shape(), whole.axes(), whole.name(), span);
    return cx.emit.add(
        new TensorIr.Update(
            result, whole, region, cx.emit.resolve(part.shape()), TensorIr.Operand.whole(part)));
  }

  /** 0 or false. */
  public Value zero(DType dtype, Span span) {
    return number(dtype, false, span);
  }

  /** 1 or true. */
  public Value one(DType dtype, Span span) {
    return number(dtype, true, span);
  }

  private Value number(DType dtype, boolean one, Span span) {
    Object number = dtype == DType.BOOL ? one : Long.valueOf(one ? 1 : 0);
    var constant = new Typed.Const(number, one ? "1" : "0");
    return cx.weak.as(constant, dtype, span).orElseThrow();
  }

  /** An array of one scalar, everywhere. */
  public Value filled(Value scalar, List<Dim> shape, String name, Span span) {
    return filled(scalar, shape, Axes.plain(shape.size()), name, span);
  }

  /** As {@link #filled(Value, List, String, Span)}, of a shape that may be an unranked one. */
  public Value filled(Value scalar, List<Dim> shape, Axes axes, String name, Span span) {
    return view(scalar, shape, axes, List.of(), name, span);
  }

  /** The elements at one place of an axis, which the result does not have. */
  public Value at(Value x, int axis, Dim place, String name, Span span) {
    var dims = new ArrayList<>(cx.emit.resolve(x.shape()));
    dims.remove(axis);
    var stretch = new ArrayList<>(x.axes().stretch());
    stretch.remove(axis);
    var walks = new ArrayList<ViewAxis>();
    for (int a = 0; a < x.rank(); a++) {
      walks.add(a == axis ? ViewAxis.at(place) : ViewAxis.whole(a < axis ? a : a - 1));
    }
    return view(x, dims, x.axes().changed(stretch), walks, name, span);
  }

  /** The same elements through other axes. */
  public Value view(
      Value x, List<Dim> dims, Axes axes, List<ViewAxis> walks, String name, Span span) {
    Value result = cx.emit.fresh(x.dtype(), dims, axes, name, span);
    return cx.emit.add(new TensorIr.View(result, x, walks));
  }
}
