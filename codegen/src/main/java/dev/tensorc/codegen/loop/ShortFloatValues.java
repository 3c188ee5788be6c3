package dev.tensorc.codegen.loop;

import dev.tensorc.codegen.loop.Expr.Op;
import dev.tensorc.codegen.loop.Expr.PrimOp;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Scalars;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Optional;
import java.util.Set;

/** Expressions in f32 whose values are those of f16 or bf16. */
public final class ShortFloatValues {

  private final DType type;
  private final Set<Expr> seen = Collections.newSetFromMap(new IdentityHashMap<>());

  private ShortFloatValues(DType type) {
    this.type = type;
  }

  /**
   * The dtype to which an f32 is rounded in its place; empty where the operation is no such
   * rounding.
   */
  public static Optional<DType> roundedTo(Expr e) {
    return e instanceof Op op
        ? switch (op.op()) {
          case ROUND_F16 -> Optional.of(DType.F16);
          case ROUND_BF16 -> Optional.of(DType.BF16);
          default -> Optional.empty();
        }
        : Optional.empty();
  }

  /** Whether the short float holds every value of an expression. */
  public static boolean hold(DType type, Expr e) {
    return type.isShortFloat() && new ShortFloatValues(type).held(e);
  }

  private boolean held(Expr e) {
    return !seen.add(e)
        || switch (e) {
          case Expr.Const c -> c.value() instanceof Float x && Scalars.nearest(type, x).equals(x);
          case Op op ->
              switch (op.op()) {
                case CAST -> op.args().getFirst().type() == type;
                case ROUND_F16 -> type == DType.F16;
                case ROUND_BF16 -> type == DType.BF16;
                case ABS, NEG, MIN, MAX -> op.args().stream().allMatch(this::held);
                case SELECT -> op.args().stream().skip(1).allMatch(this::held);
                default -> false;
              };
          default -> false;
        };
  }

  /** The expression rounded to a short float, as an f32. */
  static Expr rounded(Exprs e, DType type, Expr x) {
    return hold(type, x)
        ? x
        : e.op(type == DType.F16 ? PrimOp.ROUND_F16 : PrimOp.ROUND_BF16, DType.F32, x);
  }
}
