package dev.tensorc.interp;

import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Scalars;
import dev.tensorc.ir.TensorIr;
import java.util.ArrayList;
import java.util.List;

/** Sums, maxima and minima over axes. */
final class Reduction {

  private Reduction() {}

  /** What the reduction makes of an operand whose sizes have passed the checks. */
  static NdArray reduce(TensorIr.Reduce reduce, NdArray operand, List<Long> resultShape) {
    var reducedShape = reduce.axes().stream().map(a -> operand.shape().get(a)).toList();
    List<List<Long>> reducedIndices = NdArray.indices(reducedShape);
    return NdArray.build(
        reduce.result().dtype(),
        resultShape,
        index -> {
          var sequence = new ArrayList<Object>();
          for (List<Long> reduced : reducedIndices) {
            sequence.add(operand.at(operandIndex(reduce, operand.shape().size(), index, reduced)));
          }
          return combine(reduce, operand, sequence);
        });
  }

  private static List<Long> operandIndex(
      TensorIr.Reduce reduce, int rank, List<Long> resultIndex, List<Long> reducedIndex) {
    var index = new ArrayList<Long>();
    int resultAxis = 0;
    int reducedAxis = 0;
    for (int axis = 0; axis < rank; axis++) {
      if (reduce.axes().contains(axis)) {
        index.add(reducedIndex.get(reducedAxis++));
        resultAxis += reduce.keepdims() ? 1 : 0;
      } else {
        index.add(resultIndex.get(resultAxis++));
      }
    }
    return index;
  }

  private static Object combine(TensorIr.Reduce reduce, NdArray operand, List<Object> sequence) {
    if (reduce.builtin() == Builtin.SUM) {
      return sum(operand.dtype(), sequence, reduce.axes().contains(operand.shape().size() - 1));
    }
    Builtin pick = reduce.builtin() == Builtin.MAX ? Builtin.MAXIMUM : Builtin.MINIMUM;
    return sequence.stream()
        .reduce((a, b) -> ElementMath.apply(pick, operand.dtype(), List.of(a, b), reduce.span()))
        .orElseThrow(() -> new IllegalStateException("empty " + reduce.builtin().label()));
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
