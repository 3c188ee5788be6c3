package dev.tensorc.infer;

import dev.tensorc.frontend.Ast;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
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

  Elementwise.Arg arg(Ast.Expr e) {
    return new Elementwise.Arg(infer(e), e.span());
  }

  private Typed inferHere(Ast.Expr e, Optional<DType> expected) {
    return cx.points.isActive() ? cx.points.infer(e, expected) : plain(e, expected);
  }

  /** The expression as if it did not stand in index notation; what is in it still does. */
  Typed plain(Ast.Expr e, Optional<DType> expected) {
    return switch (e) {
      case Ast.IntLit i -> new Typed.Const(i.value(), Names.ofSource(i.span()));
      case Ast.FloatLit f -> new Typed.Const(f.value(), Names.ofSource(f.span()));
      case Ast.BoolLit b -> new Typed.Const(b.value(), Names.ofSource(b.span()));
      case Ast.StringLit s -> cx.fail(Unsupported.expression(s.span(), "text as a value is", ""));
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
      case Ast.Attribute a -> cx.indexing.attribute(a);
    };
  }

  private Typed unary(Ast.Unary u) {
    Elementwise.Arg x = arg(u.operand());
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
    if (b.dims().isPresent() && !takesDims(b.op())) {
      return cx.fail(
          ErrorId.BROADCAST_DIMS
              .at(b.opSpan(), "`" + b.op().symbol() + "` takes no broadcast dimensions")
              .hint("dimensions stand behind element-wise operators, as in `x +{1} v`"));
    }
    return switch (b.op()) {
      case OR -> cx.conditionals.or(b);
      case AND -> cx.conditionals.and(b);
      case LT -> elementwise(Builtin.LESS, b);
      case LE -> elementwise(Builtin.LESS_EQUAL, b);
      case GT -> elementwise(Builtin.GREATER, b);
      case GE -> elementwise(Builtin.GREATER_EQUAL, b);
      case EQ -> elementwise(Builtin.EQUAL, b);
      case NE -> elementwise(Builtin.NOT_EQUAL, b);
      case BIT_OR -> elementwise(Builtin.BITWISE_OR, b);
      case BIT_XOR -> elementwise(Builtin.BITWISE_XOR, b);
      case BIT_AND -> elementwise(Builtin.BITWISE_AND, b);
      case ADD -> elementwise(Builtin.ADD, b);
      case SUB -> elementwise(Builtin.SUBTRACT, b);
      case MUL -> elementwise(Builtin.MULTIPLY, b);
      case DIV -> elementwise(Builtin.DIVIDE, b);
      case FLOORDIV -> elementwise(Builtin.FLOOR_DIVIDE, b);
      case MOD -> elementwise(Builtin.REMAINDER, b);
      case POW -> elementwise(Builtin.POW, b);
      case SHL -> elementwise(Builtin.BITWISE_LEFT_SHIFT, b);
      case SHR -> elementwise(Builtin.BITWISE_RIGHT_SHIFT, b);
      case MATMUL -> unsupported(b, "");
    };
  }

  private Typed elementwise(Builtin builtin, Ast.Binary b) {
    var args = List.of(arg(b.left()), arg(b.right()));
    if (b.dims().isEmpty()) {
      return cx.elementwise.apply(builtin, args, b.span());
    }
    var dims = BroadcastDims.of(b.dims().get(), b.opSpan(), cx);
    return dims.isEmpty() ? Typed.UNKNOWN : cx.elementwise.apply(builtin, args, dims, b.span());
  }

  /** Element-wise operators do; the others take scalars, or have a rule of their own. */
  private static boolean takesDims(Ast.BinaryOp op) {
    return switch (op) {
      case OR, AND, MATMUL, POW, SHL, SHR -> false;
      case LT, LE, GT, GE, EQ, NE, BIT_OR, BIT_XOR, BIT_AND, ADD, SUB, MUL, DIV, FLOORDIV, MOD ->
          true;
    };
  }

  private Typed unsupported(Ast.Binary b, String hint) {
    infer(b.left());
    infer(b.right());
    return cx.fail(Unsupported.operator(b.op().symbol(), b.opSpan(), hint));
  }
}
