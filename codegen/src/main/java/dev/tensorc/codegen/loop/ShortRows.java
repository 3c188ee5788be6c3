package dev.tensorc.codegen.loop;

import java.util.List;
import java.util.OptionalInt;

/**
 * Rows of known and small length, such as the channels of a pixel or a row with a factor of its
 * own, that are not one long row. The code for them has the distances of the rows as constants, so
 * that the JIT checks places before its loop. It is scalar code for rows shorter than a vector, up
 * to four elements.
 *
 * @param points of the last axis
 * @param apart for each tensor, inputs first, how many elements a row begins after the one before
 *     it; 0 where it is the same for all, empty where that is known only at run time
 */
public record ShortRows(int points, List<OptionalInt> apart) {
  public ShortRows {
    apart = List.copyOf(apart);
  }
}
