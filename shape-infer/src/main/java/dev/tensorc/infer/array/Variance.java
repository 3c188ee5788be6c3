package dev.tensorc.infer.array;

import dev.tensorc.frontend.Span;
import dev.tensorc.infer.report.ErrorId;
import dev.tensorc.infer.rule.Arg;
import dev.tensorc.infer.rule.Typed;
import dev.tensorc.ir.Axes;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.TensorIr.Value;
import java.util.List;
import java.util.Optional;

/**
 * Variance and standard deviation, written out: {@code sum(square(x - mean(x))) / (count -
 * correction)}, the mean first, so that nothing cancels. A count that the correction uses up is 0.
 */
final class Variance {

  private final ArrayContext cx;

  Variance(ArrayContext cx) {
    this.cx = cx;
  }

  /** The standard deviation, from the variance. */
  Typed root(Typed variance, Span span) {
    return apply(Builtin.SQRT, span, new Arg(variance, span));
  }

  /**
   * @param x of a float dtype, which is the result's
   * @param mask of the shape of x: which elements count; all where there is none
   */
  Typed variance(
      Arg x,
      Optional<Value> mask,
      Optional<List<Integer>> axes,
      Optional<Arg> correction,
      boolean keepdims,
      Span span) {
    Value value = ((Typed.Strong) x.typed()).value();
    Typed all =
        mask.isPresent()
            ? cx.masks.count(mask.get(), axes, keepdims, span)
            : size(value, axes, span);
    Optional<Arg> count = count(all, value, correction, span);
    if (count.isEmpty()) {
      return Typed.UNKNOWN;
    }
    Typed mean =
        mask.isPresent()
            ? cx.reductions.mean(x, mask.get(), axes, true, span)
            : cx.reductions.reduce(Builtin.MEAN, x, axes, true, span);
    Typed distance = apply(Builtin.SUBTRACT, span, x, new Arg(mean, span));
    Arg squares = new Arg(apply(Builtin.SQUARE, span, new Arg(distance, span)), span);
    Arg chosen = mask.map(m -> cx.masks.chosen(Builtin.SUM, m, squares, span)).orElse(squares);
    Typed sum = cx.reductions.reduce(Builtin.SUM, chosen, axes, keepdims, span);
    return apply(Builtin.DIVIDE, span, new Arg(sum, span), count.get());
  }

  private Typed size(Value x, Optional<List<Integer>> axes, Span span) {
    List<Integer> over = axes.orElseGet(() -> Axes.indices(x.rank()));
    List<Dim> sizes = over.stream().map(axis -> x.shape().get(axis)).toList();
    return cx.weak.size(cx.emit.resolve(Dims.product(sizes)), "count", span);
  }

  /**
   * How many elements there are, less the correction; empty, and reported, if that is no number.
   */
  private Optional<Arg> count(Typed all, Value x, Optional<Arg> correction, Span span) {
    Typed count = all;
    if (correction.isPresent()) {
      Arg less = correction.get();
      if (less.typed().isUnknown()) {
        return Optional.empty();
      }
      if (less.typed().rank() > 0) {
        cx.report(
            ErrorId.NEEDS_SCALAR
                .at(less.span(), "`correction` is one number")
                .found(less.typed().type()));
        return Optional.empty();
      }
      Typed left = apply(Builtin.SUBTRACT, span, new Arg(count, span), less);
      Arg none = new Arg(new Typed.Const(0L, "0"), span);
      count = apply(Builtin.MAXIMUM, span, new Arg(left, span), none);
    }
    return count.isUnknown()
        ? Optional.empty()
        : cx.weak.as(count, x.dtype(), span).map(v -> new Arg(new Typed.Strong(v), span));
  }

  private Typed apply(Builtin b, Span span, Arg... args) {
    return cx.elementwise.apply(b, List.of(args), span);
  }
}
