package dev.tensorc.infer.builtin;

import dev.tensorc.frontend.Ast;
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
import dev.tensorc.ir.ShapeText;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Value;
import dev.tensorc.ir.TensorIr.ViewAxis;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Running totals, sorting and searching: functions that take elements along an axis in an order.
 */
final class SortingAndTotals implements BuiltinFamily {

  private final BuiltinContext cx;

  SortingAndTotals(BuiltinContext cx) {
    this.cx = cx;
  }

  @Override
  public Typed call(Builtin b, List<Optional<Ast.Expr>> args, Ast.Call c) {
    Span span = c.span();
    Optional<Value> made =
        switch (b) {
          case CUMULATIVE_SUM, CUMULATIVE_PROD -> totals(b, args, span);
          case CUMULATIVE_MAX, CUMULATIVE_MIN -> extremes(b, args, span);
          case SORT, ARGSORT -> sorted(b, args, span);
          case SEARCHSORTED -> searched(args, span);
          case NONZERO -> nonzero(args, span);
          case UNIQUE_VALUES ->
              cx.arrays
                  .array(b, args.getFirst().orElseThrow())
                  .map(x -> cx.maskedPlaces.unique(x, span));
          case BINCOUNT -> cx.counts.call(args, span);
          default -> throw new CompilerBug("infer", b + " takes nothing in order");
        };
    return made.<Typed>map(Typed.Strong::new).orElse(Typed.UNKNOWN);
  }

  private Optional<Integer> axis(Ast.Expr written, Value x) {
    return cx.axes
        .list(written, new Typed.Strong(x))
        .flatMap(
            list -> {
              if (list.size() == 1) {
                return Optional.of(list.getFirst());
              }
              cx.report(
                  ErrorId.AXIS
                      .at(written.span(), "elements stand in an order along one axis, not several")
                      .found(list.size() + " axes")
                      .hint("call it once for each axis, or make one of them: `reshape(x, -1)`"));
              return Optional.empty();
            });
  }

  // ---------------------------------------------------------------- running totals

  private Optional<Value> totals(Builtin b, List<Optional<Ast.Expr>> args, Span span) {
    Optional<Value> found = cx.arrays.array(b, args.getFirst().orElseThrow());
    Optional<Boolean> initial = cx.words.flag("include_initial", args.get(3));
    if (found.isEmpty() || initial.isEmpty()) {
      return Optional.empty();
    }
    Value x = found.get();
    Optional<Integer> axis = alongOne(b, x, args.get(1), span);
    Optional<DType> dtype = dtype(b, x, args.get(2));
    if (axis.isEmpty() || dtype.isEmpty()) {
      return Optional.empty();
    }
    DType total = dtype.get().computation();
    boolean exact = DType.promote(x.dtype(), total) == total && !dtype.get().isShortFloat();
    boolean wide = !x.dtype().isFloat() && total.isInt() && total.bytes() == Long.BYTES;
    boolean asItIs = x.dtype() == dtype.get() || (exact && wide);
    Value elements = asItIs ? x : cx.emit.cast(x, dtype.get(), span);
    var shape = new ArrayList<>(cx.emit.resolve(x.shape()));
    Axes axes = x.axes();
    if (initial.get()) {
      shape.set(axis.get(), Dims.add(shape.get(axis.get()), 1));
      axes = withoutMark(axes, axis.get());
    }
    Value made = cx.emit.fresh(total, shape, axes, Names.ofSource(span), span);
    Value totals = cx.emit.add(new TensorIr.Scan(made, b, elements, axis.get(), initial.get()));
    return Optional.of(cx.emit.cast(totals, dtype.get(), span));
  }

  /** The extremes, of floats of 16 bits in f32, which holds them. */
  private Optional<Value> extremes(Builtin b, List<Optional<Ast.Expr>> args, Span span) {
    Optional<Value> x = cx.arrays.array(b, args.getFirst().orElseThrow());
    if (x.isEmpty()) {
      return x;
    }
    Arg arg = new Arg(new Typed.Strong(x.get()), args.getFirst().get().span());
    var refused = DTypeRules.refuse(b, arg, false, List.of(arg), cx.frame.discipline());
    if (refused.isPresent()) {
      cx.report(refused.get());
      return Optional.empty();
    }
    DType dtype = x.get().dtype();
    return alongOne(b, x.get(), args.get(1), span)
        .map(
            axis -> {
              List<Dim> shape = cx.emit.resolve(x.get().shape());
              String name = Names.ofSource(span);
              Value made = cx.emit.fresh(dtype.computation(), shape, x.get().axes(), name, span);
              Value extremes = cx.emit.add(new TensorIr.Scan(made, b, x.get(), axis, false));
              return cx.emit.cast(extremes, dtype, span);
            });
  }

  /** The axis, which may be left out where there is only one. */
  private Optional<Integer> alongOne(Builtin b, Value x, Optional<Ast.Expr> axis, Span span) {
    return axis.isEmpty() ? cx.arrays.along(b, x, axis, span) : axis(axis.get(), x);
  }

  /** The dtype of the result. */
  private Optional<DType> dtype(Builtin b, Value x, Optional<Ast.Expr> written) {
    if (written.isEmpty()) {
      return Optional.of(
          DTypeRules.computed(b, List.of(new Typed.Strong(x)), cx.frame.discipline()));
    }
    Optional<DType> dtype = cx.words.dtype(written.get());
    if (dtype.isPresent() && !dtype.get().isNumeric()) {
      cx.report(
          ErrorId.BAD_ARGUMENTS
              .at(written.get().span(), "`" + b.label() + "` gives numbers, not bools")
              .expected("a numeric dtype")
              .hint("leave `dtype` out: the totals of bools are i64"));
      return Optional.empty();
    }
    return dtype;
  }

  /** The axis is longer by one: {@code bcast} says that its size is 1. */
  private static Axes withoutMark(Axes axes, int axis) {
    var stretch = new ArrayList<>(axes.stretch());
    if (stretch.get(axis) == Stretch.ALWAYS) {
      stretch.set(axis, Stretch.BY_DISCIPLINE);
    }
    return axes.with(stretch);
  }

  // ---------------------------------------------------------------- sorting

  private Optional<Value> sorted(Builtin b, List<Optional<Ast.Expr>> args, Span span) {
    Optional<Value> found = cx.arrays.array(b, args.getFirst().orElseThrow());
    Optional<Boolean> descending = cx.words.flag("descending", args.get(2));
    Optional<Boolean> stable = cx.words.flag("stable", args.get(3)); // it always is
    if (found.isEmpty() || descending.isEmpty() || stable.isEmpty()) {
      return Optional.empty();
    }
    Value x = found.get();
    Optional<Integer> axis =
        args.get(1).isPresent()
            ? axis(args.get(1).get(), x)
            : Optional.of(cx.axes.last(b, x, span));
    return axis.map(
        along -> {
          DType dtype = b == Builtin.ARGSORT ? DType.I64 : x.dtype();
          List<Dim> shape = cx.emit.resolve(x.shape());
          Value made = cx.emit.fresh(dtype, shape, x.axes(), Names.ofSource(span), span);
          return cx.emit.add(new TensorIr.Sort(made, b, x, along, descending.get()));
        });
  }

  /** The largest elements along an axis, and where they stand. */
  Optional<List<Value>> largest(Value x, List<Optional<Ast.Expr>> args, Span span) {
    Builtin b = Builtin.TOP_K;
    Ast.Expr written = args.get(1).orElseThrow();
    Optional<Dim> count = cx.shapes.size(b, written);
    Optional<Integer> axis =
        args.get(2).isPresent()
            ? axis(args.get(2).get(), x)
            : Optional.of(cx.axes.last(b, x, span));
    if (count.isEmpty() || axis.isEmpty()) {
      return Optional.empty();
    }
    int along = axis.get();
    Dim k = count.get();
    Dim size = cx.emit.resolve(x.shape().get(along));
    if (Dims.sub(size, k) instanceof Dim.Const c && c.value() < 0) {
      var d =
          ErrorId.BAD_SIZE
              .at(
                  written.span(),
                  "axis %d of `%s` has size %s: there are no %s largest elements"
                      .formatted(
                          x.axisName(along), x.name(), ShapeText.dim(size), ShapeText.dim(k)))
              .found(cx.shown(x));
      cx.report(cx.origin(d, x, span).hint("`k` is at most the size of the axis"));
      return Optional.empty();
    }
    String of = "axis %d of %s".formatted(x.axisName(along), x.name());
    cx.clauses.atMost(b.label(), "k", k, of, size, span);
    var shape = new ArrayList<>(cx.emit.resolve(x.shape()));
    shape.set(along, cx.emit.resolve(k));
    Axes axes = withoutMark(x.axes(), along);
    Value made = cx.emit.fresh(DType.I64, shape, axes, Names.ofSource(span), span);
    Value places = cx.emit.add(new TensorIr.Sort(made, b, x, along, true));
    return cx.gathers.takeAlong(x, places, along, span).map(values -> List.of(values, places));
  }

  // ---------------------------------------------------------------- elements other than 0

  /** The places along the one axis. */
  private Optional<Value> nonzero(List<Optional<Ast.Expr>> args, Span span) {
    Optional<Value> x = cx.arrays.array(Builtin.NONZERO, args.getFirst().orElseThrow());
    if (x.isPresent() && x.get().rank() > 1) {
      cx.report(
          ErrorId.SEVERAL_RESULTS
              .at(span, "`nonzero` of %d axes has as many results".formatted(x.get().rank()))
              .found(cx.shown(x.get()))
              .hint(
                  "take them apart: `let (i, j) = %s`, a name for each axis"
                      .formatted(Names.ofSource(span))));
      return Optional.empty();
    }
    return x.flatMap(v -> cx.maskedPlaces.nonzero(v, span)).map(List::getFirst);
  }

  // ---------------------------------------------------------------- searching

  private Optional<Value> searched(List<Optional<Ast.Expr>> args, Span span) {
    Builtin b = Builtin.SEARCHSORTED;
    Arg x1 = cx.arg(args.get(0).orElseThrow());
    Arg x2 = cx.arg(args.get(1).orElseThrow());
    Optional<Boolean> right = cx.words.choice(b, "side", args.get(2)).map("right"::equals);
    if (x1.typed().isUnknown() || x2.typed().isUnknown() || right.isEmpty()) {
      return Optional.empty();
    }
    DType dtype = DTypeRules.computed(b, List.of(x1.typed(), x2.typed()), cx.frame.discipline());
    Optional<Value> sorted = inOrder(x1, args.get(3), dtype, span);
    Optional<Value> sought =
        cx.weak
            .as(x2.typed(), dtype, x2.span())
            .flatMap(v -> cx.nesting.plain("`" + b.label() + "`", v, x2.span()));
    if (sorted.isEmpty() || sought.isEmpty()) {
      return Optional.empty();
    }
    Value one = sought.get();
    return Optional.of(
        one.isScalar()
            ? element(search(sorted.get(), listed(one), right.get(), span), span)
            : search(sorted.get(), one, right.get(), span));
  }

  private Value search(Value sorted, Value sought, boolean right, Span span) {
    List<Dim> shape = cx.emit.resolve(sought.shape());
    Value made = cx.emit.fresh(DType.I64, shape, sought.axes(), Names.ofSource(span), span);
    return cx.emit.add(new TensorIr.Search(made, sorted, sought, right));
  }

  /** The array that is searched, as {@code sorter} sorts it. */
  private Optional<Value> inOrder(Arg x1, Optional<Ast.Expr> sorter, DType dtype, Span span) {
    Builtin b = Builtin.SEARCHSORTED;
    Optional<Value> values =
        cx.weak
            .as(x1.typed(), dtype, x1.span())
            .flatMap(v -> cx.ranks.plain("`" + b.label() + "`", v, x1.span()));
    if (values.isEmpty() || !isRow(b, values.get(), x1.typed(), x1.span())) {
      return Optional.empty();
    }
    if (sorter.isEmpty()) {
      return values;
    }
    Arg places = cx.arg(sorter.get());
    return cx.arrays
        .indices(b, places)
        .flatMap(p -> cx.ranks.plain("`" + b.label() + "`", p, places.span()))
        .filter(p -> isRow(b, p, places.typed(), places.span()))
        .map(p -> cx.gathers.taken(values.get(), p, 0, span));
  }

  /** Whether the value has rank 1; reported where not. */
  private boolean isRow(Builtin b, Value v, Typed typed, Span span) {
    if (v.rank() != 1) {
      cx.report(
          ErrorId.RANK
              .at(
                  span,
                  "`%s` searches arrays of rank 1, but `%s` has rank %d"
                      .formatted(b.label(), typed.name(), v.rank()))
              .found(v.isScalar() ? typed.type() : cx.shown(v))
              .hint("the searched array is one row; the values to be found may have any shape"));
    }
    return v.rank() == 1;
  }

  /** An array of one element. */
  private Value listed(Value scalar) {
    Value made = cx.emit.fresh(scalar.dtype(), List.of(Dims.ONE), scalar.name(), scalar.span());
    return cx.emit.add(new TensorIr.Literal(made, List.of(scalar)));
  }

  /** The one element of an array. */
  private Value element(Value array, Span span) {
    Value made = cx.emit.fresh(array.dtype(), List.of(), Names.ofSource(span), span);
    return cx.emit.add(new TensorIr.View(made, array, List.of(ViewAxis.at(Dims.ZERO))));
  }
}
