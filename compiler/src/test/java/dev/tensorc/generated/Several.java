package dev.tensorc.generated;

import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.Builtin.Param;
import dev.tensorc.ir.DType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Functions of the language with several results, which a {@code let} takes apart. */
final class Several {

  private Several() {}

  static Optional<Stmt> taken(Scope s, String name) {
    return switch (s.below(4)) {
      case 0 -> unstacked(s, name);
      case 1 -> largest(s, name);
      case 2 -> grid(s, name);
      default -> broadcast(s, name);
    };
  }

  /** {@code let (a, b) = unstack(take(x, [0, 2], axis=1), axis=1)}. */
  private static Optional<Stmt> unstacked(Scope s, String name) {
    return s.any(2, t -> t.rank() > 0 && t.count() > 0)
        .map(
            x -> {
              int axis = s.below(x.type().rank());
              long size = x.type().shape().get(axis);
              List<Long> chosen =
                  IntStream.range(0, 2 + s.below(2)).mapToObj(_ -> s.between(0, size - 1)).toList();
              String at = axis == 0 && s.chance(50) ? "" : ", axis=" + axis;
              Expr few =
                  Expr.same(
                      "take($1, " + chosen + ", axis=" + axis + ")",
                      x.type()
                          .withShape(Shrinker.with(x.type().shape(), axis, (long) chosen.size())),
                      x);
              Type part = x.type().withShape(Shrinker.without(x.type().shape(), axis));
              var types = chosen.stream().map(_ -> part).toList();
              return let(s, name, types, Expr.same("unstack($1" + at + ")", few.type(), few));
            });
  }

  /** {@code let (a, b) = top_k(x, 2, axis=0)}. */
  private static Optional<Stmt> largest(Scope s, String name) {
    return s.any(2, t -> t.rank() > 0)
        .map(
            x -> {
              int rank = x.type().rank();
              int axis = s.chance(50) ? rank - 1 : s.below(rank);
              long k = s.between(0, Math.min(x.type().shape().get(axis), 5));
              String at = axis == rank - 1 && s.chance(50) ? "" : ", axis=" + axis;
              Type values = x.type().withShape(Shrinker.with(x.type().shape(), axis, k));
              String text = "top_k($1, " + Sizes.written(s, k) + at + ")";
              var types = List.of(values, values.withDType(DType.I64));
              return let(s, name, types, Expr.same(text, values, x));
            });
  }

  /** {@code let (a, b) = meshgrid(x, y, indexing="ij")}. */
  private static Optional<Stmt> grid(Scope s, String name) {
    return s.any(2, t -> t.rank() == 1 && t.count() < 40)
        .flatMap(
            x ->
                s.any(2, t -> t.rank() == 1 && t.count() < 40)
                    .map(
                        y -> {
                          Param indexing = Builtin.MESHGRID.param("indexing");
                          String order = s.pick(indexing.choices());
                          boolean inOrder = !order.equals(indexing.otherwise());
                          long first = x.type().count();
                          long second = y.type().count();
                          List<Long> shape =
                              inOrder ? List.of(first, second) : List.of(second, first);
                          String text = "meshgrid($1, $2, indexing=" + order + ")";
                          var types = List.of(x.type().withShape(shape), y.type().withShape(shape));
                          return let(s, name, types, Expr.same(text, types.getFirst(), x, y));
                        }));
  }

  /** {@code let (a, b) = broadcast_arrays(x, y)}. */
  private static Optional<Stmt> broadcast(Scope s, String name) {
    return s.any(2, t -> !t.weak())
        .flatMap(
            x ->
                s.beside(x.type().shape(), t -> !t.weak(), 2)
                    .flatMap(
                        y ->
                            s.discipline
                                .join(x.type().shape(), y.type().shape())
                                .map(
                                    shape -> {
                                      var types =
                                          List.of(
                                              x.type().withShape(shape), y.type().withShape(shape));
                                      Expr call =
                                          Expr.call("broadcast_arrays", types.getFirst(), x, y);
                                      return let(s, name, types, call);
                                    })));
  }

  private static Stmt let(Scope s, String name, List<Type> types, Expr call) {
    var names = new ArrayList<String>();
    for (Type type : types) {
      names.add(name + "abc".charAt(names.size()));
      if (s.keeps(type)) {
        s.add(Expr.leaf(names.getLast(), type));
      }
    }
    String list = String.join(", ", names);
    return Stmt.simple("let (" + list + ") = $1", list + " = $1", call);
  }
}
