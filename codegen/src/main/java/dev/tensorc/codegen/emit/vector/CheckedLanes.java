package dev.tensorc.codegen.emit.vector;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.JvmTypes;
import dev.tensorc.codegen.emit.code.RuntimeTypes;
import dev.tensorc.codegen.emit.scalar.ScalarEmitter;
import dev.tensorc.codegen.loop.Expr.Op;
import dev.tensorc.codegen.loop.Expr.PrimOp;
import dev.tensorc.ir.DType;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Emits the operations that a lane may refuse: a divisor that is zero, a negative exponent or count
 * of a shift. They throw scalar code's exceptions; lanes without elements do not count.
 *
 * @param lane the dtype that has as many lanes in the machine's widest vectors
 * @param tail the lanes that have elements, null for all
 */
record CheckedLanes(Code code, DType lane, @Nullable Local tail) {

  /** Throws where a lane of the vector on the stack is 0. */
  void nonZero(Op op) {
    Local x = code.newLocal(VectorTypes.of(op.type()));
    code.store(x);
    refuse(op, x);
    code.load(x);
  }

  /** A power or a shift of two vectors, on the stack in this order. */
  void ofTwo(Op op) {
    Local second = code.newLocal(VectorTypes.of(op.type()));
    code.store(second);
    if (!op.type().isUnsigned()) {
      refuse(op, second);
    }
    if (op.op() == PrimOp.POW) {
      power(op.type(), second);
    } else {
      shift(op, second);
    }
  }

  /**
   * The runtime's repeated multiplication, until no lane has bits of its exponent left. A value of
   * a loop is no receiver (decision 23).
   */
  private void power(DType t, Local exponent) {
    Type vector = VectorTypes.of(t);
    Local square = code.newLocal(vector);
    code.store(square);
    Local product = code.newLocal(vector, () -> broadcast(t, 1));
    Local rest = code.newLocal(vector, () -> code.load(exponent));
    Local more = code.newLocal(Type.BOOLEAN_TYPE, () -> pushAny(t, rest));
    code.loop(
        Code.isTrue(more),
        () -> {
          Local bits = code.newLocal(vector, () -> combine(t, "AND", -1, rest));
          Local base = code.newLocal(vector, () -> combine(t, "AND", -1, square));
          Local even =
              code.newLocal(
                  VectorTypes.MASK,
                  () -> {
                    combine(t, "AND", 1, bits);
                    compare(t, "EQ", 0);
                  });
          code.assign(
              product,
              () -> {
                multiply(t, base, product);
                code.load(product);
                code.load(even);
                VectorTypes.call(code, t, "blend", VectorTypes.VECTOR, VectorTypes.MASK);
              });
          code.assign(square, () -> multiply(t, base, base));
          Local next =
              code.newLocal(
                  vector,
                  () -> {
                    code.load(bits);
                    VectorTypes.operator(code, "LSHR", "Binary");
                    broadcast(t, 1);
                    VectorTypes.lanewise(code, t);
                  });
          code.assign(rest, next);
          code.assign(more, () -> pushAny(t, next));
        });
    code.load(product);
  }

  private void combine(DType t, String operator, int number, Local x) {
    broadcast(t, number);
    VectorTypes.operator(code, operator, "Associative");
    code.load(x);
    VectorTypes.lanewise(code, t);
  }

  private void multiply(DType t, Local x, Local y) {
    code.load(x);
    VectorTypes.operator(code, "MUL", "Associative");
    code.load(y);
    VectorTypes.lanewise(code, t);
  }

  /** Pushes whether a lane is not 0. */
  private void pushAny(DType t, Local x) {
    code.load(x);
    compare(t, "NE", 0);
    pushAnyTrue();
  }

  private void pushAnyTrue() {
    code.callVirtual(VectorTypes.MASK, "anyTrue", Type.BOOLEAN_TYPE);
  }

  private void shift(Op op, Local count) {
    DType t = op.type();
    if (op.op() == PrimOp.SHIFT_RIGHT && !t.isUnsigned()) { // the sign is left
      VectorTypes.operator(code, "ASHR", "Binary");
      code.load(count);
      broadcast(t, 8 * t.bytes() - 1);
      VectorTypes.call(code, t, "min", VectorTypes.VECTOR);
      VectorTypes.lanewise(code, t);
      return;
    }
    VectorTypes.operator(code, op.op() == PrimOp.SHIFT_LEFT ? "LSHL" : "LSHR", "Binary");
    code.load(count);
    VectorTypes.lanewise(code, t);
    broadcast(t, 0); // nothing is left from the width on
    code.load(count);
    compare(t, "UGE", 8 * t.bytes());
    VectorTypes.call(code, t, "blend", VectorTypes.VECTOR, VectorTypes.MASK);
  }

  /** Throws where a divisor is 0, or another number negative: the runtime's check of one does. */
  private void refuse(Op op, Local x) {
    DType t = op.type();
    boolean divisor = op.op() == PrimOp.NON_ZERO;
    code.ifThen(
        Code.isTrue(
            () -> {
              code.load(x);
              compare(t, divisor ? "EQ" : "LT", 0);
              if (tail != null) {
                code.load(tail);
                if (t != lane) {
                  VectorTypes.castMask(code, t, lane);
                }
                code.callVirtual(VectorTypes.MASK, "and", VectorTypes.MASK, VectorTypes.MASK);
              }
              pushAnyTrue();
            }),
        () -> {
          if (divisor) {
            code.pushInt(0);
          } else {
            code.pushLong(-1);
          }
          ScalarEmitter.pushMessage(code, op);
          Type owner = divisor ? RuntimeTypes.FLOOR_DIVISION : RuntimeTypes.INTEGER_MATH;
          Type number = divisor ? Type.INT_TYPE : Type.LONG_TYPE;
          code.callStatic(
              owner,
              divisor ? "nonZero" : "notNegative",
              number,
              number,
              Type.getType(String.class));
          code.op(divisor ? Opcodes.POP : Opcodes.POP2);
        });
  }

  private void compare(DType t, String comparison, int number) {
    VectorTypes.operator(code, comparison, "Comparison");
    broadcast(t, number);
    VectorTypes.compare(code, t);
  }

  private void broadcast(DType t, int number) {
    VectorTypes.broadcast(code, t, lane, () -> JvmTypes.pushConstant(code, t, number));
  }
}
