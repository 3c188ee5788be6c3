package dev.tensorc.onnx.fold;

import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.onnx.program.Expr;
import dev.tensorc.onnx.program.Expr.Literal;
import dev.tensorc.onnx.program.TensorType;
import dev.tensorc.runtime.ElementType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** {@code Gather}. */
final class Indexing {
  private Indexing() {}

  static Outcome gather(Operands operands) {
    Value data = operands.get(0);
    Value indices = operands.get(1);
    int axis = operands.axis(operands.attributes().integer("axis", 0), data.rank());
    ElementType type = indices.type().element();
    if (type != ElementType.I64 && type != ElementType.I32) {
      throw operands.refused("its indices are %s, not i64 or i32".formatted(type.label()));
    }
    List<Dim> dims = new ArrayList<>(data.type().shape());
    dims.remove(axis);
    dims.addAll(axis, indices.type().shape());
    var result = new TensorType(data.type().element(), dims);
    List<Dim> elements = data.integers();
    List<Dim> places = indices.integers();
    if (elements != null && places != null && data.rank() == 1) {
      List<Dim> chosen = new ArrayList<>();
      for (long place : operands.numbers(1, "indices")) {
        chosen.add(elements.get(operands.axis(place, elements.size())));
      }
      return Outcome.folded(result, new Contents.Integers(chosen));
    }
    String before = ":, ".repeat(axis);
    if (places != null && indices.rank() == 0) {
      requireInside(operands, data.size(axis), places.getFirst());
      return Outcome.of(result, new Expr.Index(operands.array(0), before + places.getFirst()));
    }
    if (indices.contents() instanceof Contents.Range(Dim first)) {
      return Outcome.of(result, rows(operands, axis, first));
    }
    if (indices.rank() == 0) {
      Expr at = Expr.call("reshape", indices.expr(), new Literal("1"));
      Expr one =
          Expr.with(Expr.call("take", operands.array(0), at), "axis", Integer.toString(axis));
      return Outcome.of(result, new Expr.Index(one, before + "0"));
    }
    return Outcome.of(
        result,
        Expr.with(
            Expr.call("take", operands.array(0), operands.array(1)),
            "axis",
            Integer.toString(axis)));
  }

  private static void requireInside(Operands operands, Dim size, Dim index) {
    if (index instanceof Dim.Const(long i)) {
      operands.sizes().atMost(Dims.of(i < 0 ? -i : i + 1), size, operands.label());
    }
  }

  /** Neighbours in order, which are a slice. */
  private static Expr rows(Operands operands, int axis, Dim first) {
    Value data = operands.get(0);
    Value indices = operands.get(1);
    Dim end = Dims.add(first, indices.size(indices.rank() - 1));
    operands.sizes().atMost(end, data.size(axis), operands.label());
    List<String> subscripts = new ArrayList<>(Collections.nCopies(axis, ":"));
    subscripts.addAll(Collections.nCopies(indices.rank() - 1, "newaxis"));
    subscripts.add(Slicing.range(first, end, data.size(axis)));
    return new Expr.Index(operands.array(0), String.join(", ", subscripts));
  }
}
