package dev.tensorc.generated;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Products of matrices and their kind. */
final class Contractions {

  private static final long MOST_PRODUCTS = 10_000;

  private Contractions() {}

  /** {@code a @ b} of vectors, matrices and batches of them. */
  static Optional<Expr> matmul(Scope s, int depth) {
    Expr a = s.number(depth);
    Expr b = s.number(depth);
    int left = a.type().rank();
    int right = b.type().rank();
    if (left == 0 || right == 0 || Math.max(left, right) > 3) {
      return Optional.empty();
    }
    int axis = Math.max(right - 2, 0);
    long size = Math.min(a.type().shape().getLast(), b.type().shape().get(axis));
    Expr first = cut(a, left - 1, size);
    Expr second = cut(b, axis, size);
    Optional<List<Long>> batch = s.discipline.join(batch(first), batch(second));
    if (batch.isEmpty() || Math.max(left, right) > 2 && s.discipline != Discipline.NUMPY) {
      return Optional.empty();
    }
    var shape = new ArrayList<>(batch.get());
    if (left > 1) {
      shape.add(first.type().shape().get(left - 2));
    }
    if (right > 1) {
      shape.add(second.type().shape().getLast());
    }
    Type type = Type.of(s.discipline.common(a.type(), b.type()), shape);
    return type.count() * size > MOST_PRODUCTS
        ? Optional.empty()
        : Optional.of(
            new Expr(
                s.chance(70) ? "($1 @ $2)" : "matmul($1, $2)",
                "matmul($1, $2)",
                List.of(first, second),
                type));
  }

  private static List<Long> batch(Expr e) {
    List<Long> shape = e.type().shape();
    return shape.subList(0, Math.max(0, shape.size() - 2));
  }

  static Optional<Expr> vecdot(Scope s, int depth) {
    Expr a = s.number(depth);
    if (a.type().rank() == 0) {
      return Optional.empty();
    }
    return s.beside(
            a.type().shape(), t -> t.isNumeric() && t.shape().equals(a.type().shape()), depth)
        .map(
            b -> {
              int axis = s.below(a.type().rank());
              String text =
                  axis == a.type().rank() - 1
                      ? "vecdot($1, $2)"
                      : "vecdot($1, $2, axis=" + (axis - a.type().rank()) + ")";
              List<Long> shape = Shrinker.without(a.type().shape(), axis);
              return Expr.same(text, Type.of(s.discipline.common(a.type(), b.type()), shape), a, b);
            });
  }

  /** The last axis of one with the first of the other. */
  static Optional<Expr> tensordot(Scope s, int depth) {
    Expr a = s.number(depth);
    Expr b = s.number(depth);
    if (a.type().rank() == 0 || b.type().rank() == 0) {
      return Optional.empty();
    }
    int last = a.type().rank() - 1;
    long size = Math.min(a.type().shape().get(last), b.type().shape().getFirst());
    var shape = new ArrayList<>(a.type().shape().subList(0, last));
    shape.addAll(b.type().shape().subList(1, b.type().rank()));
    Type type = Type.of(s.discipline.common(a.type(), b.type()), shape);
    String axes = s.chance(50) ? "1" : "((" + last + "), (0))";
    return type.count() * size > MOST_PRODUCTS
        ? Optional.empty()
        : Optional.of(
            new Expr(
                "tensordot($1, $2, axes=" + axes + ")",
                "tensordot($1, $2, axes=1)",
                List.of(cut(a, last, size), cut(b, 0, size)),
                type));
  }

  /** The first elements along an axis. */
  static Expr cut(Expr e, int axis, long size) {
    if (e.type().shape().get(axis) == size) {
      return e;
    }
    String text = "$1[" + ":, ".repeat(axis) + ":" + size + "]";
    return Expr.same(text, e.type().withShape(Shrinker.with(e.type().shape(), axis, size)), e);
  }
}
