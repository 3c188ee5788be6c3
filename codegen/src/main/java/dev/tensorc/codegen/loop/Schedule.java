package dev.tensorc.codegen.loop;

import java.util.List;

/**
 * What the pass {@code schedule} has found out about a kernel's calls.
 *
 * @param nests ways to run it beside those that fit all strides, tried in order
 * @param apart whether there is a call for which elements of a row lie apart
 * @param rowSteps for such calls how far apart, where that is known and little: for each input how
 *     many elements, 0 where it is the same along the row
 */
public record Schedule(List<Nest> nests, boolean apart, List<List<Integer>> rowSteps) {

  /** Of a kernel that is not scheduled. */
  public static final Schedule NONE = new Schedule(List.of(), false, List.of());

  public Schedule {
    nests = List.copyOf(nests);
    rowSteps = List.copyOf(rowSteps);
  }
}
