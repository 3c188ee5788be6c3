package dev.tensorc.codegen.loop;

import java.util.List;

/**
 * Rows of so few elements that all stand in the code, as colours are, whose strides are known but
 * too large for vectors. Scalar code for them has constants as strides, which lets the JIT check
 * places before its loop.
 *
 * @param points of the last axis
 * @param apart for each tensor, inputs first, how many elements a row begins after the one before
 *     it; 0 where it is the same for all
 */
public record ShortRows(int points, List<Integer> apart) {
  public ShortRows {
    apart = List.copyOf(apart);
  }
}
