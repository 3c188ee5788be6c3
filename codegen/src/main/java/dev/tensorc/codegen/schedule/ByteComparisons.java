package dev.tensorc.codegen.schedule;

import dev.tensorc.codegen.emit.form.Vectorizable;
import dev.tensorc.codegen.loop.Expr;
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
 * Compares bytes as i32 beside lanes of 64 bits: where vectors have 256 bits, no species has so few
 * bytes, and a comparison of vectors that are filled in part has no mask.
 *
 * <p>Before: {@code where(in0[i] < in1[*], in2[i], 0.0)} of u8 and f64. After: {@code
 * where(as_i32(in0[i]) < as_i32(in1[*]), in2[i], 0.0)}.
 */
public final class ByteComparisons {

  private ByteComparisons() {}

  public static Program run(Program program) {
    return program.withKernels(program.kernels().stream().map(ByteComparisons::widened).toList());
  }

  private static Kernel widened(Kernel k) {
    return Vectorizable.obstacleInLoops(k).isEmpty()
            && Vectorizable.lane(k).bytes() == Long.BYTES
            && ExprNodes.of(k.roots()).stream().anyMatch(ByteComparisons::isOfBytes)
        ? k.rewritten(k.reductions(), new ExprRewriter(ByteComparisons::widened))
        : k;
  }

  private static boolean isOfBytes(Expr e) {
    return e instanceof Op op
        && switch (op.op()) {
          case LT, LE, EQ -> isByte(op.args().getFirst().type());
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
    List<Expr> wide =
        op.args().stream()
            .map(other)
            .<Expr>map(a -> new Op(PrimOp.CAST, DType.I32, List.of(a), 0, Optional.empty()))
            .toList();
    return Optional.of(new Op(op.op(), op.type(), wide, op.amount(), op.span()));
  }
}
