package dev.tensorc.infer.array;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.Span;
import dev.tensorc.infer.report.ErrorId;
import dev.tensorc.infer.rule.Arg;
import dev.tensorc.infer.rule.DTypeRules;
import dev.tensorc.infer.rule.Typed;
import dev.tensorc.infer.scope.Names;
import dev.tensorc.ir.Axes;
import dev.tensorc.ir.Axes.Stretch;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.CompilerBug;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Sums, means, extremes and their kind over axes. */
public final class Reductions {

  private record EmptyKey(Dim size) {}

  /**
   * The arguments of a reduction beside the axes.
   *
   * @param correction subtracted from the count by var and std
   * @param initial the value that is added, multiplied or compared last
   * @param where a mask that chooses elements
   */
  public record Options(
      boolean keepdims, Optional<Arg> correction, Optional<Arg> initial, Optional<Arg> where) {

    public static final Options NONE =
        new Options(false, Optional.empty(), Optional.empty(), Optional.empty());
  }

  private final ArrayContext cx;
  private final Variance variances;

  Reductions(ArrayContext cx) {
    this.cx = cx;
    this.variances = new Variance(cx);
  }

  /**
   * @param axes ascending, each once; all where empty
   */
  public Typed reduce(
      Builtin b, Arg arg, Optional<List<Integer>> axes, Options options, Span span) {
    if (arg.typed().isUnknown()) {
      return Typed.UNKNOWN;
    }
    var refused = DTypeRules.refuse(b, arg, false, List.of(arg), cx.frame.discipline());
    if (refused.isPresent()) {
      return cx.fail(refused.get());
    }
    if (options.where().isEmpty()) {
      return noted(reduce(b, arg, Optional.empty(), axes, options, span), arg, axes, options);
    }
    if (hasNoneOfNothing(b) && options.initial().isEmpty()) {
      return cx.fail(noInitial(b, options.where().get(), arg));
    }
    Value x = cx.weak.alone(arg.typed(), arg.span());
    Optional<Value> mask = cx.masks.of(b, options.where().get(), x, span);
    Arg strong = new Arg(new Typed.Strong(x), arg.span());
    return mask.isEmpty()
        ? Typed.UNKNOWN
        : noted(reduce(b, strong, mask, axes, options, span), strong, axes, options);
  }

  /** The result, noted as the rest of the argument where axes are gone. */
  private Typed noted(Typed result, Arg arg, Optional<List<Integer>> axes, Options options) {
    if (axes.isPresent() && !options.keepdims() && arg.typed() instanceof Typed.Strong(Value of)) {
      cx.wrongAxis.reduced(result, of, axes.get());
    }
    return result;
  }

  /**
   * @param mask of the argument's shape
   */
  private Typed reduce(
      Builtin b,
      Arg arg,
      Optional<Value> mask,
      Optional<List<Integer>> axes,
      Options options,
      Span span) {
    boolean keepdims = options.keepdims();
    Arg chosen = mask.map(m -> cx.masks.chosen(b, m, arg, span)).orElse(arg);
    return switch (b) {
      case VAR, STD -> {
        Typed variance =
            variances.variance(computed(b, arg), mask, axes, options.correction(), keepdims, span);
        yield rounded(b == Builtin.VAR ? variance : variances.root(variance, span), b, arg, span);
      }
      case MEAN ->
          mask.isEmpty()
              ? reduce(b, arg, axes, keepdims, span)
              : rounded(mean(computed(b, arg), mask.get(), axes, keepdims, span), b, arg, span);
      case COUNT_NONZERO -> reduce(Builtin.SUM, computed(b, chosen), axes, keepdims, span);
      default ->
          options.initial().isEmpty()
              ? reduce(b, chosen, axes, keepdims, span)
              : begun(b, chosen, axes, options, span);
    };
  }

  /** The mean of the elements that a mask chooses; NaN for none. */
  Typed mean(Arg x, Value mask, Optional<List<Integer>> axes, boolean keepdims, Span span) {
    Arg chosen = cx.masks.chosen(Builtin.SUM, mask, x, span);
    Typed sum = reduce(Builtin.SUM, chosen, axes, keepdims, span);
    Typed count = cx.masks.count(mask, axes, keepdims, span);
    Typed divisor = cx.elementwise.astype(new Arg(count, span), x.typed().dtype(), span);
    return cx.elementwise.apply(
        Builtin.DIVIDE, List.of(new Arg(sum, span), new Arg(divisor, span)), span);
  }

  /** A reduction together with the value of `initial`, which alone is the result of no elements. */
  private Typed begun(
      Builtin b, Arg arg, Optional<List<Integer>> axes, Options options, Span span) {
    Arg written = options.initial().orElseThrow();
    Arg strong = new Arg(new Typed.Strong(cx.weak.alone(arg.typed(), arg.span())), arg.span());
    DType own = DTypeRules.computed(b, List.of(strong.typed()), cx.frame.discipline());
    Optional<Value> initial = initial(b, written, own);
    if (initial.isEmpty()) {
      return Typed.UNKNOWN;
    }
    Builtin together =
        switch (b) {
          case SUM -> Builtin.ADD;
          case PROD -> Builtin.MULTIPLY;
          case MAX -> Builtin.MAXIMUM;
          case MIN -> Builtin.MINIMUM;
          default -> throw new CompilerBug("infer", b + " has no initial");
        };
    Typed alone = reduce(b, computed(b, strong), axes, options.keepdims(), true, span);
    Value first = cx.emit.cast(initial.get(), own.computation(), written.span());
    Arg last = new Arg(new Typed.Strong(first), written.span());
    Typed all = cx.elementwise.apply(together, List.of(new Arg(alone, span), last), span);
    return rounded(all, b, strong, span);
  }

  /** A number of that dtype, or of one that it holds; empty, and reported, where it is none. */
  private Optional<Value> initial(Builtin b, Arg written, DType dtype) {
    Typed typed = written.typed();
    if (typed.isUnknown()) {
      return Optional.empty();
    }
    if (typed.rank() > 0) {
      cx.report(
          ErrorId.NEEDS_SCALAR
              .at(written.span(), "`initial` of `" + b.label() + "` is one number")
              .found(typed.type()));
      return Optional.empty();
    }
    DType own = typed.dtype();
    boolean taken =
        typed.isWeak()
            ? dtype.isFloat() || own.isInt()
            : own.isNumeric() && DType.promote(own, dtype) == dtype;
    if (taken) {
      return cx.weak.as(typed, dtype, written.span());
    }
    String text = Names.ofSource(written.span());
    cx.report(
        ErrorId.DTYPE_MISMATCH
            .at(
                written.span(),
                "`%s` is %s, but `initial` of `%s` is %s here"
                    .formatted(text, own, b.label(), dtype))
            .found(typed.type())
            .expected(dtype.label())
            .because("it has the dtype of the result")
            .hint("convert it: `astype(%s, %s)`".formatted(text, dtype)));
    return Optional.empty();
  }

  private Diagnostic noInitial(Builtin b, Arg where, Arg x) {
    String least =
        x.typed().dtype().isFloat()
            ? (b == Builtin.MAX ? "-inf" : "inf")
            : "iinfo(%s).%s".formatted(x.typed().dtype(), b == Builtin.MAX ? "min" : "max");
    return ErrorId.BAD_ARGUMENTS
        .at(where.span(), "`" + b.label() + "` with `where` takes `initial` too")
        .because("a mask may choose nothing, which has no largest or smallest element")
        .hint("give the result of an empty choice, such as `initial=" + least + "`");
  }

  /** The argument in the dtype that {@code b} computes in. */
  public Arg computed(Builtin b, Arg arg) {
    DType computed =
        DTypeRules.computed(b, List.of(arg.typed()), cx.frame.discipline()).computation();
    Value alone = cx.weak.alone(arg.typed(), arg.span());
    return new Arg(new Typed.Strong(cx.emit.cast(alone, computed, arg.span())), arg.span());
  }

  /** The computed value, in the dtype of the result: another for f16 and bf16. */
  public Typed rounded(Typed typed, Builtin b, Arg arg, Span span) {
    DType result =
        DTypeRules.result(b, DTypeRules.computed(b, List.of(arg.typed()), cx.frame.discipline()));
    return typed instanceof Typed.Strong s
        ? new Typed.Strong(cx.emit.cast(s.value(), result, span))
        : typed;
  }

  /** {@code sum} and {@code prod} in the dtype that is asked for, if one is. */
  public Typed sum(
      Builtin b,
      Arg arg,
      Optional<List<Integer>> axes,
      Options options,
      Optional<Ast.Expr> written,
      Span span) {
    if (written.isEmpty()) {
      return reduce(b, arg, axes, options, span);
    }
    Optional<DType> dtype = cx.words.dtype(written.get());
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
    Typed sum = reduce(b, cast, axes, options, span);
    return sum.isUnknown() ? sum : cx.elementwise.astype(new Arg(sum, span), dtype.get(), span);
  }

  /** A reduction of an argument that it takes. */
  public Typed reduce(
      Builtin b, Arg arg, Optional<List<Integer>> axes, boolean keepdims, Span span) {
    return reduce(b, arg, axes, keepdims, false, span);
  }

  /**
   * @param mayBeEmpty whether extremes of nothing are no error: they are the lowest and the highest
   *     number then
   */
  private Typed reduce(
      Builtin b,
      Arg arg,
      Optional<List<Integer>> axes,
      boolean keepdims,
      boolean mayBeEmpty,
      Span span) {
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
    List<Integer> over = axes.orElseGet(() -> Axes.indices(operand.rank()));
    if (over.isEmpty()) {
      var same =
          new Typed.Strong(
              b.types() == Builtin.Types.INDEX
                  ? cx.emit.constant(result, 0L, Names.ofSource(span), span)
                  : operand);
      return rounded(same, b, arg, span);
    }
    if (hasNoneOfNothing(b) && !mayBeEmpty && !nonEmpty(b, operand, over, span)) {
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
    return operand.axes().changed(stretch);
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
                .hint(
                    b == Builtin.MAX || b == Builtin.MIN
                        ? "give the axis another size, or the result of no elements: `initial=0`"
                        : "give the axis another size: among no elements there is no place"));
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
