package dev.tensorc.frontend;

import static dev.tensorc.frontend.parser.TensorLexer.*;

import dev.tensorc.frontend.parser.TensorParser;
import org.antlr.v4.runtime.DefaultErrorStrategy;
import org.antlr.v4.runtime.InputMismatchException;
import org.antlr.v4.runtime.Parser;
import org.antlr.v4.runtime.RecognitionException;
import org.antlr.v4.runtime.Token;

/**
 * One report for each broken statement: the first error ends the statement, and parsing goes on
 * with the next one (or, after a broken header, with the body). ANTLR's own strategy guesses
 * missing and surplus tokens instead, which yields follow-up errors that the user did not make.
 */
final class Recovery extends DefaultErrorStrategy {

  private final SyntaxMessages messages;
  private final Problems problems;

  Recovery(SyntaxMessages messages, Problems problems) {
    this.messages = messages;
    this.problems = problems;
  }

  @Override
  public void reportError(Parser parser, RecognitionException e) {
    // The rules outside the one that failed see the same exception again.
    if (!inErrorRecoveryMode(parser)) {
      beginErrorCondition(parser);
      problems.report(messages.describe(parser, e));
    }
  }

  @Override
  public Token recoverInline(Parser parser) {
    var mismatch = new InputMismatchException(parser);
    if (!(parser.getContext() instanceof TensorParser.BlockContext block)
        || block.LBRACE() != null) {
      throw mismatch;
    }
    // `if x = 1 {`: the header ended early, the body can be read.
    reportError(parser, mismatch);
    skipHeader(parser, mismatch);
    Token brace = parser.consume();
    endErrorCondition(parser);
    return brace;
  }

  @Override
  public void recover(Parser parser, RecognitionException e) {
    switch (parser.getContext()) {
      case TensorParser.StatementContext statement -> {
        skipStatement(parser, statement.getStart());
        endErrorCondition(parser);
      }
      case TensorParser.TopLevelContext item -> {
        skipItem(parser, item.getStart());
        endErrorCondition(parser);
      }
      case TensorParser.FunctionHeaderContext _ -> skipHeader(parser, e);
      case TensorParser.ForHeaderContext _ -> skipHeader(parser, e);
      case TensorParser.WhileHeaderContext _ -> skipHeader(parser, e);
      case TensorParser.IfHeaderContext _ -> skipHeader(parser, e);
      default -> throw e;
    }
  }

  /** Called at each turn of a loop: catches tokens that no statement or declaration begins with. */
  @Override
  public void sync(Parser parser) {
    if (parser.getContext() instanceof TensorParser.BlockContext block && block.LBRACE() != null) {
      while (!canBeginStatement(parser.getCurrentToken().getType())) {
        Token token = parser.getCurrentToken();
        problems.report(messages.badStatement(parser, token));
        skipStatement(parser, token);
      }
    } else if (parser.getContext() instanceof TensorParser.ProgramContext) {
      while (!canBeginItem(parser.getCurrentToken().getType())) {
        Token token = parser.getCurrentToken();
        problems.report(messages.badItem(parser, token));
        skipItem(parser, token);
      }
    }
  }

  private static boolean canBeginStatement(int type) {
    return switch (type) {
      case LET, VAR, FOR, WHILE, IF, RETURN, RBRACE, Token.EOF -> true;
      default -> isName(type);
    };
  }

  private static boolean canBeginItem(int type) {
    return switch (type) {
      case FN, EXPORT, AT, CONST, IMPORT, BROADCASTING, WEIGHTS, Token.EOF -> true;
      default -> false;
    };
  }

  static boolean isName(int type) {
    return switch (type) {
      case NAME, WHERE, BROADCASTING, STRICT, THEN, WEIGHTS -> true;
      default -> false;
    };
  }

  /** To the start of the next statement of the same block, or before the brace that ends it. */
  private static void skipStatement(Parser parser, Token start) {
    int depth = 0;
    while (true) {
      Token token = parser.getCurrentToken();
      switch (token.getType()) {
        case Token.EOF -> {
          return;
        }
        case LBRACE -> depth++;
        case RBRACE -> {
          if (depth == 0) {
            return;
          }
          depth--;
        }
        case NEWLINE -> {
          if (depth == 0) {
            parser.consume();
            return;
          }
        }
        case LET, VAR, RETURN, WHILE -> {
          if (depth == 0 && !token.equals(start) && isFirstOnLine(parser)) {
            return;
          }
        }
        default -> {}
      }
      parser.consume();
    }
  }

  /** To the next declaration: statements of a broken function are not worth a report each. */
  private static void skipItem(Parser parser, Token start) {
    int depth = 0;
    while (true) {
      Token token = parser.getCurrentToken();
      int type = token.getType();
      depth += type == LBRACE ? 1 : type == RBRACE ? -1 : 0;
      boolean begins =
          depth <= 0
              && !token.equals(start)
              && isFirstOnLine(parser)
              && canBeginItem(type)
              && (type != WEIGHTS || parser.getInputStream().LA(2) == STRING);
      if (type == Token.EOF || begins) {
        return;
      }
      parser.consume();
    }
  }

  private static boolean isFirstOnLine(Parser parser) {
    Token before = parser.getInputStream().LT(-1);
    return before == null || before.getLine() < parser.getCurrentToken().getLine();
  }

  /** To the body; where there is none on the line, the whole statement is lost. */
  private static void skipHeader(Parser parser, RecognitionException e) {
    int ahead = 1;
    while (true) {
      switch (parser.getInputStream().LA(ahead)) {
        case NEWLINE, RBRACE, Token.EOF -> throw e;
        case LBRACE -> {
          while (ahead-- > 1) {
            parser.consume();
          }
          return;
        }
        default -> ahead++;
      }
    }
  }
}
