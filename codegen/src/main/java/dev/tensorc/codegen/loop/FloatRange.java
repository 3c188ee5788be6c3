package dev.tensorc.codegen.loop;

import dev.tensorc.codegen.loop.Expr.PrimOp;

/**
 * The numbers between which the value of a float expression lies if it is not NaN, as limits in the
 * program tell: {@code clip(x, 0, 255)}. 0.0 is greater than -0.0.
 */
record FloatRange(double least, double most) {

  private static final FloatRange ALL =
      new FloatRange(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);

  /** Limits that stand so deep in an expression are not looked for. */
  private static final int MAX_DEPTH = 6;

  static FloatRange of(Expr e) {
    return of(e, MAX_DEPTH);
  }

  private static FloatRange of(Expr e, int depth) {
    return switch (e) {
      case Expr.Const c when c.value() instanceof Number n && !Double.isNaN(n.doubleValue()) ->
          new FloatRange(n.doubleValue(), n.doubleValue());
      case Expr.Op o when depth > 0 -> of(o, depth - 1);
      case Expr.Named n when depth > 0 && MathExprs.isWhole(n) ->
          of(n.arguments().getFirst(), depth - 1).whole();
      default -> ALL;
    };
  }

  private static FloatRange of(Expr.Op o, int depth) {
    if (o.op() != PrimOp.MIN && o.op() != PrimOp.MAX && o.op() != PrimOp.ABS) {
      return ALL;
    }
    FloatRange a = of(o.args().getFirst(), depth);
    FloatRange b = of(o.args().getLast(), depth);
    return switch (o.op()) {
      case MIN -> new FloatRange(Math.min(a.least, b.least), Math.min(a.most, b.most));
      case MAX -> new FloatRange(Math.max(a.least, b.least), Math.max(a.most, b.most));
      default -> new FloatRange(0, Math.max(Math.abs(a.least), Math.abs(a.most)));
    };
  }

  /** The range of the whole numbers that numbers of this one are rounded to. */
  private FloatRange whole() {
    return new FloatRange(Math.floor(least), Math.ceil(most));
  }

  boolean isWithin(double least, double most) {
    return Double.compare(this.least, least) >= 0 && Double.compare(this.most, most) <= 0;
  }
}
