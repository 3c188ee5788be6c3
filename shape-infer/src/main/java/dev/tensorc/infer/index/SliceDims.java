package dev.tensorc.infer.index;

import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.Dims.Bound;

/**
 * Where a slice with constant bounds begins and how many elements it has, as in NumPy: negative
 * bounds count from the end, then both are cut down to the axis.
 *
 * @param size the number of elements
 * @param start the index of the first one; anything where there is none
 */
record SliceDims(Dim size, Dim start) {

  /** {@code lo:hi:step} on an axis of size {@code n}; the step is not 0. */
  static SliceDims of(Dim n, Bound lo, Bound hi, long step) {
    return step > 0 ? forwards(n, lo, hi, step) : backwards(n, lo, hi, step);
  }

  private static SliceDims forwards(Dim n, Bound lo, Bound hi, long step) {
    Dim size = Dims.ceilDiv(Dims.sliceSize(n, lo, hi), step);
    // A bound beyond the end needs no cutting down: the result is empty anyway.
    boolean fromFront = !lo.absent() && lo.value() >= 0;
    return new SliceDims(size, fromFront ? Dims.of(lo.value()) : Dims.clampBound(n, lo, Dims.ZERO));
  }

  /**
   * {@code x[lo:hi:-k]} runs over the elements of the forward slice {@code x[hi+1:lo+1]} from its
   * end; -1 as a bound is the last element, so the bound after it is the end of the axis.
   */
  private static SliceDims backwards(Dim n, Bound lo, Bound hi, long step) {
    Bound end = lo.absent() || lo.value() == -1 ? Bound.NONE : Bound.at(lo.value() + 1);
    boolean nothing = !hi.absent() && hi.value() == -1;
    Bound begin = hi.absent() || nothing ? Bound.NONE : Bound.at(hi.value() + 1);
    Dim span = nothing ? Dims.ZERO : Dims.sliceSize(n, begin, end);
    return new SliceDims(Dims.ceilDiv(span, -step), Dims.add(Dims.clampBound(n, end, n), -1));
  }
}
