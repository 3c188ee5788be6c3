package dev.tensorc.codegen.explain;

import dev.tensorc.codegen.emit.form.Obstacle;
import dev.tensorc.frontend.Span;
import java.math.BigDecimal;
import java.math.MathContext;

/**
 * A kernel that takes much longer than its operations and bytes ask for.
 *
 * @param place the expression
 * @param why it is scalar code
 * @param nanos about how many it takes for a point
 * @param asked how many it could take
 */
public record Cliff(Span place, Obstacle why, double nanos, double asked) {

  /** What takes so many times as long as it might is told. */
  static final int TIMES = 5;

  /** Two digits of a time, which is a rule of thumb. */
  public static String rounded(double nanos) {
    return new BigDecimal(nanos).round(new MathContext(2)).stripTrailingZeros().toPlainString();
  }

  boolean isHigh() {
    return asked > 0 && nanos > TIMES * asked;
  }
}
