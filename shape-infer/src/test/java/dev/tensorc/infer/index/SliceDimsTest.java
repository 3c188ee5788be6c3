package dev.tensorc.infer.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.Dims.Bound;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Slices against Python's own algorithm, for every bound and step that can make a difference. */
class SliceDimsTest {

  private static final Dim N = new Dim.Sym(0, "n", true);

  private static List<Bound> bounds() {
    var bounds = new ArrayList<>(List.of(Bound.NONE));
    for (long b = -7; b <= 7; b++) {
      bounds.add(Bound.at(b));
    }
    return bounds;
  }

  @Test
  void agreesWithPythonForKnownAndSymbolicSizes() {
    for (long n = 0; n <= 7; n++) {
      for (Bound lo : bounds()) {
        for (Bound hi : bounds()) {
          for (long step : new long[] {1, 2, 3, 8, -1, -2, -3, -8}) {
            List<Long> expected = python(n, lo, hi, step);
            String slice = n + "[" + lo + ":" + hi + ":" + step + "]";
            assertThat(elements(Dims.of(n), n, lo, hi, step)).as(slice).isEqualTo(expected);
            assertThat(elements(N, n, lo, hi, step)).as("n = " + slice).isEqualTo(expected);
          }
        }
      }
    }
  }

  private static List<Long> elements(Dim axis, long n, Bound lo, Bound hi, long step) {
    SliceDims dims = SliceDims.of(axis, lo, hi, step);
    long size = Dims.evaluate(dims.size(), _ -> n);
    long start = Dims.evaluate(dims.start(), _ -> n);
    var elements = new ArrayList<Long>();
    for (long i = 0; i < size; i++) {
      elements.add(start + step * i);
    }
    return elements;
  }

  /** CPython's PySlice_AdjustIndices, then the loop. */
  private static List<Long> python(long n, Bound lo, Bound hi, long step) {
    long start = lo.absent() ? (step > 0 ? 0 : n - 1) : adjust(n, lo.value(), step);
    long stop = hi.absent() ? (step > 0 ? n : -1) : adjust(n, hi.value(), step);
    var elements = new ArrayList<Long>();
    for (long i = start; step > 0 ? i < stop : i > stop; i += step) {
      elements.add(i);
    }
    return elements;
  }

  private static long adjust(long n, long bound, long step) {
    long b = bound < 0 ? bound + n : bound;
    long low = step > 0 ? 0 : -1;
    return Math.clamp(b, low, step > 0 ? n : n - 1);
  }

  @Test
  void equalSlicesHaveEqualSizes() {
    Dim inner = SliceDims.of(N, Bound.at(1), Bound.at(-1), 1).size();
    assertThat(inner)
        .isEqualTo(SliceDims.of(N, Bound.at(2), Bound.NONE, 1).size())
        .isEqualTo(SliceDims.of(N, Bound.NONE, Bound.at(-2), 1).size())
        .isEqualTo(
            SliceDims.of(
                    SliceDims.of(N, Bound.at(1), Bound.NONE, 1).size(), Bound.at(1), Bound.NONE, 1)
                .size());
    assertThat(SliceDims.of(N, Bound.NONE, Bound.at(5), 1).size())
        .hasToString("min(5, n)")
        .isEqualTo(SliceDims.of(N, Bound.at(-5), Bound.NONE, 1).size());
  }
}
