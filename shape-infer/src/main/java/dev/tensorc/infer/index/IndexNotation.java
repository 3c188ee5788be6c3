package dev.tensorc.infer.index;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Span;
import dev.tensorc.infer.report.ErrorId;
import dev.tensorc.infer.rule.Arg;
import dev.tensorc.infer.rule.Typed;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.TensorIr.Operand;
import dev.tensorc.ir.TensorIr.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Index notation: {@code let c[i, j] = sum[k](a[i, k] * b[k, j])}. First all subscripts are looked
 * at, then extents are found and checks placed, then the elements are computed as arrays that have
 * an axis for each index.
 */
public final class IndexNotation {

  private final IndexContext cx;

  IndexNotation(IndexContext cx) {
    this.cx = cx;
  }

  /** The array that {@code let t[i, j] = e for j in 0:5} defines. */
  public Typed let(Ast.IndexLet l) {
    int before = cx.emit.nextId();
    Typed typed = defined(l);
    return typed instanceof Typed.Strong(Value value) && value.id() >= before
        ? new Typed.Strong(cx.emit.rename(value, l.name().text()))
        : typed;
  }

  private Typed defined(Ast.IndexLet l) {
    IndexScope scope = cx.points.begin();
    var analysis = new IndexAnalysis(cx, scope);
    if (twice(l.indices())) {
      return Typed.UNKNOWN;
    }
    List<PointIndex> indices = analysis.open(l.indices(), l.ranges());
    indices.forEach(index -> index.fromZero = true);
    boolean fromZero = fromZero(indices, l.ranges());
    analysis.collect(l.value());
    if (!analysis.isGood() || !fromZero || !IndexExtents.solve(cx, scope)) {
      return Typed.UNKNOWN;
    }
    Typed elements = cx.points.elements(scope, () -> cx.infer(l.value()));
    if (elements.isUnknown()) {
      return elements;
    }
    Span span = l.value().span();
    List<Boolean> whole = indices.stream().map(PointIndex::isKnown).toList();
    return new Typed.Strong(cx.points.spread(cx.weak.alone(elements, span), indices, whole, span));
  }

  /** An index that stands twice on the left: reported. */
  private boolean twice(List<Ast.Name> names) {
    for (int i = 0; i < names.size(); i++) {
      String name = names.get(i).text();
      for (Ast.Name earlier : names.subList(0, i)) {
        if (earlier.text().equals(name)) {
          cx.report(
              ErrorId.FEEDS_TWO
                  .at(
                      names.get(i).span(),
                      "the index `" + name + "` stands for two axes of the result")
                  .related(earlier.span(), "the first of them")
                  .because("each axis of the result has an index of its own")
                  .hint(
                      "for a diagonal, `let d[i, j] = where(i == j, x[i], 0) for j in 0:n`; to"
                          + " divide an axis, `x[4 * i + j] for i in 0:8, j in 0:4`"));
          return true;
        }
      }
    }
    return false;
  }

  private boolean fromZero(List<PointIndex> indices, List<Ast.Range> ranges) {
    boolean good = true;
    for (PointIndex index : indices) {
      if (index.ranged && (index.step != 1 || !Dims.isConst(cx.emit.resolve(index.from), 0))) {
        Span span =
            ranges.stream()
                .filter(r -> r.index().text().equals(index.name))
                .findFirst()
                .orElseThrow()
                .span();
        cx.report(
            ErrorId.INDEX_RANGES
                .at(span, "an index of `let` counts 0, 1, 2, ...")
                .because("every element of the new array needs a value")
                .hint(
                    "begin at 0 and shift the subscripts, or update a part of a `var`: `y[%s] = ... for %s in 1:n`"
                        .formatted(index.name, index.name)));
        good = false;
      }
    }
    return good;
  }

  // ---------------------------------------------------------------- reductions

  /** {@code sum[k](e)} among whole arrays: index notation that begins here. */
  public Typed reduce(Ast.IndexReduce r) {
    IndexScope scope = cx.points.begin();
    var analysis = new IndexAnalysis(cx, scope);
    analysis.collect(r);
    return analysis.isGood() && IndexExtents.solve(cx, scope)
        ? cx.points.elements(scope, () -> reduceInside(r, scope))
        : Typed.UNKNOWN;
  }

  /** {@code sum[k](e)} among elements. */
  Typed reduceInside(Ast.IndexReduce r, IndexScope scope) {
    Optional<Builtin> builtin = reduction(r.function());
    List<PointIndex> indices = scope.reductions.get(r);
    if (builtin.isEmpty() || indices == null || !known(indices)) {
      return Typed.UNKNOWN;
    }
    List<PointIndex> outer = scope.space();
    Optional<Value> contracted = contraction(builtin.get(), r, outer, indices, scope);
    if (contracted.isPresent()) {
      return new Typed.Strong(contracted.get());
    }
    int first = SumAxes.first(r, outer, indices, scope);
    scope.open(indices, first);
    Typed elements = cx.infer(r.value());
    List<PointIndex> space = scope.space();
    scope.close(indices);
    if (elements.isUnknown()) {
      return elements;
    }
    var whole = new ArrayList<Boolean>();
    space.forEach(index -> whole.add(indices.contains(index)));
    Span span = r.value().span();
    Value operand = cx.points.spread(cx.weak.alone(elements, span), space, whole, span);
    List<Integer> axes = IntStream.range(first, first + indices.size()).boxed().toList();
    var arg = new Arg(new Typed.Strong(operand), span);
    return cx.reductions.reduce(builtin.get(), arg, Optional.of(axes), false, r.span());
  }

  /** A sum of exactly two subscripted factors, of floats, is a contraction. */
  private Optional<Value> contraction(
      Builtin b,
      Ast.IndexReduce r,
      List<PointIndex> outer,
      List<PointIndex> indices,
      IndexScope scope) {
    if (b != Builtin.SUM
        || !(r.value() instanceof Ast.Binary product)
        || product.op() != Ast.BinaryOp.MUL
        || !(product.left() instanceof Ast.Index left)
        || !(product.right() instanceof Ast.Index right)
        || !scope.subscripted.containsKey(left)
        || !scope.subscripted.containsKey(right)) {
      return Optional.empty();
    }
    var space = new ArrayList<>(outer);
    space.addAll(indices);
    Optional<Operand> first =
        cx.points.factor(Objects.requireNonNull(scope.subscripted.get(left)), space);
    Optional<Operand> second =
        cx.points.factor(Objects.requireNonNull(scope.subscripted.get(right)), space);
    return first.flatMap(
        f ->
            second.flatMap(
                s ->
                    cx.products.ofFactors(
                        f,
                        s,
                        outer.size(),
                        indices.stream().map(index -> cx.emit.resolve(index.extent())).toList(),
                        r.span())));
  }

  private Optional<Builtin> reduction(Ast.Name function) {
    Optional<Builtin> builtin =
        Builtin.named(function.text()).filter(b -> b.kind() == Builtin.Kind.REDUCTION);
    if (builtin.isEmpty()) {
      cx.report(
          ErrorId.NO_REDUCTION
              .at(function.span(), "`" + function.text() + "` does not reduce over indices")
              .expected("sum, max, min or mean, as in `sum[k](a[i, k] * b[k, j])`"));
    }
    return builtin;
  }

  private boolean known(List<PointIndex> indices) {
    for (PointIndex index : indices) {
      if (!index.isKnown()) {
        cx.report(
            ErrorId.NO_EXTENT
                .at(index.span, "no extent is known for the index `" + index.name + "`")
                .because("the index subscripts no array by itself")
                .hint("give it a range: `sum[k](... for k in 0:n)`"));
        return false;
      }
    }
    return true;
  }
}
