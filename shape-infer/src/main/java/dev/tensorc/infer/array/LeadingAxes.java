package dev.tensorc.infer.array;

import dev.tensorc.frontend.Span;
import dev.tensorc.ir.Axes;
import dev.tensorc.ir.Axes.Stretch;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.TensorIr.Operand;
import dev.tensorc.ir.TensorIr.Value;
import dev.tensorc.ir.TensorIr.ViewAxis;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.IntStream;

/**
 * Products with an unranked factor, as products of ranked ones: the leading axes of the space
 * become one, where some may be missing.
 *
 * <pre>{@code
 * x: f32[..., n, k] @ w: f32[k, m]     reshape(x, (p, n, k)) @ w, as f32[..., n, m]
 * x: f32[..., n, k] @ y: f32[..., k, m]  both repeated to all leading axes first
 * }</pre>
 *
 * @param rank of the result
 * @param leading how many axes of the space lead
 */
record LeadingAxes(ArrayContext cx, List<Operand> factors, int rank, int leading, Span span) {

  /** A product of factors with one leading axis, and the product's rank. */
  Value ofRanked(BiFunction<List<Operand>, Integer, Value> compute) {
    List<Dim> sizes = IntStream.range(0, leading).mapToObj(this::size).toList();
    Dim all = cx.emit.resolve(Dims.product(sizes));
    List<Operand> ranked =
        factors.stream().map(f -> hasLeading(f) ? merged(f, sizes, all) : without(f)).toList();
    Value made = compute.apply(ranked, rank - leading + 1);
    var shape = new ArrayList<>(sizes);
    shape.addAll(made.shape().subList(1, made.rank()));
    var stretch = new ArrayList<>(Axes.plain(leading).stretch());
    stretch.addAll(made.axes().stretch().subList(1, made.rank()));
    return cx.reshapes.reshaped(made, shape, Axes.of(stretch, ranks()), span);
  }

  private boolean hasLeading(Operand o) {
    return o.axes().stream().anyMatch(axis -> axis < leading);
  }

  private Dim size(int axis) {
    var sizes = new ArrayList<Dim>();
    for (Operand o : factors) {
      int own = o.axes().indexOf(axis);
      if (own >= 0) {
        sizes.add(cx.emit.resolve(o.value().shape().get(own)));
      }
    }
    return cx.emit.resolve(Dims.join(sizes));
  }

  /** The ranks of the factors that have leading axes, with the other axes of the result. */
  private List<Dim> ranks() {
    var ranks = new ArrayList<Dim>();
    for (Operand o : factors) {
      int lead = (int) o.axes().stream().filter(axis -> axis < leading).count();
      int more = rank - leading - (o.axes().size() - lead);
      if (o.value().isUnranked()) {
        o.value().axes().ranks().forEach(r -> ranks.add(Dims.add(r, more)));
      } else if (lead > 0) {
        ranks.add(Dims.of(lead + rank - leading));
      }
    }
    return ranks;
  }

  /** The factor without leading axes, which it does not have. */
  private Operand without(Operand o) {
    return new Operand(o.value(), o.axes().stream().map(this::place).toList());
  }

  private int place(int axis) {
    return axis < leading ? 0 : axis - leading + 1;
  }

  /** The factor repeated to all leading axes, which come first and are one then. */
  private Operand merged(Operand o, List<Dim> sizes, Dim all) {
    Value x = o.value();
    var shape = new ArrayList<>(sizes);
    var stretch = new ArrayList<>(Axes.plain(leading).stretch());
    var walks = new ArrayList<ViewAxis>();
    var places = new ArrayList<>(List.of(0));
    for (int own = 0; own < x.rank(); own++) {
      int axis = o.axes().get(own);
      Dim size = cx.emit.resolve(x.shape().get(own));
      if (axis < leading) {
        boolean same = cx.emit.facts().same(size, sizes.get(axis));
        walks.add(same ? ViewAxis.whole(axis) : ViewAxis.stretching(axis));
      } else {
        walks.add(ViewAxis.whole(shape.size()));
        shape.add(size);
        stretch.add(x.axes().stretch().get(own));
        places.add(place(axis));
      }
    }
    Value repeated = cx.fills.view(x, shape, Axes.of(stretch), walks, x.name(), x.span());
    var merged = new ArrayList<>(List.of(all));
    merged.addAll(shape.subList(leading, shape.size()));
    var marks = new ArrayList<>(List.of(Stretch.BY_DISCIPLINE));
    marks.addAll(stretch.subList(leading, stretch.size()));
    return new Operand(cx.reshapes.reshaped(repeated, merged, Axes.of(marks), x.span()), places);
  }
}
