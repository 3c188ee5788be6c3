package dev.tensorc.generated;

/**
 * A whole number that has a name, and its bounds on the witness.
 *
 * @param weak whether it takes the dtype that it meets
 */
record Place(String name, long least, long most, boolean weak) {

  /** A named dim. */
  static Place of(String name, long value) {
    return new Place(name, value, value, true);
  }

  boolean known() {
    return least == most;
  }

  /** The number that is {@code to} where this one is {@code from}. */
  String moved(long from, long to) {
    long by = to - from;
    return by == 0 ? name : name + (by > 0 ? " + " : " - ") + Math.abs(by);
  }
}
