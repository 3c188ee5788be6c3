package dev.tensorc.codegen.loop;

import dev.tensorc.ir.DType;
import java.util.Optional;

/** All integers from one to another. */
public record IntegerRange(long least, long most) {

  /**
   * The range of all elements of a dtype; empty for those that an i64 does not hold, and for no
   * integers.
   */
  public static Optional<IntegerRange> of(DType d) {
    if (!d.isInt() || d == DType.U64) {
      return Optional.empty();
    }
    int bits = 8 * d.bytes();
    return Optional.of(
        d.isUnsigned()
            ? new IntegerRange(0, (1L << bits) - 1)
            : new IntegerRange(Long.MIN_VALUE >> (64 - bits), Long.MAX_VALUE >> (64 - bits)));
  }

  /** The largest absolute value; 2^63-1 stands for 2^63, too. */
  public long magnitude() {
    return Math.max(most, least == Long.MIN_VALUE ? Long.MAX_VALUE : -least);
  }

  /** Whether a dtype of integers has them all. */
  public boolean fits(DType d) {
    return d == DType.U64
        ? least >= 0
        : of(d).filter(r -> r.least <= least && most <= r.most).isPresent();
  }

  /** Sums of one of these and one of those; empty where one of them wraps around. */
  public Optional<IntegerRange> plus(IntegerRange other) {
    try {
      return Optional.of(
          new IntegerRange(Math.addExact(least, other.least), Math.addExact(most, other.most)));
    } catch (ArithmeticException e) {
      return Optional.empty();
    }
  }

  /** Products of one of these and one of those; empty where one of them may wrap around. */
  public Optional<IntegerRange> times(IntegerRange other) {
    long a = magnitude();
    long b = other.magnitude();
    if (Math.multiplyHigh(a, b) != 0 || a * b < 0) {
      return Optional.empty();
    }
    boolean positive = least >= 0 && other.least >= 0;
    return Optional.of(new IntegerRange(positive ? 0 : -(a * b), a * b));
  }

  public Optional<IntegerRange> negated() {
    return least == Long.MIN_VALUE
        ? Optional.empty()
        : Optional.of(new IntegerRange(-most, -least));
  }

  /** The least range that has these and those. */
  public IntegerRange or(IntegerRange other) {
    return new IntegerRange(Math.min(least, other.least), Math.max(most, other.most));
  }
}
