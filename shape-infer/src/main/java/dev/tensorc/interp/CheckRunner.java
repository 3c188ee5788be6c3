package dev.tensorc.interp;

import dev.tensorc.ir.CheckText;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.runtime.BroadcastException;
import dev.tensorc.runtime.Discipline;
import dev.tensorc.runtime.ShapeException;
import dev.tensorc.runtime.link.Unranked;
import java.util.ArrayList;
import java.util.List;

/** Makes the checks of one run; a check that fails throws. */
final class CheckRunner {

  private final TensorIr.Function function;
  private final Sizes sizes;

  CheckRunner(TensorIr.Function function, Sizes sizes) {
    this.function = function;
    this.sizes = sizes;
  }

  void rank(TensorIr.Param param, List<Long> shape) {
    if (!param.value().isUnranked() && shape.size() != param.value().rank()) {
      throw ShapeException.rank(param.name(), param.declaredType(), array(shape));
    }
  }

  void run(TensorIr.Check check) {
    switch (check) {
      case TensorIr.ParamCheck c -> param(c);
      case TensorIr.SizeCheck c -> size(c);
      case TensorIr.JoinCheck c -> {
        if (c.equalRanks()) {
          ranks(c);
        }
        for (int axis = c.rank() - 1; axis >= 0; axis--) {
          join(c, axis);
        }
      }
      case TensorIr.RankCheck c -> {
        long rank = sizes.largest(c.ranks());
        if (!c.relation().holds(rank, sizes.of(c.rank()))) {
          throw ShapeException.rank(c.subject(), CheckText.location(c), rank, c.demand());
        }
      }
      case TensorIr.LeadingCheck c -> {
        var both = List.of(c.one(), c.other());
        Unranked.requireSameLeading(
            c.what(),
            CheckText.location(c),
            both.stream().map(TensorIr.Leading::name).toArray(String[]::new),
            both.stream().map(TensorIr.Leading::type).toArray(String[]::new),
            both.stream().map(l -> array(sizes.of(l.shape()))).toArray(long[][]::new),
            both.stream().mapToLong(l -> sizes.largest(l.ranks())).toArray(),
            both.stream().mapToInt(TensorIr.Leading::trailing).toArray());
      }
      case TensorIr.NonEmptyCheck c -> {
        if (sizes.of(c.size()) == 0) {
          throw ShapeException.empty(c.function(), CheckText.location(c), c.operand(), c.axis());
        }
      }
      case TensorIr.SubscriptCheck c -> {
        long least = sizes.of(c.least());
        long most = sizes.of(c.most());
        long size = sizes.of(c.size());
        boolean empty = sizes.of(c.extents()).contains(0L);
        if (!empty && (least < 0 || most >= size)) {
          throw ShapeException.subscript(
              CheckText.location(c), c.operand(), c.axis(), c.subscript(), least, most, size);
        }
      }
      case TensorIr.ExtentCheck c -> {
        long actual = sizes.of(c.actual());
        long expected = sizes.of(c.expected());
        if (actual != expected) {
          throw ShapeException.extents(
              CheckText.title(c),
              CheckText.rule(c),
              c.first(),
              c.firstAxis(),
              expected,
              c.operand(),
              c.axis(),
              actual);
        }
      }
      case TensorIr.ClauseCheck c -> {
        if (!c.relation().holds(sizes.of(c.left()), sizes.of(c.right()))) {
          throw ShapeException.clause(
              c.function(),
              c.clause(),
              CheckText.location(c),
              CheckText.names(c).toArray(String[]::new),
              array(sizes.of(c.sizes().stream().map(TensorIr.ClauseSize::size).toList())));
        }
      }
      case TensorIr.IndexCheck c -> {
        long size = sizes.of(c.size());
        long index = sizes.of(c.index());
        if (index < -size || index >= size) {
          throw ShapeException.index(CheckText.location(c), c.operand(), c.axis(), index, size);
        }
      }
    }
  }

  private void param(TensorIr.ParamCheck check) {
    long actual = sizes.of(check.actual());
    long expected = sizes.of(check.expected());
    if (actual == expected) {
      return;
    }
    TensorIr.Param param = function.params().get(check.param());
    throw CheckText.namedDim(function, check)
        .map(
            dim ->
                ShapeException.named(
                    function.name(),
                    check.span().runtimeLocation(),
                    dim.name(),
                    dim.param(),
                    dim.axis(),
                    expected,
                    param.name(),
                    check.axis(),
                    actual))
        .orElseGet(
            () ->
                ShapeException.size(
                    param.name(),
                    param.declaredType(),
                    check.axis(),
                    actual,
                    expected,
                    CheckText.reason(check)));
  }

  private void size(TensorIr.SizeCheck check) {
    long actual = sizes.of(check.actual());
    long expected = sizes.of(check.expected());
    if (actual != expected) {
      throw ShapeException.result(
          check.subject(),
          check.expectedType(),
          CheckText.location(check),
          check.axis(),
          actual,
          expected);
    }
  }

  /**
   * The joined size is that of an operand that may not stretch, else the first that is not 1, else
   * 1; each must be that, or 1 where it may stretch.
   */
  private void join(TensorIr.JoinCheck check, int axis) {
    var fixed = new ArrayList<Long>();
    var free = new ArrayList<Long>();
    for (TensorIr.JoinOperand operand : check.operands()) {
      long lacking = operand.shape().size() - sizes.largest(operand.rankIsLargestOf());
      for (int own : operand.feeding(axis)) {
        boolean stretches = own < lacking || operand.stretches().get(own);
        (stretches ? free : fixed).add(sizes.of(operand.shape().get(own)));
      }
    }
    long joined =
        fixed.isEmpty()
            ? free.stream().filter(s -> s != 1).findFirst().orElse(1L)
            : fixed.getFirst();
    if (fixed.stream().anyMatch(s -> s != joined)
        || free.stream().anyMatch(s -> s != 1 && s != joined)) {
      throw mismatch(check, axis);
    }
  }

  /** Operands that are no scalars have one rank. */
  private void ranks(TensorIr.JoinCheck check) {
    var shapes = new ArrayList<List<Long>>();
    for (TensorIr.JoinOperand o : check.operands()) {
      List<Long> shape = sizes.of(o.shape());
      int rank = (int) sizes.largest(o.rankIsLargestOf());
      shapes.add(shape.subList(shape.size() - rank, shape.size()));
    }
    int largest = shapes.stream().mapToInt(List::size).max().orElse(0);
    if (shapes.stream().anyMatch(s -> !s.isEmpty() && s.size() != largest)) {
      throw BroadcastException.ranks(
          check.operation(),
          CheckText.location(check),
          Discipline.valueOf(check.discipline().name()),
          CheckText.names(check).toArray(String[]::new),
          CheckText.types(check).toArray(String[]::new),
          shapes.stream().map(CheckRunner::array).toArray(long[][]::new));
    }
  }

  private BroadcastException mismatch(TensorIr.JoinCheck check, int axis) {
    List<TensorIr.JoinOperand> operands = check.operands();
    Failure failure =
        check.isUnranked()
            ? unranked(operands)
            : switch (check.joining()) {
              case OPERATION -> BroadcastException::of;
              case UPDATE -> BroadcastException::update;
              case SHAPE -> BroadcastException::shape;
            };
    return failure.of(
        check.operation(),
        CheckText.location(check),
        Discipline.valueOf(check.discipline().name()),
        axis,
        CheckText.names(check).toArray(String[]::new),
        CheckText.types(check).toArray(String[]::new),
        operands.stream().map(o -> array(sizes.of(o.shape()))).toArray(long[][]::new),
        operands.stream().map(o -> axes(o)).toArray(int[][]::new),
        operands.stream().map(o -> stretches(o)).toArray(boolean[][]::new));
  }

  /** {@link BroadcastException#unranked}, with the operands' ranks. */
  private Failure unranked(List<TensorIr.JoinOperand> operands) {
    long[] ranks = operands.stream().mapToLong(o -> sizes.largest(o.rankIsLargestOf())).toArray();
    return (operation, location, discipline, axis, names, types, shapes, axes, stretches) ->
        BroadcastException.unranked(
            operation, location, discipline, axis, names, types, shapes, axes, stretches, ranks);
  }

  /** {@link BroadcastException#of} and its like. */
  private interface Failure {
    BroadcastException of(
        String operation,
        String location,
        Discipline discipline,
        int axis,
        String[] names,
        String[] declaredTypes,
        long[][] shapes,
        int[][] axes,
        boolean[][] stretches);
  }

  private static int[] axes(TensorIr.JoinOperand operand) {
    return operand.axes().stream().mapToInt(Integer::intValue).toArray();
  }

  private static boolean[] stretches(TensorIr.JoinOperand operand) {
    var stretches = new boolean[operand.stretches().size()];
    for (int own = 0; own < stretches.length; own++) {
      stretches[own] = operand.stretches().get(own);
    }
    return stretches;
  }

  private static long[] array(List<Long> shape) {
    return shape.stream().mapToLong(Long::longValue).toArray();
  }
}
