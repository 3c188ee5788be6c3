package dev.tensorc.onnx.fold;

import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.onnx.program.Expr;
import dev.tensorc.onnx.program.TensorType;
import dev.tensorc.runtime.ElementType;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Operators over whole axes. */
final class Reductions {
  private Reductions() {}

  static Outcome mean(Operands operands) {
    Value x = operands.get(0);
    operands.requireFloat(x);
    List<Integer> axes = operands.axes(1, 18, x.rank());
    if (axes == null || axes.isEmpty()) {
      if (operands.attributes().integer("noop_with_empty_axes", 0) != 0) {
        return Outcome.of(x);
      }
      axes = IntStream.range(0, x.rank()).boxed().toList();
    }
    boolean keeps = operands.attributes().integer("keepdims", 1) != 0;
    List<Dim> dims = new ArrayList<>();
    for (int i = 0; i < x.rank(); i++) {
      if (!axes.contains(i)) {
        dims.add(x.size(i));
      } else if (keeps) {
        dims.add(Dims.ONE);
      }
    }
    var type = new TensorType(x.type().element(), dims);
    if (axes.isEmpty()) {
      return Outcome.of(x);
    }
    Expr.Call call = Expr.call("mean", operands.array(0));
    if (keeps || axes.size() < x.rank()) {
      call = Expr.with(call, "axis", axes(axes, x.rank()));
    }
    return Outcome.of(type, keeps ? Expr.with(call, "keepdims", "true") : call);
  }

  /** The last axis alone is -1, as people write it. */
  private static String axes(List<Integer> axes, int rank) {
    return axes.equals(List.of(rank - 1)) ? "-1" : Literals.tuple(axes);
  }

  /** Before opset 13 all axes from the one that is named on are one row. */
  static Outcome softmax(Operands operands) {
    Value x = operands.get(0);
    ElementType element = x.type().element();
    if (element != ElementType.F32 && element != ElementType.F64) {
      throw operands.refused("softmax of %s is not supported yet".formatted(element.label()));
    }
    boolean rows = operands.opset() < 13;
    int axis = operands.axis(operands.attributes().integer("axis", rows ? 1 : -1), x.rank());
    List<Integer> axes = rows ? IntStream.range(axis, x.rank()).boxed().toList() : List.of(axis);
    Expr.Call call = Expr.call("softmax", operands.array(0));
    String shown = axes(axes, x.rank());
    return Outcome.of(x.type(), shown.equals("-1") ? call : Expr.with(call, "axis", shown));
  }
}
