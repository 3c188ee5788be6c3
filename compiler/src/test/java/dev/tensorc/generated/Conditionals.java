package dev.tensorc.generated;

import dev.tensorc.ir.DType;
import java.util.List;
import java.util.Optional;

/** {@code if then else}, {@code and}, {@code or}, {@code not}. */
final class Conditionals {

  private Conditionals() {}

  static Optional<Expr> conditional(Scope s, int depth) {
    Expr a = s.any(depth);
    Expr b = s.like(a, depth);
    return Optional.of(
        new Expr(
            "(if $1 then $2 else $3)",
            "($2 if $1 else $3)",
            List.of(s.test(depth), a, b),
            a.type()));
  }

  /** A scalar bool made of others. */
  static Optional<Expr> test(Scope s, int depth) {
    Expr a = compareScalars(s, depth);
    if (s.chance(30)) {
      return Optional.of(Expr.same("(not $1)", a.type(), a));
    }
    String text = s.pick("($1 and $2)", "($1 or $2)");
    return Optional.of(Expr.same(text, a.type(), a, s.test(depth)));
  }

  static Expr compareScalars(Scope s, int depth) {
    if (s.chance(20)) {
      return Sizes.test(s);
    }
    Expr a = s.any(depth, t -> t.isScalar() && t.isNumeric()).orElseGet(() -> total(s));
    return Expr.same(
        s.pick("($1 < $2)", "($1 >= $2)"),
        Type.scalar(DType.BOOL),
        a,
        Literals.beside(s, a.type().dtype()));
  }

  /** A scalar from an array. */
  private static Expr total(Scope s) {
    Expr x = s.number(0);
    return Expr.call("sum", Type.scalar(Reductions.summed(x.type().dtype())), x);
  }
}
