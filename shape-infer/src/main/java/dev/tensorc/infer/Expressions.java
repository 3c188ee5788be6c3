package dev.tensorc.infer;

import dev.tensorc.frontend.Ast;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;

/** Expressions: what each is, and the steps that compute it. */
final class Expressions {

  private final Context cx;

  Expressions(Context cx) {
    this.cx = cx;
  }

  Typed infer(Ast.Expr e) {
    return infer(e, Optional.empty());
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

  Arg arg(Ast.Expr e) {
    return new Arg(infer(e), e.span());
  }

  private Typed inferHere(Ast.Expr e, Optional<DType> expected) {
    return cx.points.isActive() ? cx.points.infer(e, expected) : plain(e, expected);
  }

  /** The expression as if it did not stand in index notation; what is in it still does. */
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
    Arg x = arg(u.operand());
    return switch (u.op()) {
      case NEG -> cx.elementwise.apply(Builtin.NEGATIVE, List.of(x), u.span());
      case POS -> cx.elementwise.apply(Builtin.POSITIVE, List.of(x), u.span());
      case INVERT -> cx.elementwise.apply(Builtin.BITWISE_INVERT, List.of(x), u.span());
      case NOT ->
          cx.conditionals.scalar(x, "`not`", "for arrays write `logical_not(...)`")
              ? cx.elementwise.apply(Builtin.LOGICAL_NOT, List.of(x), u.span())
              : Typed.UNKNOWN;
    };
  }

  private Typed binary(Ast.Binary b) {
    if (b.dims().isPresent() && builtin(b.op()).isEmpty()) {
      return cx.fail(
          ErrorId.BROADCAST_DIMS
              .at(b.opSpan(), "`" + b.op().symbol() + "` takes no broadcast dimensions")
              .hint("dimensions stand behind element-wise operators, as in `x +{1} v`"));
    }
    return switch (b.op()) {
      case OR -> cx.conditionals.or(b);
      case AND -> cx.conditionals.and(b);
      case MATMUL -> cx.contractions.matmul("`@`", arg(b.left()), arg(b.right()), b.span());
      default -> elementwise(builtin(b.op()).orElseThrow(), b);
    };
  }

  /** The element-wise function that an operator spells. */
  static Optional<Builtin> builtin(Ast.BinaryOp op) {
    return Optional.ofNullable(
        switch (op) {
          case OR, AND, MATMUL -> null;
          case LT -> Builtin.LESS;
          case LE -> Builtin.LESS_EQUAL;
          case GT -> Builtin.GREATER;
          case GE -> Builtin.GREATER_EQUAL;
          case EQ -> Builtin.EQUAL;
          case NE -> Builtin.NOT_EQUAL;
          case BIT_OR -> Builtin.BITWISE_OR;
          case BIT_XOR -> Builtin.BITWISE_XOR;
          case BIT_AND -> Builtin.BITWISE_AND;
          case ADD -> Builtin.ADD;
          case SUB -> Builtin.SUBTRACT;
          case MUL -> Builtin.MULTIPLY;
          case DIV -> Builtin.DIVIDE;
          case FLOORDIV -> Builtin.FLOOR_DIVIDE;
          case MOD -> Builtin.REMAINDER;
          case POW -> Builtin.POW;
          case SHL -> Builtin.BITWISE_LEFT_SHIFT;
          case SHR -> Builtin.BITWISE_RIGHT_SHIFT;
        });
  }

  private static Object number(Ast.IntLit i) {
    return i.huge() ? new BigInteger(i.toString()) : (Object) i.value();
  }

  private Typed elementwise(Builtin builtin, Ast.Binary b) {
    var args = List.of(arg(b.left()), arg(b.right()));
    if (b.dims().isEmpty()) {
      return cx.elementwise.apply(builtin, args, b.span());
    }
    var dims = BroadcastDims.of(b.dims().get(), b.opSpan(), cx);
    return dims.isEmpty() ? Typed.UNKNOWN : cx.elementwise.apply(builtin, args, dims, b.span());
  }
}
