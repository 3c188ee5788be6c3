package dev.tensorc.infer;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.Span;
import dev.tensorc.ir.Axes;
import dev.tensorc.ir.Axes.Stretch;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.Dims.Bound;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Value;
import dev.tensorc.ir.TensorIr.ViewAxis;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Basic indexing with constant bounds, and {@code .T}: the same elements through other axes. */
final class Indexing {

  /** Slice bounds beyond this mean the same as this: no axis is that long. */
  private static final long FAR = 1L << 53;

  private record IndexKey(long index, Dim size) {}

  /** The view being built. */
  private static final class Shape {
    final List<ViewAxis> axes = new ArrayList<>();
    final List<Dim> dims = new ArrayList<>();
    final List<Stretch> stretch = new ArrayList<>();

    void keep(Dim size, Stretch how, Dim start, long step) {
      axes.add(ViewAxis.along(dims.size(), start, step));
      add(size, how);
    }

    void add(Dim size, Stretch how) {
      dims.add(size);
      stretch.add(how);
    }
  }

  private final Context cx;

  Indexing(Context cx) {
    this.cx = cx;
  }

  static List<Integer> axes(int rank) {
    return IntStream.range(0, rank).boxed().toList();
  }

  Typed attribute(Ast.Attribute a) {
    Typed target = cx.expressions.infer(a.target());
    String name = a.name().text();
    if (!name.equals("T")) {
      return cx.fail(unknownAttribute(a));
    }
    if (target.isUnknown()) {
      return Typed.UNKNOWN;
    }
    if (target.rank() != 2) {
      return cx.fail(
          ErrorId.TRANSPOSE
              .at(
                  a.span(),
                  "`.T` is for matrices, but `" + target.name() + "` has rank " + target.rank())
              .found(target.type())
              .expected("rank 2")
              .hint("give it a second axis first: `x[:, newaxis]`"));
    }
    Value x = ((Typed.Strong) target).value();
    var dims = cx.emit.resolve(List.of(x.shape().get(1), x.shape().get(0)));
    var axes = List.of(ViewAxis.whole(1), ViewAxis.whole(0));
    var stretch = x.axes().stretch().reversed();
    return view(x, dims, stretch, axes, a.span());
  }

  private static Diagnostic unknownAttribute(Ast.Attribute a) {
    String name = a.name().text();
    Diagnostic d =
        ErrorId.UNKNOWN_ATTRIBUTE.at(a.name().span(), "there is no attribute `" + name + "`");
    return switch (name) {
      case "shape" ->
          d.hint(
              "name the dims in the parameter's type, as in `x: f32[n, m]`; `len(x)` is the first");
      case "mT" -> d.hint("for a matrix write `.T`");
      default -> d.hint("the one attribute is `.T`, the transpose of a matrix");
    };
  }

  Typed index(Ast.Index e) {
    Typed target = cx.expressions.infer(e.target());
    if (target.isUnknown()) {
      return Typed.UNKNOWN;
    }
    var items = e.subscripts().items();
    long used = items.stream().filter(s -> s instanceof Ast.At || s instanceof Ast.Slice).count();
    long ellipses = items.stream().filter(s -> s instanceof Ast.Ellipsis).count();
    if (target.rank() == 0) {
      return cx.fail(
          ErrorId.SUBSCRIPTS
              .at(
                  e.span(),
                  "`" + target.name() + "` is a scalar and has no elements to choose from")
              .found(target.type())
              .hint("use it without brackets"));
    }
    if (used > target.rank()) {
      return cx.fail(
          ErrorId.SUBSCRIPTS
              .at(
                  e.subscripts().span(),
                  "`"
                      + target.name()
                      + "` has "
                      + target.rank()
                      + (target.rank() == 1 ? " axis" : " axes")
                      + ", but "
                      + used
                      + " subscripts are written")
              .found(used + " subscripts")
              .expected("at most " + target.rank() + ": " + target.type())
              .hint("drop " + (used - target.rank()) + " of them"));
    }
    if (ellipses > 1) {
      return cx.fail(
          ErrorId.SUBSCRIPTS
              .at(e.subscripts().span(), "`...` may stand once between the brackets")
              .hint("write `:` for a single axis"));
    }
    return index(((Typed.Strong) target).value(), items, (int) (target.rank() - used), e.span());
  }

  private Typed index(Value x, List<Ast.Subscript> items, int rest, Span span) {
    var shape = new Shape();
    boolean good = true;
    boolean ellipsis = false;
    for (Ast.Subscript item : items) {
      switch (item) {
        case Ast.At at -> good &= at(x, shape, at);
        case Ast.Slice s -> good &= slice(x, shape, s);
        case Ast.Ellipsis _ -> {
          whole(x, shape, rest);
          ellipsis = true;
        }
        case Ast.NewAxis _ -> shape.add(Dims.ONE, Stretch.ALWAYS);
      }
    }
    if (!good) {
      return Typed.UNKNOWN;
    }
    if (!ellipsis) {
      whole(x, shape, rest);
    }
    return view(x, shape.dims, shape.stretch, shape.axes, span);
  }

  private void whole(Value x, Shape shape, int count) {
    for (int i = 0; i < count; i++) {
      int axis = shape.axes.size();
      Stretch how = x.axes().stretch().get(axis);
      shape.keep(cx.emit.resolve(x.shape().get(axis)), how, Dims.ZERO, 1);
    }
  }

  private Typed view(
      Value x, List<Dim> dims, List<Stretch> stretch, List<ViewAxis> axes, Span span) {
    Value result = cx.emit.fresh(x.dtype(), dims, Axes.of(stretch), Names.ofSource(span), span);
    return new Typed.Strong(cx.emit.add(new TensorIr.View(result, x, axes)));
  }

  /** An integer: the axis disappears. */
  private boolean at(Value x, Shape shape, Ast.At at) {
    int axis = shape.axes.size();
    Optional<Long> constant = constant(at.index(), "subscript");
    if (constant.isEmpty()) {
      shape.axes.add(ViewAxis.at(Dims.ZERO));
      return false;
    }
    long index = constant.get();
    Dim size = cx.emit.resolve(x.shape().get(axis));
    if (size instanceof Dim.Const c && (index >= c.value() || index < -c.value())) {
      Diagnostic d =
          ErrorId.INDEX_RANGE
              .at(
                  at.span(),
                  "index " + index + " is outside axis " + axis + " of `" + x.name() + "`")
              .found(Long.toString(index))
              .expected(
                  c.value() == 0
                      ? "nothing: the axis is empty"
                      : -c.value() + " to " + (c.value() - 1));
      cx.report(cx.origin(d, x, at.span()));
      shape.axes.add(ViewAxis.at(Dims.ZERO));
      return false;
    }
    long needed = index >= 0 ? index + 1 : -index;
    if (index == Long.MAX_VALUE || index == Long.MIN_VALUE || Dims.atLeast(size) < needed) {
      Dim actual = x.shape().get(axis);
      cx.emit.checkOnce(
          new IndexKey(index, size),
          new TensorIr.IndexCheck(x.name(), axis, Dims.of(index), actual, at.span()),
          List.of(actual));
    }
    shape.axes.add(ViewAxis.at(index >= 0 ? Dims.of(index) : Dims.add(size, index)));
    return true;
  }

  private boolean slice(Value x, Shape shape, Ast.Slice s) {
    int axis = shape.axes.size();
    Dim n = cx.emit.resolve(x.shape().get(axis));
    Stretch how = x.axes().stretch().get(axis);
    Optional<Bound> lo = bound(s.lo());
    Optional<Bound> hi = bound(s.hi());
    Optional<Bound> written = bound(s.step());
    if (lo.isEmpty() || hi.isEmpty() || written.isEmpty()) {
      shape.keep(n, how, Dims.ZERO, 1);
      return false;
    }
    long step = written.get().absent() ? 1 : written.get().value();
    if (step == 0) {
      cx.report(
          ErrorId.ZERO_STEP
              .at(s.span(), "a slice of `" + x.name() + "` has step 0")
              .hint("leave the step out, or write `::1`"));
      shape.keep(n, how, Dims.ZERO, 1);
      return false;
    }
    SliceDims dims = SliceDims.of(n, lo.get(), hi.get(), step);
    Dim size = cx.emit.resolve(dims.size());
    boolean lost = how == Stretch.ALWAYS && !Dims.isConst(size, 1);
    shape.keep(size, lost ? Stretch.BY_DISCIPLINE : how, dims.start(), step);
    return true;
  }

  private Optional<Bound> bound(Optional<Ast.Expr> e) {
    return e.isEmpty()
        ? Optional.of(Bound.NONE)
        : constant(e.get(), "slice bound").map(v -> Bound.at(Math.clamp(v, -FAR, FAR)));
  }

  /** A subscript's constant; empty, and reported, where it is none. */
  private Optional<Long> constant(Ast.Expr e, String what) {
    Typed typed = cx.expressions.infer(e);
    if (typed.isUnknown()) {
      return Optional.empty();
    }
    if (typed instanceof Typed.Const c && c.value() instanceof Long v) {
      return Optional.of(v);
    }
    boolean runTime = typed.rank() == 0 && typed.dtype().isInt();
    cx.report(
        runTime
            ? ErrorId.UNSUPPORTED_INDEXING
                .at(e.span(), "`" + typed.name() + "` as a " + what + " is not supported yet")
                .because("only constants are compiled there so far")
            : ErrorId.NEEDS_CONSTANT
                .at(e.span(), "`" + typed.name() + "` is no " + what + ": it is " + typed.type())
                .found(typed.type())
                .expected("an integer")
                .hint(
                    typed.rank() > 0 ? "to select by an array, see `where`" : "write an integer"));
    return Optional.empty();
  }
}
