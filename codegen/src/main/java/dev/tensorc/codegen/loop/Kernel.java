package dev.tensorc.codegen.loop;

import dev.tensorc.codegen.loop.Expr.AxisIndex;
import dev.tensorc.codegen.loop.Expr.Gathered;
import dev.tensorc.codegen.loop.Expr.Load;
import dev.tensorc.codegen.loop.Expr.Reduced;
import dev.tensorc.codegen.tuning.Tuning;
import dev.tensorc.frontend.Span;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * One fused loop nest: at each parallel point it computes its reductions, one after the other, and
 * stores its results.
 *
 * <p>Invariants ({@code LoopIrVerifier}): the axes are the parallel ones, outermost first, then the
 * reduced ones; the results follow every parallel axis.
 *
 * @param parallel number of parallel axes; they come first
 * @param reduced number of reduced axes; 0 where there is no reduction
 * @param rounds whether it goes round its reduced axes several times, as the caller's {@code
 *     Collapse} says: they are the innermost of more
 * @param inputs the tensors it reads
 * @param scalars the scalars it is handed
 * @param reductions over the same axes; one may use those before it
 * @param results the values that it stores; the only one of a single point is returned
 * @param span where its root stands in the program
 * @param tuning the thresholds that choose how it is emitted: the program's
 * @param schedule that pass's findings about its calls; empty before it
 */
public record Kernel(
    int parallel,
    int reduced,
    boolean rounds,
    List<Input> inputs,
    List<DType> scalars,
    List<Reduction> reductions,
    List<Result> results,
    Span span,
    Tuning tuning,
    Schedule schedule) {
  public Kernel {
    inputs = List.copyOf(inputs);
    scalars = List.copyOf(scalars);
    reductions = List.copyOf(reductions);
    results = List.copyOf(results);
  }

  /** A kernel that is not scheduled. */
  public Kernel(
      int parallel,
      int reduced,
      boolean rounds,
      List<Input> inputs,
      List<DType> scalars,
      List<Reduction> reductions,
      List<Result> results,
      Span span,
      Tuning tuning) {
    this(
        parallel,
        reduced,
        rounds,
        inputs,
        scalars,
        reductions,
        results,
        span,
        tuning,
        Schedule.NONE);
  }

  public Kernel scheduled(Schedule found) {
    return new Kernel(
        parallel, reduced, rounds, inputs, scalars, reductions, results, span, tuning, found);
  }

  /** Ways to run it beside those that fit all strides. */
  public List<Nest> nests() {
    return schedule.nests();
  }

  public int rank() {
    return parallel + reduced;
  }

  /** The same kernel over operands that follow its axes in other ways. */
  public Kernel withInputs(List<Input> others) {
    return new Kernel(
        parallel, reduced, rounds, others, scalars, reductions, results, span, tuning);
  }

  /** The same kernel, which stores other results. */
  public Kernel withResults(List<Result> others) {
    return new Kernel(parallel, reduced, rounds, inputs, scalars, reductions, others, span, tuning);
  }

  /**
   * The same kernel with other reductions and the same results, all of whose values are rewritten.
   */
  public Kernel rewritten(List<Reduction> others, UnaryOperator<Expr> other) {
    return new Kernel(
        parallel,
        reduced,
        rounds,
        inputs,
        scalars,
        others.stream().map(r -> r.rewritten(other)).toList(),
        results.stream().map(r -> new Result(other.apply(r.value()), r.alongRow())).toList(),
        span,
        tuning);
  }

  /** A kernel that does a part of the work, over axes of its own. */
  public Kernel part(
      int ownParallel,
      int ownReduced,
      List<Input> operands,
      List<DType> numbers,
      List<Reduction> others,
      List<Result> stored) {
    return new Kernel(
        ownParallel, ownReduced, false, operands, numbers, others, stored, span, tuning);
  }

  /** The same computation without a reduction over so many axes, which its operands follow. */
  public Kernel over(int axes, List<Input> operands) {
    return new Kernel(axes, 0, false, operands, scalars, reductions, results, span, tuning);
  }

  /** The same kernel, whose rows are columns: each lane of a vector is a result of its own. */
  public Kernel columns(List<Input> operands) {
    List<Reduction> down =
        reductions.stream()
            .map(r -> new Reduction(r.op(), r.value(), false, r.contraction()))
            .toList();
    return new Kernel(parallel, reduced, false, operands, scalars, down, results, span, tuning);
  }

  /** Whether the reduced axes include the last one, so that rows are reduced. */
  public boolean reducesRows() {
    return !reductions.isEmpty() && reductions.getFirst().lastAxis();
  }

  /** The axis whose elements lie next to each other. */
  public int innermost() {
    return reductions.isEmpty() || reducesRows() ? rank() - 1 : parallel - 1;
  }

  /** Whether the kernel has one result, of a single point, which it returns. */
  public boolean returns() {
    return parallel == 0 && results.size() == 1 && !results.getFirst().alongRow();
  }

  /** The only reduction, if it is a contraction. */
  public Optional<Contraction> contraction() {
    return reductions.stream().findFirst().flatMap(Reduction::contraction);
  }

  /** Whether an input's address depends on where the kernel stands on an axis. */
  public boolean follows(int input, int axis) {
    return inputs.get(input).axes().get(axis) != AxisUse.NONE;
  }

  /**
   * Whether a tensor is another element at each point of an axis.
   *
   * @param tensor its number, inputs first
   */
  public boolean walks(int tensor, int axis) {
    return tensor < inputs.size()
        ? follows(tensor, axis)
        : axis < parallel || results.get(tensor - inputs.size()).alongRow();
  }

  /** Whether an expression's value depends on the index on an axis; a reduction's always does. */
  public boolean varies(Expr e, int axis) {
    return ExprNodes.of(List.of(e)).stream()
        .anyMatch(
            node ->
                switch (node) {
                  case Load load -> follows(load.input(), axis);
                  case Gathered g -> follows(g.input(), axis);
                  case AxisIndex index -> index.axis() == axis;
                  case Reduced _ -> true;
                  default -> false;
                });
  }

  /** Whether the kernel reads elements at places that it computes. */
  public boolean computesPlaces() {
    return ExprNodes.of(roots()).stream().anyMatch(Gathered.class::isInstance);
  }

  /** Whether elements of an input are read at places that it computes. */
  public boolean isGathered(int input) {
    return ExprNodes.of(roots()).stream()
        .anyMatch(e -> e instanceof Gathered g && g.input() == input);
  }

  /** Whether the lanes of a vector along the innermost axis read elements wherever they say. */
  public boolean differsInLanes(Gathered g) {
    return !follows(g.input(), innermost()) && varies(g.distance(), innermost());
  }

  /** The values evaluated at each point of all axes, then the stored ones. */
  public List<Expr> roots() {
    return Stream.concat(
            reductions.stream().flatMap(r -> r.parts().stream()),
            results.stream().map(Result::value))
        .toList();
  }

  /**
   * A value that a kernel stores.
   *
   * @param alongRow whether at each point of all axes, the reduced ones too, and not once for each
   *     parallel point
   */
  public record Result(Expr value, boolean alongRow) {}

  /**
   * A tensor that a kernel reads.
   *
   * @param axes one entry for each axis of the kernel
   */
  public record Input(DType dtype, List<AxisUse> axes) {
    public Input {
      axes = List.copyOf(axes);
    }
  }

  /** How a tensor's address depends on an axis of the kernel. */
  public enum AxisUse {
    /** Not at all: its stride is 0, known when compiling. */
    NONE,
    /** By a stride, which is 0 only where the storage's own is, or no path walks the axis. */
    FULL,
    /** By a stride that is 0 at run time where the operand stretches. */
    OPEN
  }

  /**
   * @param op SUM, PROD, MAX, MIN, ARGMAX or ARGMIN
   * @param value the reduced value, over all axes
   * @param lastAxis whether the reduced axes include the operand's last one: decides the order in
   *     which floats are added
   */
  public record Reduction(
      Builtin op, Expr value, boolean lastAxis, Optional<Contraction> contraction) {

    /** A reduction of values that are no products of a contraction. */
    public Reduction(Builtin op, Expr value, boolean lastAxis) {
      this(op, value, lastAxis, Optional.empty());
    }

    /** The same reduction of rewritten values. */
    Reduction rewritten(UnaryOperator<Expr> other) {
      return new Reduction(
          op,
          other.apply(value),
          lastAxis,
          contraction.map(
              c ->
                  new Contraction(
                      other.apply(c.left()),
                      other.apply(c.right()),
                      c.leftFree(),
                      c.rightFree(),
                      c.windows())));
    }

    /**
     * The reduction of a row by itself, which no factor has an axis beside; of rewritten values.
     */
    public Reduction ofRow(UnaryOperator<Expr> other) {
      return new Reduction(
          op,
          other.apply(value),
          true,
          contraction.map(
              c ->
                  new Contraction(
                      other.apply(c.left()), other.apply(c.right()), List.of(), List.of(), false)));
    }

    /** The dtype of its result. */
    public DType result() {
      return finds() ? DType.I64 : value.type();
    }

    /** Whether the reduction looks for a place. */
    public boolean finds() {
      return op == Builtin.ARGMAX || op == Builtin.ARGMIN;
    }

    /** Whether rows are combined lane by lane: no factor of a contraction has axes of its own. */
    public boolean goesInLanes() {
      return contraction.map(Contraction::inLanes).orElse(true);
    }

    /** The values evaluated at each point: the reduced one, or the factors of a contraction. */
    public List<Expr> parts() {
      return contraction.map(c -> List.of(c.left(), c.right())).orElse(List.of(value));
    }
  }

  /**
   * A sum of products, each added with one rounding. Where all free axes of one factor have extent
   * 1, and no windows overlap, it is added in the order of a sum over the last axis, else one after
   * the other.
   *
   * @param leftFree the parallel axes that only the left factor follows and that may not be 1
   * @param rightFree those of the right
   */
  public record Contraction(
      Expr left, Expr right, List<Integer> leftFree, List<Integer> rightFree, boolean windows) {
    public Contraction {
      leftFree = List.copyOf(leftFree);
      rightFree = List.copyOf(rightFree);
    }

    /**
     * Lists of axes; the contraction is added as a sum over the last axis where all axes of either
     * list are 1.
     */
    public List<List<Integer>> free() {
      return windows ? List.of() : List.of(leftFree, rightFree);
    }

    /**
     * Whether it is known when compiling that the contraction is added as a sum over the last axis.
     */
    public boolean inLanes() {
      return !windows && (leftFree.isEmpty() || rightFree.isEmpty());
    }
  }
}
