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
              var items = new ArrayList<String>();
              var shape = new ArrayList<Long>();
              List<Long> sizes = x.type().shape();
              int written = (int) s.between(1, sizes.size());
              int rest = s.chance(25) ? s.below(written + 1) : sizes.size();
              for (int axis = 0; axis < sizes.size(); axis++) {
                if (s.chance(12)) {
                  items.add("newaxis");
                  shape.add(1L);
                }
                if (axis == rest) { // skips what is not written
                  items.add("...");
                  shape.addAll(sizes.subList(axis, axis + sizes.size() - written));
                  axis += sizes.size() - written;
                  rest = sizes.size();
                  if (axis == sizes.size()) {
                    break;
                  }
                }
                if (items.stream().filter(i -> i.contains(":")).count() >= 9) {
                  break;
                }
                subscript(s, sizes.get(axis), items, shape);
              }
              return Expr.same(
                  "$1[" + String.join(", ", items) + "]", x.type().withShape(shape), x);
            });
  }

  private static void subscript(Scope s, long size, List<String> items, List<Long> shape) {
    if (size > 0 && s.chance(25)) {
      items.add(Long.toString(s.between(-size, size - 1)));
      return;
    }
    long step = s.pick(1L, 1L, 1L, 1L, 2L, 3L, -1L, -1L, -2L);
    var lo = s.chance(50) ? Optional.of(s.between(-size - 1, size + 1)) : Optional.<Long>empty();
    var hi = s.chance(50) ? Optional.of(s.between(-size - 1, size + 1)) : Optional.<Long>empty();
    long length = Shapes.sliced(size, lo, hi, step);
    if (length == 0 && !s.chance(10)) { // too much would be empty
      items.add(":");
      shape.add(size);
      return;
    }
    String bounds = lo.map(Object::toString).orElse("") + ":" + hi.map(Object::toString).orElse("");
    items.add(step == 1 && s.chance(90) ? bounds : bounds + ":" + step);
    shape.add(length);
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
    if (Shapes.join(e.type().shape(), shape).isPresent()) {
      return Optional.of(e);
    }
    int rank = e.type().rank();
    if (rank > shape.size()) {
      return Optional.empty();
    }
    var items = new ArrayList<String>();
    var sizes = new ArrayList<Long>();
    for (int axis = 0; axis < rank; axis++) {
      long own = e.type().shape().get(axis);
      long other = shape.get(shape.size() - rank + axis);
      long cut = own == other || own == 1 || other == 1 ? own : own > other ? other : 1;
      if (own == 0 && cut != 0) {
        return Optional.empty();
      }
      items.add(cut == own ? ":" : s.chance(50) ? ":" + cut : (own - cut) + ":");
      sizes.add(cut);
    }
    return Optional.of(
        Expr.same("$1[" + String.join(", ", items) + "]", e.type().withShape(sizes), e));
  }
}
