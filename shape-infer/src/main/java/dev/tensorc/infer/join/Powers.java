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
 * Powers whose exponent is a small whole number, or one of 0.5, 1.5, -0.5, -1 and -1.5, that is
 * written in the program. A square and a cube are products. Higher powers of floats are products of
 * sums of two floats, each as good as one of twice the digits, and are rounded once; digits beyond
 * those are left out. So it is with square roots.
 */
public final class Powers {

  /** The largest exponent of a product: from there on {@link Builtin#POW} takes about as long. */
  private static final int MAX_EXPONENT = 8;

  private final Call call;

  private Powers(Call call) {
    this.call = call;
  }

  /** A number as a sum: the second is the rounding error of the first. */
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
    if (dtype != DType.F32 && dtype != DType.F64) {
      return null;
    }
    var powers = new Powers(call);
    if (n == -1) {
      return call.of(Builtin.DIVIDE, call.number(1), x);
    }
    if (n == 0.5 || n == 1.5 || n == -0.5 || n == -1.5) {
      return powers.ofRoot(x, n);
    }
    if (n != Math.rint(n) || n > MAX_EXPONENT || n < -MAX_EXPONENT) {
      return null;
    }
    return n >= 4
        ? powers.rounded(powers.power(x, (int) n))
        : n <= -2 ? powers.rounded(powers.power(powers.reciprocal(x), (int) -n)) : null;
  }

  /** A power by the square root: 0 where the base is -0.0, and as of infinity where it is -inf. */
  private Typed ofRoot(Arg x, double n) {
    Arg base = call.arg(call.of(Builtin.ADD, x, call.number(0)));
    Arg root = call.arg(call.of(Builtin.SQRT, base));
    Arg power =
        n == 0.5
            ? root
            : call.arg(
                rounded(
                    n == 1.5
                        ? timesRoot(base, root)
                        : n == -0.5 ? inverse(base, root) : quotient(inverse(base, root), base)));
    Arg isInfinite = call.arg(call.of(Builtin.EQUAL, x, call.number(Double.NEGATIVE_INFINITY)));
    Arg ofInfinity = call.number(n > 0 ? Double.POSITIVE_INFINITY : 0);
    return call.of(Builtin.WHERE, isInfinite, ofInfinity, power);
  }

  /**
   * {@code x * sqrt(x)}: the root lacks {@code rest / (2 * root)}, which is times x half of both.
   */
  private Wide timesRoot(Arg x, Arg root) {
    Arg rest = call.arg(call.of(Builtin.FMA, negative(root), root, x));
    Wide product = product(x, root);
    return new Wide(
        product.high(), call.arg(call.of(Builtin.FMA, half(rest), root, product.low())));
  }

  /** {@code 1 / sqrt(x)}, made better by one step of Newton's. */
  private Wide inverse(Arg x, Arg root) {
    Arg inverse = call.arg(call.of(Builtin.DIVIDE, call.number(1), root));
    Wide product = product(x, inverse);
    Arg less = call.arg(call.of(Builtin.FMA, negative(product.high()), inverse, call.number(1)));
    Arg rest = call.arg(call.of(Builtin.FMA, negative(product.low()), inverse, less));
    return new Wide(inverse, call.arg(call.of(Builtin.MULTIPLY, half(inverse), rest)));
  }

  /** The inverse of a root over {@code x}, whose own inverse is nearly the square of that. */
  private Wide quotient(Wide inverse, Arg x) {
    Arg quotient = call.arg(call.of(Builtin.DIVIDE, inverse.high(), x));
    Arg rest = call.arg(call.of(Builtin.FMA, negative(quotient), x, inverse.high()));
    Arg all = call.arg(call.of(Builtin.ADD, rest, inverse.low()));
    Arg square = call.arg(call.of(Builtin.MULTIPLY, inverse.high(), inverse.high()));
    return new Wide(quotient, call.arg(call.of(Builtin.MULTIPLY, all, square)));
  }

  private Arg negative(Arg x) {
    return call.arg(call.of(Builtin.NEGATIVE, x));
  }

  private Arg half(Arg x) {
    return call.arg(call.of(Builtin.MULTIPLY, x, call.number(0.5)));
  }

  private Typed rounded(Wide power) {
    Arg size = call.arg(call.of(Builtin.ABS, power.high()));
    Arg finite = call.arg(call.of(Builtin.LESS, size, call.number(Double.POSITIVE_INFINITY)));
    Arg notZero = call.arg(call.of(Builtin.LESS, call.number(0), size)); // zeros keep their sign
    Arg hasRest = call.arg(call.of(Builtin.LOGICAL_AND, finite, notZero));
    Arg sum = call.arg(call.of(Builtin.ADD, power.high(), power.low()));
    return call.of(Builtin.WHERE, hasRest, sum, power.high());
  }

  /** {@code 1 / x}, made better by one step of Newton's. */
  private Wide reciprocal(Arg x) {
    Arg reciprocal = call.arg(call.of(Builtin.DIVIDE, call.number(1), x));
    Arg rest = call.arg(call.of(Builtin.FMA, negative(x), reciprocal, call.number(1)));
    return new Wide(reciprocal, call.arg(call.of(Builtin.MULTIPLY, reciprocal, rest)));
  }

  private Wide power(Wide x, int n) {
    if (n == 1) {
      return x;
    }
    return n % 2 == 0 ? square(power(x, n / 2)) : product(power(x, n - 1), x);
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

  /** The rounding error of the product, exactly. */
  private Arg rest(Arg a, Arg b, Arg product) {
    return call.arg(call.of(Builtin.FMA, a, b, negative(product)));
  }

  private Wide product(Wide a, Arg b) {
    Wide high = product(a.high(), b);
    return new Wide(high.high(), call.arg(call.of(Builtin.FMA, a.low(), b, high.low())));
  }

  private Wide product(Wide a, Wide b) {
    Wide high = product(a, b.high());
    return new Wide(high.high(), call.arg(call.of(Builtin.FMA, a.high(), b.low(), high.low())));
  }

  private Wide square(Wide a) {
    Wide high = product(a.high(), a.high());
    Arg twice = call.arg(call.of(Builtin.ADD, a.low(), a.low()));
    return new Wide(high.high(), call.arg(call.of(Builtin.FMA, a.high(), twice, high.low())));
  }
}
