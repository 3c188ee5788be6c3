package dev.tensorc.generated;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Basic indexing and transposes. */
final class Indexing {

  private Indexing() {}

  /** {@code x[1:, 0, ::-1, newaxis, ...]}. */
  static Optional<Expr> index(Scope s, int depth) {
    return s.any(depth, t -> t.rank() > 0)
        .map(
            x -> {
              Subscripts at = Subscripts.make(s, x.type().shape(), true, depth);
              var parts = new ArrayList<>(List.of(x));
              parts.addAll(at.parts());
              return Expr.same(
                  "$1[" + at.text(2) + "]",
                  x.type().withShape(at.shape()),
                  parts.toArray(Expr[]::new));
            });
  }

  static Optional<Expr> transpose(Scope s, int depth) {
    return s.any(depth, t -> t.rank() == 2)
        .map(x -> Expr.same("$1.T", x.type().withShape(x.type().shape().reversed()), x));
  }

  static Optional<Expr> newaxis(Scope s, int depth) {
    return s.any(depth, t -> t.rank() > 0 && t.rank() < 4)
        .map(
            x -> {
              int at = s.below(x.type().rank() + 1);
              var shape = new ArrayList<>(x.type().shape());
              shape.add(at, 1L);
              String text =
                  "$1[" + ":, ".repeat(at) + "newaxis" + ", :".repeat(shape.size() - 1 - at) + "]";
              return Expr.same(text, x.type().withShape(shape), x);
            });
  }

  /** The expression, cut where it is too long, so that it goes together with a shape. */
  static Optional<Expr> fit(Scope s, Expr e, List<Long> shape) {
    if (s.discipline.join(e.type().shape(), shape).isPresent()) {
      return Optional.of(e);
    }
    int rank = e.type().rank();
    if (s.isUnranked() || rank > shape.size() || !s.discipline.ranksGo(rank, shape.size())) {
      return Optional.empty();
    }
    var items = new ArrayList<String>();
    var sizes = new ArrayList<Long>();
    for (int axis = 0; axis < rank; axis++) {
      long own = e.type().shape().get(axis);
      long other = shape.get(shape.size() - rank + axis);
      long cut =
          s.discipline.join(own, other).isPresent()
              ? own
              : own > other || !s.discipline.stretches ? other : 1;
      if (own < cut) {
        return Optional.empty();
      }
      items.add(cut == own ? ":" : s.chance(50) ? ":" + cut : (own - cut) + ":");
      sizes.add(cut);
    }
    return Optional.of(
        Expr.same("$1[" + String.join(", ", items) + "]", e.type().withShape(sizes), e));
  }
}
