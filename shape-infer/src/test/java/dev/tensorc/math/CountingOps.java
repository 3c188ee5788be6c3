package dev.tensorc.math;

import java.util.List;

/** Counts operations, and checks that the constants exist in the format. */
final class CountingOps implements MathOps<Object, Object, Object> {

  private final boolean single;
  private int count;

  CountingOps(boolean single) {
    this.single = single;
  }

  /** Operations so far; constants and reinterpretations cost nothing. */
  int count() {
    return count;
  }

  private Object operation() {
    count++;
    return new Object();
  }

  @Override
  public Object constant(double value) {
    if (single && Double.compare((float) value, value) != 0) {
      throw new AssertionError(value + " is not a float");
    }
    return new Object();
  }

  @Override
  public Object intConstant(long value) {
    if (single && (int) value != value) {
      throw new AssertionError(value + " is not an int");
    }
    return new Object();
  }

  @Override
  public Object bits(Object a) {
    return new Object();
  }

  @Override
  public Object fromBits(Object a) {
    return new Object();
  }

  @Override
  public Object sqrt(Object a) {
    return operation();
  }

  @Override
  public Object add(Object a, Object b) {
    return operation();
  }

  @Override
  public Object sub(Object a, Object b) {
    return operation();
  }

  @Override
  public Object mul(Object a, Object b) {
    return operation();
  }

  @Override
  public Object div(Object a, Object b) {
    return operation();
  }

  @Override
  public Object iadd(Object a, Object b) {
    return operation();
  }

  @Override
  public Object isub(Object a, Object b) {
    return operation();
  }

  @Override
  public Object iand(Object a, Object b) {
    return operation();
  }

  @Override
  public Object ixor(Object a, Object b) {
    return operation();
  }

  @Override
  public Object lt(Object a, Object b) {
    return operation();
  }

  @Override
  public Object eq(Object a, Object b) {
    return operation();
  }

  @Override
  public Object ieq(Object a, Object b) {
    return operation();
  }

  @Override
  public Object fma(Object a, Object b, Object c) {
    return operation();
  }

  @Override
  public Object abs(Object a) {
    return operation();
  }

  @Override
  public Object shl(Object a, int count) {
    return operation();
  }

  @Override
  public Object ushr(Object a, int count) {
    return operation();
  }

  @Override
  public Object select(Object condition, Object ifTrue, Object ifFalse) {
    return operation();
  }

  @Override
  public Object orElseScalar(Object slow, Object fast, MathFunction function, List<Object> args) {
    return operation();
  }
}
