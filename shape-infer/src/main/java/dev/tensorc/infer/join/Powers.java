package dev.tensorc.infer.join;

import dev.tensorc.infer.join.Composites.Call;
import dev.tensorc.infer.rule.Arg;
import dev.tensorc.infer.rule.DTypeRules;
import dev.tensorc.infer.rule.Discipline;
import dev.tensorc.infer.rule.Typed;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Powers whose exponent is a small whole number that is written in the program. A square and a cube
 * are products. Higher powers of floats are products of sums of two floats, each as good as one of
 * twice the digits, and are rounded once; digits beyond those are left out.
 */
public final class Powers {

  /** The largest exponent of a product: from there on {@link Builtin#POW} takes about as long. */
  private static final int MAX_EXPONENT = 8;

  private final Call call;

  private Powers(Call call) {
    this.call = call;
  }

  /** A number as a sum: the second is what the first one's rounding left out. */
  private record Wide(Arg high, Arg low) {}

  public static @Nullable Typed expand(List<Arg> args, Call call) {
    Arg x = args.getFirst();
    DType dtype = x.typed().dtype();
    if (!(args.getLast().typed() instanceof Typed.Const c && c.value() instanceof Number exponent)
        || DTypeRules.common(args.stream().map(Arg::typed).toList(), Discipline.DEFAULT) != dtype) {
      return null;
    }
    double n = exponent.doubleValue();
    if (n == 2 || n == 3) {
      Arg square = call.arg(call.of(Builtin.MULTIPLY, x, x));
      return n == 3 ? call.of(Builtin.MULTIPLY, square, x) : square.typed();
    }
    boolean isWide = dtype == DType.F32 || dtype == DType.F64;
    return isWide && n >= 4 && n <= MAX_EXPONENT && n == Math.rint(n)
        ? new Powers(call).rounded(x, (int) n)
        : null;
  }

  private Typed rounded(Arg x, int n) {
    Wide power = power(x, n);
    Arg size = call.arg(call.of(Builtin.ABS, power.high()));
    Arg finite = call.arg(call.of(Builtin.LESS, size, call.number(Double.POSITIVE_INFINITY)));
    Arg notZero = call.arg(call.of(Builtin.LESS, call.number(0), size)); // zeros keep their sign
    Arg hasRest = call.arg(call.of(Builtin.LOGICAL_AND, finite, notZero));
    Arg sum = call.arg(call.of(Builtin.ADD, power.high(), power.low()));
    return call.of(Builtin.WHERE, hasRest, sum, power.high());
  }

  private Wide power(Arg x, int n) {
    if (n == 2) {
      return product(x, x);
    }
    if (n % 2 == 1) {
      return product(power(x, n - 1), x);
    }
    return square(power(x, n / 2));
  }

  private Wide product(Arg a, Arg b) {
    Arg high = call.arg(call.of(Builtin.MULTIPLY, a, b));
    return new Wide(high, rest(a, b, high));
  }

  /** What the rounded product leaves out, exactly. */
  private Arg rest(Arg a, Arg b, Arg product) {
    Arg minus = call.arg(call.of(Builtin.NEGATIVE, product));
    return call.arg(call.of(Builtin.FMA, a, b, minus));
  }

  private Wide product(Wide a, Arg b) {
    Wide high = product(a.high(), b);
    return new Wide(high.high(), call.arg(call.of(Builtin.FMA, a.low(), b, high.low())));
  }

  private Wide square(Wide a) {
    Wide high = product(a.high(), a.high());
    Arg twice = call.arg(call.of(Builtin.ADD, a.low(), a.low()));
    return new Wide(high.high(), call.arg(call.of(Builtin.FMA, a.high(), twice, high.low())));
  }
}
