package dev.tensorc.codegen.plan;

import dev.tensorc.codegen.loop.Division;
import dev.tensorc.codegen.loop.Expr;
import dev.tensorc.codegen.loop.Expr.PrimOp;
import dev.tensorc.codegen.loop.Exprs;
import dev.tensorc.codegen.loop.MathExprs;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Scalars;
import dev.tensorc.ir.TensorIr;
import java.util.List;

/** The primitive operations of each element-wise function. */
final class ElementwiseLowering {

  private ElementwiseLowering() {}

  /**
   * The value of {@code map} at a point, from its operands' values there.
   *
   * @param args of the dtype the function computes in; of a comparison they may be u64 and i64
   */
  static Expr lower(Exprs e, TensorIr.Map map, List<Expr> args) {
    DType out = map.result().dtype();
    Builtin builtin = map.builtin();
    Expr x = args.get(0);
    Expr y = args.size() > 1 ? args.get(1) : x;
    DType in = x.type();
    if (in.isFloat() && builtin.sequence().isPresent()) {
      return MathExprs.apply(e, builtin, map.fastmath(), args);
    }
    return switch (builtin) {
      case ADD -> e.op(PrimOp.ADD, out, x, y);
      case SUBTRACT -> e.op(PrimOp.SUB, out, x, y);
      case MULTIPLY -> e.op(PrimOp.MUL, out, x, y);
      case DIVIDE -> e.op(PrimOp.DIV, out, x, y);
      case FLOOR_DIVIDE, REMAINDER, FMOD -> Division.lower(e, map, x, y);
      case NEGATIVE -> e.op(PrimOp.NEG, out, x);
      case POSITIVE, MATERIALIZE -> x;
      case ABS -> in.isUnsigned() ? x : e.op(PrimOp.ABS, out, x);
      case MAXIMUM -> e.op(PrimOp.MAX, out, x, y);
      case MINIMUM -> e.op(PrimOp.MIN, out, x, y);
      case FMAX -> ofNumbers(e, PrimOp.MAX, builtin, x, y);
      case FMIN -> ofNumbers(e, PrimOp.MIN, builtin, x, y);
      case LESS -> compared(e, PrimOp.LT, x, y);
      case LESS_EQUAL -> compared(e, PrimOp.LE, x, y);
      case GREATER -> compared(e, PrimOp.LT, y, x);
      case GREATER_EQUAL -> compared(e, PrimOp.LE, y, x);
      case EQUAL -> equal(e, x, y);
      case NOT_EQUAL -> e.op(PrimOp.NOT, DType.BOOL, equal(e, x, y));
      case LOGICAL_NOT -> e.op(PrimOp.NOT, out, x);
      case LOGICAL_AND, BITWISE_AND -> e.op(PrimOp.AND, out, x, y);
      case LOGICAL_OR, BITWISE_OR -> e.op(PrimOp.OR, out, x, y);
      case BITWISE_XOR -> e.op(PrimOp.XOR, out, x, y);
      case BITWISE_INVERT -> e.op(PrimOp.NOT, out, x);
      case BITWISE_LEFT_SHIFT, BITWISE_RIGHT_SHIFT -> shift(e, map, x, y);
      case SQRT -> e.op(PrimOp.SQRT, out, x);
      case POW -> e.throwing(PrimOp.POW, out, map.span(), x, y);
      case CLIP -> e.op(PrimOp.MIN, out, e.op(PrimOp.MAX, out, x, y), args.get(2));
      case WHERE -> e.op(PrimOp.SELECT, out, x, y, args.get(2));
      case ASTYPE -> in == out ? x : e.op(PrimOp.CAST, out, x);
      default -> throw new IllegalStateException(builtin + " is not lowered");
    };
  }

  /** The extreme of floats: an element that is NaN gives way to the other one. */
  private static Expr ofNumbers(Exprs e, PrimOp op, Builtin b, Expr x, Expr y) {
    Expr first = e.op(PrimOp.SELECT, x.type(), e.op(PrimOp.EQ, DType.BOOL, x, x), x, y);
    Expr second = e.op(PrimOp.SELECT, x.type(), e.op(PrimOp.EQ, DType.BOOL, y, y), y, x);
    return e.named(b.label(), List.of(x, y), e.op(op, x.type(), first, second));
  }

  private static Expr shift(Exprs e, TensorIr.Map map, Expr x, Expr count) {
    boolean left = map.builtin() == Builtin.BITWISE_LEFT_SHIFT;
    DType type = x.type();
    if (!(count instanceof Expr.Const c) || isNegative(c)) {
      PrimOp op = left ? PrimOp.SHIFT_LEFT : PrimOp.SHIFT_RIGHT;
      return e.throwing(op, type, map.span(), x, count);
    }
    int width = 8 * type.bytes();
    long bits = Scalars.integer(type, c.value());
    boolean beyond = Long.compareUnsigned(bits, width) >= 0;
    if (beyond && (left || type.isUnsigned())) {
      return e.constant(type, Scalars.wrap(type, 0));
    }
    PrimOp op = left ? PrimOp.SHL : type.isUnsigned() ? PrimOp.USHR : PrimOp.SHR;
    return e.shift(op, type, x, beyond ? width - 1 : (int) bits);
  }

  private static boolean isNegative(Expr.Const c) {
    return !c.type().isUnsigned() && Scalars.integer(c.type(), c.value()) < 0;
  }

  private static Expr equal(Exprs e, Expr x, Expr y) {
    return x.type() == DType.BOOL
        ? e.op(PrimOp.NOT, DType.BOOL, e.op(PrimOp.XOR, DType.BOOL, x, y))
        : compared(e, PrimOp.EQ, x, y);
  }

  /** The comparison of u64 and i64: as u64, but that a negative number is less than every u64. */
  private static Expr compared(Exprs e, PrimOp op, Expr x, Expr y) {
    if (x.type() == y.type()) {
      return e.op(op, DType.BOOL, x, y);
    }
    boolean left = x.type().isSigned();
    Expr negative = e.op(PrimOp.LT, DType.BOOL, left ? x : y, e.constant(DType.I64, 0L));
    Expr bits = e.op(op, DType.BOOL, unsigned(e, x), unsigned(e, y));
    return left && op != PrimOp.EQ
        ? e.op(PrimOp.OR, DType.BOOL, negative, bits)
        : e.op(PrimOp.AND, DType.BOOL, e.op(PrimOp.NOT, DType.BOOL, negative), bits);
  }

  private static Expr unsigned(Exprs e, Expr x) {
    return x.type().isUnsigned() ? x : e.op(PrimOp.CAST, DType.U64, x);
  }
}
