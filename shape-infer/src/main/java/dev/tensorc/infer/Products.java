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

/** Sums of products of two factors, whose axes have their places in a common space. */
final class Products {

  private final Context cx;

  Products(Context cx) {
    this.cx = cx;
  }

  /** The sum of products over the axes from {@code rank} on. */
  Typed of(Operand left, Operand right, int rank, Span span) {
    var reduced = new ArrayList<Dim>();
    for (int axis = rank; left.axes().contains(axis); axis++) {
      int own = left.axes().indexOf(axis);
      reduced.add(cx.emit.resolve(left.value().shape().get(own)));
    }
    return new Typed.Strong(
        ofFactors(left, right, rank, reduced, span)
            .orElseGet(() -> ofIntegers(left, right, rank, reduced, span)));
  }

  /** Integers wrap: the low bits of a sum in i64 are those of a sum in their own width. */
  private Value ofIntegers(Operand left, Operand right, int rank, List<Dim> reduced, Span span) {
    DType dtype = computed(left, right);
    Operand x = cast(left, DType.I64);
    Operand y = cast(right, DType.I64);
    Value product = space(x, y, rank + reduced.size(), DType.I64, span);
    product = cx.emit.add(new TensorIr.Map(product, Builtin.MULTIPLY, List.of(x, y)));
    if (reduced.isEmpty()) {
      return cx.emit.cast(product, dtype, span);
    }
    Value sum =
        cx.emit.fresh(
            DType.I64,
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
    DType dtype = computed(left, right);
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

  private DType computed(Operand left, Operand right) {
    return DTypeRules.computed(
        Builtin.MULTIPLY,
        List.of(new Typed.Strong(left.value()), new Typed.Strong(right.value())),
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
    Value result = space(x, y, rank, dtype.computation(), span);
    return cx.emit.cast(
        cx.emit.add(new TensorIr.Contract(result, x, y, reduced, windows)), dtype, span);
  }

  /** A value whose axes are those of a space that both factors follow; 1 where neither does. */
  private Value space(Operand left, Operand right, int rank, DType dtype, Span span) {
    var shape = new ArrayList<Dim>();
    var stretch = new ArrayList<Stretch>();
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
      shape.add(cx.emit.resolve(Dims.join(sizes)));
      stretch.add(Stretches.of(met));
    }
    return cx.emit.fresh(dtype, shape, Axes.of(stretch), Names.ofSource(span), span);
  }
}
