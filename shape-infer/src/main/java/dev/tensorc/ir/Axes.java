package dev.tensorc.ir;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Facts about a value's axes beside their sizes. Broadcasting asks how they stretch: that decides
 * joins, which leave index maps and checks behind.
 *
 * @param stretch one entry for each axis
 * @param levels how many axes each level of a tensor of tensors has, the outer level first; one
 *     entry for a plain tensor. {@code i32[3][5, 5]} has the shape (5, 5, 3) and the levels (2, 1)
 * @param ranks empty where the value has all of its axes. Else it is unranked: its rank, which is
 *     the largest of these, is found at run time, and the leading axes that it then has not are
 *     there with size 1, as an alignment at the right would add them
 * @param isText whether the elements, of u16, are those of a text: {@code char} in tml
 */
public record Axes(List<Stretch> stretch, List<Integer> levels, List<Dim> ranks, boolean isText) {

  /** The most axes that an unranked value may have. */
  public static final int MAX_RANK = 16;

  /** Whether an axis of size 1 meets a larger one as if it were that large. */
  public enum Stretch {
    /** As the discipline of the operation says. */
    BY_DISCIPLINE,
    /** Never: {@code strict n}, {@code strict ?}. */
    NEVER,
    /** Always, and its size is 1: {@code bcast}. */
    ALWAYS
  }

  public Axes {
    stretch = List.copyOf(stretch);
    levels = List.copyOf(levels);
    ranks = List.copyOf(new LinkedHashSet<>(ranks));
  }

  /** Axes of numbers or bools. */
  public Axes(List<Stretch> stretch, List<Integer> levels, List<Dim> ranks) {
    this(stretch, levels, ranks, false);
  }

  /** Axes of a value that has all of them. */
  public Axes(List<Stretch> stretch, List<Integer> levels) {
    this(stretch, levels, List.of());
  }

  /** The same axes of text: the elements are UTF-16 units, which are only compared. */
  public Axes asText() {
    return new Axes(stretch, levels, ranks, true);
  }

  /** Axes that are nothing special, on one level. */
  public static Axes plain(int rank) {
    return new Axes(Collections.nCopies(rank, Stretch.BY_DISCIPLINE), List.of(rank));
  }

  /** Axes of a plain tensor. */
  public static Axes of(List<Stretch> stretch) {
    return new Axes(stretch, List.of(stretch.size()));
  }

  /** The same axes, stretching like that. */
  public Axes with(List<Stretch> stretch) {
    return new Axes(stretch, levels, ranks, isText);
  }

  /** The same axes of a value whose rank is the largest of these. */
  public Axes ofRank(List<Dim> ranks) {
    return new Axes(stretch, levels, ranks, isText);
  }

  /** The same levels of axes that are nothing special. */
  public Axes unmarked() {
    return with(plain(stretch.size()).stretch);
  }

  /** Whether the value is a tensor of tensors. */
  public boolean isNested() {
    return levels.size() > 1;
  }

  /** The axes of the outer level come first: how many there are. */
  public int outer() {
    return levels.getFirst();
  }

  /** The axes of an element: without those of the outer level. */
  public Axes inner() {
    return new Axes(
        stretch.subList(outer(), stretch.size()), levels.subList(1, levels.size()), ranks, isText);
  }

  /**
   * Axes of a plain tensor of that rank, which is the largest of some; ranked where there are none.
   */
  public static Axes of(List<Stretch> stretch, List<Dim> ranks) {
    return new Axes(stretch, List.of(stretch.size()), ranks);
  }

  /**
   * Axes of a plain tensor that has others than this one at its end: where this one's rank is found
   * at run time its own is as many more, or fewer.
   */
  public Axes changed(List<Stretch> others) {
    int more = others.size() - stretch.size();
    return others.isEmpty()
        ? plain(0)
        : of(others, ranks.stream().map(rank -> Dims.add(rank, more)).toList());
  }

  /** Whether the rank is found at run time. */
  public boolean isUnranked() {
    return !ranks.isEmpty();
  }

  /** The numbers of all axes of a value of that rank, from 0. */
  public static List<Integer> indices(int rank) {
    return IntStream.range(0, rank).boxed().toList();
  }
}
