package dev.tensorc.codegen.emit.vector;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.JvmTypes;
import dev.tensorc.codegen.emit.scalar.ScalarKernel;
import dev.tensorc.codegen.emit.scalar.ScalarSearch;
import dev.tensorc.codegen.loop.Expr;
import dev.tensorc.codegen.loop.Expr.Op;
import dev.tensorc.codegen.loop.Expr.PrimOp;
import dev.tensorc.codegen.loop.Expr.Reduced;
import dev.tensorc.codegen.loop.Kernel.Reduction;
import dev.tensorc.ir.DType;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * {@code argmax} and {@code argmin} of columns: each lane has the best value of its column so far,
 * and where it stands, as {@link ScalarSearch} has of one.
 */
public final class LaneSearch {

  private static final int VALUE = 0;
  private static final int BEST = 1;

  private final Code code;
  private final DType dtype;
  private final DType lane;
  private final Expr stays;
  private final Local best;
  private final Local at;

  /**
   * @param best the best values so far
   * @param at where they stand
   */
  public LaneSearch(Code code, Reduction search, DType lane, Local best, Local at) {
    this.code = code;
    this.dtype = search.value().type();
    this.lane = lane;
    Expr beats =
        ScalarSearch.beats(search.op(), new Reduced(VALUE, dtype), new Reduced(BEST, dtype));
    this.stays = new Op(PrimOp.NOT, DType.BOOL, List.of(beats), 0, Optional.empty());
    this.best = best;
    this.at = at;
  }

  /** A search that has seen nothing yet. */
  public static LaneSearch start(Code code, Reduction search, DType lane) {
    DType d = search.value().type();
    Object start = ScalarKernel.start(search.op(), d);
    Local best = splat(code, d, lane, () -> JvmTypes.pushConstant(code, d, start));
    return new LaneSearch(
        code, search, lane, best, splat(code, DType.I64, lane, () -> code.pushLong(0)));
  }

  private static Local splat(Code code, DType d, DType lane, Code.Part scalar) {
    return code.newLocal(VectorTypes.of(d), () -> VectorTypes.broadcast(code, d, lane, scalar));
  }

  /**
   * The next value of each column.
   *
   * @param place where it stands, an i64
   */
  public void offer(Local value, Local place) {
    Local all = splat(code, DType.BOOL, lane, () -> code.pushInt(1));
    // a value of a loop is no receiver (decision 23)
    Local known = code.newLocal(best.type(), () -> blend(dtype, value, best, all));
    Local stay =
        new VectorEmitter(
                code,
                lane,
                Map.of(),
                Set.of(),
                leaf -> code.load(((Reduced) leaf).number() == VALUE ? value : known),
                null)
            .locals(List.of(stays))
            .getFirst();
    code.assign(best, () -> blend(dtype, value, best, stay));
    Local here = splat(code, DType.I64, lane, () -> code.load(place));
    code.assign(at, () -> blend(DType.I64, here, at, stay));
  }

  public Local best() {
    return best;
  }

  /** Where the best value of each column stands, as i64. */
  public Local found() {
    return at;
  }

  /**
   * Pushes a vector with the other's values in the lanes of a mask.
   *
   * @param mask over lanes of the searched elements, or of the kernel's
   */
  private void blend(DType d, Local vector, Local other, Local mask) {
    code.load(vector);
    code.load(other);
    code.load(mask);
    VectorTypes.castMask(code, d, lane);
    code.callVirtual(vector.type(), "blend", vector.type(), VectorTypes.VECTOR, VectorTypes.MASK);
  }
}
