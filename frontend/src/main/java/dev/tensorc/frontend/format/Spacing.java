package dev.tensorc.frontend.format;

import static dev.tensorc.frontend.parser.TensorParser.*;

/**
 * Whether a blank stands between two tokens of a line. Operators have blanks around them, but for
 * those of short bounds of ranges; signs and the colons of slices have none, the colons of types
 * have one behind them.
 */
final class Spacing {

  private Spacing() {}

  static boolean between(Leaf left, Leaf right) {
    if (left.opensBlock() && right.closesBlock()) {
      return false;
    }
    if (left.type() == COMMA || left.type() == SEMI) {
      return !right.closes();
    }
    return !isTightBehind(left) && !isTightBefore(right) || wouldMerge(left, right);
  }

  private static boolean isTightBehind(Leaf leaf) {
    return switch (leaf.type()) {
      case LPAREN, LBRACKET, DOT -> true;
      case LBRACE -> !leaf.opensBlock();
      case AT -> leaf.rule() == RULE_annotation || isInBound(leaf);
      case MINUS, PLUS, TILDE -> leaf.rule() == RULE_prefix || isInBound(leaf);
      case STAR, SLASH, FLOOR, PERCENT, POWER -> isInBound(leaf);
      case COLON -> isBetweenBounds(leaf);
      case ASSIGN -> leaf.rule() == RULE_argument;
      default -> false;
    };
  }

  private static boolean isTightBefore(Leaf leaf) {
    return switch (leaf.type()) {
      case RPAREN, RBRACKET, COMMA, SEMI, DOT, COLON -> true;
      case RBRACE -> !leaf.closesBlock();
      case MINUS, PLUS, STAR, SLASH, FLOOR, PERCENT, AT, POWER -> isInBound(leaf);
      case LBRACE -> !leaf.opensBlock();
      case LPAREN -> leaf.rule() != RULE_parenthesised && isBehindName(leaf);
      case LBRACKET -> leaf.rule() != RULE_list;
      case ASSIGN -> leaf.rule() == RULE_argument;
      case ELLIPSIS -> leaf.rule() == RULE_dim && leaf.place() > 0;
      default -> false;
    };
  }

  /** Not around the results of a function, nor around the targets of a {@code let}. */
  private static boolean isBehindName(Leaf parenthesis) {
    return parenthesis.rule() != RULE_results && parenthesis.rule() != RULE_target;
  }

  private static boolean isBetweenBounds(Leaf colon) {
    return colon.rule() == RULE_slice || colon.rule() == RULE_range;
  }

  /** {@code for i in 1:n-1}. */
  private static boolean isInBound(Leaf operator) {
    return operator.rule() == RULE_range;
  }

  /** {@code 2 .T}: without a blank the point would be part of the number. */
  private static boolean wouldMerge(Leaf left, Leaf right) {
    return (left.type() == INT || left.type() == FLOAT)
        && (right.type() == DOT || right.type() == ELLIPSIS);
  }
}
