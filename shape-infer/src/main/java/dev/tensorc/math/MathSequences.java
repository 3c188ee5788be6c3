package dev.tensorc.math;

/**
 * The transcendental functions of the language, each one fixed sequence of operations.
 *
 * <p>Any engine that evaluates a sequence gets the same bits. Largest error observed, in units in
 * the last place of the exact value, over all arguments (f32) or two million and the hard cases
 * (f64):
 *
 * <pre>
 *        f32    f64
 * exp   0.892  0.893
 * log   0.832  0.826
 * sin   0.740  0.682
 * cos   0.749  0.719
 * </pre>
 *
 * <p>Specials are those of {@link Math}: subnormal arguments and results, signed zeros, infinities
 * and NaN all come out as its specification says.
 */
public final class MathSequences {

  private MathSequences() {}

  public static <F, I, M> F exp32(MathOps<F, I, M> o, F x) {
    return Exp.F32.exp(o, x);
  }

  public static <F, I, M> F exp64(MathOps<F, I, M> o, F x) {
    return Exp.F64.exp(o, x);
  }

  public static <F, I, M> F log32(MathOps<F, I, M> o, F x) {
    return Log.log32(o, x);
  }

  public static <F, I, M> F log64(MathOps<F, I, M> o, F x) {
    return Log.log64(o, x);
  }

  public static <F, I, M> F sin32(MathOps<F, I, M> o, F x) {
    return Trig.F32.sin(o, x, MathFunction.SIN32);
  }

  public static <F, I, M> F cos32(MathOps<F, I, M> o, F x) {
    return Trig.F32.cos(o, x, MathFunction.COS32);
  }

  public static <F, I, M> F sin64(MathOps<F, I, M> o, F x) {
    return Trig.F64.sin(o, x, MathFunction.SIN64);
  }

  public static <F, I, M> F cos64(MathOps<F, I, M> o, F x) {
    return Trig.F64.cos(o, x, MathFunction.COS64);
  }
}
