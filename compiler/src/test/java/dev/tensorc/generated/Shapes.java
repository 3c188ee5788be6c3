package dev.tensorc.generated;

import java.util.Optional;

/** Shapes on the witness. */
final class Shapes {

  /** The limit of intermediate values: the interpreter is slow. */
  private static final long MOST_ELEMENTS = 2000;

  private static final int MOST_AXES = 4;

  private Shapes() {}

  static boolean small(Type type) {
    return type.count() <= MOST_ELEMENTS && type.rank() <= MOST_AXES;
  }

  /** The size of Python's {@code range(size)[lo:hi:step]}; a bound may be left out. */
  static long sliced(long size, Optional<Long> lo, Optional<Long> hi, long step) {
    long least = step > 0 ? 0 : -1;
    long most = step > 0 ? size : size - 1;
    long from = lo.map(v -> bound(v, size, least, most)).orElse(step > 0 ? least : most);
    long to = hi.map(v -> bound(v, size, least, most)).orElse(step > 0 ? most : least);
    long length = step > 0 ? to - from : from - to;
    return length <= 0 ? 0 : Math.ceilDiv(length, Math.abs(step));
  }

  private static long bound(long v, long size, long least, long most) {
    return Math.clamp(v < 0 ? v + size : v, least, most);
  }
}
