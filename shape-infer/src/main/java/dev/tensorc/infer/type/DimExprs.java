package dev.tensorc.infer.type;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Span;
import dev.tensorc.infer.report.ErrorId;
import dev.tensorc.infer.report.Unsupported;
import dev.tensorc.infer.rule.Arg;
import dev.tensorc.infer.rule.Typed;
import dev.tensorc.infer.scope.Frame;
import dev.tensorc.infer.scope.Names;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import java.util.Optional;

/** The expressions that stand as dims in a type: numbers, names, sums and products of them. */
public final class DimExprs {

  private final TypeContext cx;

  DimExprs(TypeContext cx) {
    this.cx = cx;
  }

  /** The name that the dim would bind: it stands alone and is no constant. */
  public Optional<Ast.Ref> alone(Ast.Dim dim) {
    return dim instanceof Ast.ExprDim e
            && e.value() instanceof Ast.Ref r
            && cx.declarations().constant(r.name()).isEmpty()
            && cx.weights.size(r.name()).isEmpty()
        ? Optional.of(r)
        : Optional.empty();
  }

  /** Binds a name to a size; reports one that the language has taken. */
  public void bind(Ast.Ref name, Dim dim) {
    if (Names.reserved(name.name())) {
      cx.report(Names.reservedName(new Ast.Name(name.name(), name.span()), "dim"));
    }
    cx.frame.dims().put(name.name(), new Frame.BoundDim(dim, name.span()));
  }

  /** Sizes and factors above this would overflow where they are multiplied. */
  public static final long MAX_SIZE = Integer.MAX_VALUE;

  /** The size; empty, and reported, where it is none. */
  public Optional<Dim> size(Ast.ExprDim dim) {
    try {
      Optional<Dim> size = evaluate(dim.value());
      if (size.isPresent() && size.get() instanceof Dim.Const c && c.value() < 0) {
        cx.report(
            ErrorId.BAD_SIZE
                .at(dim.span(), "a size of " + c.value() + " does not exist")
                .hint("sizes are 0 or more"));
        return Optional.empty();
      }
      return size;
    } catch (ArithmeticException e) {
      cx.report(ErrorId.BAD_SIZE.at(dim.span(), "this size does not fit 64 bits"));
      return Optional.empty();
    }
  }

  /** Whether an expression is of numbers and named dims alone: then it is a size as in a type. */
  public boolean isOfDims(Ast.Expr e) {
    return switch (e) {
      case Ast.IntLit _ -> true;
      case Ast.Ref r -> cx.frame.dims().containsKey(r.name());
      case Ast.Binary b ->
          switch (b.op()) {
            case ADD, SUB, MUL -> isOfDims(b.left()) && isOfDims(b.right());
            case FLOORDIV, MOD ->
                isOfDims(b.left()) && b.right() instanceof Ast.IntLit i && i.value() > 0;
            default -> false;
          };
      case Ast.Call c -> isExtreme(c) && c.args().stream().allMatch(a -> isOfDims(a.value()));
      default -> false;
    };
  }

  /** Whether every name in the expression means something here. */
  public boolean isKnown(Ast.Expr e) {
    return switch (e) {
      case Ast.Ref r ->
          cx.frame.dims().containsKey(r.name())
              || cx.frame.sizes().containsKey(r.name())
              || cx.frame.locals().containsKey(r.name())
              || cx.weights.size(r.name()).isPresent()
              || cx.declarations().constant(r.name()).isPresent();
      case Ast.Binary b -> isKnown(b.left()) && isKnown(b.right());
      case Ast.Unary u -> isKnown(u.operand());
      case Ast.Call c -> c.args().stream().allMatch(a -> isKnown(a.value()));
      default -> true;
    };
  }

  /** One side of a comparison in a {@code where} clause; empty, and reported, where it is none. */
  Optional<Dim> inClause(Ast.Expr e) {
    try {
      return evaluate(e);
    } catch (ArithmeticException overflow) {
      cx.report(ErrorId.BAD_SIZE.at(e.span(), "this size does not fit 64 bits"));
      return Optional.empty();
    }
  }

  private Optional<Dim> evaluate(Ast.Expr e) {
    return switch (e) {
      case Ast.IntLit i when i.huge() || i.value() > MAX_SIZE -> {
        cx.report(
            ErrorId.BAD_SIZE
                .at(i.span(), "a size of " + i + " is too large")
                .because("an axis has at most " + MAX_SIZE + " elements"));
        yield Optional.empty();
      }
      case Ast.IntLit i -> Optional.of(Dims.of(i.value()));
      case Ast.Ref r -> named(r);
      case Ast.Unary(Ast.UnaryOp op, Ast.Expr operand, Span _) when op == Ast.UnaryOp.NEG ->
          evaluate(operand).map(d -> Dims.mul(Dims.of(-1), d));
      case Ast.Binary b when b.op() == Ast.BinaryOp.ADD -> both(b.left(), b.right(), Dims::add);
      case Ast.Binary b when b.op() == Ast.BinaryOp.SUB -> both(b.left(), b.right(), Dims::sub);
      case Ast.Binary b when b.op() == Ast.BinaryOp.MUL -> both(b.left(), b.right(), Dims::mul);
      case Ast.Binary b when b.op() == Ast.BinaryOp.FLOORDIV || b.op() == Ast.BinaryOp.MOD ->
          divided(b);
      case Ast.Call c when isExtreme(c) ->
          both(
              c.args().getFirst().value(),
              c.args().getLast().value(),
              c.function().text().equals("min") ? DimExprs::min : DimExprs::max);
      default -> notADim(e);
    };
  }

  private Optional<Dim> notADim(Ast.Expr e) {
    cx.report(
        Unsupported.type(
            e.span(),
            "`" + Names.ofSource(e.span()) + "` as a dim is",
            "sizes are numbers, names, their sums and products, `n // 2`, `n % 2`, `min(n, m)`"
                + " and `max(n, m)`"));
    return Optional.empty();
  }

  /** A size divided by a known number, or the remainder. */
  private Optional<Dim> divided(Ast.Binary b) {
    Optional<Dim> left = evaluate(b.left());
    Optional<Dim> right = evaluate(b.right());
    if (left.isEmpty() || right.isEmpty()) {
      return Optional.empty();
    }
    return right.get() instanceof Dim.Const(long divisor) && divisor > 0
        ? Optional.of(divided(left.get(), divisor, b.op() == Ast.BinaryOp.MOD))
        : notADim(b);
  }

  private interface Operation {
    Dim of(Dim a, Dim b);
  }

  /** {@code d // divisor}, or the remainder. */
  private static Dim divided(Dim d, long divisor, boolean rest) {
    Dim quotient = Dims.ceilDiv(Dims.add(d, 1 - divisor), divisor);
    return rest ? Dims.sub(d, Dims.mul(Dims.of(divisor), quotient)) : quotient;
  }

  /** Whether the call is the larger or smaller one of two. */
  private static boolean isExtreme(Ast.Call c) {
    String name = c.function().text();
    return (name.equals("min") || name.equals("max"))
        && c.args().size() == 2
        && c.args().stream().allMatch(a -> a.keyword().isEmpty());
  }

  private static Dim max(Dim a, Dim b) {
    return Dims.isConst(b, 0) ? Dims.clamp(a) : Dims.add(a, Dims.clamp(Dims.sub(b, a)));
  }

  private static Dim min(Dim a, Dim b) {
    boolean sizes = Dims.clamp(a).equals(a) && Dims.clamp(b).equals(b);
    return sizes ? Dims.min(a, b) : Dims.sub(Dims.add(a, b), max(a, b));
  }

  private Optional<Dim> both(Ast.Expr a, Ast.Expr b, Operation operation) {
    Optional<Dim> left = evaluate(a);
    Optional<Dim> right = evaluate(b);
    return left.isEmpty() || right.isEmpty()
        ? Optional.empty()
        : Optional.of(operation.of(left.get(), right.get()));
  }

  private Optional<Dim> named(Ast.Ref r) {
    var bound = cx.frame.dims().get(r.name());
    if (bound != null) {
      return Optional.of(bound.dim());
    }
    Dim parameter = cx.frame.sizes().get(r.name());
    if (parameter != null) {
      return Optional.of(parameter);
    }
    var local = cx.frame.locals().get(r.name());
    if (local != null) {
      return scalar(r, local);
    }
    if (cx.declarations().constant(r.name()).isPresent()) {
      Typed typed = cx.names.lookup(r, Optional.empty());
      if (typed instanceof Typed.Const c && c.value() instanceof Long v) {
        return Optional.of(Dims.of(v));
      }
      if (!typed.isUnknown()) {
        cx.report(
            ErrorId.BAD_SIZE
                .at(r.span(), "the constant `" + r.name() + "` is no size: it is " + typed.type())
                .expected("an integer")
                .hint("`//` divides integers, `/` gives a float"));
      }
      return Optional.empty();
    }
    Optional<Dim> ofWeights = cx.weights.size(r.name());
    if (ofWeights.isEmpty()) {
      cx.report(cx.names.unknownDim(r.span(), r.name()));
    }
    return ofWeights;
  }

  /** An i64 that does not change is a dim too. */
  private Optional<Dim> scalar(Ast.Ref r, Frame.Local local) {
    local.used = true;
    Typed typed = local.typed;
    if (typed.isUnknown()) {
      return Optional.empty();
    }
    boolean integer = typed.rank() == 0 && typed.dtype() == DType.I64;
    if (integer && local.role != Frame.Role.VARIABLE) {
      return cx.scalarDims.of(new Arg(typed, r.span()));
    }
    cx.report(
        ErrorId.BAD_SIZE
            .at(
                r.span(),
                "`" + r.name() + "` is no size: it is " + (integer ? "a variable" : typed.type()))
            .related(local.span, "`" + r.name() + "` is defined here")
            .expected("an i64 scalar that does not change"));
    return Optional.empty();
  }
}
