package dev.tensorc.math;

/**
 * {@code log(e^x + e^y)}: the larger one and {@code log(1 + e^-|x - y|)}, so that nothing
 * overflows.
 */
enum LogAddExp {
  F32(FloatFormat.F32, Exp.F32, 0x1.62e43p-1),
  F64(FloatFormat.F64, Exp.F64, 0x1.62e42fefa39efp-1);

  private final FloatFormat format;
  private final Exp exp;
  private final double ln2;

  LogAddExp(FloatFormat format, Exp exp, double ln2) {
    this.format = format;
    this.exp = exp;
    this.ln2 = ln2;
  }

  <F, I, M> F logaddexp(MathOps<F, I, M> o, F x, F y) {
    F most = o.select(o.lt(x, y), y, x);
    F minusDistance = o.sub(o.constant(0), o.abs(o.sub(x, y)));
    F more = Log.log1p(o, format, exp.exp(o, minusDistance));
    // Equal infinities have no distance.
    return o.add(most, o.select(o.eq(x, y), o.constant(ln2), more));
  }
}
