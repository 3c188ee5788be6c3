package dev.tensorc.generated;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The inner functions of one program. */
final class Library {

  private static final int MOST = 3;

  /**
   * @param params the type of each on the witness
   * @param results the types of its results there
   */
  record Entry(Fn fn, List<Type> params, List<Type> results) {

    Optional<Generic> generic() {
      return fn.head().generic();
    }
  }

  private final List<Entry> entries = new ArrayList<>();
  private int begun;

  /** Whether an argument has an axis that never stretches: which values have it is not known. */
  boolean hasStrictAxes;

  /** Callees come first: they are complete before their callers are. */
  List<Fn> fns() {
    return entries.stream().map(Entry::fn).toList();
  }

  List<Entry> entries() {
    return List.copyOf(entries);
  }

  boolean hasRoom() {
    return begun < MOST;
  }

  /** The name of a function that is added when it is complete. */
  String begin() {
    return "g" + ++begun;
  }

  void add(Entry entry) {
    entries.add(entry);
  }
}
