package dev.tensorc.math;

import java.util.List;
import java.util.Locale;

/**
 * The functions of floats that are one fixed sequence of operations in every engine.
 *
 * <p>Any engine that evaluates a sequence gets the same bits. Largest error observed, in units in
 * the last place of the exact value, over all arguments (exp, log of f32), or at least a million,
 * denser where the error is large, and the hard cases:
 *
 * <pre>
 *            f32    f64
 * exp       0.892  0.893
 * log       0.832  0.826
 * sin       1.088  1.120
 * cos       1.093  1.116
 * tanh      1.297  1.395
 * erf       1.018  1.248
 * sigmoid   1.452  1.391
 * pow       0.749  0.966
 * hypot     0.750  0.731
 * exp2      0.748  0.737
 * expm1     1.023  0.957
 * log1p     0.844  0.840
 * log2      0.501  0.501
 * log10     0.501  0.501
 * logaddexp 1.013  1.132
 * cbrt      0.501  0.501
 * tan       1.075  1.104
 * asin      0.596  0.594
 * acos      0.574  0.579
 * atan      0.765  0.872
 * atan2     0.818  0.738
 * sinh      0.659  0.688
 * cosh      0.625  0.625
 * asinh     1.000  1.000
 * acosh     0.771  0.816
 * atanh     1.000  1.000
 * </pre>
 *
 * <p>Where logaddexp cancels, with a negative argument, the error is as small beside the larger
 * argument. floor, ceil, trunc, round, sign, copysign, nextafter and fma are exact, or rounded
 * once.
 *
 * <p>Specials are those of {@link Math} and C: subnormal arguments and results, signed zeros,
 * infinities and NaN all come out as their specifications say.
 */
public enum MathSequence {
  EXP(Exp.F32::exp, Exp.F64::exp),
  LOG(Log::log32, Log::log64),
  SIN(Trig.F32::sin, Trig.F64::sin),
  COS(Trig.F32::cos, Trig.F64::cos),
  ERF(Erf.F32::erf, Erf.F64::erf),
  SIGMOID(Sigmoid.F32::sigmoid, Sigmoid.F64::sigmoid),
  TANH(Tanh.F32::tanh, Tanh.F64::tanh),
  POW(Pow.F32::pow, Pow.F64::pow),
  FLOOR(Rounding.F32::floor, Rounding.F64::floor),
  CEIL(Rounding.F32::ceil, Rounding.F64::ceil),
  TRUNC(Rounding.F32::trunc, Rounding.F64::trunc),
  ROUND(Rounding.F32::round, Rounding.F64::round),
  SIGN(Signs::sign, Signs::sign),
  COPYSIGN(Signs.F32::copysign, Signs.F64::copysign),
  NEXTAFTER(NextAfter.F32::nextafter, NextAfter.F64::nextafter),
  HYPOT(Hypot.F32::hypot, Hypot.F64::hypot),
  FMA(MathOps::fma, MathOps::fma),
  EXP2(Expm1.F32::exp2, Expm1.F64::exp2),
  EXPM1(Expm1.F32::expm1, Expm1.F64::expm1),
  LOG1P(Log::log1p32, Log::log1p64),
  LOG2(LogBase.TWO_F32::log, LogBase.TWO_F64::log),
  LOG10(LogBase.TEN_F32::log, LogBase.TEN_F64::log),
  LOGADDEXP(LogAddExp.F32::logaddexp, LogAddExp.F64::logaddexp),
  CBRT(Cbrt.F32::cbrt, Cbrt.F64::cbrt),
  TAN(Trig.F32::tan, Trig.F64::tan),
  ASIN(Asin.F32::asin, Asin.F64::asin),
  ACOS(Asin.F32::acos, Asin.F64::acos),
  ATAN(Atan.F32::atan, Atan.F64::atan),
  ATAN2(Atan.F32::atan2, Atan.F64::atan2),
  SINH(Hyperbolic.F32::sinh, Hyperbolic.F64::sinh),
  COSH(Hyperbolic.F32::cosh, Hyperbolic.F64::cosh),
  ASINH(InverseHyperbolic.F32::asinh, InverseHyperbolic.F64::asinh),
  ACOSH(InverseHyperbolic.F32::acosh, InverseHyperbolic.F64::acosh),
  ATANH(InverseHyperbolic.F32::atanh, InverseHyperbolic.F64::atanh);

  private interface Unary {
    <F, I, M> F of(MathOps<F, I, M> o, F x);
  }

  private interface Binary {
    <F, I, M> F of(MathOps<F, I, M> o, F x, F y);
  }

  private interface Ternary {
    <F, I, M> F of(MathOps<F, I, M> o, F x, F y, F z);
  }

  private interface Function {
    <F, I, M> F of(MathOps<F, I, M> o, List<F> args);
  }

  private record OfOne(Unary function) implements Function {
    @Override
    public <F, I, M> F of(MathOps<F, I, M> o, List<F> args) {
      return function.of(o, args.get(0));
    }
  }

  private record OfTwo(Binary function) implements Function {
    @Override
    public <F, I, M> F of(MathOps<F, I, M> o, List<F> args) {
      return function.of(o, args.get(0), args.get(1));
    }
  }

  private record OfThree(Ternary function) implements Function {
    @Override
    public <F, I, M> F of(MathOps<F, I, M> o, List<F> args) {
      return function.of(o, args.get(0), args.get(1), args.get(2));
    }
  }

  private final int arity;
  private final Function f32;
  private final Function f64;

  MathSequence(Unary f32, Unary f64) {
    this(1, new OfOne(f32), new OfOne(f64));
  }

  MathSequence(Binary f32, Binary f64) {
    this(2, new OfTwo(f32), new OfTwo(f64));
  }

  MathSequence(Ternary f32, Ternary f64) {
    this(3, new OfThree(f32), new OfThree(f64));
  }

  MathSequence(int arity, Function f32, Function f64) {
    this.arity = arity;
    this.f32 = f32;
    this.f64 = f64;
  }

  /** The function's name in programs, and in {@link Math} where it is there. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** How many arguments it takes. */
  public int arity() {
    return arity;
  }

  /** The function's value of f32 arguments. */
  public <F, I, M> F f32(MathOps<F, I, M> o, List<F> args) {
    return f32.of(o, args);
  }

  /** The function's value of f64 arguments. */
  public <F, I, M> F f64(MathOps<F, I, M> o, List<F> args) {
    return f64.of(o, args);
  }
}
