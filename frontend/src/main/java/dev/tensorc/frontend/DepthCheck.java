package dev.tensorc.frontend;

import static dev.tensorc.frontend.parser.TensorLexer.*;

import java.util.List;
import java.util.Optional;
import org.antlr.v4.runtime.Token;

/**
 * Bounds the depth of the tree from the tokens alone, before anything recurses. Each operator,
 * bracket, {@code if} and {@code else} can add a level or two to the tree of the statement it
 * stands in, so the depth of a list item is at most their number plus the deepest bracket inside
 * it. The bound errs on the safe side: {@code (a + b) * (c + d)} counts as deeper than it is.
 */
final class DepthCheck {

  /** Levels that a pair of brackets can add: a block and its statement, a list and its item. */
  private static final int LEVELS = 2;

  private final int[] levels;
  private final int[] inner;
  private final int[] deepest;
  private int nesting;

  private DepthCheck() {
    // Index 0 is the file itself.
    this.levels = new int[Parser.MAX_NESTING + 1];
    this.inner = new int[Parser.MAX_NESTING + 1];
    this.deepest = new int[Parser.MAX_NESTING + 1];
  }

  /**
   * The error of a program that is too deep; brackets match, as {@link NewlineRules} leaves them.
   */
  static Optional<Diagnostic> of(SourceText source, List<Token> tokens) {
    var check = new DepthCheck();
    for (Token token : tokens) {
      String what = check.exceeds(token.getType());
      if (!what.isEmpty()) {
        return Optional.of(
            ParseError.TOO_DEEP
                .at(new Spans(source).of(token), "this is nested too deeply")
                .because(what));
      }
    }
    return Optional.empty();
  }

  /** Takes one token in; the limit that it breaks, or nothing. */
  private String exceeds(int type) {
    switch (type) {
      case LPAREN, LBRACKET, LBRACE -> {
        levels[nesting] += type == LBRACE ? 0 : 1;
        if (nesting == Parser.MAX_NESTING) {
          return "brackets and blocks nest at most " + Parser.MAX_NESTING + " deep";
        }
        nesting++;
        levels[nesting] = 0;
        inner[nesting] = 0;
        deepest[nesting] = 0;
      }
      case RPAREN, RBRACKET, RBRACE -> {
        if (nesting > 0) {
          endItem();
          nesting--;
          inner[nesting] = Math.max(inner[nesting], deepest[nesting + 1] + LEVELS);
        }
      }
      case COMMA, SEMI, NEWLINE -> endItem();
      case IF, ELSE, DOT -> levels[nesting]++;
      default -> levels[nesting] += NewlineRules.isOperator(type) ? 1 : 0;
    }
    return levels[nesting] + inner[nesting] > Parser.MAX_DEPTH - SLACK
        ? "one statement has at most about " + (Parser.MAX_DEPTH - SLACK) + " operators in a row"
        : "";
  }

  /** For the program, function, block and statement around an expression. */
  private static final int SLACK = 100;

  private void endItem() {
    deepest[nesting] = Math.max(deepest[nesting], levels[nesting] + inner[nesting]);
    levels[nesting] = 0;
    inner[nesting] = 0;
  }
}
