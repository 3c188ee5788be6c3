package dev.tensorc.interp;

import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Scalars;
import dev.tensorc.ir.TensorIr;
import java.util.ArrayList;
import java.util.List;

/** Sums, extremes and their kind over axes. */
final class Reduction {

  private Reduction() {}

  /** The result of the reduction for an operand whose sizes have passed the checks. */
  static NdArray reduce(TensorIr.Reduce reduce, NdArray operand, List<Long> resultShape) {
    var reducedShape = reduce.axes().stream().map(a -> operand.shape().get(a)).toList();
    return NdArray.build(
        reduce.result().dtype(),
        resultShape,
        index -> {
          var sequence = new ArrayList<Object>();
          NdArray.forEachIndex(
              reducedShape,
              reduced ->
                  sequence.add(
                      operand.at(operandIndex(reduce, operand.shape().size(), index, reduced))));
          return combine(reduce, operand, sequence);
        });
  }

  private static long[] operandIndex(
      TensorIr.Reduce reduce, int rank, long[] resultIndex, long[] reducedIndex) {
    var index = new long[rank];
    int resultAxis = 0;
    int reducedAxis = 0;
    for (int axis = 0; axis < rank; axis++) {
      if (reduce.axes().contains(axis)) {
        index[axis] = reducedIndex[reducedAxis++];
        resultAxis += reduce.keepdims() ? 1 : 0;
      } else {
        index[axis] = resultIndex[resultAxis++];
      }
    }
    return index;
  }

  private static Object combine(TensorIr.Reduce reduce, NdArray operand, List<Object> sequence) {
    DType dtype = operand.dtype();
    boolean includesLastAxis = reduce.axes().contains(operand.shape().size() - 1);
    return switch (reduce.builtin()) {
      case SUM -> sum(dtype, sequence, includesLastAxis);
      case PROD -> product(dtype, sequence, includesLastAxis);
      case ANY -> sequence.contains(true);
      case ALL -> !sequence.contains(false);
      case ARGMAX -> first(Builtin.GREATER, reduce, dtype, sequence);
      case ARGMIN -> first(Builtin.LESS, reduce, dtype, sequence);
      case MAX -> extreme(Builtin.MAXIMUM, reduce, dtype, sequence);
      case MIN -> extreme(Builtin.MINIMUM, reduce, dtype, sequence);
      default -> throw new IllegalStateException("no reduction: " + reduce.builtin());
    };
  }

  private static Object extreme(
      Builtin pick, TensorIr.Reduce reduce, DType dtype, List<Object> sequence) {
    return sequence.stream()
        .reduce((a, b) -> ElementMath.apply(pick, dtype, List.of(a, b), reduce.span()))
        .orElseGet(() -> ofNothing(pick == Builtin.MAXIMUM, dtype));
  }

  private static Object ofNothing(boolean largest, DType dtype) {
    return dtype.isFloat()
        ? Scalars.nearest(dtype, largest ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY)
        : Scalars.wrap(dtype, largest ? dtype.lowest() : dtype.highest());
  }

  /** Where the first element stands that no other beats; NaN beats all but NaN. */
  private static Object first(
      Builtin beats, TensorIr.Reduce reduce, DType dtype, List<Object> sequence) {
    int best = 0;
    for (int i = 1; i < sequence.size(); i++) {
      List<Object> pair = List.of(sequence.get(i), sequence.get(best));
      if ((Boolean) ElementMath.apply(beats, dtype, pair, reduce.span())
          || (isNaN(pair.getFirst()) && !isNaN(pair.getLast()))) {
        best = i;
      }
    }
    return (long) best;
  }

  private static boolean isNaN(Object element) {
    return element instanceof Number n && Double.isNaN(n.doubleValue());
  }

  private static Object product(DType dtype, List<Object> sequence, boolean includesLastAxis) {
    return switch (dtype.carrier()) {
      case FLOAT ->
          SumOrder.productF32(sequence.stream().map(Float.class::cast).toList(), includesLastAxis);
      case DOUBLE ->
          SumOrder.productF64(sequence.stream().map(Double.class::cast).toList(), includesLastAxis);
      case INT, LONG ->
          Scalars.wrap(
              dtype,
              sequence.stream()
                  .mapToLong(e -> Scalars.integer(dtype, e))
                  .reduce(1, (a, b) -> a * b));
      case BOOLEAN -> throw new IllegalStateException("no product of bool");
    };
  }

  private static Object sum(DType dtype, List<Object> sequence, boolean includesLastAxis) {
    return switch (dtype.carrier()) {
      case FLOAT ->
          SumOrder.sumF32(sequence.stream().map(Float.class::cast).toList(), includesLastAxis);
      case DOUBLE ->
          SumOrder.sumF64(sequence.stream().map(Double.class::cast).toList(), includesLastAxis);
      case INT, LONG ->
          Scalars.wrap(dtype, sequence.stream().mapToLong(e -> Scalars.integer(dtype, e)).sum());
      case BOOLEAN -> throw new IllegalStateException("no sum of bool");
    };
  }
}
