package dev.tensorc.infer.array;

import dev.tensorc.frontend.Span;
import dev.tensorc.infer.rule.DTypeRules;
import dev.tensorc.infer.rule.Stretches;
import dev.tensorc.infer.rule.Typed;
import dev.tensorc.infer.scope.Names;
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
import java.util.stream.Stream;

/** Sums of products of factors, whose axes have their places in a common space. */
public final class Products {

  private final ArrayContext cx;

  Products(ArrayContext cx) {
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
  public Typed of(List<Operand> factors, int rank, int leading, Span span) {
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
    Operand all = cast.getFirst();
    for (Operand factor : cast.subList(1, cast.size())) {
      all = multiplied(all, factor, wide, span);
    }
    Value product = all.value();
    if (cast.size() == 1) {
      var walks = all.axes().stream().map(TensorIr.ViewAxis::whole).toList();
      Value inOrder = space(cast, Axes.indices(rank + reduced.size()), wide, span);
      product = cx.emit.add(new TensorIr.View(inOrder, product, walks));
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

  /** The products along all axes that one of both follows. */
  private Operand multiplied(Operand left, Operand right, DType dtype, Span span) {
    List<Integer> axes =
        Stream.concat(left.axes().stream(), right.axes().stream()).sorted().distinct().toList();
    var both = Stream.of(left, right).map(o -> within(o, axes)).toList();
    Value product = space(List.of(left, right), axes, dtype, span);
    return new Operand(cx.emit.add(new TensorIr.Map(product, Builtin.MULTIPLY, both)), axes);
  }

  private static Operand within(Operand o, List<Integer> axes) {
    return new Operand(o.value(), o.axes().stream().map(axes::indexOf).toList());
  }

  /**
   * The sum over the axes from {@code rank} on of the product of two factors, where it is one of
   * floats.
   *
   * @param left by its map into the iteration space
   * @param reduced the sizes of the axes from {@code rank} on
   */
  public Optional<Value> ofFactors(
      Operand left, Operand right, int rank, List<Dim> reduced, Span span) {
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

  /** A contraction, of f16 and bf16 in f32, and rounded once. */
  private Value contract(
      Operand left, Operand right, int rank, List<Dim> reduced, boolean windows, Span span) {
    DType dtype = left.value().dtype();
    Operand x = cast(left, dtype.computation());
    Operand y = cast(right, dtype.computation());
    Value result = space(List.of(x, y), Axes.indices(rank), dtype.computation(), span);
    return cx.emit.cast(
        cx.emit.add(new TensorIr.Contract(result, x, y, reduced, windows)), dtype, span);
  }

  /** A value with some axes of a space that factors follow; 1 where none does. */
  private Value space(List<Operand> factors, List<Integer> axes, DType dtype, Span span) {
    var shape = new ArrayList<Dim>();
    var stretch = new ArrayList<Stretch>();
    for (int axis : axes) {
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
