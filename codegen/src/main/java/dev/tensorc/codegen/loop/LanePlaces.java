package dev.tensorc.codegen.loop;

import dev.tensorc.codegen.loop.Expr.Gathered;
import dev.tensorc.codegen.loop.Expr.Op;
import dev.tensorc.codegen.loop.Expr.PrimOp;
import dev.tensorc.codegen.loop.Expr.Subscript;
import dev.tensorc.ir.DType;
import java.util.List;
import java.util.Optional;

/**
 * Computes the places that differ between the lanes of a vector as i32, so that they have as many
 * lanes as elements of 32 bits. All arithmetic wraps, and a distance within an array fits an int.
 */
final class LanePlaces {

  private final Kernel kernel;
  private final ExprRewriter narrow = new ExprRewriter((e, _) -> Optional.of(narrowed(e)));
  private final ExprRewriter of = new ExprRewriter((e, _) -> withNarrowPlace(e));

  private LanePlaces(Kernel kernel) {
    this.kernel = kernel;
  }

  /**
   * The kernel whose places are i32 where they differ along its innermost axis.
   *
   * @param inLanes whose innermost axis has the lanes
   */
  static Kernel of(Kernel inLanes) {
    return inLanes.computesPlaces() ? new LanePlaces(inLanes).kernel() : inLanes;
  }

  private Kernel kernel() {
    return kernel.rewritten(kernel.reductions(), of);
  }

  private Optional<Expr> withNarrowPlace(Expr e) {
    return e instanceof Gathered g && kernel.differsInLanes(g)
        ? Optional.of(new Gathered(g.input(), g.type(), narrow.apply(g.distance())))
        : Optional.empty();
  }

  /** The low 32 bits of an expression of type i64. */
  private Expr narrowed(Expr e) {
    return switch (e) {
      case Expr.Const c -> new Expr.Const(DType.I32, ((Number) c.value()).intValue());
      case Expr.AxisIndex index -> new Expr.AxisIndex(index.axis(), DType.I32);
      case Expr.Named n -> narrow.apply(n.value());
      case Subscript s when isNarrow(s.index()) ->
          new Subscript(narrow.apply(s.index()), narrow.apply(s.size()), s.place());
      case Op op when op.op() == PrimOp.CAST && isNarrow(op) ->
          cast(of.apply(op.args().getFirst()));
      case Op op when wraps(op.op()) ->
          new Op(
              op.op(), DType.I32, op.args().stream().map(narrow).toList(), op.amount(), op.span());
      default -> cast(of.apply(e));
    };
  }

  private static boolean wraps(PrimOp op) {
    return switch (op) {
      case ADD, SUB, MUL, NEG -> true;
      default -> false;
    };
  }

  /** Whether it is an i32, or a narrower integer, made an i64. */
  private static boolean isNarrow(Expr e) {
    return switch (e) {
      case Expr.Named n -> isNarrow(n.value());
      case Op op when op.op() == PrimOp.CAST -> {
        DType from = op.args().getFirst().type();
        yield from == DType.I32 || (from.isNarrow() && !from.isFloat());
      }
      default -> false;
    };
  }

  private static Expr cast(Expr e) {
    return e.type() == DType.I32
        ? e
        : new Op(PrimOp.CAST, DType.I32, List.of(e), 0, Optional.empty());
  }
}
