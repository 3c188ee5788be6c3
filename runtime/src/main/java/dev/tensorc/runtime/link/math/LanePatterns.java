package dev.tensorc.runtime.link.math;

/**
 * The places of lanes when the elements of a vector lie {@code step} apart in memory, as arrays
 * that generated code makes shuffles and masks of. Memory is read and written in {@code step} parts
 * of a vector each.
 */
public final class LanePatterns {

  private LanePatterns() {}

  /**
   * For each lane, the place in its part of the element that it gets; a step of -1 turns vectors
   * around.
   *
   * @param first which of the elements of a step
   */
  public static int[] loaded(int lanes, int step, int first) {
    int[] places = new int[lanes];
    for (int lane = 0; lane < lanes; lane++) {
      int element = step < 0 ? lanes - 1 - lane : lane * step + first;
      places[lane] = Math.floorMod(element, lanes);
    }
    return places;
  }

  /** The lanes whose elements are in that part, or a later one. */
  public static boolean[] loadedFrom(int lanes, int step, int first, int part) {
    boolean[] from = new boolean[lanes];
    for (int lane = 0; lane < lanes; lane++) {
      from[lane] = (lane * step + first) / lanes >= part;
    }
    return from;
  }

  /** For each place of that part, the lane whose element belongs there, or before it. */
  public static int[] stored(int lanes, int step, int part) {
    int[] from = new int[lanes];
    for (int place = 0; place < lanes; place++) {
      from[place] = (part * lanes + place) / step;
    }
    return from;
  }

  /**
   * For each place of any part, the lane whose element belongs there in one of the parts.
   *
   * @param step odd, so that no two elements belong to the same place of their parts
   * @param first which of the elements of a step
   */
  public static int[] placed(int lanes, int step, int first) {
    int[] from = new int[lanes];
    for (int lane = 0; lane < lanes; lane++) {
      from[(lane * step + first) % lanes] = lane;
    }
    return from;
  }

  /**
   * The places of that part to which an element belongs.
   *
   * @param first which of the elements of a step
   */
  public static boolean[] storedAt(int lanes, int step, int first, int part) {
    boolean[] at = new boolean[lanes];
    for (int place = 0; place < lanes; place++) {
      at[place] = (part * lanes + place) % step == first;
    }
    return at;
  }

  /** For each lane, the lane whose number differs in that bit alone. */
  public static int[] swapped(int lanes, int bit) {
    int[] from = new int[lanes];
    for (int lane = 0; lane < lanes; lane++) {
      from[lane] = (lane ^ bit) % lanes;
    }
    return from;
  }

  /** The lanes whose number has that bit. */
  public static boolean[] withBit(int lanes, int bit) {
    boolean[] with = new boolean[lanes];
    for (int lane = 0; lane < lanes; lane++) {
      with[lane] = (lane & bit) != 0;
    }
    return with;
  }
}
