package dev.tensorc.infer.index;

import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.Span;
import dev.tensorc.infer.index.IndexScope.Walked;
import dev.tensorc.infer.report.ErrorId;
import dev.tensorc.infer.scope.Names;
import dev.tensorc.ir.Axes.Stretch;
import dev.tensorc.ir.CheckText;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.ShapeText;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Extents of the indices of one piece of index notation, and the checks that they ask for.
 *
 * <p>A range gives an extent; else the axes that the index subscripts bare, which must agree; else
 * the bounds of all sums that the index stands in, once all other indices there are known.
 */
public final class IndexExtents {

  private record SizesKey(Dim a, Dim b) {}

  private record BoundsKey(Dim least, Dim most, List<Dim> extents, Dim size) {}

  private final IndexContext cx;
  private final IndexScope scope;
  private final Map<PointIndex, Walked> first = new HashMap<>();
  private boolean good = true;

  private IndexExtents(IndexContext cx, IndexScope scope) {
    this.cx = cx;
    this.scope = scope;
  }

  /**
   * Finds the extents of the scope's indices; those that subscript nothing stay unknown.
   *
   * @return false, and reported, where something is wrong
   */
  public static boolean solve(IndexContext cx, IndexScope scope) {
    var extents = new IndexExtents(cx, scope);
    scope.walked.stream().filter(w -> w.subscript().isBare()).forEach(extents::bare);
    extents.derive();
    if (extents.good) {
      scope.walked.forEach(extents::check);
    }
    return extents.good;
  }

  private void wrong(Diagnostic d) {
    good = false;
    cx.report(d);
  }

  private Dim size(Walked w) {
    return cx.emit.resolve(w.target().shape().get(w.axis()));
  }

  /** Whether the axis is {@code bcast} and read at 0, whatever the index. */
  static boolean stretches(Walked w) {
    return w.subscript().isBare() && w.target().axes().stretch().get(w.axis()) == Stretch.ALWAYS;
  }

  // ---------------------------------------------------------------- extents

  private void bare(Walked w) {
    if (stretches(w)) {
      return;
    }
    PointIndex index = w.subscript().factors().keySet().iterator().next();
    Dim size = size(w);
    Walked before = first.putIfAbsent(index, w);
    if (before == null) {
      index.runs(size, size);
      return;
    }
    Dim expected = size(before);
    if (size.equals(expected)) {
      return;
    }
    if (Dims.sub(size, expected) instanceof Dim.Const) {
      wrong(differ(index, before, w));
      return;
    }
    Value x = w.target();
    Dim actual = x.shape().get(w.axis());
    var check =
        new TensorIr.ExtentCheck(
            TensorIr.Meeting.INDEX,
            index.name,
            x.name(),
            w.axis(),
            actual,
            before.target().name(),
            before.axis(),
            expected,
            w.span());
    cx.emit.checkOnce(new SizesKey(size, expected), check, List.of(actual, expected));
    cx.emit.learn(actual, expected, w.span(), "index");
    Dim known = cx.emit.resolve(expected);
    index.runs(known, known);
  }

  private Diagnostic differ(PointIndex index, Walked a, Walked b) {
    Diagnostic d =
        ErrorId.INDEX_SIZES
            .at(b.span(), "the index `" + index.name + "` runs over axes of different sizes")
            .because(line(a))
            .because(line(b))
            .because("a size of 1 does not stretch here; a `bcast` axis does");
    d = cx.origin(cx.origin(d, a.target(), a.span()), b.target(), b.span());
    return d.hint(
        "use another index, or give this one a range: `for %s in 0:%s`"
            .formatted(index.name, ShapeText.dim(Dims.min(size(a), size(b)))));
  }

  private String line(Walked w) {
    return "`%s` has size %s on axis %d: %s"
        .formatted(w.target().name(), ShapeText.dim(size(w)), w.axis(), cx.shown(w.target()));
  }

  private void derive() {
    List<PointIndex> open = new ArrayList<>(scope.indices);
    open.removeIf(index -> index.isKnown() || uses(index).isEmpty());
    boolean found = true;
    while (found) {
      found = false;
      for (PointIndex index : List.copyOf(open)) {
        Optional<Dim> count = count(index);
        if (count.isPresent()) {
          Dim known = cx.emit.resolve(count.get());
          index.runs(cx.scalarDims.notNegative(known) ? known : Dims.clamp(known), known);
          index.derived = true;
          open.remove(index);
          found = true;
        }
      }
    }
    if (!open.isEmpty()) {
      wrong(undecided(open));
    }
  }

  private List<Walked> uses(PointIndex index) {
    return scope.walked.stream()
        .filter(w -> w.subscript().factors().containsKey(index) && !stretches(w))
        .toList();
  }

  /** How many places stay in bounds everywhere; nothing where another index is not known. */
  private Optional<Dim> count(PointIndex index) {
    Dim least = null;
    for (Walked w : uses(index)) {
      long factor = w.subscript().factors().getOrDefault(index, 0L);
      Affine rest = w.subscript().stepped().without(index);
      if (!rest.factors().keySet().stream().allMatch(PointIndex::isKnown)) {
        return Optional.empty();
      }
      Dim room = factor > 0 ? Dims.sub(size(w), rest.most()) : Dims.add(rest.least(), 1);
      if (Math.abs(factor) > 1) {
        room = Dims.ceilDiv(Dims.clamp(cx.emit.resolve(room)), Math.abs(factor));
      }
      least = least == null ? room : Dims.min(Dims.clamp(least), Dims.clamp(room));
    }
    return Optional.ofNullable(least);
  }

  private Diagnostic undecided(List<PointIndex> open) {
    PointIndex index = open.getFirst();
    for (Walked w : uses(index)) {
      for (PointIndex other : open) {
        if (other != index && w.subscript().factors().containsKey(other)) {
          return ErrorId.FEEDS_TWO
              .at(
                  w.span(),
                  "axis %d of `%s` would feed both `%s` and `%s`"
                      .formatted(w.axis(), w.target().name(), index.name, other.name))
              .found(cx.shown(w.target()))
              .because("any way to divide its size between them stays in bounds")
              .hint("give one of them a range: `for %s in 0:4`".formatted(other.name));
        }
      }
    }
    return ErrorId.NO_EXTENT.at(
        index.span, "no extent is known for the index `" + index.name + "`");
  }

  // ---------------------------------------------------------------- bounds

  private void check(Walked w) {
    if (w.subscript().isBare() || w.subscript().isConstant()) {
      return;
    }
    Affine subscript = w.subscript().stepped();
    Dim size = size(w);
    Dim least = cx.emit.resolve(subscript.least());
    Dim most = cx.emit.resolve(subscript.most());
    List<Dim> extents =
        subscript.factors().keySet().stream().map(i -> cx.emit.resolve(i.extent())).toList();
    if (extents.stream().anyMatch(e -> Dims.isConst(e, 0))) {
      return;
    }
    boolean below = !isDerived(subscript, -1) && !cx.scalarDims.notNegative(least);
    boolean beyond =
        !isDerived(subscript, 1) && !cx.scalarDims.notNegative(Dims.add(Dims.sub(size, most), -1));
    if ((below && least instanceof Dim.Const)
        || (beyond && Dims.sub(size, most) instanceof Dim.Const)) {
      wrong(outside(w, least, most, size));
    } else if (below || beyond) {
      List<Dim> open = extents.stream().filter(e -> Dims.atLeast(e) == 0).toList();
      Value x = w.target();
      var check =
          new TensorIr.SubscriptCheck(
              x.name(),
              w.axis(),
              CheckText.source(w.span()),
              least,
              most,
              open,
              x.shape().get(w.axis()),
              w.span());
      var dims = new ArrayList<>(open);
      dims.addAll(List.of(least, most, x.shape().get(w.axis())));
      cx.emit.checkOnce(new BoundsKey(least, most, open, size), check, dims);
    }
  }

  /** Whether an extent was chosen such that this end of the subscript stays in bounds. */
  private static boolean isDerived(Affine subscript, int sign) {
    return subscript.factors().entrySet().stream()
        .anyMatch(e -> e.getKey().derived && Long.signum(e.getValue()) == sign);
  }

  private Diagnostic outside(Walked w, Dim least, Dim most, Dim size) {
    Span span = w.span();
    String text = Names.ofSource(span);
    String runs = "it runs from %s to %s".formatted(ShapeText.dim(least), ShapeText.dim(most));
    PointIndex index = w.subscript().factors().keySet().iterator().next();
    String last = ShapeText.dim(cx.emit.resolve(Dims.add(size, -1)));
    Diagnostic d =
        ErrorId.SUBSCRIPT_BOUNDS
            .at(
                span,
                "the subscript `%s` runs beyond axis %d of `%s`"
                    .formatted(text, w.axis(), w.target().name()))
            .found(runs)
            .expected(Dims.isConst(size, 0) ? "nothing: the axis is empty" : "0 to " + last);
    return cx.origin(d, w.target(), span).hint(inBounds(index));
  }

  /** A range in which each subscript with the index stays in bounds; of a `let` it begins at 0. */
  private String inBounds(PointIndex index) {
    String other = "give the index a range in which every subscript stays in bounds";
    long from = 0;
    Dim to = null;
    for (Walked w : uses(index)) {
      if (!(w.subscript().start() instanceof Dim.Const c)
          || !w.subscript().factors().equals(Map.of(index, 1L))) {
        return other;
      }
      from = Math.max(from, -c.value());
      Dim end = cx.emit.resolve(Dims.sub(size(w), c));
      to = to == null ? end : Dims.min(to, end);
    }
    boolean shifted = index.fromZero && from > 0;
    Dim end = cx.emit.resolve(Dims.sub(Objects.requireNonNull(to), Dims.of(shifted ? from : 0)));
    String last = ShapeText.dim(end);
    if (last.contains("?") || end instanceof Dim.Const c && c.value() <= (shifted ? 0 : from)) {
      return other;
    }
    String range = "`for %s in %d:%s`".formatted(index.name, shifted ? 0 : from, last);
    return shifted
        ? "an index of `let` counts from 0: write %s, with %s".formatted(later(index, from), range)
        : "give the index a range in which it stays in bounds: " + range;
  }

  /** {@code i} for {@code i - 1}, and so on: each subscript so many places later. */
  private String later(PointIndex index, long places) {
    return uses(index).stream()
        .map(
            w -> {
              long start = ((Dim.Const) w.subscript().start()).value() + places;
              return "`%s` for `%s`"
                  .formatted(
                      start == 0 ? index.name : index.name + " + " + start,
                      Names.ofSource(w.span()));
            })
        .distinct()
        .collect(Collectors.joining(", "));
  }
}
