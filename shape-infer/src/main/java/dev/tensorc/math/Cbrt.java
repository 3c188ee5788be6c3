package dev.tensorc.math;

/**
 * The cube root. {@code |x| = 2^3k 2^j m}, {@code m} around 1 and {@code j} from -1 to 1, so the
 * root is {@code 2^k} times that of {@code y = 2^j m}. A polynomial, minimax for the relative error
 * (2^-11.9), gives {@code w}, nearly {@code 1 / cbrt y}; one step of the series {@code w (1 + h/3 +
 * 2/9 h^2)}, {@code h = 1 - y w^3}, gives 2^-32. Then {@code c = y w^2} is corrected by Newton's
 * step from the exact remainder {@code c^3 - y} (squares split by fma), which leaves little more
 * than the last rounding.
 */
public enum Cbrt {
  F32(FloatFormat.F32, 0x3f3504f3L, 0x1.428a3p0, 0x1.965feap-1, 0x1.555556p-2, 0x1.c71c72p-3),
  F64(
      FloatFormat.F64,
      0x3fe6a09e667f3bcdL,
      0x1.428a2f98d728bp0,
      0x1.965fea53d6e3dp-1,
      0x1.5555555555555p-2,
      0x1.c71c71c71c71cp-3);

  private static final double[] P = {-0x1.44acfep-3, 0x1.6d394ap-1, -0x1.49258cp0, 0x1.bb1004p0};

  /** Units in the last place off: 0.501 in f32, 0.501 in f64. */
  public static final MathSequence CBRT = MathSequence.of(F32::cbrt, F64::cbrt);

  private final FloatFormat format;
  private final long lowestBits;
  private final double cbrt2;
  private final double inverseCbrt2;
  private final double third;
  private final double twoNinths;

  Cbrt(
      FloatFormat format,
      long lowestBits,
      double cbrt2,
      double inverseCbrt2,
      double third,
      double twoNinths) {
    this.format = format;
    this.lowestBits = lowestBits;
    this.cbrt2 = cbrt2;
    this.inverseCbrt2 = inverseCbrt2;
    this.third = third;
    this.twoNinths = twoNinths;
  }

  <F, I, M> F cbrt(MathOps<F, I, M> o, F x) {
    F zero = o.constant(0);
    F one = o.constant(1);
    F magnitude = o.abs(x);
    Log.Parts<F> parts = Log.split(o, magnitude, format, lowestBits);
    F magic = o.constant(format.magic() + format.bias());
    F shifted = o.fma(parts.n(), o.constant(third), magic);
    F j = o.fma(o.sub(shifted, magic), o.constant(-3), parts.n());
    F power = o.fromBits(o.shl(o.bits(shifted), format.fractionBits()));
    M up = o.lt(zero, j);
    M down = o.lt(j, zero);
    F two = o.select(up, o.constant(2), o.select(down, o.constant(0.5), one));
    F root = o.select(up, o.constant(inverseCbrt2), o.select(down, o.constant(cbrt2), one));

    F m = o.add(parts.f(), one);
    F y = o.mul(m, two);
    F minusY = o.sub(zero, y);
    F w = o.mul(Polynomial.horner(o, m, P), root);
    F h = o.fma(o.mul(minusY, w), o.mul(w, w), one);
    w = o.fma(o.mul(w, h), o.fma(h, o.constant(twoNinths), o.constant(third)), w);

    F ww = o.mul(w, w);
    F c = o.mul(y, ww);
    F cc = o.mul(c, c);
    F ccLow = o.fma(c, c, o.sub(zero, cc));
    F rest = o.fma(ccLow, c, o.fma(cc, c, minusY));
    F corrected = o.fma(o.mul(rest, ww), o.constant(-third), c);
    F result = format.withSignOf(o, x, o.mul(corrected, power));
    F ofFinite = o.select(o.eq(x, zero), x, result);
    return o.select(o.lt(magnitude, o.constant(Double.POSITIVE_INFINITY)), ofFinite, x);
  }
}
