package dev.tensorc.generated;

import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Functions of vectors and matrices that are no plain products: see {@link Contractions}. */
final class Linear {

  private static final long MOST_POINTS = 10_000;

  private Linear() {}

  /** {@code outer(x, y)}: neither is broadcast. */
  static Optional<Expr> outer(Scope s, int depth) {
    return vector(s, depth)
        .flatMap(
            x ->
                vector(s, depth)
                    .map(
                        y -> {
                          List<Long> shape = List.of(x.type().count(), y.type().count());
                          DType dtype = s.discipline.common(x.type(), y.type());
                          return Expr.call("outer", Type.of(dtype, shape), x, y);
                        }));
  }

  private static Optional<Expr> vector(Scope s, int depth) {
    return s.any(depth, t -> t.rank() == 1 && t.isNumeric());
  }

  /** {@code cross(x, y)} of rows of three, which are made by repeating elements. */
  static Optional<Expr> cross(Scope s, int depth) {
    return s.any(depth, t -> t.rank() > 0 && t.isNumeric() && t.count() > 0)
        .map(
            x -> {
              int axis = s.below(x.type().rank());
              Expr three = three(s, x, axis);
              Expr other = s.chance(50) ? Elementwise.disguise(s, three) : three(s, x, axis);
              String at = axis == x.type().rank() - 1 ? "" : ", axis=" + axis;
              DType dtype = s.discipline.common(three.type(), other.type());
              return Expr.same(
                  "cross($1, $2" + at + ")", three.type().withDType(dtype), three, other);
            });
  }

  private static Expr three(Scope s, Expr x, int axis) {
    long size = x.type().shape().get(axis);
    List<Long> chosen =
        List.of(s.between(-size, size - 1), s.between(0, size - 1), s.between(0, size - 1));
    return Expr.same(
        "take($1, " + chosen + ", axis=" + axis + ")",
        x.type().withShape(Shrinker.with(x.type().shape(), axis, 3L)),
        x);
  }

  /** {@code diagonal(x, offset=1)}, {@code trace(x)}. */
  static Optional<Expr> diagonal(Scope s, int depth) {
    boolean trace = s.chance(50);
    return s.any(depth, t -> t.rank() > 1 && (!trace || t.isNumeric()))
        .map(
            x -> {
              List<Long> shape = x.type().shape();
              int rank = shape.size();
              long offset = s.between(-2, 2);
              var left = new ArrayList<>(shape.subList(0, rank - 2));
              String at = offset == 0 && s.chance(50) ? "" : ", offset=" + offset;
              if (trace) {
                DType sum = Reductions.summed(x.type().dtype());
                Type type = Type.of(sum, left);
                return OptionalArguments.dtype(s, Builtin.TRACE)
                    .map(d -> OptionalArguments.computing(s, d, "trace($1" + at, x, type))
                    .orElseGet(() -> Expr.same("trace($1" + at + ")", type, x));
              }
              long rows = shape.get(rank - 2) + Math.min(offset, 0);
              long columns = shape.getLast() - Math.max(offset, 0);
              left.add(Math.max(0, Math.min(rows, columns)));
              return Expr.same("diagonal($1" + at + ")", x.type().withShape(left), x);
            });
  }

  /** {@code vector_norm(x, axis=1, ord=inf)}, {@code matrix_norm(x, ord="fro")}. */
  static Optional<Expr> norm(Scope s, int depth) {
    boolean ofMatrix = s.chance(40);
    return s.any(depth, t -> t.rank() > (ofMatrix ? 1 : 0) && t.isNumeric() && t.count() > 0)
        .map(
            x -> {
              List<Long> shape = x.type().shape();
              int rank = shape.size();
              boolean kept = s.chance(40);
              var left = new ArrayList<>(shape);
              String text;
              if (ofMatrix) {
                text = "matrix_norm($1" + OptionalArguments.maybe(s, Builtin.MATRIX_NORM, "ord");
                left.set(rank - 1, 1L);
                left.set(rank - 2, 1L);
              } else {
                int axis = s.below(rank);
                text = "vector_norm($1, axis=" + (s.chance(30) ? axis - rank : axis);
                text += OptionalArguments.maybe(s, Builtin.VECTOR_NORM, "ord");
                left.set(axis, 1L);
                if (!kept) {
                  left.remove(axis);
                }
              }
              List<Long> result = ofMatrix && !kept ? left.subList(0, rank - 2) : List.copyOf(left);
              DType own = x.type().dtype();
              return new Expr(
                  text + (kept ? ", keepdims=true)" : ")"),
                  text + (kept ? ", keepdims=True)" : ")"),
                  List.of(x),
                  Type.of(own.isFloat() ? own : DType.F64, result));
            });
  }

  /** {@code einsum("ab,bc->ac", x, y)} and its kind. */
  static Optional<Expr> einsum(Scope s, int depth) {
    Expr x = s.number(depth);
    int rank = x.type().rank();
    if (rank == 0 || rank > 3) {
      return Optional.empty();
    }
    String own = "abc".substring(0, rank);
    if (s.chance(40)) {
      String left = some(s, own);
      String text = "einsum(\"%s->%s\", $1)".formatted(own, left);
      return Optional.of(Expr.same(text, x.type().withShape(shape(left, own, x)), x));
    }
    Expr y = s.number(depth);
    if (y.type().rank() == 0) {
      return Optional.empty();
    }
    int axis = s.below(rank);
    long size = Math.min(x.type().shape().get(axis), y.type().shape().getFirst());
    Expr first = Contractions.cut(x, axis, size);
    Expr second = Contractions.cut(y, 0, size);
    String others = own.charAt(axis) + "defg".substring(0, y.type().rank() - 1);
    String left = some(s, (own + others.substring(1)));
    Type type =
        Type.of(s.discipline.common(x.type(), y.type()), shape(left, own, first, others, second));
    long points = Math.multiplyExact(first.type().count(), Math.max(1, second.type().count()));
    return points > MOST_POINTS
        ? Optional.empty()
        : Optional.of(
            Expr.same(
                "einsum(\"%s,%s->%s\", $1, $2)".formatted(own, others, left), type, first, second));
  }

  /** Some of the letters, in any order. */
  private static String some(Scope s, String letters) {
    var left = new StringBuilder();
    for (char letter : letters.toCharArray()) {
      if (s.chance(60)) {
        left.insert(s.below(left.length() + 1), letter);
      }
    }
    return left.toString();
  }

  private static List<Long> shape(String left, String letters, Expr e) {
    return shape(left, letters, e, "", e);
  }

  private static List<Long> shape(String left, String letters, Expr e, String others, Expr f) {
    return left.chars()
        .mapToObj(
            c ->
                letters.indexOf(c) >= 0
                    ? e.type().shape().get(letters.indexOf(c))
                    : f.type().shape().get(others.indexOf(c)))
        .toList();
  }
}
