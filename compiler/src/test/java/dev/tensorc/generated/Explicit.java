package dev.tensorc.generated;

import dev.tensorc.ir.DType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Broadcasting that a program says itself. */
final class Explicit {

  private Explicit() {}

  /** {@code x +{1} v}, {@code add(x, v, broadcast_dimensions=(1))}. */
  static Optional<Expr> mapped(Scope s, int depth) {
    Expr x = s.number(depth);
    Expr v = s.number(depth);
    int rank = v.type().rank();
    if (rank == 0 || rank >= x.type().rank()) {
      return Optional.empty();
    }
    List<Integer> dims = increasing(s, rank, x.type().rank());
    var place = dims.stream().map(d -> x.type().shape().get(d)).toList();
    return Indexing.fit(s, v, place)
        .map(
            fitted -> {
              var shape = new ArrayList<>(x.type().shape());
              for (int i = 0; i < rank; i++) {
                long own = fitted.type().shape().get(i);
                shape.set(dims.get(i), s.discipline.join(own, place.get(i)).orElseThrow());
              }
              boolean swapped = s.chance(30);
              String list = list(dims);
              String op = s.pick("+", "-", "*");
              String text =
                  s.chance(30)
                      ? "maximum($1, $2, broadcast_dimensions=(" + list + "))"
                      : "($1 " + op + "{" + list + "} $2)";
              String function = text.startsWith("max") ? "maximum" : name(op);
              String spread = "placed($%d, (" + list + ",), " + x.type().rank() + ")";
              String python =
                  swapped
                      ? function + "(" + spread.formatted(1) + ", $2)"
                      : function + "($1, " + spread.formatted(2) + ")";
              List<Expr> parts = swapped ? List.of(fitted, x) : List.of(x, fitted);
              DType dtype = s.discipline.common(x.type(), fitted.type());
              return new Expr(text, python, parts, Type.of(dtype, shape));
            });
  }

  private static String name(String op) {
    return op.equals("+") ? "add" : op.equals("-") ? "subtract" : "multiply";
  }

  /** {@code broadcast_to(x, (2, n))}, {@code broadcast_in_dim(x, (2, n), dims=(1))}. */
  static Optional<Expr> repeated(Scope s, int depth) {
    return s.any(depth, t -> !t.weak())
        .map(
            x -> {
              int rank = x.type().rank();
              int more = s.below(Math.max(1, 4 - rank));
              List<Integer> dims = increasing(s, rank, rank + more);
              boolean trailing = rank == 0 || s.chance(40);
              var shape = new ArrayList<Long>();
              for (int axis = 0; axis < rank + more; axis++) {
                int own = trailing ? axis - more : dims.indexOf(axis);
                long size = own < 0 ? 1 : x.type().shape().get(own);
                boolean may = size == 1 && (own < 0 || !s.library.hasStrictAxes);
                shape.add(may && s.chance(60) ? s.pick(1L, 2L, 3L, 5L, 8L) : size);
              }
              String sizes = Sizes.shape(s, shape);
              Type type = Type.of(x.type().dtype(), shape);
              if (rank > 0 && !trailing) {
                return new Expr(
                    "broadcast_in_dim($1, %s, dims=(%s))".formatted(sizes, list(dims)),
                    "broadcast_to(placed($1, (%s,), %d), %s)"
                        .formatted(list(dims), rank + more, Sizes.tuple(shape)),
                    List.of(x),
                    type);
              }
              return new Expr(
                  "broadcast_to($1, " + sizes + ")",
                  "broadcast_to($1, " + Sizes.tuple(shape) + ")",
                  List.of(x),
                  type);
            });
  }

  /** {@code expand_dims}, {@code squeeze}, {@code broadcast_dims}, {@code unbroadcast_dims}. */
  static Optional<Expr> units(Scope s, int depth) {
    if (s.chance(30)) {
      return s.any(depth, t -> t.rank() < 4 && !t.weak())
          .map(
              x -> {
                int at = s.below(x.type().rank() + 1);
                var shape = new ArrayList<>(x.type().shape());
                shape.add(at, 1L);
                int written = s.chance(30) ? at - shape.size() : at;
                return Expr.same(
                    "expand_dims($1, axis=" + written + ")", x.type().withShape(shape), x);
              });
    }
    return s.any(depth, t -> t.shape().contains(1L))
        .map(
            x -> {
              int axis = x.type().shape().indexOf(1L);
              int written = s.chance(30) ? axis - x.type().rank() : axis;
              if (s.chance(50)) {
                String text = "squeeze($1, axis=" + written + ")";
                return Expr.same(
                    text, x.type().withShape(Shrinker.without(x.type().shape(), axis)), x);
              }
              String function = s.pick("broadcast_dims", "unbroadcast_dims");
              return new Expr(function + "($1, " + written + ")", "$1", List.of(x), x.type());
            });
  }

  static Optional<Expr> materialize(Scope s, int depth) {
    return s.any(depth, t -> t.rank() > 0)
        .map(x -> new Expr("materialize($1)", "$1", List.of(x), x.type()));
  }

  /** {@code narrow(reshape(x, (3, 1, 4)))}: the sizes are known when compiling. */
  static Optional<Expr> narrow(Scope s, int depth) {
    return s.any(depth, t -> t.rank() > 0 && t.count() > 0)
        .map(
            x -> {
              List<Long> shape = x.type().shape();
              var spread = new ArrayList<>(shape);
              spread.add(s.below(shape.size() + 1), 1L);
              String sizes = list(spread);
              return Expr.same(
                  "narrow(reshape($1, (" + sizes + ")))",
                  x.type().withShape(shape.stream().filter(n -> n != 1).toList()),
                  x);
            });
  }

  /** {@code count} different numbers below {@code n}, in order. */
  private static List<Integer> increasing(Scope s, int count, int n) {
    var numbers = new ArrayList<Integer>();
    for (int i = 0; i < n; i++) {
      if (s.below(n - i) < count - numbers.size()) {
        numbers.add(i);
      }
    }
    return numbers;
  }

  private static String list(List<?> numbers) {
    return numbers.stream().map(Object::toString).collect(Collectors.joining(", "));
  }
}
