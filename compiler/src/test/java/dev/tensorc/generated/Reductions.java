package dev.tensorc.generated;

import dev.tensorc.ir.DType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Sums, products, means, maxima, minima and truths over axes. */
final class Reductions {

  private Reductions() {}

  static Optional<Expr> sum(Scope s, int depth) {
    return s.any(depth, t -> t.rank() > 0)
        .map(x -> reduce(s, s.pick("sum", "prod"), x, summed(x.type().dtype())));
  }

  static DType summed(DType dtype) {
    return dtype.isFloat() ? dtype : dtype.isUnsigned() ? DType.U64 : DType.I64;
  }

  static Optional<Expr> truth(Scope s, int depth) {
    return s.any(depth, t -> t.rank() > 0).map(x -> reduce(s, s.pick("any", "all"), x, DType.BOOL));
  }

  static Optional<Expr> mean(Scope s, int depth) {
    return s.any(depth, t -> t.rank() > 0 && t.isNumeric())
        .map(x -> reduce(s, "mean", x, x.type().dtype().isFloat() ? x.type().dtype() : DType.F64));
  }

  /** Axes without elements are refused, so there are none on the witness. */
  static Optional<Expr> extremum(Scope s, int depth) {
    return s.any(depth, t -> t.rank() > 0 && t.isNumeric() && t.count() > 0)
        .map(x -> reduce(s, s.pick("max", "min"), x, x.type().dtype()));
  }

  /** {@code x - max(x, axis=1, keepdims=true)} and its kind. */
  static Optional<Expr> centred(Scope s, int depth) {
    return s.any(depth, t -> t.rank() > 0 && t.dtype().isFloat() && t.count() > 0)
        .map(
            x -> {
              int axis = s.below(x.type().rank());
              String reduction = s.pick("sum", "mean", "max", "min");
              String with =
                  "$1 %s %s($1, axis=%d, keepdims="
                      .formatted(s.pick("-", "+", "*"), reduction, axis);
              return new Expr("(" + with + "true))", "(" + with + "True))", List.of(x), x.type());
            });
  }

  private static Expr reduce(Scope s, String function, Expr x, DType dtype) {
    int rank = x.type().rank();
    var axes = new TreeSet<Integer>();
    boolean all = s.chance(30);
    for (int axis = 0; axis < rank; axis++) {
      if (all || s.chance(40)) {
        axes.add(axis);
      }
    }
    if (axes.isEmpty()) {
      axes.add(s.below(rank));
    }
    boolean keep = s.chance(35);
    var shape = new ArrayList<Long>();
    for (int axis = 0; axis < rank; axis++) {
      if (!axes.contains(axis)) {
        shape.add(x.type().shape().get(axis));
      } else if (keep) {
        shape.add(1L);
      }
    }
    String head = function + "($1" + (all ? "" : ", axis=" + axes(s, axes, rank));
    return new Expr(
        head + (keep ? ", keepdims=true)" : ")"),
        head + (keep ? ", keepdims=True)" : ")"),
        List.of(x),
        Type.of(dtype, shape));
  }

  private static String axes(Scope s, TreeSet<Integer> axes, int rank) {
    List<String> written =
        axes.stream().map(a -> Integer.toString(s.chance(40) ? a - rank : a)).toList();
    return written.size() == 1
        ? written.getFirst()
        : written.stream().collect(Collectors.joining(", ", "(", ")"));
  }
}
