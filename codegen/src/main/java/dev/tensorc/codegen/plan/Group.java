package dev.tensorc.codegen.plan;

import dev.tensorc.codegen.loop.Access;
import dev.tensorc.codegen.loop.Access.AxisPath;
import dev.tensorc.codegen.loop.LoopIr.Argument;
import dev.tensorc.codegen.loop.Stored;
import dev.tensorc.codegen.tuning.Budgets;
import dev.tensorc.frontend.Span;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Facts;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Value;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The values that one kernel computes and stores, and the values that it reads, as far as {@link
 * Fusion} has come. Its axes are the parallel ones, then the reduced ones.
 */
final class Group {

  /** How a reduction becomes part of a kernel. */
  enum Form {
    /** The kernel reduces the same space already. */
    JOINS,
    /** The values computed so far become the elements of each reduction. */
    EPILOGUE,
    /** The kernel's last axes are the reduced ones: it goes over each row again. */
    ROWS
  }

  private final List<Value> roots = new ArrayList<>();
  private final List<Dim> axes;
  private final List<TensorIr.Fold> folds = new ArrayList<>();
  private final Set<Argument> inputs = new HashSet<>();
  private final Set<Value> scalars = new HashSet<>();
  private final Set<Value> members = new HashSet<>();
  private final int place;
  private final boolean kernel;
  private int parallel;
  private int operations;

  private Group(int place, List<Dim> axes, boolean kernel) {
    this.place = place;
    this.axes = new ArrayList<>(axes);
    this.kernel = kernel;
    this.parallel = axes.size();
  }

  /**
   * A kernel that stores the value.
   *
   * @param place of the value's step
   * @param space its axes
   */
  static Group of(Value root, int place, List<Dim> space) {
    var group = new Group(place, space, true);
    group.join(root);
    return group;
  }

  /** A reader of a value in memory that is no kernel. */
  static Group inMemory(int place) {
    return new Group(place, List.of(), false);
  }

  boolean isKernel() {
    return kernel;
  }

  /** The number of the step where the kernel stands: that of its last root. */
  int place() {
    return place;
  }

  /** Where the kernel needs the value. */
  Span at(Value v) {
    return kernel ? leader().span() : v.span();
  }

  /** The last root, which all others have joined. */
  Value leader() {
    return roots.getFirst();
  }

  /** The values that the kernel stores, in the program's order. */
  List<Value> roots() {
    return roots.reversed();
  }

  void join(Value root) {
    roots.add(root);
    members.add(root);
  }

  /** All values that the kernel computes, the roots among them. */
  Set<Value> members() {
    return members;
  }

  List<Dim> axes() {
    return axes;
  }

  int parallel() {
    return parallel;
  }

  List<TensorIr.Fold> folds() {
    return folds;
  }

  Set<Argument> inputs() {
    return inputs;
  }

  Set<Value> scalars() {
    return scalars;
  }

  int operations() {
    return operations;
  }

  void add(int more) {
    operations += more;
  }

  /** Whether a root with so many axes is stored at every point of a row. */
  boolean isAlongRow(int rank) {
    return parallel < axes.size() && rank == axes.size();
  }

  boolean loopsOverMergedAxes() {
    return Collapsed.is(leader(), folds.isEmpty() ? null : folds.getFirst());
  }

  boolean hasRoomForInputs(Budgets.Kernels most) {
    return inputs.size() < most.inputs() && slots() < most.slots();
  }

  /** The counts that may be too high for one method that the JIT compiles. */
  String fullness() {
    return "%d operations and %d inputs are as much as the JIT compiles well"
        .formatted(operations, inputs.size());
  }

  /** How many parameters the kernel will have, counting longs and doubles twice. */
  private int slots() {
    int rank =
        loopsOverMergedAxes()
            ? Collapsed.nest(parallel) + Collapsed.nest(axes.size() - parallel)
            : axes.size();
    return rank + (roots.size() + inputs.size()) * (rank + 2) + 2 * scalars.size();
  }

  // ---------------------------------------------------------------- reductions

  /** How a reduction can become part of the kernel; empty where it cannot. */
  Optional<Form> form(TensorIr.Fold fold, Facts facts) {
    if (!folds.isEmpty()) {
      boolean alike =
          isRowReduction(fold)
              && reducesOnlyRows()
              && !loopsOverMergedAxes()
              && facts.same(parallelOf(fold, parallel), axes.subList(0, parallel))
              && facts.same(fold.reduced(), axes.subList(parallel, axes.size()));
      return alike ? Optional.of(Form.JOINS) : Optional.empty();
    }
    if (facts.same(fold.result().shape(), axes)
        && (roots.size() == 1 || isRowReduction(fold))
        && (fold instanceof TensorIr.Reduce || !leader().isUnranked())) {
      return Optional.of(Form.EPILOGUE);
    }
    int outer = axes.size() - fold.reduced().size();
    boolean rows =
        isRowReduction(fold)
            && outer >= 0
            && !leader().isUnranked()
            && facts.same(withoutKept(fold), axes.subList(0, outer))
            && facts.same(fold.reduced(), axes.subList(outer, axes.size()));
    return rows ? Optional.of(Form.ROWS) : Optional.empty();
  }

  /** Makes the reduction part of the kernel. */
  void fuse(TensorIr.Fold fold, Form form) {
    folds.add(fold);
    switch (form) {
      case JOINS -> {}
      case EPILOGUE -> axes.addAll(fold.reduced());
      case ROWS -> parallel -= fold.reduced().size();
    }
  }

  /** The kernel of a reduction that is stored itself. */
  void begin(TensorIr.Fold fold) {
    fuse(fold, Form.EPILOGUE);
  }

  /** How the kernel's axes walk the reduction's result, for values that may use it there. */
  Access result(TensorIr.Fold fold, Form form) {
    int outer = form == Form.ROWS ? parallel - fold.reduced().size() : parallel;
    var paths = new ArrayList<AxisPath>();
    int at = 0;
    for (int axis = 0; axis < fold.result().rank(); axis++) {
      boolean kept = isKept(fold, axis);
      boolean one = kept && !countsKept(fold, outer);
      paths.add(new AxisPath(one ? -1 : at++, List.of()));
    }
    return Access.of(paths);
  }

  /** How the operand of one of the kernel's reductions is walked by its axes. */
  Access operand(TensorIr.Reduce reduce) {
    var paths = new ArrayList<AxisPath>();
    int outer = 0;
    int reduced = parallel;
    for (int axis = 0; axis < reduce.operand().rank(); axis++) {
      if (reduce.axes().contains(axis)) {
        paths.add(new AxisPath(reduced++, List.of()));
        outer += countsKept(reduce, parallel) ? 1 : 0;
      } else {
        paths.add(new AxisPath(outer++, List.of()));
      }
    }
    return Access.of(paths);
  }

  /** Whether reduced axes that stay with size 1 are axes of a kernel with so many parallel ones. */
  private static boolean countsKept(TensorIr.Fold fold, int parallel) {
    return fold instanceof TensorIr.Reduce r && r.keepdims() && r.result().rank() == parallel;
  }

  private static boolean isKept(TensorIr.Fold fold, int axis) {
    return fold instanceof TensorIr.Reduce r && r.keepdims() && r.axes().contains(axis);
  }

  private static List<Dim> parallelOf(TensorIr.Fold fold, int parallel) {
    return countsKept(fold, parallel) ? fold.result().shape() : withoutKept(fold);
  }

  private static List<Dim> withoutKept(TensorIr.Fold fold) {
    var dims = new ArrayList<Dim>();
    for (int axis = 0; axis < fold.result().rank(); axis++) {
      if (!isKept(fold, axis)) {
        dims.add(fold.result().shape().get(axis));
      }
    }
    return dims;
  }

  /** The dtype of the products of matrices that it adds, laid out block by block, if it does. */
  Optional<DType> matrices() {
    return folds.stream()
        .filter(
            f ->
                f instanceof TensorIr.Contract c
                    && c.reduced().size() == 1
                    && !c.windows()
                    && !c.leftFree().isEmpty()
                    && !c.rightFree().isEmpty()
                    && !loopsOverMergedAxes())
        .map(f -> f.result().dtype())
        .filter(d -> d == DType.F32 || d == DType.F64)
        .findFirst();
  }

  /** Whether all of its reductions are ones that others may stand beside. */
  boolean reducesOnlyRows() {
    return folds.stream().allMatch(Group::isRowReduction);
  }

  /** Whether a kernel may do it beside others over the same rows. */
  private static boolean isRowReduction(TensorIr.Fold fold) {
    return fold instanceof TensorIr.Reduce r
        && r.builtin() != Builtin.ARGMAX
        && r.builtin() != Builtin.ARGMIN
        && !r.operand().isUnranked()
        && isLastAxes(r);
  }

  /** Whether it reduces rows along which elements follow each other, to a result each. */
  static boolean endsRows(TensorIr.Fold fold) {
    return switch (fold) {
      case TensorIr.Reduce _ -> isRowReduction(fold);
      case TensorIr.Contract c ->
          (c.leftFree().isEmpty() && endsWithReduced(c.right(), c))
              || (c.rightFree().isEmpty() && endsWithReduced(c.left(), c));
    };
  }

  private static boolean endsWithReduced(TensorIr.Operand factor, TensorIr.Contract c) {
    return !factor.axes().isEmpty() && factor.axes().getLast() >= c.result().rank();
  }

  /** Why the reduction has no form in a kernel where {@link #form} finds none. */
  static Stored.Why obstacle(TensorIr.Fold fold) {
    if (!(fold instanceof TensorIr.Reduce r)) {
      return Stored.Why.CONTRACTION;
    }
    if (isRowReduction(r)) {
      return Stored.Why.OTHER_ROWS;
    }
    return r.operand().isUnranked()
        ? Stored.Why.ANY_RANK
        : isLastAxes(r) ? Stored.Why.SEARCH : Stored.Why.OUTER;
  }

  private static boolean isLastAxes(TensorIr.Reduce r) {
    int first = r.operand().rank() - r.axes().size();
    return r.axes().getFirst() == first;
  }
}
