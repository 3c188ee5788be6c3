package dev.tensorc.codegen.emit.form;

import dev.tensorc.codegen.loop.Expr;
import dev.tensorc.codegen.loop.ShortFloatValues;
import dev.tensorc.ir.DType;

/** The cost in vectors of a conversion from or to a short float: see {@code ShortFloatLanes}. */
final class ShortFloatCosts {

  // how many operations each is: the calls of vectors' methods in its code
  private static final int FROM_HALF = 15;
  private static final int FROM_UPPER_HALF = 3;
  private static final int TO_HALF = 26;
  private static final int TO_UPPER_HALF = 16;
  private static final int EXACTLY_TO_HALF = 11;
  private static final int EXACTLY_TO_UPPER_HALF = 3;
  private static final int ROUND_HALF = 21;
  private static final int ROUND_UPPER_HALF = 14;

  private ShortFloatCosts() {}

  /**
   * Whether a conversion to a short float rounds once where it goes by way of f32, or does not
   * round at all: that is so from dtypes whose values f32 holds exactly.
   */
  static boolean roundsOnce(DType from) {
    return from == DType.F32
        || from.isShortFloat()
        || from == DType.BOOL
        || (from.isInt() && from.bytes() < 4);
  }

  /** How many operations a conversion from or to a short float is. */
  static int operations(Expr.Op cast) {
    Expr x = cast.args().getFirst();
    boolean exact = ShortFloatValues.hold(cast.type(), x);
    int to =
        exact
            ? ofFloat(cast.type(), EXACTLY_TO_HALF, EXACTLY_TO_UPPER_HALF)
            : ofFloat(cast.type(), TO_HALF, TO_UPPER_HALF);
    return to + ofFloat(x.type(), FROM_HALF, FROM_UPPER_HALF);
  }

  /** How many operations a rounding to a short float in lanes of f32 is. */
  static int ofRounding(DType to) {
    return ofFloat(to, ROUND_HALF, ROUND_UPPER_HALF);
  }

  private static int ofFloat(DType d, int half, int upperHalf) {
    return d == DType.F16 ? half : d == DType.BF16 ? upperHalf : 0;
  }
}
