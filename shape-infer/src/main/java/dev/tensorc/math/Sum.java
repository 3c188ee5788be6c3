package dev.tensorc.math;

/** {@code high + low}, unevaluated; {@code high} is the sum rounded. */
record Sum<F>(F high, F low) {

  /** Dekker's fast two-sum: exact where {@code |a| >= |b|} or {@code a} is zero. */
  static <F, I, M> Sum<F> of(MathOps<F, I, M> o, F a, F b) {
    F high = o.add(a, b);
    return new Sum<>(high, o.sub(b, o.sub(high, a)));
  }

  /** Knuth's two-sum: exact whichever is larger. */
  static <F, I, M> Sum<F> ofAny(MathOps<F, I, M> o, F a, F b) {
    F high = o.add(a, b);
    F most = o.sub(high, a);
    return new Sum<>(high, o.add(o.sub(a, o.sub(high, most)), o.sub(b, most)));
  }

  /** {@code a} divided by this: the last rounding is nearly the only one. */
  <I, M> F divides(MathOps<F, I, M> o, F a) {
    F inverse = o.div(o.constant(1), high);
    F quotient = o.mul(a, inverse);
    F minusQuotient = o.sub(o.constant(0), quotient);
    F left = o.fma(minusQuotient, low, o.fma(minusQuotient, high, a));
    return o.fma(left, inverse, quotient);
  }
}
