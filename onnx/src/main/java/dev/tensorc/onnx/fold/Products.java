package dev.tensorc.onnx.fold;

import dev.tensorc.ir.Dim;
import dev.tensorc.onnx.program.Expr;
import dev.tensorc.onnx.program.Expr.Binary;
import dev.tensorc.onnx.program.Expr.Literal;
import dev.tensorc.onnx.program.TensorType;
import java.util.ArrayList;
import java.util.List;

/** Products of matrices. */
final class Products {
  private Products() {}

  static Outcome matMul(Operands operands) {
    Value a = operands.get(0);
    Value b = operands.get(1);
    if (a.type().element() != b.type().element()) {
      throw operands.refused("it takes %s and %s".formatted(a.type(), b.type()));
    }
    return Outcome.of(
        new TensorType(a.type().element(), shape(operands, a, b)),
        new Binary("@", operands.array(0), operands.array(1)));
  }

  /** The shape of a product; a vector is one row or column, as in NumPy. */
  static List<Dim> shape(Operands operands, Value a, Value b) {
    if (a.rank() == 0 || b.rank() == 0) {
      throw operands.refused("it takes matrices, not numbers");
    }
    List<Dim> left = a.type().shape();
    List<Dim> right = b.type().shape();
    Dim inner = b.rank() == 1 ? right.getFirst() : right.get(b.rank() - 2);
    operands.sizes().same(left.getLast(), inner, operands.label());
    List<Dim> dims =
        new ArrayList<>(
            operands.joined(
                left.subList(0, Math.max(0, a.rank() - 2)),
                right.subList(0, Math.max(0, b.rank() - 2))));
    if (a.rank() > 1) {
      dims.add(left.get(a.rank() - 2));
    }
    if (b.rank() > 1) {
      dims.add(right.getLast());
    }
    return dims;
  }

  static Outcome gemm(Operands operands) {
    Value a = operands.get(0);
    Value b = operands.get(1);
    if (a.rank() != 2 || b.rank() != 2 || a.type().element() != b.type().element()) {
      throw operands.refused("it takes matrices, not %s and %s".formatted(a.type(), b.type()));
    }
    operands.requireFloat(a);
    boolean turnA = operands.attributes().integer("transA", 0) != 0;
    boolean turnB = operands.attributes().integer("transB", 0) != 0;
    float alpha = operands.attributes().floating("alpha", 1);
    float beta = operands.attributes().floating("beta", 1);
    operands.sizes().same(a.size(turnA ? 0 : 1), b.size(turnB ? 1 : 0), operands.label());
    var type =
        new TensorType(a.type().element(), List.of(a.size(turnA ? 1 : 0), b.size(turnB ? 0 : 1)));
    Expr product =
        new Binary("@", turned(operands.array(0), turnA), turned(operands.array(1), turnB));
    Expr scaled = scaled(product, alpha, type);
    if (!operands.has(2) || beta == 0) {
      return Outcome.of(type, scaled);
    }
    Value c = operands.get(2);
    var product2 = new Value(type, product, null);
    List<Dim> joined = operands.joined(product2, c).shape();
    if (!joined.equals(type.shape())) {
      throw operands.refused("%s cannot be added to %s".formatted(c.type(), type));
    }
    return Outcome.of(
        type, new Binary("+", scaled, scaled(operands.beside(2, product2), beta, type)));
  }

  private static Expr turned(Expr matrix, boolean turn) {
    return turn ? new Expr.Transposed(matrix) : matrix;
  }

  private static Expr scaled(Expr x, float factor, TensorType type) {
    return factor == 1 ? x : new Binary("*", x, new Literal(Numerals.of(factor, type.element())));
  }
}
