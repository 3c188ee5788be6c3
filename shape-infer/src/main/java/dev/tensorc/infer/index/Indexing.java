package dev.tensorc.infer.index;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.Span;
import dev.tensorc.infer.report.ErrorId;
import dev.tensorc.infer.report.SubscriptText;
import dev.tensorc.infer.rule.Arg;
import dev.tensorc.infer.rule.DTypeRules;
import dev.tensorc.infer.rule.Typed;
import dev.tensorc.infer.scope.Names;
import dev.tensorc.infer.type.Ranks;
import dev.tensorc.ir.Axes;
import dev.tensorc.ir.Axes.Stretch;
import dev.tensorc.ir.CompilerBug;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.DisciplineName;
import dev.tensorc.ir.ShapeText;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Value;
import dev.tensorc.ir.TensorIr.ViewAxis;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Basic indexing and {@code .T}: the same elements through other axes. */
public final class Indexing {

  /** No axis is as long as that, and sums with it fit 64 bits. */
  private static final long FARTHEST = 1L << 61;

  private record IndexKey(Dim index, Dim size) {}

  /** The part of an array that subscripts choose: a view of it, and the view's sizes. */
  public static final class Part {
    public final List<ViewAxis> axes = new ArrayList<>();
    public final List<Dim> dims = new ArrayList<>();
    public final List<Stretch> stretch = new ArrayList<>();

    /** The levels of its elements, which subscripts leave alone. */
    public final List<Integer> inner = new ArrayList<>();

    boolean isText;

    /** The marks of an unranked array, else nothing. */
    Optional<Axes> unranked = Optional.empty();

    /** The marks that broadcasting knows of it. */
    public Axes marks() {
      if (unranked.isPresent()) {
        return unranked.get().changed(stretch);
      }
      var levels = new ArrayList<>(inner);
      int outer = dims.size() - inner.stream().mapToInt(Integer::intValue).sum();
      if (outer > 0 || inner.isEmpty()) {
        levels.addFirst(outer);
      }
      var marks = new Axes(stretch, levels);
      return isText ? marks.asText() : marks;
    }

    void keep(Dim size, Stretch how, Dim start, long step) {
      axes.add(ViewAxis.along(dims.size(), start, step));
      add(size, how);
    }

    void add(Dim size, Stretch how) {
      dims.add(size);
      stretch.add(how);
    }
  }

  private final IndexContext cx;
  private final Slices slices;

  Indexing(IndexContext cx) {
    this.cx = cx;
    this.slices = new Slices(cx);
  }

  public Typed attribute(Ast.Attribute a) {
    Typed target = cx.infer(a.target());
    String name = a.name().text();
    if (target.isUnknown()) {
      return Typed.UNKNOWN;
    }
    if (name.equals("ndim")) {
      return target instanceof Typed.Strong(Value u) && u.isUnranked()
          ? cx.fail(cx.needsRank(u, "`.ndim` is a constant", a.span()))
          : new Typed.Const((long) target.rank(), Names.ofSource(a.span()));
    }
    if (name.equals("shape")) {
      String x = Names.ofSource(a.target().span());
      return cx.fail(
          ErrorId.NOT_A_VALUE
              .at(a.span(), "`.shape` is no value: the sizes in it are")
              .hint(
                  "`%1$s.shape[0]` is the first; where a shape is asked for, `%1$s` stands for its"
                          .formatted(x)
                      + " own"));
    }
    if (!name.equals("T")) {
      throw new CompilerBug("parse", "an attribute `" + name + "`");
    }
    if (target instanceof Typed.Strong(Value u) && u.isUnranked()) {
      return cx.fail(
          cx.needsRank(
              u,
              "`.T` is for matrices; `matrix_transpose(%s)` exchanges the last two axes of any rank"
                  .formatted(u.name()),
              a.span()));
    }
    if (target.rank() != 2) {
      return cx.fail(
          ErrorId.TRANSPOSE
              .at(
                  a.span(),
                  "`.T` is for matrices, but `" + target.name() + "` has rank " + target.rank())
              .found(target.type())
              .expected("rank 2")
              .hint(
                  target.rank() > 2
                      ? "`matrix_transpose(x)` exchanges the last two axes, `permute_dims(x, (2, 0,"
                          + " 1))` orders all of them"
                      : target.rank() == 1
                          ? "leave `.T` out: products take vectors; a column is `%s[:, newaxis]`"
                              .formatted(Names.ofSource(a.target().span()))
                          : "a scalar has no axes"));
    }
    Value x = ((Typed.Strong) target).value();
    if (cx.nesting.plain("`.T`", x, a.span()).isEmpty()) {
      return Typed.UNKNOWN;
    }
    var dims = cx.emit.resolve(List.of(x.shape().get(1), x.shape().get(0)));
    var axes = List.of(ViewAxis.whole(1), ViewAxis.whole(0));
    var marks = x.axes().with(x.axes().stretch().reversed());
    return view(x, dims, marks, axes, a.span());
  }

  /** {@code x.shape[0]}: a size, as a weak integer. */
  private Typed size(Ast.Expr array, Ast.Index e) {
    Typed x = cx.infer(array);
    if (x.isUnknown()) {
      return Typed.UNKNOWN;
    }
    List<Ast.Subscript> items = e.subscripts().items();
    if (items.size() != 1 || !(items.getFirst() instanceof Ast.At at)) {
      return cx.fail(
          ErrorId.NOT_A_VALUE
              .at(e.span(), "`.shape` takes one axis: a tuple is no value")
              .hint("write `" + Names.ofSource(array.span()) + ".shape[0]` for each size"));
    }
    Optional<List<Integer>> axis = cx.axes.list(at.index(), x);
    boolean plain =
        axis.isPresent()
            && x instanceof Typed.Strong(Value v)
            && cx.nesting.plain("`.shape`", v, e.span()).isPresent();
    return plain
        ? cx.weak.size(
            ((Typed.Strong) x).value().shape().get(axis.get().getFirst()),
            Names.ofSource(e.span()),
            e.span())
        : Typed.UNKNOWN;
  }

  public Typed index(Ast.Index e) {
    if (e.target() instanceof Ast.Attribute a && a.name().text().equals("shape")) {
      return size(a.target(), e);
    }
    Typed target = cx.infer(e.target());
    if (!target.isUnknown() && target.rank() == 0 && indicesBroadcast()) {
      return indexed(e.subscripts().items()) ? target : Typed.UNKNOWN;
    }
    return target.isUnknown()
        ? Typed.UNKNOWN
        : cx.arraySubscripts
            .chosen(target, e.subscripts(), e.span())
            .orElseGet(() -> chosen(target, e.subscripts(), e.span()));
  }

  /** The part of a value that subscripts choose, none of them an array. */
  Typed chosen(Typed target, Ast.SubscriptList subscripts, Span span) {
    return part(target, subscripts, span)
        .map(
            part -> view(((Typed.Strong) target).value(), part.dims, part.marks(), part.axes, span))
        .orElse(Typed.UNKNOWN);
  }

  /**
   * The part that the subscripts choose of a value; empty, and reported, where they do not fit.
   *
   * @param span of the value and its subscripts
   */
  public Optional<Part> part(Typed target, Ast.SubscriptList subscripts, Span span) {
    Optional<List<Ast.Subscript>> kept = kept(target, subscripts.items());
    if (kept.isEmpty() || none(subscripts)) {
      return Optional.empty();
    }
    var items = kept.get();
    long used = items.stream().filter(s -> s instanceof Ast.At || s instanceof Ast.Slice).count();
    long ellipses = items.stream().filter(s -> s instanceof Ast.Ellipsis).count();
    if (target instanceof Typed.Strong(Value u) && u.isUnranked()) {
      return fromEnd(u, items, (int) used, span);
    }
    if (target.rank() == 0) {
      return refused(
          ErrorId.SUBSCRIPTS
              .at(span, "`" + target.name() + "` is a scalar and has no elements to choose from")
              .found(target.type())
              .hint("use it without brackets"));
    }
    Value x = ((Typed.Strong) target).value();
    int outer = x.axes().outer();
    if (used > outer) {
      return refused(
          ErrorId.SUBSCRIPTS
              .at(
                  subscripts.span(),
                  "`"
                      + target.name()
                      + "` has "
                      + outer
                      + (outer == 1 ? " axis" : " axes")
                      + ", but "
                      + used
                      + " subscripts are written")
              .found(used + " subscripts")
              .expected("at most " + outer + ": " + target.type())
              .hint(
                  x.axes().isNested()
                      ? "an element is a tensor itself: `a[i][j]` chooses of the inner one"
                      : "drop " + (used - outer) + " of them"));
    }
    if (ellipses > 1) {
      return refused(
          ErrorId.SUBSCRIPTS
              .at(subscripts.span(), "`...` may stand once between the brackets")
              .hint("write `:` for a single axis"));
    }
    return part(x, items, (int) (outer - used));
  }

  /** Behind an ellipsis subscripts count from the end, whatever the rank. */
  private Optional<Part> fromEnd(Value x, List<Ast.Subscript> items, int used, Span span) {
    boolean leads = !items.isEmpty() && items.getFirst() instanceof Ast.Ellipsis;
    if (!leads || items.stream().skip(1).anyMatch(Ast.Ellipsis.class::isInstance)) {
      return refused(
          cx.needsRank(x, "subscripts count axes from the first one, unless `...` leads", span));
    }
    if (used > x.rank()) {
      return refused(
          ErrorId.SUBSCRIPTS
              .at(span, "`%s` has at most %s".formatted(x.name(), Ranks.axes(x.rank())))
              .found(used + " subscripts"));
    }
    String axes = used == 1 ? "1 subscript stands" : used + " subscripts stand";
    cx.ranks.atLeast(x, used, axes + " behind `...`, one for an axis", span);
    long more =
        items.stream().filter(Ast.NewAxis.class::isInstance).count()
            - items.stream().filter(Ast.At.class::isInstance).count();
    Value roomy = cx.ranks.room("`newaxis`", x, (int) Math.max(more, 0), span);
    Part part = new Part();
    for (int axis = roomy.rank(); axis < x.rank(); axis++) {
      part.axes.add(ViewAxis.at(Dims.ZERO));
    }
    part.unranked = Optional.of(roomy.axes());
    return part(x, part, items, roomy.rank() - used);
  }

  /** Whether NumPy's {@code None} stands among the subscripts; that is reported. */
  private boolean none(Ast.SubscriptList subscripts) {
    for (Ast.Subscript item : subscripts.items()) {
      if (item instanceof Ast.At(Ast.Ref ref, Span _) && ref.name().equals("None")) {
        return cx.infer(ref).isUnknown();
      }
    }
    return false;
  }

  /** In tml, indices after those of the last axis choose nothing. */
  private Optional<List<Ast.Subscript>> kept(Typed target, List<Ast.Subscript> items) {
    if (!indicesBroadcast()
        || target.rank() == 0
        || ((Typed.Strong) target).value().axes().isNested()
        || items.size() <= target.rank()
        || !items.stream().allMatch(Ast.At.class::isInstance)) {
      return Optional.of(items);
    }
    boolean good = indexed(items.subList(target.rank(), items.size()));
    return good ? Optional.of(items.subList(0, target.rank())) : Optional.empty();
  }

  private Optional<Part> refused(Diagnostic d) {
    cx.report(d);
    return Optional.empty();
  }

  private Optional<Part> part(Value x, List<Ast.Subscript> items, int rest) {
    return part(x, new Part(), items, rest);
  }

  private Optional<Part> part(Value x, Part part, List<Ast.Subscript> items, int rest) {
    part.isText = x.axes().isText();
    boolean good = true;
    boolean ellipsis = false;
    for (Ast.Subscript item : items) {
      switch (item) {
        case Ast.At at -> good &= at(x, part, at);
        case Ast.Slice s -> good &= slice(x, part, s);
        case Ast.Ellipsis _ -> {
          whole(x, part, rest);
          ellipsis = true;
        }
        case Ast.NewAxis _ -> part.add(Dims.ONE, Stretch.ALWAYS);
      }
    }
    if (!good) {
      return Optional.empty();
    }
    if (!ellipsis) {
      whole(x, part, rest);
    }
    if (x.axes().isNested()) {
      whole(x, part, x.rank() - x.axes().outer());
      part.inner.addAll(x.axes().inner().levels());
    }
    return Optional.of(part);
  }

  private void whole(Value x, Part part, int count) {
    for (int i = 0; i < count; i++) {
      int axis = part.axes.size();
      Stretch how = x.axes().stretch().get(axis);
      part.keep(cx.emit.resolve(x.shape().get(axis)), how, Dims.ZERO, 1);
    }
  }

  private Typed view(Value x, List<Dim> dims, Axes marks, List<ViewAxis> axes, Span span) {
    Value result = cx.emit.fresh(x.dtype(), dims, marks, Names.ofSource(span), span);
    return new Typed.Strong(cx.emit.add(new TensorIr.View(result, x, axes)));
  }

  /** An integer: the axis disappears. */
  private boolean at(Value x, Part part, Ast.At at) {
    int axis = part.axes.size();
    Dim size = cx.emit.resolve(x.shape().get(axis));
    Optional<Dim> index = integer(at.index(), "subscript");
    Optional<Dim> start =
        index
            .map(i -> indicesBroadcast() ? broadcast(i, size, at.span()) : i)
            .flatMap(i -> element(x, axis, size, i, at.span()));
    part.axes.add(ViewAxis.at(start.orElse(Dims.ZERO)));
    return start.isPresent();
  }

  /** Whether any index leads to the one element of an axis of size 1. */
  public boolean indicesBroadcast() {
    return cx.frame.discipline().name() == DisciplineName.TML;
  }

  /** The subscripts of a scalar, which choose nothing, are integers all the same. */
  public boolean indexed(List<Ast.Subscript> items) {
    boolean good = true;
    for (Ast.Subscript item : items) {
      if (item instanceof Ast.At at) {
        good &= integer(at.index(), "subscript").isPresent();
      } else {
        cx.report(
            ErrorId.SUBSCRIPTS
                .at(item.span(), "a scalar has no axis for `" + Names.ofSource(item.span()) + "`")
                .hint("in tml a scalar takes integers as subscripts, which choose nothing"));
        good = false;
      }
    }
    return good;
  }

  private Dim broadcast(Dim index, Dim size, Span span) {
    if (cx.emit.facts().isOne(size)) {
      return Dims.ZERO;
    }
    boolean first = Dims.isConst(index, 0) || Dims.isConst(index, -1);
    return first || !cx.emit.facts().couldBeOne(size)
        ? index
        : cx.scalarDims.whereEqual(size, Dims.ONE, Dims.ZERO, index, span);
  }

  /** Where the element lies; empty, and reported, where it is never on the axis. */
  Optional<Dim> element(Value x, int axis, Dim size, Dim index, Span span) {
    if (isOutside(index, size)) {
      cx.report(cx.origin(outside(x, axis, index, size, span), x, span));
      return Optional.empty();
    }
    boolean front = cx.scalarDims.notNegative(index);
    Dim fromEnd = Dims.add(size, index);
    boolean inside =
        front
            ? cx.scalarDims.notNegative(Dims.add(Dims.sub(size, index), -1))
            : index instanceof Dim.Const && cx.scalarDims.notNegative(fromEnd);
    if (!inside) {
      Dim actual = x.shape().get(axis);
      cx.emit.checkOnce(
          new IndexKey(index, size),
          new TensorIr.IndexCheck(x.name(), x.axisName(axis), index, actual, span),
          List.of(index, actual));
    }
    if (front) {
      return Optional.of(index);
    }
    return Optional.of(index instanceof Dim.Const ? fromEnd : Dims.bound(size, index));
  }

  /** Whether the index is never on an axis of that size. */
  private static boolean isOutside(Dim index, Dim size) {
    if (index instanceof Dim.Const i && (i.value() > FARTHEST || i.value() < -FARTHEST)) {
      return true;
    }
    return (Dims.sub(index, size) instanceof Dim.Const beyond && beyond.value() >= 0)
        || (Dims.add(index, size) instanceof Dim.Const below && below.value() < 0);
  }

  private static Diagnostic outside(Value x, int axis, Dim index, Dim size, Span span) {
    String shown = ShapeText.dim(index);
    String last = ShapeText.dim(Dims.add(size, -1));
    return ErrorId.INDEX_RANGE
        .at(
            span,
            "index " + shown + " is outside axis " + x.axisName(axis) + " of `" + x.name() + "`")
        .found(shown)
        .expected(
            Dims.isConst(size, 0)
                ? "nothing: the axis is empty"
                : last.equals("?")
                    ? "0 to its size - 1"
                    : ShapeText.dim(Dims.sub(Dims.ZERO, size)) + " to " + last)
        .hint(
            Dims.isConst(size, 0)
                ? ""
                : "places count from 0; the last is `" + SubscriptText.on(x, axis, "-1") + "`");
  }

  private boolean slice(Value x, Part part, Ast.Slice s) {
    int axis = part.axes.size();
    Dim n = cx.emit.resolve(x.shape().get(axis));
    Stretch how = x.axes().stretch().get(axis);
    Optional<Slices.Slice> slice = slices.of(x, n, s);
    slice.ifPresentOrElse(
        found -> {
          Dim size = cx.emit.resolve(found.dims().size());
          boolean lost = how == Stretch.ALWAYS && !Dims.isConst(size, 1);
          Stretch left = lost ? Stretch.BY_DISCIPLINE : how;
          part.keep(size, left, found.dims().start(), found.step());
        },
        () -> part.keep(n, how, Dims.ZERO, 1));
    return slice.isPresent();
  }

  private static String instead(Typed subscript, Ast.Expr e) {
    if (DTypeRules.isText(subscript)) {
      return "write an integer";
    }
    if (subscript.rank() == 0) {
      return e instanceof Ast.Binary b && b.op() == Ast.BinaryOp.DIV
          ? "round down when dividing: `%s // %s`"
              .formatted(Names.ofSource(b.left().span()), Names.ofSource(b.right().span()))
          : subscript.dtype().isFloat() && subscript instanceof Typed.Strong
              ? "convert it: `astype(" + subscript.name() + ", i64)`"
              : "write an integer";
    }
    return subscript.dtype() == DType.BOOL
        ? "a mask stands alone between brackets: `x[mask]`"
        : subscript.dtype().isInt()
            ? "choose one of them, such as `" + subscript.name() + "[0]`"
            : "places are integers: `astype(" + subscript.name() + ", i64)`";
  }

  /** An integer scalar as a dim; empty, and reported, where it is none. */
  public Optional<Dim> integer(Ast.Expr e, String what) {
    Arg arg = cx.arraySubscripts.arg(e);
    Typed typed = arg.typed();
    if (typed.isUnknown()) {
      return Optional.empty();
    }
    if (typed.rank() == 0 && typed.dtype().isInt()) {
      return cx.scalarDims.of(arg);
    }
    cx.report(
        ErrorId.NEEDS_CONSTANT
            .at(e.span(), "`" + typed.name() + "` is no " + what + ": it is " + typed.type())
            .found(typed.type())
            .expected("an integer")
            .hint(instead(typed, e)));
    return Optional.empty();
  }
}
