package dev.tensorc.frontend.format;

import static dev.tensorc.frontend.parser.TensorParser.*;

import java.util.ArrayList;
import java.util.List;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.tree.ParseTree;
import org.antlr.v4.runtime.tree.TerminalNode;

/**
 * A token and the place that it has in the grammar.
 *
 * @param type of the token, as the lexer numbers them
 * @param rule the grammar's rule that the token is part of; that of ranges for an operator of a
 *     short bound, as in {@code 0:n-1}
 * @param place how many parts of that rule stand before it
 * @param start offset of its first character
 * @param end offset after its last character
 */
record Leaf(int type, int rule, int place, int start, int end) {

  /** All tokens of a tree, in order. */
  static List<Leaf> of(ParserRuleContext tree) {
    var leaves = new ArrayList<Leaf>();
    add(tree, leaves);
    return leaves;
  }

  private static void add(ParserRuleContext parent, List<Leaf> leaves) {
    for (int place = 0; place < parent.getChildCount(); place++) {
      ParseTree child = parent.getChild(place);
      if (child instanceof TerminalNode node) {
        Token t = node.getSymbol();
        leaves.add(
            new Leaf(
                t.getType(),
                isOperatorOfBound(parent) ? RULE_range : parent.getRuleIndex(),
                place,
                t.getStartIndex(),
                t.getStopIndex() + 1));
      } else if (child instanceof ParserRuleContext inner) {
        add(inner, leaves);
      }
    }
  }

  /** {@code n-1} in {@code for i in 0:n-1}, where all operands are names or numbers. */
  private static boolean isOperatorOfBound(ParserRuleContext parent) {
    return parent instanceof OperatorSymbolContext
        && parent.getParent().getParent() instanceof OperationContext operation
        && operation.getParent().getParent() instanceof RangeContext
        && operation.term().stream().allMatch(term -> term.getStart() == term.getStop());
  }

  /** Whether a statement ends here; it has no text. */
  boolean endsStatement() {
    return type == NEWLINE;
  }

  boolean endsFile() {
    return type == EOF;
  }

  boolean opens() {
    return type == LPAREN || type == LBRACKET || type == LBRACE;
  }

  boolean closes() {
    return type == RPAREN || type == RBRACKET || type == RBRACE;
  }

  /** A brace around statements. */
  boolean opensBlock() {
    return type == LBRACE && rule != RULE_dims;
  }

  /** A brace around statements. */
  boolean closesBlock() {
    return type == RBRACE && rule != RULE_dims;
  }

  boolean beginsClauses() {
    return type == WHERE && rule == RULE_whereClause;
  }

  /** The {@code else} of a statement, not that of an expression. */
  boolean isElseOfStatement() {
    return type == ELSE && rule == RULE_ifStatement;
  }
}
