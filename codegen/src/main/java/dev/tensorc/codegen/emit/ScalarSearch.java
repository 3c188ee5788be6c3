package dev.tensorc.codegen.emit;

import dev.tensorc.codegen.emit.Code.Local;
import dev.tensorc.codegen.loop.LoopIr.Expr;
import dev.tensorc.codegen.loop.LoopIr.Op;
import dev.tensorc.codegen.loop.LoopIr.PrimOp;
import dev.tensorc.codegen.loop.LoopIr.Reduction;
import dev.tensorc.codegen.loop.LoopIr.ScalarArg;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import java.util.List;
import java.util.Optional;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * {@code argmax} and {@code argmin}: the best element so far and where it stands, counted in the
 * order in which elements are offered. The first of equals stays, and the first NaN.
 */
final class ScalarSearch {

  private final Code code;
  private final DType dtype;
  private final boolean max;
  private final Local best;
  private final Local at;
  private final Local count;

  ScalarSearch(Code code, Reduction r) {
    this.code = code;
    this.dtype = r.value().type();
    this.max = r.op() == Builtin.ARGMAX;
    this.best =
        code.newLocal(
            JvmTypes.scalar(dtype),
            () -> JvmTypes.pushConstant(code, dtype, ScalarKernel.start(r.op(), dtype)));
    this.at = code.newLocal(Type.LONG_TYPE, () -> code.pushLong(0));
    this.count = code.newLocal(Type.LONG_TYPE, () -> code.pushLong(0));
  }

  /** Whether a reduction looks for a place. */
  static boolean finds(Builtin op) {
    return op == Builtin.ARGMAX || op == Builtin.ARGMIN;
  }

  /** The next element. */
  void offer(Code.Part element) {
    Local x = code.newLocal(JvmTypes.scalar(dtype), element);
    Expr beats = beats(new ScalarArg(0, dtype), new ScalarArg(1, dtype));
    var emitter =
        new ScalarEmitter(
            code, leaf -> code.load(leaf instanceof ScalarArg a && a.index() == 0 ? x : best));
    code.ifThen(
        (_, no) -> emitter.jumpIfFalse(beats, no),
        () -> {
          code.assign(best, () -> code.load(x));
          code.assign(at, () -> code.load(count));
        });
    code.assign(
        count,
        () -> {
          code.load(count);
          code.pushLong(1);
          code.op(Opcodes.LADD);
        });
  }

  /** Where the best element stands, as i64. */
  Local found() {
    return at;
  }

  /** Of floats, what is not below or equal is above, or NaN; but nothing beats NaN. */
  private Expr beats(Expr x, Expr than) {
    if (!dtype.isFloat()) {
      return max ? op(PrimOp.LT, than, x) : op(PrimOp.LT, x, than);
    }
    Expr loses = max ? op(PrimOp.LE, x, than) : op(PrimOp.LE, than, x);
    return op(PrimOp.AND, op(PrimOp.NOT, loses), op(PrimOp.EQ, than, than));
  }

  private static Expr op(PrimOp op, Expr... args) {
    return new Op(op, DType.BOOL, List.of(args), 0, Optional.empty());
  }
}
