package dev.tensorc.frontend;

import static dev.tensorc.frontend.parser.TensorLexer.*;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.antlr.v4.runtime.Token;

/**
 * Builds the tree of one operation from its operands and operators in source order, by precedence
 * (Dijkstra's shunting yard). It does not recurse, so that a chain of thousands of terms is fine.
 */
final class Operators {

  private static final Set<Ast.BinaryOp> BITWISE =
      Set.of(Ast.BinaryOp.BIT_AND, Ast.BinaryOp.BIT_OR, Ast.BinaryOp.BIT_XOR);

  /** The characters of an operand that advice on comparisons repeats. */
  private static final int LONGEST_COMPARED = 20;

  static final int NOT_LEVEL = 3;
  static final int COMPARISON_LEVEL = 4;
  static final int UNARY_LEVEL = 11;
  static final int POWER_LEVEL = 12;

  private sealed interface Pending {
    Span span();

    int level();
  }

  private record Prefix(Ast.UnaryOp op, Span span) implements Pending {
    @Override
    public int level() {
      return Operators.level(op);
    }
  }

  private record Infix(Ast.BinaryOp op, Optional<List<Ast.Expr>> dims, Span span)
      implements Pending {
    @Override
    public int level() {
      return Operators.level(op);
    }
  }

  /**
   * @param extent with the parentheses around it, which are part of the operation's text
   */
  private record Operand(Ast.Expr expression, Span extent) {}

  /** {@code left first middle}, which a second comparison follows. */
  private record Chain(Operand left, Infix first, Operand middle) {}

  private final Spans spans;
  private final Problems problems;
  private final Deque<Pending> pending = new ArrayDeque<>();
  private final Deque<Operand> operands = new ArrayDeque<>();

  /** The second comparison of each chain, until its right operand is there. */
  private final Map<Span, Chain> chains = new HashMap<>();

  Operators(Spans spans, Problems problems) {
    this.spans = spans;
    this.problems = problems;
  }

  /** How tightly an operator binds; loosest is 1. */
  static int level(Ast.BinaryOp op) {
    return switch (op) {
      case OR -> 1;
      case AND -> 2;
      case LT, LE, GT, GE, EQ, NE -> COMPARISON_LEVEL;
      case BIT_OR -> 5;
      case BIT_XOR -> 6;
      case BIT_AND -> 7;
      case SHL, SHR -> 8;
      case ADD, SUB -> 9;
      case MUL, DIV, FLOORDIV, MOD, MATMUL -> 10;
      case POW -> POWER_LEVEL;
    };
  }

  static int level(Ast.UnaryOp op) {
    return op == Ast.UnaryOp.NOT ? NOT_LEVEL : UNARY_LEVEL;
  }

  void operand(Ast.Expr expression, Span extent) {
    operands.push(new Operand(expression, extent));
  }

  void prefix(Token symbol) {
    var op =
        switch (symbol.getType()) {
          case MINUS -> Ast.UnaryOp.NEG;
          case PLUS -> Ast.UnaryOp.POS;
          case TILDE -> Ast.UnaryOp.INVERT;
          default -> Ast.UnaryOp.NOT;
        };
    var entry = new Prefix(op, spans.of(symbol));
    var outer = pending.peek();
    if (op == Ast.UnaryOp.NOT && outer != null && outer.level() > NOT_LEVEL) {
      String symbolBefore = outer.span().text();
      problems.report(
          ParseError.NEEDS_PARENTHESES
              .at(entry.span(), "`not` after `" + symbolBefore + "` needs parentheses")
              .because("`not` binds looser than `" + symbolBefore + "`")
              .hint("write `" + symbolBefore + " (not ...)`"));
    }
    pending.push(entry);
  }

  void binary(Token symbol, Optional<List<Ast.Expr>> dims) {
    var op = ofSymbol(symbol);
    int level = level(op);
    // `**` is right-associative and its exponent takes prefix operators: nothing is closed by it.
    while (!pending.isEmpty() && op != Ast.BinaryOp.POW && pending.peek().level() >= level) {
      if (pending.peek() instanceof Infix first && level(first.op()) == COMPARISON_LEVEL) {
        if (level == COMPARISON_LEVEL) {
          Operand middle = popOperand(first.span());
          Operand left = popOperand(first.span());
          chains.put(spans.of(symbol), new Chain(left, first, middle));
          operands.push(left);
          operands.push(middle);
        }
      }
      reduce();
    }
    pending.push(new Infix(op, dims, spans.of(symbol)));
  }

  private void reportChain(Chain chain, Ast.BinaryOp second, Span at, Operand right) {
    problems.report(
        ParseError.COMPARISON_CHAIN
            .at(at, "comparisons cannot be chained")
            .related(chain.first().span(), "the first comparison")
            .hint(unchained(chain, second, right)));
  }

  private static String unchained(Chain chain, Ast.BinaryOp second, Operand right) {
    String before = text(chain.left(), "a") + " " + chain.first().op().symbol() + " ";
    String after = " " + second.symbol() + " " + text(right, "c");
    if (chain.middle().expression() instanceof Ast.Binary(var op, var l, var r, _, _, _)
        && BITWISE.contains(op)) {
      return "`%1$s` binds tighter than comparisons: write `(%2$s) %1$s (%3$s)`"
          .formatted(op.symbol(), before + l.span().text(), r.span().text() + after);
    }
    String middle = text(chain.middle(), "b");
    return "write `%1$s and %2$s`, for arrays `(%1$s) & (%2$s)`"
        .formatted(before + middle, middle + after);
  }

  private static String text(Operand operand, String shorter) {
    String text = operand.extent().text();
    return text.length() <= LONGEST_COMPARED && !text.contains("\n") ? text : shorter;
  }

  Ast.Expr result() {
    while (!pending.isEmpty()) {
      reduce();
    }
    return operands.pop().expression();
  }

  private void reduce() {
    var entry = pending.pop();
    var right = popOperand(entry.span());
    switch (entry) {
      case Prefix(Ast.UnaryOp op, Span at) -> {
        var span = at.to(right.extent());
        operand(new Ast.Unary(op, right.expression(), span), span);
      }
      case Infix(Ast.BinaryOp op, var dims, Span at) -> {
        var left = popOperand(at);
        var span = left.extent().to(right.extent());
        Chain chain = chains.remove(at);
        if (chain != null) {
          reportChain(chain, op, at, right);
        }
        operand(new Ast.Binary(op, left.expression(), right.expression(), dims, at, span), span);
      }
    }
  }

  /** Tuples are not values, so no operator takes one. */
  private Operand popOperand(Span operator) {
    var operand = operands.pop();
    if (operand.expression() instanceof Ast.TupleLit) {
      problems.report(
          ParseError.TUPLE
              .at(operand.extent(), "a tuple cannot be an operand of `" + operator.text() + "`")
              .hint("a list of numbers is written `[1, 2, 3]`"));
    }
    return operand;
  }

  /** The operator of a symbol; {@code +} for {@code +=} as well. */
  static Ast.BinaryOp ofSymbol(Token symbol) {
    return switch (symbol.getType()) {
      case OR -> Ast.BinaryOp.OR;
      case AND -> Ast.BinaryOp.AND;
      case LT -> Ast.BinaryOp.LT;
      case LE -> Ast.BinaryOp.LE;
      case GT -> Ast.BinaryOp.GT;
      case GE -> Ast.BinaryOp.GE;
      case EQ -> Ast.BinaryOp.EQ;
      case NE -> Ast.BinaryOp.NE;
      case BAR, BAR_ASSIGN -> Ast.BinaryOp.BIT_OR;
      case CARET, CARET_ASSIGN -> Ast.BinaryOp.BIT_XOR;
      case AMP, AMP_ASSIGN -> Ast.BinaryOp.BIT_AND;
      case SHL, SHL_ASSIGN -> Ast.BinaryOp.SHL;
      case SHR, SHR_ASSIGN -> Ast.BinaryOp.SHR;
      case PLUS, PLUS_ASSIGN -> Ast.BinaryOp.ADD;
      case MINUS, MINUS_ASSIGN -> Ast.BinaryOp.SUB;
      case STAR, STAR_ASSIGN -> Ast.BinaryOp.MUL;
      case SLASH, SLASH_ASSIGN -> Ast.BinaryOp.DIV;
      case FLOOR, FLOOR_ASSIGN -> Ast.BinaryOp.FLOORDIV;
      case PERCENT, PERCENT_ASSIGN -> Ast.BinaryOp.MOD;
      case AT, AT_ASSIGN -> Ast.BinaryOp.MATMUL;
      case POWER, POWER_ASSIGN -> Ast.BinaryOp.POW;
      default -> throw new IllegalStateException("not a binary operator: " + symbol);
    };
  }
}
