package dev.tensorc.math;

import java.util.List;

/**
 * Threefry-2x64 with 20 rounds, a random function of a key and a counter: J. K. Salmon, M. A.
 * Moraes, R. O. Dror, D. E. Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC 2011. It adds,
 * rotates and combines words of 64 bits, so that every element can be computed by itself.
 */
public final class Threefry {

  private static final int ROUNDS = 20;
  private static final int[] ROTATIONS = {16, 42, 12, 31, 16, 32, 24, 21};
  private static final long PARITY = 0x1BD11BDAA9FC1A22L;

  /** The operations on words of 64 bits. */
  public interface Words<W> {
    W constant(long bits);

    /** Adds, wrapping around. */
    W add(W a, W b);

    W xor(W a, W b);

    W shl(W a, int count);

    /** Shifts right and fills with zeros. */
    W ushr(W a, int count);
  }

  private Threefry() {}

  /** The two words that a key and a counter of two words each give. */
  public static <W> List<W> of(Words<W> o, W key0, W key1, W counter0, W counter1) {
    var keys = List.of(key0, key1, o.xor(o.xor(o.constant(PARITY), key0), key1));
    W x0 = o.add(counter0, key0);
    W x1 = o.add(counter1, key1);
    for (int round = 0; round < ROUNDS; round++) {
      x0 = o.add(x0, x1);
      int rotation = ROTATIONS[round % ROTATIONS.length];
      x1 = o.xor(o.xor(o.shl(x1, rotation), o.ushr(x1, Long.SIZE - rotation)), x0);
      if (round % 4 == 3) {
        int injection = round / 4 + 1;
        x0 = o.add(x0, keys.get(injection % 3));
        x1 = o.add(x1, o.add(keys.get((injection + 1) % 3), o.constant(injection)));
      }
    }
    return List.of(x0, x1);
  }
}
