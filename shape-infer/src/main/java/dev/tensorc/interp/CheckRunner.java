package dev.tensorc.interp;

import dev.tensorc.ir.CheckText;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.runtime.BroadcastException;
import dev.tensorc.runtime.ShapeException;
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
    if (shape.size() != param.value().rank()) {
      throw ShapeException.rank(param.name(), param.declaredType(), array(shape));
    }
  }

  void run(TensorIr.Check check) {
    switch (check) {
      case TensorIr.ParamCheck c -> param(c);
      case TensorIr.SizeCheck c -> size(c);
      case TensorIr.JoinCheck c -> {
        for (int axis = c.rank() - 1; axis >= 0; axis--) {
          join(c, axis);
        }
      }
      case TensorIr.NonEmptyCheck c -> {
        if (sizes.of(c.size()) == 0) {
          throw ShapeException.empty(c.function(), CheckText.location(c), c.operand(), c.axis());
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

  /** The joined size is the first that is not 1, else 1; each must be that, or 1. */
  private void join(TensorIr.JoinCheck check, int axis) {
    var present = new ArrayList<Long>();
    for (TensorIr.JoinOperand operand : check.operands()) {
      int own = operand.axes().indexOf(axis);
      if (own >= 0) {
        present.add(sizes.of(operand.shape().get(own)));
      }
    }
    long joined = present.stream().filter(s -> s != 1).findFirst().orElse(1L);
    if (present.stream().allMatch(s -> s == 1 || s == joined)) {
      return;
    }
    throw BroadcastException.of(
        check.operation(),
        CheckText.location(check),
        axis,
        CheckText.names(check).toArray(String[]::new),
        CheckText.types(check).toArray(String[]::new),
        check.operands().stream().map(o -> array(sizes.of(o.shape()))).toArray(long[][]::new));
  }

  private static long[] array(List<Long> shape) {
    return shape.stream().mapToLong(Long::longValue).toArray();
  }
}
