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

  /** Kernels that take at least so many times as long as they might are told. */
  static final int TIMES = 5;

  /** One operation makes all of a kernel scalar code: the others have a kernel of their own. */
  private static final String STORED =
      "store intermediate values, whose kernel is vector code: `materialize(exp(x))`";

  /** Two digits of a time, which is a rule of thumb. */
  public static String rounded(double nanos) {
    return new BigDecimal(nanos).round(new MathContext(2)).stripTrailingZeros().toPlainString();
  }

  boolean isHigh() {
    return asked > 0 && nanos > TIMES * asked;
  }

  /** A rewording of the program, as code; empty where nothing helps. */
  public String advice() {
    return switch (why.kind()) {
      case PLACES, THROWS_AT_PLACES ->
          "take whole arrays: `where(c, x, 0)` chooses elements, `concat([x[1:], x[-1:]])` and"
              + " `stack([x, y], axis=-1)` join slices, `reshape(x, (n, 4, m // 4))` makes two"
              + " axes of one";
      case OPEN_BOOL -> "give sizes that always agree one name: `c: bool[n, m], x: f32[n, m]`";
      case REDUCES_INDICES -> "store the array of indices: `materialize(arange(n))`";
      case DIVIDES_LONGS, CONVERSION, ROUNDS_OFTEN, THROWS_TWICE, THROWS_AND_REDUCES -> STORED;
      case REDUCES_NARROWER, JDK_TWICE, PRODUCTS_IN_TURN, APART -> STORED;
      case NO_AXIS -> "";
    };
  }
}
