package dev.tensorc.math;

import java.util.List;

/**
 * Evaluates {@link MathOps} on single {@code float} values in plain Java.
 *
 * <p>{@link DoubleOps} is its twin, written by hand: templates are the runtime's, and here they
 * would make two classes of one-line methods. The interface demands each method of both, and tests
 * compare both with exact values.
 */
public enum FloatOps implements MathOps<Float, Integer, Boolean> {
  INSTANCE;

  @Override
  public Float constant(double value) {
    return (float) value;
  }

  @Override
  public Float add(Float a, Float b) {
    return a + b;
  }

  @Override
  public Float sub(Float a, Float b) {
    return a - b;
  }

  @Override
  public Float mul(Float a, Float b) {
    return a * b;
  }

  @Override
  public Float div(Float a, Float b) {
    return a / b;
  }

  @Override
  public Float fma(Float a, Float b, Float c) {
    return Math.fma(a, b, c);
  }

  @Override
  public Float abs(Float a) {
    return Math.abs(a);
  }

  @Override
  public Float sqrt(Float a) {
    return (float) Math.sqrt(a); // rounded twice, yet correctly: double has bits to spare
  }

  @Override
  public Integer intConstant(long value) {
    return (int) value;
  }

  @Override
  public Integer iadd(Integer a, Integer b) {
    return a + b;
  }

  @Override
  public Integer isub(Integer a, Integer b) {
    return a - b;
  }

  @Override
  public Integer iand(Integer a, Integer b) {
    return a & b;
  }

  @Override
  public Integer ixor(Integer a, Integer b) {
    return a ^ b;
  }

  @Override
  public Integer shl(Integer a, int count) {
    return a << count;
  }

  @Override
  public Integer ushr(Integer a, int count) {
    return a >>> count;
  }

  @Override
  public Integer bits(Float a) {
    return Float.floatToRawIntBits(a);
  }

  @Override
  public Float fromBits(Integer a) {
    return Float.intBitsToFloat(a);
  }

  @Override
  public Boolean lt(Float a, Float b) {
    return a.floatValue() < b.floatValue();
  }

  @Override
  public Boolean eq(Float a, Float b) {
    return a.floatValue() == b.floatValue();
  }

  @Override
  public Boolean ieq(Integer a, Integer b) {
    return a.intValue() == b.intValue();
  }

  @Override
  public Float select(Boolean condition, Float ifTrue, Float ifFalse) {
    return condition ? ifTrue : ifFalse;
  }

  @Override
  public Float orElseScalar(Boolean slow, Float fast, MathFunction function, List<Float> args) {
    return slow ? (float) function.apply(args) : fast;
  }
}
