package dev.tensorc.generated;

import dev.tensorc.ir.DType;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Sizes as values: named dims and {@code len}. Weak, and small enough for every dtype. */
final class Sizes {

  /** One more is an i8, too. */
  private static final long SMALL = 126;

  private Sizes() {}

  static Expr weak(Scope s) {
    Expr size = size(s);
    return switch (s.below(6)) {
      case 0 -> Expr.same("($1 + 1)", Type.weak(DType.I64), size);
      case 1 -> Expr.same("($1 // 2)", Type.weak(DType.I64), size);
      case 2 -> Expr.same("($1 / 4)", Type.weak(DType.F64), size);
      case 3 -> Expr.same("(0.1 * $1)", Type.weak(DType.F64), size);
      default -> size;
    };
  }

  private static Expr size(Scope s) {
    List<String> names = s.places().stream().filter(Place::weak).map(Place::name).toList();
    if (!names.isEmpty() && s.chance(70)) {
      return Expr.leaf(s.pick(names), Type.weak(DType.I64));
    }
    return s.any(0, t -> t.rank() > 0 && t.shape().getFirst() <= SMALL && !s.isUnranked())
        .map(x -> Expr.call("len", Type.weak(DType.I64), x))
        .orElseGet(() -> Expr.leaf("7", Type.weak(DType.I64)));
  }

  /** A tuple of sizes, some of them known at run time only. */
  static String shape(Scope s, List<Long> sizes) {
    return sizes.stream().map(n -> written(s, n)).collect(Collectors.joining(", ", "(", ")"));
  }

  /** A number, or a size that is that number on the witness. */
  static String written(Scope s, long size) {
    List<Place> known = s.places().stream().filter(Place::known).toList();
    if (known.isEmpty() || !s.chance(40)) {
      return Long.toString(size);
    }
    Place place = s.pick(known);
    return place.moved(place.most(), size);
  }

  /** A tuple in Python. */
  static String tuple(List<Long> sizes) {
    return sizes.stream().map(n -> n + ", ").collect(Collectors.joining("", "(", ")"));
  }

  /** A size that meets nothing is i64, or f64. */
  static Optional<Expr> alone(Scope s, int depth) {
    Expr size = weak(s);
    DType dtype = s.pick(DType.I64, DType.F64, DType.F32, DType.I32, DType.U8);
    return Optional.of(Casts.to(s, size, dtype));
  }

  /** {@code n > 3}: known when compiling where the size is. */
  static Expr test(Scope s) {
    return Expr.same(
        s.pick("($1 > 3)", "($1 == 1)", "($1 != 0)"), Type.scalar(DType.BOOL), size(s));
  }
}
