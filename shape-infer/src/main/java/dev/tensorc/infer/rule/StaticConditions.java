package dev.tensorc.infer.rule;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Ast.BinaryOp;
import dev.tensorc.frontend.Span;
import dev.tensorc.ir.DType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Conditions that a call decides: comparisons of its constants, of the dtypes of its type
 * parameters, {@code T == f32}, and of the ranks of its arguments, {@code x.ndim == 1}.
 */
public final class StaticConditions {

  /** A word such as {@code none} or {@code f32}. */
  private record Word(String text) {}

  /**
   * The facts that a call has before anything of the function is inferred.
   *
   * @param constants the value of each constant parameter, as a literal
   * @param types the dtype of each type parameter
   * @param ranks of the arguments that have one
   */
  public record Known(
      Map<String, Ast.Expr> constants, Map<String, DType> types, Map<String, Integer> ranks) {

    private boolean mentions(String name) {
      return constants.containsKey(name) || types.containsKey(name) || ranks.containsKey(name);
    }
  }

  private final Known known;

  public StaticConditions(Known known) {
    this.known = known;
  }

  /** Whether a condition holds; empty where more than the call decides. */
  public Optional<Boolean> decide(Ast.Expr condition) {
    return Mentions.in(condition, known::mentions)
        ? value(condition).filter(Boolean.class::isInstance).map(Boolean.class::cast)
        : Optional.empty();
  }

  /** Whether a condition of literals alone holds; empty where it is none. */
  public static Optional<Boolean> ofLiterals(Ast.Expr condition) {
    var nothing = new StaticConditions(new Known(Map.of(), Map.of(), Map.of()));
    return nothing.value(condition).filter(Boolean.class::isInstance).map(Boolean.class::cast);
  }

  private Optional<Object> value(Ast.Expr e) {
    return switch (e) {
      case Ast.IntLit i when !i.huge() -> Optional.of(i.value());
      case Ast.FloatLit f -> Optional.of(f.value());
      case Ast.BoolLit b -> Optional.of(b.value());
      case Ast.StringLit s -> Optional.of(s.value());
      case Ast.Ref r -> named(r.name());
      case Ast.Attribute(Ast.Ref x, Ast.Name name, Span _) when name.text().equals("ndim") ->
          Optional.ofNullable(known.ranks().get(x.name())).map(Integer::longValue);
      case Ast.TupleLit t -> all(t.items());
      case Ast.Unary u -> value(u.operand()).flatMap(x -> unary(u.op(), x));
      case Ast.Binary b -> binary(b);
      default -> Optional.empty();
    };
  }

  private Optional<Object> named(String name) {
    Ast.Expr constant = known.constants().get(name);
    if (constant != null) {
      return value(constant);
    }
    return Optional.ofNullable(known.types().get(name))
        .or(() -> DType.named(name))
        .map(DType::label)
        .or(() -> name.equals("none") ? Optional.of(name) : Optional.empty())
        .map(Word::new);
  }

  private Optional<Object> all(List<Ast.Expr> items) {
    var values = new ArrayList<Object>();
    for (Ast.Expr item : items) {
      Optional<Object> value = value(item);
      if (value.isEmpty()) {
        return Optional.empty();
      }
      values.add(value.get());
    }
    return Optional.of(values);
  }

  private static Optional<Object> unary(Ast.UnaryOp op, Object x) {
    return switch (op) {
      case NEG ->
          x instanceof Long n
              ? Optional.of(-n)
              : x instanceof Double d ? Optional.of(-d) : Optional.empty();
      case NOT -> x instanceof Boolean b ? Optional.of(!b) : Optional.empty();
      case POS, INVERT -> Optional.empty();
    };
  }

  private Optional<Object> binary(Ast.Binary b) {
    Optional<Object> left = value(b.left());
    boolean and = b.op() == BinaryOp.AND;
    if (and || b.op() == BinaryOp.OR) {
      if (left.isPresent() && left.get() instanceof Boolean l) {
        return l == and ? value(b.right()) : left;
      }
      return Optional.empty();
    }
    Optional<Object> right = value(b.right());
    return left.isEmpty() || right.isEmpty()
        ? Optional.empty()
        : compare(b.op(), left.get(), right.get());
  }

  private static Optional<Object> compare(BinaryOp op, Object a, Object b) {
    boolean numbers = a instanceof Number && b instanceof Number;
    int order =
        numbers ? Double.compare(((Number) a).doubleValue(), ((Number) b).doubleValue()) : 0;
    boolean equal = numbers ? order == 0 : a.equals(b);
    return switch (op) {
      case EQ -> Optional.of(equal);
      case NE -> Optional.of(!equal);
      case LT -> numbers ? Optional.of(order < 0) : Optional.empty();
      case LE -> numbers ? Optional.of(order <= 0) : Optional.empty();
      case GT -> numbers ? Optional.of(order > 0) : Optional.empty();
      case GE -> numbers ? Optional.of(order >= 0) : Optional.empty();
      default -> Optional.empty();
    };
  }
}
