package dev.tensorc.onnx.fold;

import dev.tensorc.onnx.graph.Constant;
import dev.tensorc.onnx.program.Expr;
import dev.tensorc.onnx.program.Expr.Binary;
import dev.tensorc.onnx.program.Expr.Literal;
import dev.tensorc.onnx.program.TensorType;
import dev.tensorc.runtime.ElementType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Integers that stand for floats, by a scale and the integer that stands for 0. */
final class Quantized {
  private Quantized() {}

  static Outcome dynamicQuantize(Operands operands) {
    Value x = operands.get(0);
    if (x.type().element() != ElementType.F32) {
      throw operands.refused("it takes f32, not %s".formatted(x.type().element().label()));
    }
    return new Outcome(
        List.of(
            x.type().of(ElementType.U8),
            new TensorType(ElementType.F32, List.of()),
            new TensorType(ElementType.U8, List.of())),
        Expr.call("dynamic_quantize", operands.array(0)),
        null);
  }

  static Outcome matMulInteger(Operands operands) {
    Value a = operands.get(0);
    Value b = operands.get(1);
    requireBytes(operands, a);
    requireBytes(operands, b);
    var type = new TensorType(ElementType.I32, Products.shape(operands, a, b));
    Expr.Call call = Expr.call("matmul_integer", operands.array(0), operands.array(1));
    Expr zeroOfA = zeroPoint(operands, 2, a);
    if (zeroOfA != null) {
      boolean forRows = operands.get(2).rank() == 1 && !(zeroOfA instanceof Literal);
      Expr rows = Expr.call("expand_dims", zeroOfA, new Literal("1"));
      call = Expr.with(call, "a_zero", forRows ? rows : zeroOfA);
    }
    Expr zeroOfB = zeroPoint(operands, 3, b);
    return Outcome.of(type, zeroOfB == null ? call : Expr.with(call, "b_zero", zeroOfB));
  }

  private static void requireBytes(Operands operands, Value x) {
    ElementType type = x.type().element();
    if (type != ElementType.U8 && type != ElementType.I8) {
      throw operands.refused("it takes u8 and i8, not %s".formatted(type.label()));
    }
  }

  /** The integer that stands for 0, or one for each row or column; null where it is 0. */
  private static @Nullable Expr zeroPoint(Operands operands, int i, Value of) {
    if (!operands.has(i)) {
      return null;
    }
    Value zero = operands.get(i);
    if (zero.type().element() != of.type().element()) {
      throw operands.refused(
          "its zero point is %s, not %s"
              .formatted(zero.type().element().label(), of.type().element().label()));
    }
    Constant constant = operands.constant(i);
    Long same = constant == null ? null : uniform(constant);
    if (same != null) {
      return same == 0 ? null : new Literal(Long.toString(same));
    }
    return zero.expr();
  }

  /** The integer that all elements are; null where they differ. */
  private static @Nullable Long uniform(Constant constant) {
    if (constant.count() == 0) {
      return null;
    }
    long first = constant.integer(0);
    for (long i = 1; i < constant.count(); i++) {
      if (constant.integer(i) != first) {
        return null;
      }
    }
    return first;
  }

  static Outcome dequantize(Operands operands) {
    Value x = operands.get(0);
    Value scale = operands.get(1);
    operands.requireFloat(scale);
    if (!x.type().isInteger()) {
      throw operands.refused("it takes integers, not %s".formatted(x.type().element().label()));
    }
    if (operands.attributes().integer("block_size", 0) != 0) {
      throw operands.refused("attribute 'block_size' is not supported yet");
    }
    if (scale.rank() > 1) {
      throw operands.refused("a scale of %d axes is not supported yet".formatted(scale.rank()));
    }
    boolean each = scale.rank() == 1 && !Operands.isOne(scale.size(0));
    int axis = each ? operands.axis(operands.attributes().integer("axis", 1), x.rank()) : 0;
    if (each) {
      operands.sizes().same(x.size(axis), scale.size(0), operands.label());
    }
    TensorType type = x.type().of(scale.type().element());
    Expr number = Expr.call("astype", operands.array(0), new Literal(type.element().label()));
    Expr zero = zeroPoint(operands, 2, x);
    if (zero instanceof Literal literal) {
      number = new Binary("-", number, literal);
    } else if (zero != null) {
      Expr floats = Expr.call("astype", zero, new Literal(type.element().label()));
      number = new Binary("-", number, along(floats, operands.get(2), axis, x));
    }
    return Outcome.of(type, new Binary("*", number, along(scale.expr(), scale, axis, x)));
  }

  /** One number for each place of an axis, with axes of size 1 behind it. */
  private static Expr along(Expr numbers, Value of, int axis, Value x) {
    int behind = x.rank() - 1 - axis;
    if (of.rank() == 0 || behind == 0 || numbers instanceof Literal) {
      return numbers;
    }
    if (Operands.isOne(of.size(0))) {
      return new Expr.Index(numbers, "0");
    }
    List<String> subscripts = new ArrayList<>(List.of(":"));
    subscripts.addAll(Collections.nCopies(behind, "newaxis"));
    return new Expr.Index(numbers, String.join(", ", subscripts));
  }
}
