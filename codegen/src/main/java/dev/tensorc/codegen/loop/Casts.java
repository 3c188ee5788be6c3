package dev.tensorc.codegen.loop;

import dev.tensorc.codegen.loop.Expr.AxisIndex;
import dev.tensorc.codegen.loop.Expr.Const;
import dev.tensorc.codegen.loop.Expr.PrimOp;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Scalars;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;

/**
 * Simpler forms of casts with the same bits for every operand. An f32 that becomes a short float
 * and an f32 again is rounded where it is; a short float that becomes an f32 and a short float
 * again is itself. An f32 between limits that the integer dtype has is not limited once more.
 * Integers that are computed modulo a power of two and then become narrower are computed in the
 * narrower dtype: a vector has more of its elements.
 */
final class Casts {

  private Casts() {}

  /** A simpler form of {@code x} as another dtype; empty where there is none. */
  static Optional<Expr> simplified(Exprs e, DType type, Expr x) {
    boolean becomesNarrower = x.type().isInt() && type.bytes() < x.type().bytes();
    if (becomesNarrower && (type.isInt() || (type == DType.F32 && x instanceof AxisIndex))) {
      return narrower(e, type, x);
    }
    if (fits(x, type)) {
      return Optional.of(e.op(PrimOp.CAST, type, e.op(PrimOp.CAST, DType.I32, x)));
    }
    return x instanceof Expr.Op o ? ofOperation(e, type, o) : Optional.empty();
  }

  /** Whether the dtype, narrower than i32, has all values of an f32: NaN becomes 0 in both. */
  private static boolean fits(Expr x, DType type) {
    return x.type() == DType.F32
        && type.isInt()
        && type.bytes() < DType.I32.bytes()
        && FloatRange.of(x).isWithin(least(type), most(type));
  }

  private static double least(DType type) {
    return type.isUnsigned() ? 0 : -most(type) - 1;
  }

  private static double most(DType type) {
    return (1 << (type.isUnsigned() ? type.bytes() * 8 : type.bytes() * 8 - 1)) - 1;
  }

  private static Optional<Expr> ofOperation(Exprs e, DType type, Expr.Op x) {
    if (x.type().isShortFloat() && type == DType.F32) {
      if (isOfFloat(x)) {
        return Optional.of(ShortFloatValues.rounded(e, x.type(), x.args().getFirst()));
      }
      if (x.op() == PrimOp.SELECT && x.args().stream().anyMatch(Casts::isOfFloat)) {
        Expr yes = e.op(PrimOp.CAST, type, x.args().get(1));
        Expr no = e.op(PrimOp.CAST, type, x.args().get(2));
        return Optional.of(e.op(PrimOp.SELECT, type, x.args().get(0), yes, no));
      }
    }
    if (x.op() == PrimOp.CAST && x.type() == DType.F32) {
      Expr first = x.args().getFirst();
      if (first.type() == type && type.isShortFloat()) {
        return Optional.of(first);
      }
    }
    return x.op() == PrimOp.SELECT && x.type().isInt() ? chosen(e, type, x) : Optional.empty();
  }

  /** Whether the expression is an f32 that became a short float. */
  private static boolean isOfFloat(Expr e) {
    return e instanceof Expr.Op o
        && o.op() == PrimOp.CAST
        && o.type().isShortFloat()
        && o.args().getFirst().type() == DType.F32;
  }

  /** One of two integer constants as a number of f32 or f64. */
  private static Optional<Expr> chosen(Exprs e, DType type, Expr.Op x) {
    if (type != DType.F32 && type != DType.F64
        || !(x.args().get(1) instanceof Const yes)
        || !(x.args().get(2) instanceof Const no)
        || x.type() == DType.U64) {
      return Optional.empty();
    }
    return Optional.of(
        e.op(PrimOp.SELECT, type, x.args().get(0), asFloat(e, type, yes), asFloat(e, type, no)));
  }

  private static Expr asFloat(Exprs e, DType type, Const c) {
    var number = BigInteger.valueOf(Scalars.integer(c.type(), c.value()));
    return e.constant(type, Scalars.nearest(type, number));
  }

  /** Integers modulo the narrower dtype's power of two; empty where an operand stays wide. */
  private static Optional<Expr> narrower(Exprs e, DType type, Expr x) {
    return switch (x) {
      case AxisIndex index when x.type() == DType.I64 -> {
        Expr half = e.add(new AxisIndex(index.axis(), DType.I32));
        yield Optional.of(type == DType.I32 ? half : e.op(PrimOp.CAST, type, half));
      }
      case Const c ->
          Optional.of(e.constant(type, Scalars.wrap(type, Scalars.integer(c.type(), c.value()))));
      case Expr.Op o when o.op() == PrimOp.CAST -> ofCast(e, type, o.args().getFirst());
      case Expr.Op o when o.op() == PrimOp.SELECT ->
          both(e, type, o.args().subList(1, 3))
              .map(
                  args -> e.op(PrimOp.SELECT, type, o.args().getFirst(), args.get(0), args.get(1)));
      case Expr.Op o when o.op() == PrimOp.MUL && type.bytes() == Byte.BYTES -> {
        // Vectors do not multiply bytes.
        yield x.type().bytes() == Short.BYTES
            ? Optional.empty()
            : narrower(e, DType.U16, x).map(wide -> e.op(PrimOp.CAST, type, wide));
      }
      case Expr.Op o when isModular(o.op()) ->
          both(e, type, o.args()).map(args -> e.op(o.op(), type, args.get(0), args.get(1)));
      default -> Optional.empty();
    };
  }

  private static boolean isModular(PrimOp op) {
    return switch (op) {
      case ADD, SUB, MUL, AND, OR, XOR -> true;
      default -> false;
    };
  }

  /** Two operands as the dtype, where one of them is no long expression. */
  private static Optional<List<Expr>> both(Exprs e, DType type, List<Expr> args) {
    return args.stream().anyMatch(Casts::isLeaf)
        ? narrower(e, type, args.get(0))
            .flatMap(a -> narrower(e, type, args.get(1)).map(b -> List.of(a, b)))
        : Optional.empty();
  }

  private static boolean isLeaf(Expr e) {
    return !(e instanceof Expr.Op o) || o.op() == PrimOp.CAST;
  }

  /** Integers, or truth values, that were cast before. */
  private static Optional<Expr> ofCast(Exprs e, DType type, Expr x) {
    if (x.type() == type) {
      return Optional.of(x);
    }
    return x.type() == DType.BOOL || x.type().isInt()
        ? Optional.of(e.op(PrimOp.CAST, type, x))
        : Optional.empty();
  }
}
