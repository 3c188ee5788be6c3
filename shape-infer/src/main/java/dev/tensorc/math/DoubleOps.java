package dev.tensorc.math;

import java.util.List;

/**
 * Evaluates {@link MathOps} on single {@code double} values in plain Java: the twin of {@link
 * FloatOps}, whose comment says why no template makes both.
 */
public enum DoubleOps implements MathOps<Double, Long, Boolean> {
  INSTANCE;

  @Override
  public Double constant(double value) {
    return value;
  }

  @Override
  public Double add(Double a, Double b) {
    return a + b;
  }

  @Override
  public Double sub(Double a, Double b) {
    return a - b;
  }

  @Override
  public Double mul(Double a, Double b) {
    return a * b;
  }

  @Override
  public Double div(Double a, Double b) {
    return a / b;
  }

  @Override
  public Double fma(Double a, Double b, Double c) {
    return Math.fma(a, b, c);
  }

  @Override
  public Double abs(Double a) {
    return Math.abs(a);
  }

  @Override
  public Double sqrt(Double a) {
    return Math.sqrt(a);
  }

  @Override
  public Long intConstant(long value) {
    return value;
  }

  @Override
  public Long iadd(Long a, Long b) {
    return a + b;
  }

  @Override
  public Long isub(Long a, Long b) {
    return a - b;
  }

  @Override
  public Long iand(Long a, Long b) {
    return a & b;
  }

  @Override
  public Long ixor(Long a, Long b) {
    return a ^ b;
  }

  @Override
  public Long shl(Long a, int count) {
    return a << count;
  }

  @Override
  public Long ushr(Long a, int count) {
    return a >>> count;
  }

  @Override
  public Long bits(Double a) {
    return Double.doubleToRawLongBits(a);
  }

  @Override
  public Double fromBits(Long a) {
    return Double.longBitsToDouble(a);
  }

  @Override
  public Boolean lt(Double a, Double b) {
    return a.doubleValue() < b.doubleValue();
  }

  @Override
  public Boolean eq(Double a, Double b) {
    return a.doubleValue() == b.doubleValue();
  }

  @Override
  public Boolean ieq(Long a, Long b) {
    return a.longValue() == b.longValue();
  }

  @Override
  public Double select(Boolean condition, Double ifTrue, Double ifFalse) {
    return condition ? ifTrue : ifFalse;
  }

  @Override
  public Double orElseScalar(Boolean slow, Double fast, MathFunction function, List<Double> args) {
    return slow ? function.apply(args) : fast;
  }
}
