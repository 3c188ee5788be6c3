package dev.tensorc.codegen.loop;

import java.util.List;
import java.util.Optional;

/**
 * The facts that the pass {@code schedule} has found about a kernel's calls.
 *
 * @param nests ways to run it beside those that fit all strides, tried in order
 * @param apart whether there is a call for which elements of a row lie apart
 * @param overlap whether there is a call for which rows overlap: each begins one element after the
 *     one before, as windows do
 * @param rowSteps for calls with elements that lie a known and small number apart, that number for
 *     each input; 0 where the element is the same along the row
 * @param writesApart whether elements of a result's row lie apart in all calls: loops along rows
 *     never run
 * @param product the small matrices of a product, where a call has such
 * @param fewPoints the extents of a reduction of few points, where a call has such
 * @param shortRows rows of a few elements, of calls that have such and no nest
 * @param tiled axes that a call walks in tiles with the last one
 */
public record Schedule(
    List<Nest> nests,
    boolean apart,
    boolean overlap,
    List<List<Integer>> rowSteps,
    boolean writesApart,
    Optional<SmallProduct> product,
    Optional<List<Integer>> fewPoints,
    List<ShortRows> shortRows,
    List<Tiles> tiled) {

  /**
   * Tiles of an axis and the last one.
   *
   * @param across inputs whose elements are neighbours along the axis, and apart along the last;
   *     those of all others are neighbours along the last
   */
  public record Tiles(int axis, List<Integer> across) {
    public Tiles {
      across = List.copyOf(across);
    }
  }

  /** The schedule of a kernel that is not scheduled. */
  public static final Schedule NONE = ofNests(List.of());

  /**
   * The schedule of a kernel that is called by others, which know the strides of some of its
   * operands.
   */
  public static Schedule ofNests(List<Nest> nests) {
    return new Schedule(
        nests,
        false,
        false,
        List.of(),
        false,
        Optional.empty(),
        Optional.empty(),
        List.of(),
        List.of());
  }

  public Schedule {
    nests = List.copyOf(nests);
    rowSteps = List.copyOf(rowSteps);
    fewPoints = fewPoints.map(List::copyOf);
    shortRows = List.copyOf(shortRows);
    tiled = List.copyOf(tiled);
  }
}
