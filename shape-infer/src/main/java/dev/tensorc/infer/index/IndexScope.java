package dev.tensorc.infer.index;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Span;
import dev.tensorc.infer.scope.Frame;
import dev.tensorc.ir.TensorIr.Value;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One piece of index notation, in one function: its indices and the values that they subscript. */
public final class IndexScope {

  /**
   * A value and how indices walk it.
   *
   * @param axes one for each axis of the value that indices walk
   * @param computed the other axes
   */
  public record Subscripted(Value target, List<Walked> axes, List<Computed> computed, Span span) {

    /** Whether indices walk all of its axes. */
    public boolean isWalked() {
      return computed.isEmpty();
    }
  }

  /** An axis of a value and its subscript. */
  public record Walked(Value target, int axis, Affine subscript, Span span) {}

  /** An axis that is subscripted by places which are elements themselves: {@code p[i] + 1}. */
  record Computed(int axis, Ast.Expr place) {}

  private final Frame frame;
  private final @Nullable IndexScope outer;

  /** The value that each {@code x[...]} with an index in it reads. */
  final Map<Ast.Index, Subscripted> subscripted = new IdentityHashMap<>();

  /** The indices of the reductions inside. */
  final Map<Ast.IndexReduce, List<PointIndex>> reductions = new IdentityHashMap<>();

  /** The axes that are walked, in the order of the program. */
  final List<Walked> walked = new ArrayList<>();

  /** Every index, those of reductions inside too. */
  final List<PointIndex> indices = new ArrayList<>();

  /** The indices in sight: a value here has an axis for each of them. */
  private final List<PointIndex> space = new ArrayList<>();

  /**
   * @param outer index notation around this, of the same function
   */
  IndexScope(Frame frame, @Nullable IndexScope outer) {
    this.frame = frame;
    this.outer = outer;
  }

  @Nullable IndexScope outer() {
    return outer;
  }

  boolean isIn(Frame here) {
    return frame == here;
  }

  List<PointIndex> space() {
    return List.copyOf(space);
  }

  /**
   * Brings indices into sight.
   *
   * @param axis where theirs begin among the axes of values
   */
  void open(List<PointIndex> more, int axis) {
    space.addAll(axis, more);
  }

  void close(List<PointIndex> those) {
    space.removeAll(those);
  }

  /** With other indices in sight. */
  <T> T along(List<PointIndex> indices, Supplier<T> inside) {
    List<PointIndex> before = space();
    space.clear();
    space.addAll(indices);
    try {
      return inside.get();
    } finally {
      space.clear();
      space.addAll(before);
    }
  }

  /** The index that the name stands for here. */
  Optional<PointIndex> index(String name) {
    return space.stream().filter(i -> i.name.equals(name)).findFirst();
  }

  boolean has(String name) {
    return index(name).isPresent();
  }

  /** The index with that name here or in index notation around this. */
  Optional<PointIndex> visible(String name) {
    return Stream.iterate(this, s -> s != null, s -> s.outer)
        .flatMap(s -> s.index(name).stream())
        .findFirst();
  }

  void walk(Walked axis) {
    walked.add(axis);
  }
}
