package dev.tensorc.codegen.emit.form;

import dev.tensorc.codegen.loop.Expr;
import dev.tensorc.ir.DType;

/** What vectors make of a conversion from or to a short float: see {@code ShortFloatLanes}. */
final class ShortFloatCosts {

  // how many operations each conversion is
  private static final int FROM_HALF = 10;
  private static final int FROM_UPPER_HALF = 2;
  private static final int TO_HALF = 22;
  private static final int TO_UPPER_HALF = 11;

  private ShortFloatCosts() {}

  /**
   * Whether a conversion to a short float rounds once where it goes by way of f32, or does not
   * round at all: that is so from what f32 holds exactly.
   */
  static boolean roundsOnce(DType from) {
    return from == DType.F32
        || from.isShortFloat()
        || from == DType.BOOL
        || (from.isInt() && from.bytes() < 4);
  }

  /** How many operations a conversion from or to a short float is. */
  static int operations(Expr.Op cast) {
    return ofFloat(cast.type(), TO_HALF, TO_UPPER_HALF)
        + ofFloat(cast.args().getFirst().type(), FROM_HALF, FROM_UPPER_HALF);
  }

  private static int ofFloat(DType d, int half, int upperHalf) {
    return d == DType.F16 ? half : d == DType.BF16 ? upperHalf : 0;
  }
}
