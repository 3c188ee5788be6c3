package dev.tensorc.infer.index;

import dev.tensorc.frontend.Span;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An index of index notation: a name that stands for every place it runs through. */
public final class PointIndex {

  public final String name;
  public final Span span;

  /** Whether a range gives its bounds. */
  boolean ranged;

  /** Whether the index counts the elements of a new array, from 0. */
  boolean fromZero;

  /** Where the index begins. */
  Dim from = Dims.ZERO;

  long step = 1;

  /** Whether it was reported that nothing gives it an extent. */
  boolean reported;

  /** Whether its extent follows from the bounds of the sums that it stands in. */
  boolean derived;

  private @Nullable Dim extent;
  private @Nullable Dim count;

  PointIndex(String name, Span span) {
    this.name = name;
    this.span = span;
  }

  /**
   * The index runs through so many places.
   *
   * @param count as many where there are any; may be negative where there are none
   */
  void runs(Dim extent, Dim count) {
    this.extent = extent;
    this.count = count;
  }

  boolean isKnown() {
    return extent != null;
  }

  /** How many places it runs through. */
  public Dim extent() {
    return Objects.requireNonNull(extent, name);
  }

  /** The number of its last place, counted from 0, where it has any. */
  Dim last() {
    return Dims.add(Objects.requireNonNull(count, name), -1);
  }
}
