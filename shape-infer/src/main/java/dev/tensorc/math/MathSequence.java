package dev.tensorc.math;

import java.util.List;

/**
 * A function of floats that is one fixed sequence of operations in every engine.
 *
 * <p>Any engine that evaluates a sequence gets the same bits. The class of each says how exact it
 * is: the largest error observed, in units in the last place of the exact value, over all arguments
 * (exp, log of f32), or at least a million, denser where the error is large, and the hard cases. A
 * function whose class says nothing of it is exact, or rounded once.
 *
 * <p>Specials are those of {@link Math} and C: subnormal arguments and results, signed zeros,
 * infinities and NaN all come out as their specifications say.
 */
public final class MathSequence {

  /** A sequence of one argument. */
  public interface Unary {
    <F, I, M> F of(MathOps<F, I, M> o, F x);
  }

  /** A sequence of two arguments. */
  public interface Binary {
    <F, I, M> F of(MathOps<F, I, M> o, F x, F y);
  }

  /** A sequence of three arguments. */
  public interface Ternary {
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

  public static MathSequence of(Unary f32, Unary f64) {
    return new MathSequence(1, new OfOne(f32), new OfOne(f64));
  }

  public static MathSequence of(Binary f32, Binary f64) {
    return new MathSequence(2, new OfTwo(f32), new OfTwo(f64));
  }

  public static MathSequence of(Ternary f32, Ternary f64) {
    return new MathSequence(3, new OfThree(f32), new OfThree(f64));
  }

  private MathSequence(int arity, Function f32, Function f64) {
    this.arity = arity;
    this.f32 = f32;
    this.f64 = f64;
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
