package dev.tensorc.infer;

import dev.tensorc.frontend.Ast;
import dev.tensorc.infer.builtin.DTypeLimits;
import dev.tensorc.infer.join.BroadcastDims;
import dev.tensorc.infer.report.ErrorId;
import dev.tensorc.infer.rule.Arg;
import dev.tensorc.infer.rule.Operators;
import dev.tensorc.infer.rule.Typed;
import dev.tensorc.infer.scope.Names;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;

/** The types of expressions, and the steps that compute them. */
final class Expressions {

  private final FunctionContext cx;

  Expressions(FunctionContext cx) {
    this.cx = cx;
  }

  /**
   * @param expected the declared dtype, which array literals of weak scalars take
   */
  Typed infer(Ast.Expr e, Optional<DType> expected) {
    try {
      return cx.enter(e.span()) ? inferHere(e, expected) : Typed.UNKNOWN;
    } finally {
      cx.leave();
    }
  }

  private Typed inferHere(Ast.Expr e, Optional<DType> expected) {
    return cx.points.isActive() ? cx.points.infer(e, expected) : plain(e, expected);
  }

  /** The expression as if it did not stand in index notation; its subexpressions still do. */
  Typed plain(Ast.Expr e, Optional<DType> expected) {
    return switch (e) {
      case Ast.IntLit i -> new Typed.Const(number(i), Names.ofSource(i.span()));
      case Ast.FloatLit f -> new Typed.Const(f.value(), Names.ofSource(f.span()));
      case Ast.BoolLit b -> new Typed.Const(b.value(), Names.ofSource(b.span()));
      case Ast.StringLit s -> cx.literals.text(s);
      case Ast.Ref r ->
          cx.points.misplaced(r).map(cx::fail).orElseGet(() -> cx.names.lookup(r, expected));
      case Ast.ArrayLit a -> cx.literals.infer(a, expected);
      case Ast.TupleLit t ->
          cx.fail(
              ErrorId.NOT_A_VALUE
                  .at(t.span(), "a tuple is not a value")
                  .hint("tuples name shapes and axes; for an array write `[1, 2, 3]`"));
      case Ast.Unary u -> unary(u);
      case Ast.Binary b -> binary(b);
      case Ast.Conditional c -> cx.conditionals.conditional(c, expected);
      case Ast.Call c -> cx.calls.call(c, expected);
      case Ast.IndexReduce r -> cx.indexNotation.reduce(r);
      case Ast.Index i -> cx.indexing.index(i);
      case Ast.Attribute a ->
          DTypeLimits.function(a)
              .map(b -> cx.limits.attribute(b, a))
              .orElseGet(() -> cx.indexing.attribute(a));
    };
  }

  private Typed unary(Ast.Unary u) {
    Arg x = cx.arg(u.operand());
    return switch (u.op()) {
      case NEG -> cx.elementwise.apply(Builtin.NEGATIVE, List.of(x), u.span());
      case POS -> cx.elementwise.apply(Builtin.POSITIVE, List.of(x), u.span());
      case INVERT -> cx.elementwise.apply(Builtin.BITWISE_INVERT, List.of(x), u.span());
      case NOT ->
          cx.conditionals.scalar(
                  x, "`not`", "for arrays write `logical_not(%s)`".formatted(x.typed().name()))
              ? cx.elementwise.apply(Builtin.LOGICAL_NOT, List.of(x), u.span())
              : Typed.UNKNOWN;
    };
  }

  private Typed binary(Ast.Binary b) {
    if (b.dims().isPresent() && Operators.builtin(b.op()).isEmpty()) {
      return cx.fail(
          ErrorId.BROADCAST_DIMS
              .at(b.opSpan(), "`" + b.op().symbol() + "` takes no broadcast dimensions")
              .hint("dimensions stand behind element-wise operators, as in `x +{1} v`"));
    }
    return switch (b.op()) {
      case OR -> cx.conditionals.or(b);
      case AND -> cx.conditionals.and(b);
      case MATMUL -> cx.contractions.matmul("`@`", cx.arg(b.left()), cx.arg(b.right()), b.span());
      default -> elementwise(Operators.builtin(b.op()).orElseThrow(), b);
    };
  }

  private static Object number(Ast.IntLit i) {
    return i.huge() ? new BigInteger(i.toString()) : (Object) i.value();
  }

  private Typed elementwise(Builtin builtin, Ast.Binary b) {
    var args = List.of(cx.arg(b.left()), cx.arg(b.right()));
    if (b.dims().isEmpty()) {
      return cx.elementwise.apply(builtin, args, b.span());
    }
    var dims = BroadcastDims.of(b.dims().get(), b.opSpan(), cx);
    return dims.isEmpty() ? Typed.UNKNOWN : cx.elementwise.apply(builtin, args, dims, b.span());
  }
}
