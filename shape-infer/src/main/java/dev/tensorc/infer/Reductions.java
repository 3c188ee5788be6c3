package dev.tensorc.infer;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Span;
import dev.tensorc.infer.Elementwise.Arg;
import dev.tensorc.ir.Axes;
import dev.tensorc.ir.Axes.Stretch;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Sums, means, extremes and their kind over axes. */
final class Reductions {

  private record EmptyKey(Dim size) {}

  private final Context cx;
  private final Spread spread;

  Reductions(Context cx) {
    this.cx = cx;
    this.spread = new Spread(cx);
  }

  /**
   * @param axes ascending, each once; all where empty
   * @param correction what var and std lessen the count by
   */
  Typed reduce(
      Builtin b,
      Arg arg,
      Optional<List<Integer>> axes,
      Optional<Arg> correction,
      boolean keepdims,
      Span span) {
    if (arg.typed().isUnknown()) {
      return Typed.UNKNOWN;
    }
    var refused = DTypeRules.refuse(b, arg, false, List.of(arg), cx.frame.discipline());
    if (refused.isPresent()) {
      return cx.fail(refused.get());
    }
    return switch (b) {
      case VAR ->
          rounded(
              spread.variance(computed(b, arg), axes, correction, keepdims, span), b, arg, span);
      case STD ->
          rounded(
              spread.deviation(computed(b, arg), axes, correction, keepdims, span), b, arg, span);
      case COUNT_NONZERO -> reduce(Builtin.SUM, computed(b, arg), axes, keepdims, span);
      default -> reduce(b, arg, axes, keepdims, span);
    };
  }

  /** The argument in the dtype that {@code b} computes in. */
  Arg computed(Builtin b, Arg arg) {
    DType computed =
        DTypeRules.computed(b, List.of(arg.typed()), cx.frame.discipline()).computation();
    Value alone = cx.weak.alone(arg.typed(), arg.span());
    return new Arg(new Typed.Strong(cx.emit.cast(alone, computed, arg.span())), arg.span());
  }

  /** What was computed, in the dtype of the result: another for f16 and bf16. */
  Typed rounded(Typed typed, Builtin b, Arg arg, Span span) {
    DType result =
        DTypeRules.result(b, DTypeRules.computed(b, List.of(arg.typed()), cx.frame.discipline()));
    return typed instanceof Typed.Strong s
        ? new Typed.Strong(cx.emit.cast(s.value(), result, span))
        : typed;
  }

  /** {@code sum} and {@code prod} in the dtype that is asked for, if one is. */
  Typed sum(
      Builtin b,
      Arg arg,
      Optional<List<Integer>> axes,
      boolean keepdims,
      Optional<Ast.Expr> written,
      Span span) {
    if (written.isEmpty()) {
      return reduce(b, arg, axes, Optional.empty(), keepdims, span);
    }
    Optional<DType> dtype = cx.builtins.dtype(written.get());
    if (dtype.isEmpty() || arg.typed().isUnknown()) {
      return Typed.UNKNOWN;
    }
    if (!dtype.get().isNumeric()) {
      return cx.fail(
          ErrorId.NEEDS_CONSTANT
              .at(written.get().span(), "sums and products are numbers, not bools")
              .found(dtype.get().label())
              .hint("to ask whether some or all elements are not 0, write `any` or `all`"));
    }
    Arg cast = new Arg(cx.elementwise.astype(arg, dtype.get(), arg.span()), arg.span());
    Typed sum = reduce(b, cast, axes, Optional.empty(), keepdims, span);
    return sum.isUnknown() ? sum : cx.elementwise.astype(new Arg(sum, span), dtype.get(), span);
  }

  /** A reduction of an argument that it takes. */
  Typed reduce(Builtin b, Arg arg, Optional<List<Integer>> axes, boolean keepdims, Span span) {
    Typed typed = arg.typed();
    if (typed instanceof Typed.Strong s
        && cx.nesting.plain("`" + b.label() + "`", s.value(), arg.span()).isEmpty()) {
      return Typed.UNKNOWN;
    }
    DType computed = DTypeRules.computed(b, List.of(typed), cx.frame.discipline()).computation();
    DType result = DTypeRules.result(b, computed);
    if (typed.isWeak() && result.isNumeric() && b.types() != Builtin.Types.INDEX) {
      return typed;
    }
    Value operand = ((Typed.Strong) computed(b, arg).typed()).value();
    List<Integer> over = axes.orElseGet(() -> Indexing.axes(operand.rank()));
    if (over.isEmpty()) {
      var same =
          new Typed.Strong(
              b.types() == Builtin.Types.INDEX
                  ? cx.emit.constant(result, 0L, Names.ofSource(span), span)
                  : operand);
      return rounded(same, b, arg, span);
    }
    if (hasNoneOfNothing(b) && !nonEmpty(b, operand, over, span)) {
      return Typed.UNKNOWN;
    }
    Builtin primitive = b == Builtin.MEAN ? Builtin.SUM : b;
    Value made =
        cx.emit.fresh(
            result,
            shape(operand, over, keepdims),
            axes(operand, over, keepdims),
            Names.ofSource(span),
            span);
    Value reduced = cx.emit.add(new TensorIr.Reduce(made, primitive, operand, over, keepdims));
    Value value = b == Builtin.MEAN ? divide(reduced, operand, over, span) : reduced;
    return rounded(new Typed.Strong(value), b, arg, span);
  }

  /** Whether nothing has no such element. */
  private static boolean hasNoneOfNothing(Builtin b) {
    return switch (b) {
      case MAX, MIN, ARGMAX, ARGMIN -> true;
      default -> false;
    };
  }

  private List<Dim> shape(Value operand, List<Integer> over, boolean keepdims) {
    var shape = new ArrayList<Dim>();
    for (int axis = 0; axis < operand.rank(); axis++) {
      if (!over.contains(axis)) {
        shape.add(cx.emit.resolve(operand.shape().get(axis)));
      } else if (keepdims) {
        shape.add(Dims.ONE);
      }
    }
    return shape;
  }

  /** Axes that {@code keepdims} keeps are {@code bcast}. */
  private static Axes axes(Value operand, List<Integer> over, boolean keepdims) {
    var stretch = new ArrayList<Stretch>();
    for (int axis = 0; axis < operand.rank(); axis++) {
      if (!over.contains(axis)) {
        stretch.add(operand.axes().stretch().get(axis));
      } else if (keepdims) {
        stretch.add(Stretch.ALWAYS);
      }
    }
    int gone = keepdims ? 0 : over.size();
    return stretch.isEmpty()
        ? Axes.plain(0)
        : Axes.of(stretch, operand.axes().ranks().stream().map(r -> Dims.add(r, -gone)).toList());
  }

  /** The sum divided by how many elements each of its elements has summed. */
  private Value divide(Value sum, Value operand, List<Integer> over, Span span) {
    Dim count =
        cx.emit.resolve(
            Dims.product(over.stream().map(axis -> operand.shape().get(axis)).toList()));
    Value size =
        cx.emit.cast(cx.emit.dimValue(count, "count of " + sum.name(), span), sum.dtype(), span);
    return cx.elementwise.emit(Builtin.DIVIDE, List.of(sum, size), sum.dtype(), span).orElseThrow();
  }

  private boolean nonEmpty(Builtin b, Value operand, List<Integer> over, Span span) {
    for (int axis : over) {
      Dim size = cx.emit.resolve(operand.shape().get(axis));
      if (Dims.isConst(size, 0)) {
        var d =
            ErrorId.EMPTY_REDUCTION
                .at(
                    span,
                    "`"
                        + b.label()
                        + "` over axis "
                        + operand.axisName(axis)
                        + " of `"
                        + operand.name()
                        + "`, which has no elements")
                .found(operand.type())
                .because("the largest or smallest of nothing is not defined");
        cx.report(
            cx.origin(d, operand, span)
                .hint("`sum` and `prod` of nothing are 0 and 1; else give the axis another size"));
        return false;
      }
      if (Dims.atLeast(size) == 0) {
        cx.emit.checkOnce(
            new EmptyKey(size),
            new TensorIr.NonEmptyCheck(
                b.label(), operand.name(), operand.axisName(axis), operand.shape().get(axis), span),
            List.of(operand.shape().get(axis)));
      }
    }
    return true;
  }
}
