package dev.tensorc.codegen.emit.scalar;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.JvmTypes;
import dev.tensorc.codegen.loop.Expr;
import dev.tensorc.codegen.loop.Expr.Op;
import dev.tensorc.codegen.loop.Expr.PrimOp;
import dev.tensorc.codegen.loop.Expr.ScalarArg;
import dev.tensorc.codegen.loop.Kernel.Reduction;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import java.util.List;
import java.util.Optional;
import org.objectweb.asm.Type;

/**
 * {@code argmax} and {@code argmin}: the best value so far and where it stands. The first of equals
 * stays, and the first NaN.
 */
public final class ScalarSearch {

  private final Code code;
  private final DType dtype;
  private final Builtin op;
  private final Local best;
  private final Local at;

  public ScalarSearch(Code code, Reduction r) {
    this.code = code;
    this.dtype = r.value().type();
    this.op = r.op();
    this.best =
        code.newLocal(
            JvmTypes.scalar(dtype),
            () -> JvmTypes.pushConstant(code, dtype, ScalarKernel.start(r.op(), dtype)));
    this.at = code.newLocal(Type.LONG_TYPE, () -> code.pushLong(0));
  }

  /**
   * The next value.
   *
   * @param place pushes where it stands, as i64
   */
  public void offer(Code.Part value, Code.Part place) {
    Local x = code.newLocal(JvmTypes.scalar(dtype), value);
    Expr beats = beats(op, new ScalarArg(0, dtype), new ScalarArg(1, dtype));
    var emitter =
        new ScalarEmitter(
            code, leaf -> code.load(leaf instanceof ScalarArg a && a.index() == 0 ? x : best));
    code.ifThen(
        (_, no) -> emitter.jumpIfFalse(beats, no),
        () -> {
          code.assign(best, () -> code.load(x));
          code.assign(at, place);
        });
  }

  public Local best() {
    return best;
  }

  /** Where the best value stands, as i64. */
  public Local found() {
    return at;
  }

  /**
   * Whether a search goes on with a value in place of the best one so far. A float that is not
   * below or equal is above, or NaN; but nothing beats NaN.
   */
  public static Expr beats(Builtin search, Expr x, Expr than) {
    boolean max = search == Builtin.ARGMAX;
    if (!x.type().isFloat()) {
      return max ? truth(PrimOp.LT, than, x) : truth(PrimOp.LT, x, than);
    }
    Expr loses = max ? truth(PrimOp.LE, x, than) : truth(PrimOp.LE, than, x);
    return truth(PrimOp.AND, truth(PrimOp.NOT, loses), truth(PrimOp.EQ, than, than));
  }

  /** Whether a value, which does not beat the best one, is as good: equal, or NaN as that is. */
  public static Expr isBest(Expr x, Expr best) {
    Expr equal = truth(PrimOp.EQ, x, best);
    return x.type().isFloat()
        ? truth(PrimOp.OR, equal, truth(PrimOp.NOT, truth(PrimOp.EQ, x, x)))
        : equal;
  }

  private static Expr truth(PrimOp op, Expr... args) {
    return new Op(op, DType.BOOL, List.of(args), 0, Optional.empty());
  }
}
