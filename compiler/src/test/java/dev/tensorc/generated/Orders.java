package dev.tensorc.generated;

import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Running totals, sorting and searching. */
final class Orders {

  private Orders() {}

  /** {@code sort(x, axis=0, descending=true)}, {@code argsort}. */
  static Optional<Expr> sorted(Scope s, int depth) {
    return s.any(depth, t -> t.rank() > 0)
        .map(
            x -> {
              boolean places = s.chance(40);
              Builtin b = places ? Builtin.ARGSORT : Builtin.SORT;
              String stable = OptionalArguments.maybe(s, b, "stable");
              String head = b.label() + "($1" + axis(s, x.type().rank()) + stable;
              Type type = places ? x.type().withDType(DType.I64) : x.type();
              return flagged(s, head, "descending", x, type, type);
            });
  }

  /** {@code cumulative_sum(x, axis=-1, include_initial=true)}, {@code cumulative_prod}. */
  static Optional<Expr> totals(Scope s, int depth) {
    return s.any(depth, t -> t.rank() > 0)
        .map(
            x -> {
              int rank = x.type().rank();
              int axis = s.below(rank);
              var longer = new ArrayList<>(x.type().shape());
              longer.set(axis, longer.get(axis) + 1);
              Type type = x.type().withDType(Reductions.summed(x.type().dtype()));
              String along =
                  rank == 1 && s.chance(50) ? "" : ", axis=" + (s.chance(30) ? axis - rank : axis);
              Builtin b = s.pick(Builtin.CUMULATIVE_SUM, Builtin.CUMULATIVE_PROD);
              String head = b.label() + "($1" + along;
              return OptionalArguments.dtype(s, b)
                  .map(d -> OptionalArguments.computing(s, d, head, x, type))
                  .orElseGet(
                      () -> flagged(s, head, "include_initial", x, type, type.withShape(longer)));
            });
  }

  /** {@code cumulative_max(x, axis=-1)}, {@code cumulative_min}. */
  static Optional<Expr> extremes(Scope s, int depth) {
    return s.any(depth, t -> t.rank() > 0 && t.isNumeric() && !t.weak())
        .map(
            x -> {
              int rank = x.type().rank();
              int axis = s.below(rank);
              String along =
                  rank == 1 && s.chance(50) ? "" : ", axis=" + (s.chance(30) ? axis - rank : axis);
              String function = s.pick("cumulative_max", "cumulative_min");
              return Expr.same(function + "($1" + along + ")", x.type(), x);
            });
  }

  /** {@code searchsorted(sort(x), y, side="right")}. */
  static Optional<Expr> found(Scope s, int depth) {
    return s.any(depth, t -> t.rank() == 1)
        .flatMap(
            x ->
                s.any(depth, t -> t.rank() > 0 && t.dtype() == x.type().dtype())
                    .map(
                        y -> {
                          String side = OptionalArguments.maybe(s, Builtin.SEARCHSORTED, "side");
                          String text =
                              s.chance(60)
                                  ? "searchsorted(sort($1), $2" + side + ")"
                                  : "searchsorted($1, $2" + side + ", sorter=argsort($1))";
                          return Expr.same(text, y.type().withDType(DType.I64), x, y);
                        }));
  }

  private static String axis(Scope s, int rank) {
    int axis = s.below(rank);
    return s.chance(40) ? "" : ", axis=" + (s.chance(30) ? axis - rank : axis);
  }

  /** A call with a flag, or without. */
  private static Expr flagged(Scope s, String head, String flag, Expr x, Type without, Type with) {
    boolean given = s.chance(40);
    String text = head + (given ? ", " + flag + "=true)" : ")");
    return new Expr(text, OptionalArguments.python(text), List.of(x), given ? with : without);
  }
}
