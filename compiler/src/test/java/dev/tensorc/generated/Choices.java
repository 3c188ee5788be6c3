package dev.tensorc.generated;

import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import java.util.List;
import java.util.Optional;

/** Arrays whose sizes data decide, reduced to values that have no such size; and counts. */
final class Choices {

  private Choices() {}

  /** {@code sum(nonzero(reshape(x, -1)))}. */
  static Optional<Expr> places(Scope s, int depth) {
    return s.any(depth, t -> t.rank() > 0)
        .map(
            x ->
                new Expr(
                    "sum(nonzero(reshape($1, -1)))",
                    "np.sum(np.nonzero(np.reshape($1, -1))[0])",
                    List.of(x),
                    Type.of(DType.I64, List.of())));
  }

  /** {@code max(unique_values(x))}. */
  static Optional<Expr> unique(Scope s, int depth) {
    return s.any(depth, t -> t.rank() > 0 && t.count() > 0 && t.dtype().isNumeric())
        .map(
            x ->
                new Expr(
                    "max(unique_values($1))",
                    "np.max(np.unique($1, equal_nan=False))",
                    List.of(x),
                    x.type().withShape(List.of())));
  }

  /** {@code count_nonzero(x[mask])}. */
  static Optional<Expr> masked(Scope s, int depth) {
    return s.any(depth, t -> t.rank() > 0)
        .flatMap(
            x ->
                s.any(depth, t -> t.dtype() == DType.BOOL && t.shape().equals(x.type().shape()))
                    .map(
                        mask ->
                            Expr.same(
                                "count_nonzero(($1)[$2])",
                                Type.of(DType.I64, List.of()),
                                x,
                                mask)));
  }

  /** {@code bincount(astype(x, i64) % 5, length=6)}, with weights or without. */
  static Optional<Expr> counts(Scope s, int depth) {
    return s.any(depth, t -> t.rank() == 1 && t.dtype().isInt())
        .flatMap(
            x -> {
              String python = "np.bincount(astype($1, i64) % 5";
              if (s.chance(30)) {
                return Optional.of(
                    new Expr(
                        "sum(bincount(astype($1, i64) % 5, minlength=7))",
                        "np.sum(" + python + ", minlength=7))",
                        List.of(x),
                        Type.of(DType.I64, List.of())));
              }
              String length = ", length=6)";
              if (s.chance(50)) {
                return Optional.of(
                    new Expr(
                        Builtin.BINCOUNT.label() + "(astype($1, i64) % 5" + length,
                        python + ", minlength=6)",
                        List.of(x),
                        Type.of(DType.I64, List.of(6L))));
              }
              return s.any(depth, t -> t.dtype().isNumeric() && t.shape().equals(x.type().shape()))
                  .map(
                      w ->
                          new Expr(
                              "bincount(astype($1, i64) % 5, weights=$2" + length,
                              python + ", astype($2, f64), minlength=6)",
                              List.of(x, w),
                              Type.of(DType.F64, List.of(6L))));
            });
  }
}
