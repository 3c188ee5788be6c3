package dev.tensorc.generated;

import dev.tensorc.ir.DType;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** {@code astype}. */
final class Casts {

  static final List<DType> NUMERIC =
      Arrays.stream(DType.values()).filter(DType::isNumeric).toList();

  private Casts() {}

  static Expr to(Scope s, Expr e, DType dtype) {
    return Expr.same("astype($1, " + s.written(dtype) + ")", e.type().withDType(dtype), e);
  }

  static Optional<Expr> cast(Scope s, int depth) {
    return Optional.of(to(s, s.any(depth), s.dtype()));
  }
}
