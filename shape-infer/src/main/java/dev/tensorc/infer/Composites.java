package dev.tensorc.infer;

import dev.tensorc.frontend.Span;
import dev.tensorc.infer.Elementwise.Arg;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import java.util.List;
import java.util.Optional;

/**
 * Element-wise functions that are others put together: {@code relu(x)} is {@code maximum(x, 0)}.
 * They are written out here, so that the engines need not know them.
 */
final class Composites {

  private final Elementwise elementwise;

  Composites(Elementwise elementwise) {
    this.elementwise = elementwise;
  }

  /**
   * The call in terms of other functions; empty where it stays what it is.
   *
   * @param args of dtypes that {@code b} takes
   */
  Optional<Typed> expand(Builtin b, List<Arg> args, Span span) {
    Arg x = args.getFirst();
    var call = new Call(span);
    return Optional.ofNullable(
        switch (b) {
          case RELU -> call.of(Builtin.MAXIMUM, x, call.number(0));
          case POW -> isExactPower(args) ? power(x, args.getLast(), call) : null;
          case LOGICAL_XOR -> call.of(Builtin.NOT_EQUAL, x, args.getLast());
          default -> null;
        });
  }

  /** Squares and cubes are multiplications: faster, and a square is correctly rounded. */
  private static boolean isExactPower(List<Arg> args) {
    DType dtype = args.getFirst().typed().dtype();
    return args.getLast().typed() instanceof Typed.Const c
        && c.value() instanceof Number exponent
        && (exponent.doubleValue() == 2 || exponent.doubleValue() == 3)
        && DTypeRules.common(args.stream().map(Arg::typed).toList()) == dtype;
  }

  private static Typed power(Arg x, Arg exponent, Call call) {
    Arg square = call.arg(call.of(Builtin.MULTIPLY, x, x));
    boolean cube = ((Number) ((Typed.Const) exponent.typed()).value()).doubleValue() == 3;
    return cube ? call.of(Builtin.MULTIPLY, square, x) : square.typed();
  }

  /** What stands for one call: all of it has the call's place. */
  private final class Call {

    private final Span span;

    Call(Span span) {
      this.span = span;
    }

    Typed of(Builtin b, Arg... args) {
      return elementwise.apply(b, List.of(args), span);
    }

    Arg arg(Typed typed) {
      return new Arg(typed, span);
    }

    Arg number(long value) {
      return arg(new Typed.Const(value, Long.toString(value)));
    }
  }
}
