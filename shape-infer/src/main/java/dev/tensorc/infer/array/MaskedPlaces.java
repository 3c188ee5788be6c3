package dev.tensorc.infer.array;

import dev.tensorc.frontend.Span;
import dev.tensorc.infer.report.ErrorId;
import dev.tensorc.infer.rule.Arg;
import dev.tensorc.infer.rule.Typed;
import dev.tensorc.infer.scope.Names;
import dev.tensorc.ir.Axes;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Value;
import dev.tensorc.ir.TensorIr.ViewAxis;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The places that masks choose: as many as elements are true, a number found at run time. */
public final class MaskedPlaces {

  private static final String LEADING = "a mask has the sizes of the leading axes of its array";

  /** The places of a mask, which are found once. */
  private record PlacesOf(Value mask) {}

  private final ArrayContext cx;

  MaskedPlaces(ArrayContext cx) {
    this.cx = cx;
  }

  /** The places of the true elements among all of the mask: their number is a late dim. */
  public Value places(Value mask, Span span) {
    var key = new PlacesOf(mask);
    return cx.emit.known(key).orElseGet(() -> cx.emit.know(key, found(mask, span)));
  }

  private Value found(Value mask, Span span) {
    var arg = new Arg(new Typed.Strong(mask), span);
    Typed count = cx.reductions.reduce(Builtin.SUM, arg, Optional.empty(), false, span);
    Dim size = cx.emit.bindSize(((Typed.Strong) count).value());
    Value places = cx.emit.fresh(DType.I64, List.of(size), Names.ofSource(span), span);
    return cx.emit.add(new TensorIr.Find(places, mask));
  }

  /**
   * {@code x[mask]}: the elements, or rows, where the mask is true; empty, and reported, where it
   * does not fit.
   */
  public Optional<Value> chosen(Value x, Value mask, Span span) {
    return fits(x, mask, span)
        ? Optional.of(cx.gathers.taken(flat(x, mask.rank(), span), places(mask, span), 0, span))
        : Optional.empty();
  }

  /** Where elements are not 0: the places along each axis, in row-major order. */
  public Optional<List<Value>> nonzero(Value x, Span span) {
    var zero = new Arg(new Typed.Const(0L, "0"), span);
    var arg = new Arg(new Typed.Strong(x), span);
    Typed mask =
        x.dtype() == DType.BOOL
            ? new Typed.Strong(x)
            : cx.elementwise.applyTaken(
                Builtin.NOT_EQUAL, List.of(arg, zero), Optional.empty(), span);
    if (!(mask instanceof Typed.Strong(Value truth))) {
      return Optional.empty();
    }
    Value places = places(truth, span);
    if (x.rank() == 1) {
      return Optional.of(List.of(places));
    }
    var along = new ArrayList<Value>();
    List<Dim> shape = cx.emit.resolve(x.shape());
    for (int axis = 0; axis < x.rank(); axis++) {
      Dim behind = Dims.product(shape.subList(axis + 1, shape.size()));
      Value index = axis == x.rank() - 1 ? places : by(Builtin.FLOOR_DIVIDE, places, behind, span);
      along.add(axis == 0 ? index : by(Builtin.REMAINDER, index, shape.get(axis), span));
    }
    return Optional.of(along);
  }

  /** Divided by a size; where that is 0 there is nothing to divide. */
  private Value by(Builtin b, Value places, Dim size, Span span) {
    Dim divisor = cx.emit.resolve(Dims.isConst(size, 0) ? Dims.ONE : size);
    Value number =
        divisor instanceof Dim.Const c
            ? cx.emit.constant(DType.I64, c.value(), Long.toString(c.value()), span)
            : cx.emit.dimValue(divisor, Names.ofSource(span), span);
    return cx.elementwise.emit(b, List.of(places, number), DType.I64, span).orElseThrow();
  }

  /** Each value once, from the smallest to the largest. */
  public Value unique(Value x, Span span) {
    Value flat = cx.reshapes.flat(x, span);
    String name = Names.ofSource(span);
    Dim size = cx.emit.resolve(flat.shape().getFirst());
    Value row = cx.emit.fresh(x.dtype(), List.of(size), name, span);
    Value sorted = cx.emit.add(new TensorIr.Sort(row, Builtin.SORT, flat, 0, false));
    Dim rest = cx.emit.resolve(Dims.clamp(Dims.add(size, -1)));
    Value later = part(sorted, Dims.ONE, rest, name, span);
    Value earlier = part(sorted, Dims.ZERO, rest, name, span);
    var pair =
        List.of(new Arg(new Typed.Strong(later), span), new Arg(new Typed.Strong(earlier), span));
    Typed differs = cx.elementwise.applyTaken(Builtin.NOT_EQUAL, pair, Optional.empty(), span);
    Value all = cx.fills.filled(cx.fills.one(DType.BOOL, span), List.of(size), name, span);
    Value first = cx.fills.written(all, ((Typed.Strong) differs).value(), List.of(Dims.ONE), span);
    return cx.gathers.taken(sorted, places(first, span), 0, span);
  }

  private Value part(Value x, Dim from, Dim size, String name, Span span) {
    return cx.fills.view(
        x, List.of(size), Axes.plain(1), List.of(ViewAxis.along(0, from, 1)), name, span);
  }

  /** The array with its leading axes made one. */
  public Value flat(Value x, int leading, Span span) {
    if (leading == 1) {
      return x;
    }
    List<Dim> shape = cx.emit.resolve(x.shape());
    var merged = new ArrayList<Dim>();
    merged.add(cx.emit.resolve(Dims.product(shape.subList(0, leading))));
    merged.addAll(shape.subList(leading, shape.size()));
    return cx.reshapes.reshaped(x, merged, span);
  }

  /** Whether the mask has the sizes of the leading axes; reported where it never has. */
  public boolean fits(Value x, Value mask, Span span) {
    if (mask.rank() > x.rank()) {
      cx.report(
          ErrorId.SUBSCRIPTS
              .at(span, "the mask `%s` has more axes than `%s`".formatted(mask.name(), x.name()))
              .because(mask.name() + ": " + cx.shown(mask))
              .because(x.name() + ": " + cx.shown(x))
              .hint(LEADING));
      return false;
    }
    var demand = new OneSize(cx, TensorIr.Meeting.MASK, mask, x, span);
    for (int axis = 0; axis < mask.rank(); axis++) {
      if (!demand.on(axis, "the mask", List.of(mask, x), LEADING)) {
        return false;
      }
    }
    return true;
  }
}
