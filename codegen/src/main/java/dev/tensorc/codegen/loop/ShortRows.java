package dev.tensorc.codegen.loop;

import java.util.List;

/**
 * Rows of two to four elements, such as the channels of a pixel, that do not follow each other in
 * memory. Scalar code has the distances of the rows as constants, so that the JIT checks places
 * before its loop.
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
