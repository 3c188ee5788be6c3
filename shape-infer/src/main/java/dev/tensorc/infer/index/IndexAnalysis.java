package dev.tensorc.infer.index;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.Span;
import dev.tensorc.infer.index.IndexScope.Computed;
import dev.tensorc.infer.index.IndexScope.Subscripted;
import dev.tensorc.infer.index.IndexScope.Walked;
import dev.tensorc.infer.report.ErrorId;
import dev.tensorc.infer.rule.Mentions;
import dev.tensorc.infer.rule.Typed;
import dev.tensorc.infer.scope.Names;
import dev.tensorc.infer.type.MisplacedIndex;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.TensorIr.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Finds the arrays that a piece of index notation subscripts, before anything of it is computed:
 * extents follow from all subscripts together. The arrays that are subscripted are computed here,
 * once.
 */
public final class IndexAnalysis {

  /** Factors beyond this lead out of every axis. */
  private static final long MAX_FACTOR = 1L << 31;

  private final IndexContext cx;
  private final IndexScope scope;
  private boolean good = true;

  /** Whether the current expression is only computed where a condition holds. */
  private boolean inArm;

  /**
   * Whether the subscript that was looked at last is no sum of indices: its places are elements.
   */
  private boolean computed;

  public IndexAnalysis(IndexContext cx, IndexScope scope) {
    this.cx = cx;
    this.scope = scope;
  }

  /** Whether nothing wrong has been found. */
  public boolean isGood() {
    return good;
  }

  private void wrong(Diagnostic d) {
    good = false;
    cx.report(d);
  }

  // ---------------------------------------------------------------- indices and ranges

  /** Makes indices of the names; they are in sight from here on. */
  public List<PointIndex> open(List<Ast.Name> names, List<Ast.Range> ranges) {
    var indices = new ArrayList<PointIndex>();
    for (Ast.Name name : names) {
      var index = new PointIndex(name.text(), name.span());
      good &= cx.points.free(name, scope);
      indices.add(index);
    }
    for (Ast.Range range : ranges) {
      range(range, indices);
    }
    scope.indices.addAll(indices);
    scope.open(indices, scope.space().size());
    return indices;
  }

  private void range(Ast.Range range, List<PointIndex> indices) {
    String name = range.index().text();
    Optional<PointIndex> index = indices.stream().filter(i -> i.name.equals(name)).findFirst();
    if (index.isEmpty() || index.get().ranged) {
      wrong(
          ErrorId.INDEX_RANGES
              .at(
                  range.span(),
                  index.isEmpty()
                      ? "there is no index `" + name + "` here"
                      : "the index `" + name + "` has two ranges")
              .hint("write one range for an index: `for i in 0:5, j in 0:2`"));
      return;
    }
    Optional<Dim> from = bound(range.from());
    Optional<Dim> to = bound(range.to());
    Optional<Dim> step = range.step().isEmpty() ? Optional.of(Dims.ONE) : bound(range.step().get());
    if (from.isEmpty() || to.isEmpty() || step.isEmpty()) {
      good = false;
      return;
    }
    if (!(step.get() instanceof Dim.Const by)
        || by.value() == 0
        || Math.abs(by.value()) > MAX_FACTOR) {
      wrong(
          ErrorId.INDEX_RANGES
              .at(range.step().orElseThrow().span(), "the step of a range is a constant, and not 0")
              .hint("scale the index where it is used: `x[2 * i]`"));
      return;
    }
    index.get().ranged = true;
    index.get().from = from.get();
    index.get().step = by.value();
    Dim length =
        cx.emit.resolve(
            by.value() > 0 ? Dims.sub(to.get(), from.get()) : Dims.sub(from.get(), to.get()));
    Dim size = cx.scalarDims.notNegative(length) ? length : Dims.clamp(length);
    boolean one = Math.abs(by.value()) == 1;
    Dim extent = Dims.ceilDiv(size, Math.abs(by.value()));
    index.get().runs(extent, one ? length : extent);
  }

  private Optional<Dim> bound(Ast.Expr e) {
    if (Mentions.in(e, scope::has)) {
      wrong(
          ErrorId.INDEX_RANGES
              .at(e.span(), "the range of an index does not depend on another index")
              .hint("write a loop for that: `for i in 0:n { for j in 0:i { ... } }`"));
      return Optional.empty();
    }
    return cx.points.wholeIn(scope, () -> cx.indexing.integer(e, "bound of a range"));
  }

  // ---------------------------------------------------------------- subscripted values

  public void collect(Ast.Expr e) {
    switch (e) {
      case Ast.IntLit _, Ast.FloatLit _, Ast.BoolLit _, Ast.StringLit _, Ast.Ref _ -> {}
      case Ast.Unary u -> collect(u.operand());
      case Ast.Binary b -> {
        if (b.op() != Ast.BinaryOp.MATMUL) {
          collect(b.left());
          collect(b.right());
        }
      }
      case Ast.Call c -> {
        if (takesElements(c, cx)) {
          c.args().forEach(a -> collect(a.value()));
        }
      }
      case Ast.IndexReduce r -> {
        List<PointIndex> indices = open(r.indices(), r.ranges());
        scope.reductions.put(r, indices);
        collect(r.value());
        scope.close(indices);
      }
      case Ast.Index i -> {
        if (i.subscripts().items().stream().anyMatch(s -> Mentions.in(s, scope::has))
            || (inArm && isElement(i))) {
          subscripts(i);
        }
      }
      case Ast.Conditional c -> {
        if (Mentions.in(c, scope::has)) {
          collect(c.condition());
          boolean before = inArm;
          inArm = true;
          collect(c.then());
          collect(c.otherwise());
          inArm = before;
        }
      }
      case Ast.Attribute _, Ast.ArrayLit _, Ast.TupleLit _ -> {}
    }
  }

  /** Whether each subscript is a number: {@code x[0]}. */
  private static boolean isElement(Ast.Index i) {
    return i.subscripts().items().stream().allMatch(Ast.At.class::isInstance);
  }

  private void subscripts(Ast.Index i) {
    if (i.target() instanceof Ast.Index target && Mentions.in(target, scope::has)) {
      wrong(MisplacedIndex.behindOthers(i, target));
      return;
    }
    Typed target = cx.points.wholeIn(scope, () -> cx.infer(i.target()));
    if (target.isUnknown()) {
      good = false;
      return;
    }
    subscripts(target, i.subscripts(), i.span()).ifPresent(s -> scope.subscripted.put(i, s));
  }

  /** How the subscripts walk the target; empty, and reported, where they cannot. */
  public Optional<Subscripted> subscripts(Typed target, Ast.SubscriptList list, Span span) {
    List<Ast.Subscript> items = list.items();
    if (target instanceof Typed.Strong(Value u) && u.isUnranked()) {
      wrong(cx.needsRank(u, "each axis has one subscript", list.span()));
      return Optional.empty();
    }
    if (target instanceof Typed.Strong(Value value)
        && cx.nesting.plain("index notation", value, span).isEmpty()) {
      good = false;
      return Optional.empty();
    }
    if (target.rank() != items.size() || target.rank() == 0) {
      String axes = target.rank() == 1 ? " axis" : " axes";
      wrong(
          ErrorId.SUBSCRIPTS
              .at(
                  list.span(),
                  "`%s` has %d%s, but %d %s"
                      .formatted(
                          target.name(),
                          target.rank(),
                          axes,
                          items.size(),
                          items.size() == 1 ? "subscript is written" : "subscripts are written"))
              .found(target.type())
              .expected("one subscript for each axis")
              .because("in index notation `x[i]` is one element"));
      return Optional.empty();
    }
    var repeats = new ArrayList<Optional<Repeat>>();
    Value all = ((Typed.Strong) target).value();
    for (int axis = 0; axis < items.size(); axis++) {
      Optional<Repeat> repeat = repeat(items.get(axis), all.shape().get(axis));
      if (repeat.isPresent()) {
        all = cx.reshapes.repeated(all, axis, repeat.get().times(), axis + 1, span);
      }
      repeats.add(repeat);
    }
    Value x = all;
    var axes = new ArrayList<Walked>();
    var places = new ArrayList<Computed>();
    for (int axis = 0; axis < items.size(); axis++) {
      int own = axis;
      Span place = items.get(axis).span();
      if (repeats.get(axis).isPresent()) {
        axes.add(new Walked(x, axis, Affine.of(repeats.get(axis).get().index()), place));
        continue;
      }
      computed = false;
      Optional<Affine> subscript =
          subscript(items.get(axis))
              .filter(a -> mayWalk(x, own, a))
              .flatMap(a -> a.isConstant() ? element(x, own, a.start(), place) : Optional.of(a));
      if (computed && items.get(axis) instanceof Ast.At at) {
        collect(at.index());
        places.add(new Computed(axis, at.index()));
        continue;
      }
      if (subscript.isEmpty()) {
        good = false;
        return Optional.empty();
      }
      axes.add(new Walked(x, axis, subscript.get(), place));
    }
    axes.forEach(scope::walk);
    return Optional.of(new Subscripted(x, axes, places, span));
  }

  /** An index that stands at each place of an axis so many times, one after the other. */
  private record Repeat(PointIndex index, Dim times) {}

  /** The repeated walk of {@code i // 2} where {@code i} runs from 0 to twice the axis. */
  private Optional<Repeat> repeat(Ast.Subscript s, Dim size) {
    if (s instanceof Ast.At(Ast.Binary b, _)
        && b.op() == Ast.BinaryOp.FLOORDIV
        && b.left() instanceof Ast.Ref r
        && b.right() instanceof Ast.IntLit k
        && !k.huge()
        && k.value() > 0) {
      Dim times = Dims.of(k.value());
      Dim all = cx.emit.resolve(Dims.product(List.of(size, times)));
      return scope
          .index(r.name())
          .filter(i -> i.ranged && i.isKnown() && i.step == 1 && Dims.isConst(i.from, 0))
          .filter(i -> cx.emit.resolve(i.extent()).equals(all))
          .map(i -> new Repeat(i, times));
    }
    return Optional.empty();
  }

  /** A number among the subscripts: as elsewhere, a negative one counts from the end. */
  private Optional<Affine> element(Value x, int axis, Dim index, Span span) {
    Dim size = cx.emit.resolve(x.shape().get(axis));
    return cx.indexing.element(x, axis, size, index, span).map(Affine::of);
  }

  private Optional<Affine> subscript(Ast.Subscript s) {
    if (!(s instanceof Ast.At at)) {
      wrong(
          ErrorId.WHOLE_ARRAY
              .at(s.span(), "`" + Names.ofSource(s.span()) + "` among the subscripts of an element")
              .because("beside an index each subscript is a number")
              .hint("name an index for this axis too, or take the part first: `(x[:, 1:])[i, j]`"));
      return Optional.empty();
    }
    try {
      Optional<Affine> affine = affine(at.index());
      if (affine.isPresent()
          && affine.get().factors().values().stream().anyMatch(f -> Math.abs(f) > MAX_FACTOR)) {
        tooLarge(at.index());
        return Optional.empty();
      }
      return affine;
    } catch (ArithmeticException tooLarge) {
      tooLarge(at.index());
      return Optional.empty();
    }
  }

  private Optional<Affine> affine(Ast.Expr e) {
    if (e instanceof Ast.Ref r && scope.index(r.name()).isPresent()) {
      return scope.index(r.name()).map(Affine::of);
    }
    if (!Mentions.in(e, scope::has)) {
      return cx.points.wholeIn(scope, () -> cx.indexing.integer(e, "subscript")).map(Affine::of);
    }
    return switch (e) {
      case Ast.Unary u when u.op() == Ast.UnaryOp.NEG -> affine(u.operand()).map(a -> a.times(-1));
      case Ast.Unary u when u.op() == Ast.UnaryOp.POS -> affine(u.operand());
      case Ast.Binary b when b.op() == Ast.BinaryOp.ADD -> sum(b, 1);
      case Ast.Binary b when b.op() == Ast.BinaryOp.SUB -> sum(b, -1);
      case Ast.Binary b when b.op() == Ast.BinaryOp.MUL -> product(b);
      default -> places();
    };
  }

  /**
   * Whether the subscript may walk the axis whole; an arm's reads must not run beyond the axis
   * elsewhere.
   */
  private boolean mayWalk(Value x, int axis, Affine subscript) {
    computed |=
        inArm && !subscript.isBare() && !staysOn(cx.emit.resolve(x.shape().get(axis)), subscript);
    return !computed;
  }

  /**
   * Whether the subscript is on an axis of that size for all that its indices run through, for
   * every size.
   */
  private boolean staysOn(Dim size, Affine subscript) {
    if (subscript.isConstant()) {
      return subscript.start() instanceof Dim.Const c
          && cx.scalarDims.reaches(size, c.value() < 0 ? -c.value() : c.value() + 1);
    }
    Dim least = subscript.start();
    Dim most = subscript.start();
    for (var e : subscript.factors().entrySet()) {
      PointIndex index = e.getKey();
      if (!index.ranged || !index.isKnown()) {
        return false;
      }
      Dim first = Dims.mul(Dims.of(e.getValue()), index.from);
      Dim way = Dims.mul(Dims.of(e.getValue() * index.step), index.last());
      boolean up = e.getValue() * index.step > 0;
      least = Dims.add(least, up ? first : Dims.add(first, way));
      most = Dims.add(most, up ? Dims.add(first, way) : first);
    }
    return cx.scalarDims.notNegative(least) && cx.scalarDims.atMost(Dims.add(most, 1), size);
  }

  private Optional<Affine> places() {
    computed = true;
    return Optional.empty();
  }

  private Optional<Affine> sum(Ast.Binary b, int sign) {
    Optional<Affine> left = affine(b.left());
    return left.flatMap(l -> affine(b.right()).map(r -> l.plus(r.times(sign))));
  }

  private Optional<Affine> product(Ast.Binary b) {
    Optional<Affine> left = affine(b.left());
    Optional<Affine> right = left.isEmpty() ? left : affine(b.right());
    if (left.isEmpty() || right.isEmpty()) {
      return Optional.empty();
    }
    boolean leftIsNumber = left.get().isConstant();
    Affine number = leftIsNumber ? left.get() : right.get();
    if (number.isConstant() && cx.emit.resolve(number.start()) instanceof Dim.Const c) {
      return Optional.of((leftIsNumber ? right.get() : left.get()).times(c.value()));
    }
    return places();
  }

  private void tooLarge(Ast.Expr e) {
    wrong(
        ErrorId.NO_PLACE
            .at(e.span(), "`" + Names.ofSource(e.span()) + "` is no subscript of index notation")
            .because("no axis is as long as that"));
  }

  /** Whether the arguments of a call are elements, too; those of no function may be. */
  static boolean takesElements(Ast.Call c, IndexContext cx) {
    String function = c.function().text();
    return !cx.names.isFunction(function)
        || Builtin.named(function).filter(b -> b.kind() == Builtin.Kind.ELEMENTWISE).isPresent();
  }
}
