package dev.tensorc.codegen.schedule;

import dev.tensorc.codegen.emit.form.Vectorizable;
import dev.tensorc.codegen.loop.Expr;
import dev.tensorc.codegen.loop.Expr.Const;
import dev.tensorc.codegen.loop.Expr.Op;
import dev.tensorc.codegen.loop.Expr.PrimOp;
import dev.tensorc.codegen.loop.ExprNodes;
import dev.tensorc.codegen.loop.ExprRewriter;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.LoopIr.Program;
import dev.tensorc.ir.DType;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Compares and combines bytes as i32 beside lanes of 64 bits: where vectors have 256 bits, no
 * species has so few bytes, and most operations on vectors that are filled in part make no masks or
 * need them.
 *
 * <p>Before: {@code where(in0[i] < in1[*], in2[i], 0.0)} of u8 and f64. After: {@code
 * where(as_i32(in0[i]) < as_i32(in1[*]), in2[i], 0.0)}.
 */
public final class ByteOperations {

  private ByteOperations() {}

  public static Program run(Program program) {
    return program.withKernels(program.kernels().stream().map(ByteOperations::widened).toList());
  }

  private static Kernel widened(Kernel k) {
    return Vectorizable.obstacleInLoops(k).isEmpty()
            && Vectorizable.lane(k).bytes() == Long.BYTES
            && ExprNodes.of(k.roots()).stream().anyMatch(ByteOperations::isOfBytes)
        ? k.rewritten(k.reductions(), new ExprRewriter(ByteOperations::widened))
        : k;
  }

  private static boolean isOfBytes(Expr e) {
    return e instanceof Op op
        && switch (op.op()) {
          case LT, LE, EQ -> isByte(op.args().getFirst().type());
          case SELECT, MIN, MAX, AND, OR, XOR, NOT, NEG, ABS -> isByte(op.type());
          default -> false;
        };
  }

  private static boolean isByte(DType d) {
    return d.isInt() && d.bytes() == Byte.BYTES;
  }

  private static Optional<Expr> widened(Expr e, UnaryOperator<Expr> other) {
    if (!isOfBytes(e)) {
      return Optional.empty();
    }
    Op op = (Op) e;
    List<Expr> wide = op.args().stream().map(other).map(ByteOperations::wide).toList();
    DType type = isByte(op.type()) ? DType.I32 : op.type();
    Expr result = new Op(op.op(), type, wide, op.amount(), op.span());
    return Optional.of(type == op.type() ? result : cast(op.type(), result));
  }

  private static Expr wide(Expr e) {
    return !isByte(e.type())
        ? e
        : e instanceof Const c ? new Const(DType.I32, c.value()) : cast(DType.I32, e);
  }

  private static Expr cast(DType type, Expr e) {
    return new Op(PrimOp.CAST, type, List.of(e), 0, Optional.empty());
  }
}
