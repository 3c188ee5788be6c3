package dev.tensorc.math;

import java.util.List;

/**
 * The machine operations that the transcendental functions are written in.
 *
 * <p>{@link MathSequence} writes each function once against this interface. The reference
 * interpreter evaluates it ({@link FloatOps}, {@link DoubleOps}); the code generator implements it
 * with expression nodes and so turns the same sequence into scalar or vector bytecode. Every
 * operation is exact in the IEEE sense (one correctly rounded result, or plain bit manipulation),
 * so every engine gets the same bits.
 *
 * <p>There is no conversion between integers and floats and no rounding operation: the sequences
 * add a magic number and read the low bits of the result, which costs one addition on any hardware.
 *
 * <p>A value that a sequence uses twice is the same object twice; an implementation that builds a
 * graph shares such nodes by identity. Everything is free of side effects. Only which NaN an
 * operation returns is left open; no sequence lets the bits of a NaN reach a result other than NaN.
 *
 * @param <F> floating-point values of one format, f32 or f64
 * @param <I> integers of the same width
 * @param <M> truth values, one for each lane
 */
public interface MathOps<F, I, M> {

  /** A constant; {@code value} is exactly representable in the format, or infinite, or NaN. */
  F constant(double value);

  F add(F a, F b);

  F sub(F a, F b);

  F mul(F a, F b);

  F div(F a, F b);

  /** Returns {@code a * b + c}, rounded once. */
  F fma(F a, F b, F c);

  F abs(F a);

  /** The square root, correctly rounded; NaN below zero. */
  F sqrt(F a);

  /** An integer constant; {@code value} fits in the width. */
  I intConstant(long value);

  /** Adds, wrapping around. */
  I iadd(I a, I b);

  /** Subtracts, wrapping around. */
  I isub(I a, I b);

  I iand(I a, I b);

  I ixor(I a, I b);

  I shl(I a, int count);

  /** Shifts right and fills with zeros. */
  I ushr(I a, int count);

  I bits(F a);

  F fromBits(I a);

  /** Whether {@code a < b}; false when either is NaN. */
  M lt(F a, F b);

  /** Whether {@code a == b}; false when either is NaN. */
  M eq(F a, F b);

  M ieq(I a, I b);

  F select(M condition, F ifTrue, F ifFalse);

  /**
   * Whether a value is known to lie between two numbers, or to be NaN: a sequence may leave out
   * operations then that change no other value. 0.0 is greater than -0.0.
   */
  default boolean isWithin(F a, double least, double most) {
    return false;
  }

  /**
   * Returns {@code fast} where {@code slow} is false and {@code function.apply(args)} where it is
   * true.
   *
   * <p>Scalar code branches. Vector code tests whether any lane is slow, which is rare, and then
   * treats those lanes one by one.
   */
  F orElseScalar(M slow, F fast, MathFunction function, List<F> args);
}
