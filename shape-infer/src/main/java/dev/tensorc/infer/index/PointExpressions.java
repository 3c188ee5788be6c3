package dev.tensorc.infer.index;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.Span;
import dev.tensorc.infer.index.IndexScope.Subscripted;
import dev.tensorc.infer.index.IndexScope.Walked;
import dev.tensorc.infer.report.ErrorId;
import dev.tensorc.infer.rule.Mentions;
import dev.tensorc.infer.rule.Typed;
import dev.tensorc.infer.scope.Names;
import dev.tensorc.infer.type.MisplacedIndex;
import dev.tensorc.ir.Axes;
import dev.tensorc.ir.Axes.Stretch;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Value;
import dev.tensorc.ir.TensorIr.ViewAxis;
import dev.tensorc.ir.TensorIr.Walk;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Expressions of index notation: one element for each place that the indices in sight stand at.
 *
 * <p>An expression that depends on indices is a value with one axis for each index in sight, in
 * their order; an axis has size 1 and is {@code bcast} where the value is the same for all of that
 * index. So {@code a[i, k] * b[k, j]} among the indices i, j, k is the product of values of the
 * shapes (n, 1, l) and (1, m, l): element-wise functions need nothing more, and the index notation
 * itself becomes index maps.
 */
public final class PointExpressions {

  private final IndexContext cx;

  /** Where elements are computed; null where whole arrays are. */
  private @Nullable IndexScope scope;

  /** Index notation around an expression that is computed as a whole. */
  private @Nullable IndexScope around;

  /** The call that has the expression as an argument. */
  private Ast.@Nullable Call called;

  PointExpressions(IndexContext cx) {
    this.cx = cx;
  }

  // ---------------------------------------------------------------- scopes

  /** Index notation that begins here. */
  public IndexScope begin() {
    return new IndexScope(cx.frame, enclosing());
  }

  private @Nullable IndexScope enclosing() {
    IndexScope near = scope == null ? around : scope;
    return near != null && near.isIn(cx.frame) ? near : null;
  }

  /** Infers elements. */
  public <T> T elements(IndexScope here, Supplier<T> inside) {
    return in(here, around, inside);
  }

  /** Infers whole arrays. */
  <T> T whole(Supplier<T> inside) {
    return in(null, scope == null ? around : scope, inside);
  }

  /** Infers whole arrays in the midst of elements. */
  <T> T wholeIn(IndexScope near, Supplier<T> inside) {
    return in(null, near, inside);
  }

  private <T> T in(@Nullable IndexScope here, @Nullable IndexScope near, Supplier<T> inside) {
    IndexScope before = scope;
    IndexScope beforeAround = around;
    scope = here;
    around = near;
    try {
      return inside.get();
    } finally {
      scope = before;
      around = beforeAround;
    }
  }

  /** Whether elements are inferred here. */
  public boolean isActive() {
    return scope != null && scope.isIn(cx.frame);
  }

  /** Why a name that is an index cannot stand among whole arrays; empty where it is none. */
  public Optional<Diagnostic> misplaced(Ast.Ref ref) {
    IndexScope near = enclosing();
    return near == null
        ? Optional.empty()
        : near.visible(ref.name())
            .map(index -> MisplacedIndex.of(index.name, index.span, ref.span(), called));
  }

  /** Whether the name is free for an index; reported where not. */
  boolean free(Ast.Name name, IndexScope here) {
    Optional<Span> place =
        here.visible(name.text()).map(i -> i.span).or(() -> cx.names.earlier(name.text()));
    if (place.isPresent()) {
      boolean twice = here.has(name.text());
      cx.report(
          ErrorId.HIDDEN_BY_INDEX
              .at(
                  name.span(),
                  "the index `" + name.text() + "` would hide another `" + name.text() + "`")
              .related(
                  place.get(),
                  twice ? "it is an index already" : "`" + name.text() + "` is defined here")
              .hint("choose another name for the index"));
      return false;
    }
    if (Names.taken(name.text())) {
      cx.report(Names.reservedName(name, "value"));
      return false;
    }
    return true;
  }

  // ---------------------------------------------------------------- expressions

  /** The elements of an expression. */
  public Typed infer(Ast.Expr e, Optional<DType> expected) {
    IndexScope here = Objects.requireNonNull(scope);
    return switch (e) {
      case Ast.Ref r when here.has(r.name()) -> number(here.index(r.name()).orElseThrow(), r);
      case Ast.Index i when here.subscripted.containsKey(i) ->
          read(Objects.requireNonNull(here.subscripted.get(i)), here.space())
              .<Typed>map(Typed.Strong::new)
              .orElse(Typed.UNKNOWN);
      case Ast.IndexReduce r -> cx.indexNotation.reduceInside(r, here);
      case Ast.Binary b when b.op() == Ast.BinaryOp.AND && Mentions.in(b, here::has) ->
          logical(Builtin.LOGICAL_AND, b);
      case Ast.Binary b when b.op() == Ast.BinaryOp.OR && Mentions.in(b, here::has) ->
          logical(Builtin.LOGICAL_OR, b);
      case Ast.Unary u when u.op() == Ast.UnaryOp.NOT && Mentions.in(u, here::has) ->
          cx.elementwise.apply(Builtin.LOGICAL_NOT, List.of(cx.arg(u.operand())), u.span());
      case Ast.Binary b when cx.pointArms.mayThrow(b, here) -> cx.pointArms.guarded(b, here);
      case Ast.Binary b when b.op() != Ast.BinaryOp.MATMUL -> cx.plain(e, expected);
      case Ast.Unary _, Ast.IntLit _, Ast.FloatLit _, Ast.BoolLit _ -> cx.plain(e, expected);
      case Ast.Call c when IndexAnalysis.takesElements(c, cx) -> cx.plain(e, expected);
      case Ast.Conditional c when Mentions.in(c, here::has) -> cx.pointArms.conditional(c, here);
      case Ast.Ref _,
          Ast.StringLit _,
          Ast.ArrayLit _,
          Ast.TupleLit _,
          Ast.Binary _,
          Ast.Conditional _,
          Ast.Call _,
          Ast.Index _,
          Ast.Attribute _ ->
          single(wholeOf(e, expected), e.span());
    };
  }

  private Typed wholeOf(Ast.Expr e, Optional<DType> expected) {
    Ast.Call before = called;
    called = e instanceof Ast.Call c ? c : null;
    try {
      return whole(() -> cx.infer(e, expected));
    } finally {
      called = before;
    }
  }

  private Typed logical(Builtin b, Ast.Binary e) {
    var args = List.of(cx.arg(e.left()), cx.arg(e.right()));
    return cx.elementwise.apply(b, args, e.span());
  }

  /** An expression that does not depend on an index must be one number. */
  private Typed single(Typed typed, Span span) {
    if (typed.rank() == 0) {
      return typed;
    }
    String subscripts = String.join(", ", Collections.nCopies(typed.rank(), "i"));
    return cx.fail(
        ErrorId.WHOLE_ARRAY
            .at(span, "`" + Names.ofSource(span) + "` is an array among single elements")
            .found(typed.type())
            .expected("a number")
            .hint(
                "subscript it with %s: `%s[%s]`"
                    .formatted(
                        typed.rank() == 1 ? "an index" : typed.rank() + " indices",
                        Names.ofSource(span),
                        subscripts)));
  }

  /** An index as a number. */
  private Typed number(PointIndex index, Ast.Ref ref) {
    Span span = ref.span();
    if (!index.isKnown() && index.reported) {
      return Typed.UNKNOWN;
    }
    if (!index.isKnown()) {
      index.reported = true;
      return cx.fail(
          ErrorId.NO_EXTENT
              .at(span, "no extent is known for the index `" + index.name + "`")
              .because("the index subscripts no array by itself")
              .hint("give it a range: `for " + index.name + " in 0:5`"));
    }
    List<PointIndex> space = Objects.requireNonNull(scope).space();
    var shape = unit(space.size());
    var stretch = all(space.size(), Stretch.ALWAYS);
    int axis = space.indexOf(index);
    shape.set(axis, cx.emit.resolve(index.extent()));
    stretch.set(axis, Stretch.BY_DISCIPLINE);
    Value at = cx.emit.fresh(DType.I64, shape, Axes.of(stretch), index.name, span);
    at = cx.emit.add(new TensorIr.Iota(at, axis));
    if (index.step != 1) {
      at = combined(Builtin.MULTIPLY, at, Dims.of(index.step), index.name, span);
    }
    if (!Dims.isConst(index.from, 0)) {
      at = combined(Builtin.ADD, at, index.from, index.name, span);
    }
    return new Typed.Weak(at);
  }

  private Value combined(Builtin b, Value at, Dim number, String name, Span span) {
    Value other =
        number instanceof Dim.Const c
            ? cx.emit.constant(DType.I64, c.value(), Long.toString(c.value()), span)
            : cx.emit.dimValue(cx.emit.resolve(number), name, span);
    return cx.elementwise.emit(b, List.of(at, other), DType.I64, span).orElseThrow();
  }

  /** The sum of a subscript, as numbers along the indices in sight; empty if none is known. */
  Optional<Value> sum(Affine subscript, Span span) {
    Optional<Value> sum = Optional.empty();
    for (var e : subscript.factors().entrySet()) {
      PointIndex index = e.getKey();
      if (!(number(index, new Ast.Ref(index.name, span)) instanceof Typed.Weak(Value at))) {
        return Optional.empty();
      }
      Value scaled =
          e.getValue() == 1
              ? at
              : combined(Builtin.MULTIPLY, at, Dims.of(e.getValue()), index.name, span);
      sum =
          Optional.of(
              sum.isEmpty()
                  ? scaled
                  : cx.elementwise
                      .emit(Builtin.ADD, List.of(sum.get(), scaled), DType.I64, span)
                      .orElseThrow());
    }
    Dim start = cx.emit.resolve(subscript.start());
    if (sum.isEmpty()) {
      return Optional.of(
          start instanceof Dim.Const c
              ? cx.emit.constant(DType.I64, c.value(), Names.ofSource(span), span)
              : cx.emit.dimValue(start, Names.ofSource(span), span));
    }
    return Dims.isConst(start, 0)
        ? sum
        : sum.map(v -> combined(Builtin.ADD, v, start, Names.ofSource(span), span));
  }

  /** The elements that subscripts choose, as an array along those indices. */
  Optional<Value> read(Subscripted s, List<PointIndex> along) {
    return s.isWalked()
        ? Optional.of(view(s, along))
        : cx.pointGathers.read(s, along, Objects.requireNonNull(scope));
  }

  /**
   * The elements that indices walk, as an array along those, and behind these along the axes whose
   * places are computed.
   */
  Value view(Subscripted s, List<PointIndex> along) {
    var shape = unit(along.size());
    var stretch = all(along.size(), Stretch.ALWAYS);
    var axes = new ArrayList<ViewAxis>(Collections.nCopies(s.target().rank(), ViewAxis.whole(0)));
    for (Walked w : s.axes()) {
      if (IndexExtents.stretches(w)) {
        axes.set(w.axis(), ViewAxis.at(Dims.ZERO));
        continue;
      }
      Affine subscript = w.subscript().stepped();
      var walks = new ArrayList<Walk>();
      subscript
          .factors()
          .forEach(
              (index, factor) -> {
                int axis = along.indexOf(index);
                walks.add(new Walk(axis, factor));
                shape.set(axis, cx.emit.resolve(index.extent()));
                stretch.set(axis, how(w));
              });
      axes.set(w.axis(), new ViewAxis(walks, cx.emit.resolve(subscript.start())));
    }
    for (IndexScope.Computed c : s.computed()) {
      axes.set(c.axis(), ViewAxis.whole(shape.size()));
      shape.add(cx.emit.resolve(s.target().shape().get(c.axis())));
      stretch.add(Stretch.BY_DISCIPLINE);
    }
    DType dtype = s.target().dtype();
    String name = Names.ofSource(s.span());
    Value result = cx.emit.fresh(dtype, shape, Axes.of(stretch), name, s.span());
    return cx.emit.add(new TensorIr.View(result, s.target(), axes));
  }

  /** A factor of a contraction: it has axes for those indices only that it depends on. */
  Optional<TensorIr.Operand> factor(Subscripted s, List<PointIndex> space) {
    List<PointIndex> used =
        space.stream()
            .filter(
                index ->
                    walks(index, s)
                        || places(index, s)
                        || (!s.isWalked() && cx.pointArms.depends(index)))
            .toList();
    return read(s, used)
        .map(v -> new TensorIr.Operand(v, used.stream().map(space::indexOf).toList()));
  }

  /** Whether the index walks an axis. */
  static boolean walks(PointIndex index, Subscripted s) {
    return s.axes().stream()
        .anyMatch(w -> w.subscript().factors().containsKey(index) && !IndexExtents.stretches(w));
  }

  /** Whether places are computed of the index. */
  static boolean places(PointIndex index, Subscripted s) {
    return s.computed().stream().anyMatch(c -> Mentions.in(c.place(), index.name::equals));
  }

  private static Stretch how(Walked w) {
    return w.subscript().isBare()
        ? w.target().axes().stretch().get(w.axis())
        : Stretch.BY_DISCIPLINE;
  }

  private static List<Dim> unit(int rank) {
    return new ArrayList<>(Collections.nCopies(rank, Dims.ONE));
  }

  private static List<Stretch> all(int rank, Stretch how) {
    return new ArrayList<>(Collections.nCopies(rank, how));
  }

  /**
   * Elements, with the extent of an index where they are the same for all of it.
   *
   * @param along for each index in sight whether that is asked for
   */
  Value spread(Value elements, List<PointIndex> space, List<Boolean> along, Span span) {
    var shape = unit(space.size());
    var stretch = all(space.size(), Stretch.ALWAYS);
    var axes = new ArrayList<ViewAxis>();
    boolean same = !elements.isScalar() || space.isEmpty();
    for (int axis = 0; axis < space.size(); axis++) {
      boolean depends =
          !elements.isScalar() && elements.axes().stretch().get(axis) != Stretch.ALWAYS;
      if (!elements.isScalar()) {
        axes.add(depends ? ViewAxis.whole(axis) : ViewAxis.at(Dims.ZERO));
      }
      if (depends || along.get(axis)) {
        same &= depends;
        shape.set(
            axis, depends ? elements.shape().get(axis) : cx.emit.resolve(space.get(axis).extent()));
        stretch.set(axis, depends ? elements.axes().stretch().get(axis) : Stretch.BY_DISCIPLINE);
      }
    }
    if (same) {
      return elements;
    }
    Value result = cx.emit.fresh(elements.dtype(), shape, Axes.of(stretch), elements.name(), span);
    return cx.emit.add(new TensorIr.View(result, elements, axes));
  }
}
