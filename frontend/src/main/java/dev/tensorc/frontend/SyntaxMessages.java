package dev.tensorc.frontend;

import static dev.tensorc.frontend.parser.TensorLexer.*;

import dev.tensorc.frontend.parser.TensorParser;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.antlr.v4.runtime.Parser;
import org.antlr.v4.runtime.RecognitionException;
import org.antlr.v4.runtime.RuleContext;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.misc.IntervalSet;

/**
 * Describes in the language's words the token at which the parser stopped. The token before (an
 * operator asks for an expression) and the rule that was being read say which token was expected;
 * {@link ForeignHabits} adds the advice.
 */
final class SyntaxMessages {

  /** More alternatives than these are no help to a reader. */
  private static final int MOST_ALTERNATIVES = 4;

  private static final String AT_THE_END = "put the operator at the end of the line before";

  private static final String COMMENT = "a comment begins with `#`";

  private final Spans spans;

  SyntaxMessages(SourceText source) {
    this.spans = new Spans(source);
  }

  /** A token that no statement begins with. */
  Diagnostic badStatement(Parser parser, Token token) {
    String word = Words.of(token);
    var span = spans.of(token);
    return switch (token.getType()) {
      case FN, EXPORT, AT ->
          ParseError.PLACE
              .at(span, "a function cannot stand inside a function")
              .hint("move it out, or close the function above with `}`");
      case CONST, IMPORT ->
          ParseError.PLACE
              .at(span, word + " stands at the top of a file, not inside a function")
              .hint(token.getType() == CONST ? "write `let`" : "");
      case ELSE ->
          ParseError.STATEMENT_START
              .at(span, "this `else` belongs to no `if`")
              .hint("`else` follows the `}` of its `if`");
      case FLOOR -> startsWith(token).because("`//` is floor division").hint(COMMENT);
      case SEMI -> semicolon(token);
      case STRING ->
          ParseError.NOT_A_STATEMENT
              .at(span, "a statement cannot begin with " + word)
              .hint("write the purpose of a function above it, in lines that begin with `##`");
      case LPAREN, LBRACKET, INT, FLOAT, TRUE, FALSE, PLUS, MINUS, TILDE, NOT ->
          isContinuation(parser, token)
              ? startsWith(token).hint(AT_THE_END)
              : ParseError.NOT_A_STATEMENT
                  .at(span, "a statement cannot begin with " + word)
                  .hint("name the value, `let y = ...`, or hand it back, `return ...`");
      case LBRACE ->
          startsWith(token).hint("a block belongs to `fn`, `if`, `else`, `for` or `while`");
      case IN, AND, OR -> startsWith(token).hint(keyword(token));
      default ->
          NewlineRules.isOperator(token.getType())
              ? startsWith(token).hint(isComment(token) ? COMMENT : AT_THE_END)
              : startsWith(token);
    };
  }

  private boolean isComment(Token token) {
    return spans.source().text().startsWith("/*", token.getStartIndex());
  }

  /** {@code + b} on a line of its own, after a line that may have meant to go on. */
  private static boolean isContinuation(Parser parser, Token token) {
    boolean operator = token.getType() == PLUS || token.getType() == MINUS;
    return operator && parser.getInputStream().LA(-1) == NEWLINE;
  }

  private Diagnostic startsWith(Token token) {
    return ParseError.STATEMENT_START.at(
        spans.of(token), "a statement cannot begin with " + Words.of(token));
  }

  private Diagnostic semicolon(Token token) {
    return ParseError.OTHER_LANGUAGE
        .at(spans.of(token), "`;` does not end a statement")
        .hint("a statement ends with its line; `;` separates the rows of `[1, 2; 3, 4]`");
  }

  /** A token that no declaration begins with. */
  Diagnostic badItem(Parser parser, Token token) {
    String advice =
        token.getText().equals("from")
            ? ForeignHabits.imported(token)
            : ForeignHabits.firstWord(token.getText());
    String word = Words.of(token);
    var span = spans.of(token);
    if (!advice.isEmpty()) {
      return ParseError.OTHER_LANGUAGE
          .at(span, word + " is not a keyword of this language")
          .hint(advice);
    }
    return switch (token.getType()) {
      case LET, VAR ->
          ParseError.PLACE
              .at(span, word + " stands only inside a function")
              .hint("at the top of a file write `const`");
      case IF, FOR, WHILE, RETURN ->
          ParseError.PLACE
              .at(span, word + " stands only inside a function")
              .hint("is a `}` too many above, or a `fn` missing?");
      case SEMI -> semicolon(token);
      case FLOOR -> startsWith(token).because("`//` is floor division").hint(COMMENT);
      default ->
          ParseError.PLACE
              .at(span, "expected a declaration")
              .found(word)
              .expected("`fn`, `export fn`, `const`, `import`, `weights` or `broadcasting`")
              .hint(ForeignHabits.misspeltDeclaration(token.getText()));
    };
  }

  /** The message about a token that the parser could not go on with. */
  Diagnostic describe(Parser parser, RecognitionException e) {
    Token found = e.getOffendingToken();
    Token before = before(parser, found);
    var rule = ruleOf(e);
    if (found.getType() == SEMI) {
      return rule instanceof TensorParser.DimListContext
          ? ParseError.OTHER_LANGUAGE
              .at(spans.of(found), "`;` does not separate dims")
              .hint("write `,`: `f32[2, 3]`")
          : semicolon(found);
    }
    if (isExpressionStatement(rule, found)) {
      return expressionStatement(rule, before, found);
    }
    Token colon = ForeignHabits.colonOfBlock(parser.getInputStream(), found);
    if (colon != null) {
      return ParseError.UNEXPECTED
          .at(spans.of(colon), "expected `{` before the loop's statements")
          .found(Words.of(colon))
          .hint(ForeignHabits.IN_BRACES);
    }
    String missing = wantedAfter(before, rule);
    boolean atLineEnd =
        found.getType() == NEWLINE || !missing.isEmpty() && found.getLine() > before.getLine();
    String advice = ForeignHabits.advice(parser.getInputStream(), found, before, rule, atLineEnd);
    boolean keyword = isKeyword(found) && !atLineEnd;
    if (keyword
        && (isNamed(parser, found) || isBound(e) || advice.isEmpty() && wantsName(e, missing))) {
      advice = keyword(found);
    }
    var kind =
        missing.equals("an expression") ? ParseError.EXPECTED_EXPRESSION : ParseError.UNEXPECTED;
    if (missing.isEmpty()) {
      missing = expectedWords(e, before, rule);
    }
    var span = atLineEnd ? caretAfter(before) : spans.of(found);
    String foundWord = atLineEnd ? "the end of the line" : Words.of(found);
    String title =
        missing.isEmpty()
            ? Words.of(found) + " cannot follow " + Words.of(before) + " here"
            : "expected " + missing + " after " + Words.of(before);
    return kind.at(span, title).found(missing.isEmpty() ? "" : foundWord).hint(advice);
  }

  /** Whether the language has that word for itself everywhere. */
  private static boolean isKeyword(Token token) {
    return token.getType() >= EXPORT && token.getType() <= FALSE;
  }

  private static boolean wantsName(RecognitionException e, String missing) {
    return missing.startsWith("a parameter")
        || e.getExpectedTokens() != null && e.getExpectedTokens().contains(NAME);
  }

  /** Whether the token has a type, as names of parameters and results have. */
  private static boolean isNamed(Parser parser, Token token) {
    var tokens = parser.getInputStream();
    return tokens.LA(token.getTokenIndex() - tokens.index() + 2) == COLON;
  }

  /** Whether a name is asked for, and no expression. */
  private static boolean isBound(RecognitionException e) {
    IntervalSet expected = e.getExpectedTokens();
    return expected != null && expected.contains(NAME) && !expected.contains(INT);
  }

  private static String keyword(Token token) {
    String word = token.getText();
    if (token.getType() == ELSE) {
      return "`else` follows the `}` of its `if`";
    }
    return "`%1$s` is a keyword, not free for a name: choose another, such as `%1$s_`"
        .formatted(word);
  }

  private static Token before(Parser parser, Token token) {
    return token.getTokenIndex() == 0
        ? token
        : parser.getInputStream().get(token.getTokenIndex() - 1);
  }

  /** One character wide, at the place where something is missing. */
  private Span caretAfter(Token token) {
    var span = spans.of(token);
    int width = span.end() - span.start();
    return new Span(span.source(), span.end(), span.end(), span.line(), span.column() + width);
  }

  private static RuleContext ruleOf(RecognitionException e) {
    var rule = e.getCtx();
    return rule instanceof TensorParser.NameContext ? rule.getParent() : rule;
  }

  private static boolean isExpressionStatement(RuleContext rule, Token found) {
    boolean atTarget =
        rule instanceof TensorParser.AssignmentContext
            || rule instanceof TensorParser.AssignOperatorContext
            || rule instanceof TensorParser.UpdateOperatorContext;
    int type = found.getType();
    boolean goesOn =
        type == LPAREN
            || type == NEWLINE
            || type == DOT
            || type == EQ
            || NewlineRules.isOperator(type);
    return atTarget && goesOn;
  }

  private Diagnostic expressionStatement(RuleContext rule, Token before, Token found) {
    var statement = rule;
    while (!(statement instanceof TensorParser.AssignmentContext)) {
      statement = statement.getParent();
    }
    Token start = ((TensorParser.AssignmentContext) statement).getStart();
    var diagnostic =
        ParseError.NOT_A_STATEMENT.at(spans.of(start, before), "an expression is not a statement");
    String advice = ForeignHabits.firstWord(start.getText());
    String text = spans.source().text();
    int end = text.indexOf('\n', start.getStartIndex());
    String line = text.substring(start.getStartIndex(), end < 0 ? text.length() : end);
    String grown = ForeignHabits.grown(start, line);
    if (!grown.isEmpty()) {
      return diagnostic.hint(grown);
    }
    if (found.getType() == EQ) {
      return diagnostic.hint("`=` assigns, `==` compares");
    }
    if (found.getType() == PLUS || found.getType() == MINUS) {
      String twice = found.getText() + found.getText();
      if (spans.source().text().startsWith(twice, found.getStartIndex())) {
        return diagnostic.hint("write `" + start.getText() + " " + found.getText() + "= 1`");
      }
    }
    return diagnostic.hint(
        advice.isEmpty() ? "name the value, `let y = ...`, or hand it back, `return ...`" : advice);
  }

  /** The token that must follow that one, whichever tokens the grammar would take in its place. */
  private static String wantedAfter(Token before, RuleContext rule) {
    int type = before.getType();
    if (rule instanceof TensorParser.TypeContext) {
      return "a type";
    }
    if (type == ASSIGN && rule instanceof TensorParser.WeightContext) {
      return "a string";
    }
    boolean item = type == COMMA || type == LPAREN || type == LBRACKET;
    if (item && rule instanceof TensorParser.FunctionHeaderContext) {
      return "a parameter such as `x: f32[n]`";
    }
    if (item && rule instanceof TensorParser.ResultsContext) {
      return "a result such as `y: f32[n]`";
    }
    if (item && rule instanceof TensorParser.DimListContext
        || item && rule instanceof TensorParser.DimContext) {
      return "a dim";
    }
    if (item && isExpression(rule)) {
      return "an expression";
    }
    boolean operand =
        NewlineRules.isOperator(type)
            || NewlineRules.isAssignment(type)
            || type == RETURN
            || type == WHILE
            || type == ELSE && rule instanceof TensorParser.PrimaryContext;
    return operand || rule instanceof TensorParser.PrimaryContext ? "an expression" : "";
  }

  private static boolean isExpression(RuleContext rule) {
    return switch (rule) {
      case TensorParser.PrimaryContext _,
          TensorParser.PostfixContext _,
          TensorParser.ArgumentsContext _,
          TensorParser.ParenthesisedContext _,
          TensorParser.ListContext _,
          TensorParser.RowContext _,
          TensorParser.SubscriptsContext _,
          TensorParser.SubscriptContext _ ->
          true;
      default -> false;
    };
  }

  private static String expectedWords(RecognitionException e, Token before, RuleContext rule) {
    IntervalSet expected = e.getExpectedTokens();
    if (expected == null) {
      return "";
    }
    if (expected.size() == 1) {
      // The loops over operators and items are left when the parser asks for the next token.
      String word = Words.ofType(expected.getMinElement());
      switch (expected.getMinElement()) {
        case NEWLINE -> {
          return before.getType() == RBRACE ? word : "an operator or " + word;
        }
        case RPAREN, RBRACKET -> {
          return "`,` or " + word;
        }
        default -> {}
      }
    }
    Set<String> words = new LinkedHashSet<>();
    for (int type : byUse(expected)) {
      words.add(isName(type) ? nameFor(rule) : Words.ofType(type));
    }
    if (expected.contains(INT) && expected.contains(LPAREN)) {
      return "an expression";
    }
    if (expected.contains(PERCENT)) {
      words.removeIf(word -> word.startsWith("`") && isGlue(word));
      return "an operator" + (words.isEmpty() ? "" : " or " + Words.either(List.copyOf(words)));
    }
    return words.size() > MOST_ALTERNATIVES || words.isEmpty()
        ? ""
        : Words.either(List.copyOf(words));
  }

  /** Closing brackets last, so that a list of alternatives reads well. */
  private static List<Integer> byUse(IntervalSet expected) {
    return expected.toList().stream()
        .sorted((a, b) -> Boolean.compare(closes(a), closes(b)))
        .toList();
  }

  private static boolean closes(int type) {
    return type == RPAREN || type == RBRACKET || type == RBRACE;
  }

  /**
   * Whether the token can follow an operand without ending the expression, or only now and then.
   */
  private static boolean isGlue(String word) {
    return switch (word) {
      case "`,`", "`)`", "`]`", "`}`", "`{`", "`then`", "`else`", "`:`" -> false;
      default -> true;
    };
  }

  private static boolean isName(int type) {
    return Recovery.isName(type);
  }

  private static String nameFor(RuleContext rule) {
    return switch (rule) {
      case TensorParser.TypeContext _ -> "a type";
      case TensorParser.ParamContext _ -> "a parameter";
      case TensorParser.FunctionHeaderContext _ -> "the function's name";
      case TensorParser.BroadcastingContext _ -> "a discipline: `numpy`, `strict`, `xla` or `tml`";
      case TensorParser.RangeContext _ -> "an index";
      case TensorParser.IndicesContext _ -> "an index's name";
      default -> "a name";
    };
  }
}
