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
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Sums of products of factors, whose axes have their places in a common space. */
final class Products {

  private final Context cx;

  Products(Context cx) {
    this.cx = cx;
  }

  /**
   * The sum over the axes from {@code rank} on of products of any number of factors: of two floats
   * a contraction, else one factor after the other is multiplied in, and the products are added up.
   *
   * @param factors by their maps into the iteration space
   * @param leading how many of the space's first axes are broadcast: the axes that unranked factors
   *     may not have are among them
   */
  Typed of(List<Operand> factors, int rank, int leading, Span span) {
    boolean unranked = factors.stream().anyMatch(f -> f.value().isUnranked());
    return new Typed.Strong(
        unranked
            ? new LeadingAxes(cx, factors, rank, leading, span)
                .ofRanked((ranked, left) -> summed(ranked, left, span))
            : summed(factors, rank, span));
  }

  private Value summed(List<Operand> factors, int rank, Span span) {
    var reduced = new ArrayList<Dim>();
    for (int axis = rank; size(factors, axis).isPresent(); axis++) {
      reduced.add(size(factors, axis).get());
    }
    Optional<Value> contracted =
        factors.size() == 2 && !reduced.isEmpty()
            ? ofFactors(factors.getFirst(), factors.getLast(), rank, reduced, span)
            : Optional.empty();
    return contracted.orElseGet(() -> multiplied(factors, rank, reduced, span));
  }

  private Optional<Dim> size(List<Operand> factors, int axis) {
    return factors.stream()
        .filter(f -> f.axes().contains(axis))
        .findFirst()
        .map(f -> cx.emit.resolve(f.value().shape().get(f.axes().indexOf(axis))));
  }

  /** Integers wrap: the low bits of a sum in i64 are those of a sum in their own width. */
  private Value multiplied(List<Operand> factors, int rank, List<Dim> reduced, Span span) {
    DType dtype = computed(factors);
    DType wide = dtype.isInt() ? DType.I64 : dtype.computation();
    List<Operand> cast = factors.stream().map(f -> cast(f, wide)).toList();
    Value product = space(cast, rank + reduced.size(), wide, span);
    if (cast.size() == 1) {
      Operand only = cast.getFirst();
      var walks = only.axes().stream().map(TensorIr.ViewAxis::whole).toList();
      product = cx.emit.add(new TensorIr.View(product, only.value(), walks));
    } else {
      product = cx.emit.add(new TensorIr.Map(product, Builtin.MULTIPLY, cast.subList(0, 2)));
      for (Operand factor : cast.subList(2, cast.size())) {
        Value more = cx.emit.fresh(wide, product.shape(), product.axes(), product.name(), span);
        var both = List.of(Emitter.identity(product), factor);
        product = cx.emit.add(new TensorIr.Map(more, Builtin.MULTIPLY, both));
      }
    }
    if (reduced.isEmpty()) {
      return cx.emit.cast(product, dtype, span);
    }
    Value sum =
        cx.emit.fresh(
            wide,
            product.shape().subList(0, rank),
            Axes.of(product.axes().stretch().subList(0, rank)),
            product.name(),
            span);
    List<Integer> over = IntStream.range(rank, rank + reduced.size()).boxed().toList();
    sum = cx.emit.add(new TensorIr.Reduce(sum, Builtin.SUM, product, over, false));
    return cx.emit.cast(sum, dtype, span);
  }

  /**
   * The sum over the axes from {@code rank} on of the product of two factors, where it is one of
   * floats.
   *
   * @param left by its map into the iteration space
   * @param reduced the sizes of the axes from {@code rank} on
   */
  Optional<Value> ofFactors(Operand left, Operand right, int rank, List<Dim> reduced, Span span) {
    DType dtype = computed(List.of(left, right));
    return dtype.isFloat()
        ? Optional.of(
            contract(
                cast(left, dtype),
                cast(right, dtype),
                rank,
                reduced,
                cx.emit.isWindows(left.value()) || cx.emit.isWindows(right.value()),
                span))
        : Optional.empty();
  }

  private DType computed(List<Operand> factors) {
    return DTypeRules.computed(
        Builtin.MULTIPLY,
        factors.stream().<Typed>map(f -> new Typed.Strong(f.value())).toList(),
        cx.frame.discipline());
  }

  private Operand cast(Operand o, DType dtype) {
    return new Operand(cx.emit.cast(o.value(), dtype), o.axes());
  }

  /** Of f16 and bf16 in f32, and rounded once. */
  private Value contract(
      Operand left, Operand right, int rank, List<Dim> reduced, boolean windows, Span span) {
    DType dtype = left.value().dtype();
    Operand x = cast(left, dtype.computation());
    Operand y = cast(right, dtype.computation());
    Value result = space(List.of(x, y), rank, dtype.computation(), span);
    return cx.emit.cast(
        cx.emit.add(new TensorIr.Contract(result, x, y, reduced, windows)), dtype, span);
  }

  /** A value whose axes are those of a space that factors follow; 1 where none does. */
  private Value space(List<Operand> factors, int rank, DType dtype, Span span) {
    var shape = new ArrayList<Dim>();
    var stretch = new ArrayList<Stretch>();
    for (int axis = 0; axis < rank; axis++) {
      var met = new ArrayList<Stretch>();
      var sizes = new ArrayList<Dim>();
      for (Operand o : factors) {
        int own = o.axes().indexOf(axis);
        if (own >= 0) {
          sizes.add(cx.emit.resolve(o.value().shape().get(own)));
          met.add(o.value().axes().stretch().get(own));
        }
      }
      shape.add(cx.emit.resolve(Dims.join(sizes)));
      stretch.add(Stretches.of(met));
    }
    return cx.emit.fresh(dtype, shape, Axes.of(stretch), Names.ofSource(span), span);
  }
}
