package dev.tensorc.infer.join;

import dev.tensorc.frontend.Span;
import dev.tensorc.infer.rule.Arg;
import dev.tensorc.infer.rule.Typed;
import dev.tensorc.ir.Builtin;
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
   * The call in terms of other functions; empty where it stays as it is.
   *
   * @param args of dtypes that {@code b} takes
   */
  Optional<Typed> expand(Builtin b, List<Arg> args, Optional<BroadcastDims> dims, Span span) {
    Arg x = args.getFirst();
    var call = new Call(dims, span);
    return Optional.ofNullable(
        switch (b) {
          case RELU -> call.of(Builtin.MAXIMUM, x, call.number(0));
          case POW -> dims.isEmpty() ? Powers.expand(args, call) : null;
          case LOGICAL_XOR -> call.of(Builtin.NOT_EQUAL, x, args.getLast());
          case FMAX -> isInt(x) ? call.of(Builtin.MAXIMUM, x, args.getLast()) : null;
          case FMIN -> isInt(x) ? call.of(Builtin.MINIMUM, x, args.getLast()) : null;
          case RINT -> call.of(Builtin.ROUND, x);
          case DEG2RAD -> call.of(Builtin.MULTIPLY, x, call.number(Math.PI / 180));
          case RAD2DEG -> call.of(Builtin.MULTIPLY, x, call.number(180 / Math.PI));
          case SQUARE -> call.of(Builtin.MULTIPLY, x, x);
          case RECIPROCAL -> call.of(Builtin.DIVIDE, call.number(1), x);
          case FLOOR, CEIL, TRUNC, ROUND -> isInt(x) ? call.of(Builtin.POSITIVE, x) : null;
          case SIGN -> isInt(x) ? signOfInteger(x, call) : null;
          case SIGNBIT -> isInt(x) ? call.of(Builtin.LESS, x, call.number(0)) : signBit(x, call);
          case ISNAN -> call.of(Builtin.NOT_EQUAL, x, x);
          case ISINF -> call.of(isInt(x) ? Builtin.NOT_EQUAL : Builtin.EQUAL, size(x, call));
          case ISFINITE -> call.of(isInt(x) ? Builtin.EQUAL : Builtin.LESS, size(x, call));
          default -> null;
        });
  }

  private static boolean isInt(Arg x) {
    return x.typed().dtype().isInt();
  }

  /**
   * The value compared to see whether a number is finite: integers all are, and equal themselves.
   */
  private static Arg[] size(Arg x, Call call) {
    return isInt(x)
        ? new Arg[] {x, x}
        : new Arg[] {call.arg(call.of(Builtin.ABS, x)), call.number(Double.POSITIVE_INFINITY)};
  }

  private static Typed signOfInteger(Arg x, Call call) {
    Arg atMost = call.arg(call.of(Builtin.MINIMUM, x, call.number(1)));
    return x.typed().dtype().isUnsigned()
        ? atMost.typed()
        : call.of(Builtin.MAXIMUM, atMost, call.number(-1));
  }

  /** Zeros have signs too, which no comparison sees. */
  private static Typed signBit(Arg x, Call call) {
    Arg signed = call.arg(call.of(Builtin.COPYSIGN, call.number(1), x));
    return call.of(Builtin.LESS, signed, call.number(0));
  }

  /** The steps of one call: all of them have the call's place. */
  public final class Call {

    private final Optional<BroadcastDims> dims;
    private final Span span;

    Call(Optional<BroadcastDims> dims, Span span) {
      this.dims = dims;
      this.span = span;
    }

    public Typed of(Builtin b, Arg... args) {
      return elementwise.applyTaken(b, List.of(args), dims, span);
    }

    public Arg arg(Typed typed) {
      return new Arg(typed, span);
    }

    Arg number(long value) {
      return arg(new Typed.Const(value, Long.toString(value)));
    }

    Arg number(double value) {
      return arg(new Typed.Const(value, Double.toString(value)));
    }
  }
}
