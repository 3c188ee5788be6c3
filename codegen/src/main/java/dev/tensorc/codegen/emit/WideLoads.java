package dev.tensorc.codegen.emit;

import dev.tensorc.codegen.loop.ExprNodes;
import dev.tensorc.codegen.loop.LoopIr.Expr;
import dev.tensorc.codegen.loop.LoopIr.Kernel;
import dev.tensorc.codegen.loop.LoopIr.Load;
import dev.tensorc.codegen.loop.LoopIr.Op;
import dev.tensorc.codegen.loop.LoopIr.PrimOp;
import dev.tensorc.codegen.loop.LoopIr.Result;
import dev.tensorc.ir.DType;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A kernel that loads some narrow integers as integers of its lanes' width: what is computed from
 * them stays the same. {@code f32(u8 x)} becomes {@code f32(i32 x)}.
 */
final class WideLoads {

  private final Kernel kernel;
  private final List<Integer> operands;
  private final DType wide;
  private final Map<Expr, Expr> done = new IdentityHashMap<>();
  private final Map<Integer, Expr> loads = new java.util.HashMap<>();

  /**
   * @param operands the inputs that are loaded so
   */
  WideLoads(Kernel kernel, List<Integer> operands) {
    this.kernel = kernel;
    this.operands = operands;
    this.wide = dtype(Vectorizable.lane(kernel));
  }

  /** What is loaded in a kernel of such lanes: words, which short lanes become then. */
  static DType dtype(DType lane) {
    return lane.bytes() <= DType.I32.bytes() ? DType.I32 : DType.I64;
  }

  Kernel kernel() {
    List<Result> results =
        kernel.results().stream().map(r -> new Result(expr(r.value()), r.alongRow())).toList();
    return new Kernel(
        kernel.parallel(),
        kernel.reduced(),
        kernel.rounds(),
        kernel.inputs(),
        kernel.scalars(),
        kernel.reductions(),
        results,
        kernel.span(),
        kernel.tuning());
  }

  private Expr expr(Expr e) {
    Expr known = done.get(e);
    if (known == null) {
      known = rebuilt(e);
      done.put(e, known);
    }
    return known;
  }

  private Expr rebuilt(Expr e) {
    return switch (e) {
      case Load load when isWide(load) -> converted(load, load.type());
      case Op op when isConversion(op) -> converted((Load) op.args().getFirst(), op.type());
      default -> ExprNodes.withChildren(e, this::expr);
    };
  }

  private boolean isWide(Load load) {
    return operands.contains(load.input());
  }

  private boolean isConversion(Op op) {
    return op.op() == PrimOp.CAST
        && op.type() != DType.BOOL
        && op.args().getFirst() instanceof Load load
        && isWide(load);
  }

  /** Machines convert 32 bits to floats faster than 64. */
  private Expr converted(Load load, DType to) {
    Expr loaded = loads.computeIfAbsent(load.input(), k -> new Load(k, wide));
    boolean fits32 = load.type() != DType.U32;
    return to.isFloat() && fits32 ? cast(cast(loaded, DType.I32), to) : cast(loaded, to);
  }

  private static Expr cast(Expr e, DType to) {
    return e.type() == to ? e : new Op(PrimOp.CAST, to, List.of(e), 0, Optional.empty());
  }
}
