package dev.tensorc.infer;

import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Facts;
import java.util.List;

/** How the shapes of an operation's operands are joined: the rules of one broadcasting mode. */
interface Discipline {

  /** What a discipline says about some shapes. */
  sealed interface Verdict {}

  /**
   * They join.
   *
   * @param shape the joined shape, valid once the check has passed if there is one
   * @param axes for each operand, for each of its axes, the axis of the joined shape
   * @param sizes for each joined axis the sizes that are not known to join already
   * @param ambiguous whether sizes may differ at run time, so that a check is needed
   */
  record Joined(List<Dim> shape, List<List<Integer>> axes, List<List<Dim>> sizes, boolean ambiguous)
      implements Verdict {}

  /**
   * They never join.
   *
   * @param rank of the joined shape
   * @param axis of the joined shape
   * @param first the operands whose sizes exclude each other there, by position
   */
  record Conflict(int rank, int axis, int first, int second) implements Verdict {}

  Verdict join(List<List<Dim>> shapes, Facts facts);
}
