package dev.tensorc.frontend;

import static dev.tensorc.frontend.parser.TensorLexer.*;

import dev.tensorc.frontend.parser.TensorParser;
import java.util.Map;
import org.antlr.v4.runtime.RuleContext;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.TokenStream;

/** Advice for what people bring along from other languages. */
final class ForeignHabits {

  private static final Map<String, String> FIRST_WORDS =
      Map.ofEntries(
          Map.entry("def", "a function is `fn name(x: f32[n]) -> f32[n] { ... }`"),
          Map.entry("function", "a function is `fn name(x: f32[n]) -> f32[n] { ... }`"),
          Map.entry("func", "a function is `fn name(x: f32[n]) -> f32[n] { ... }`"),
          Map.entry("fun", "a function is `fn name(x: f32[n]) -> f32[n] { ... }`"),
          Map.entry("from", "write `import \"file.tc\"`; the array functions need no import"),
          Map.entry("include", "write `import \"file.tc\"`"),
          Map.entry("pub", "write `export fn`"),
          Map.entry("public", "write `export fn`"),
          Map.entry("private", "a function without `export` is private"),
          Map.entry("static", "write `fn` or `const`"),
          Map.entry("elif", "write `else if`"),
          Map.entry("elseif", "write `else if`"),
          Map.entry("pass", "an empty block is `{ }`"),
          Map.entry("class", "there are no classes: a file is a list of functions"),
          Map.entry("lambda", "there are no lambdas: write a `fn`"),
          Map.entry("print", "functions have no side effects: `return` the value"),
          Map.entry("assert", "preconditions stand in the function's `where` clause"),
          Map.entry("break", "loops have no `break`: put the condition into `while`"),
          Map.entry("continue", "loops have no `continue`: use `if`"));

  private ForeignHabits() {}

  /** Advice on a word that begins a line; empty where there is none. */
  static String firstWord(String word) {
    return FIRST_WORDS.getOrDefault(word, "");
  }

  /**
   * Advice on a token that the parser could not go on with; empty where there is none.
   *
   * @param rule what was being read
   * @param atLineEnd whether the line before {@code found} ended too early
   */
  static String advice(
      TokenStream tokens, Token found, Token before, RuleContext rule, boolean atLineEnd) {
    if (rule instanceof TensorParser.ImportFileContext) {
      return "write `import \"file.tc\"`; the array functions need no import";
    }
    if (before.getType() == NAME && isFirst(tokens, before)) {
      String word = firstWord(before.getText());
      if (!word.isEmpty()) {
        return word;
      }
    }
    if (rule instanceof TensorParser.ParamContext && before.getType() == NAME) {
      return "a parameter has a type: `" + Words.shortened(before.getText()) + ": f32[n]`";
    }
    if (atLineEnd) {
      return endOfLine(tokens, before);
    }
    return switch (found.getType()) {
      case ASSIGN -> assign(before);
      case RBRACKET ->
          rule instanceof TensorParser.DimListContext || rule instanceof TensorParser.DimContext
              ? "the type of a scalar has no brackets"
              : "";
      case EQ -> "`=` binds, `==` compares";
      case IF -> conditional(before);
      case QUESTION -> "write `if c then a else b`";
      case COLON -> colon(before, rule);
      case LBRACE -> rule instanceof TensorParser.RangeContext ? "a range is `0:n`" : "";
      case ARROW -> "the result's type follows the parameters: `fn f(x: f32) -> f32 { ... }`";
      case RETURN, LET, VAR -> "each statement stands on a line of its own";
      case NAME -> name(found, before, rule);
      default -> "";
    };
  }

  private static boolean isFirst(TokenStream tokens, Token token) {
    int index = token.getTokenIndex();
    return index == 0 || tokens.get(index - 1).getLine() < token.getLine();
  }

  private static String assign(Token before) {
    return switch (before.getType()) {
      case COLON -> "a type stands after `:`; without one write `=` alone";
      default -> Layout.isOperator(before.getType()) ? "" : "`==` compares, `=` only binds";
    };
  }

  private static String conditional(Token before) {
    return Layout.isOperator(before.getType())
        ? "put it in parentheses: `(if c then a else b)`"
        : "write `if c then a else b`";
  }

  private static String colon(Token before, RuleContext rule) {
    boolean header =
        rule instanceof TensorParser.BlockContext
            || rule.getParent() instanceof TensorParser.IfStatementContext
            || before.getType() == ELSE;
    return header ? "a block stands in braces: `{ ... }`" : "";
  }

  private static String endOfLine(TokenStream tokens, Token before) {
    int index = before.getTokenIndex();
    Token earlier = index == 0 ? before : tokens.get(index - 1);
    boolean twice =
        earlier.getType() == before.getType()
            && earlier.getStopIndex() + 1 == before.getStartIndex();
    if (twice && before.getType() == PLUS) {
      return "write `x += 1`";
    }
    if (twice && before.getType() == MINUS) {
      return "write `x -= 1`";
    }
    return before.getType() == RETURN ? "a function always returns a value" : "";
  }

  private static String name(Token found, Token before, RuleContext rule) {
    boolean afterParameters =
        before.getType() == RPAREN
            && (rule instanceof TensorParser.FunctionHeaderContext
                || rule instanceof TensorParser.BlockContext);
    if (afterParameters) {
      return "the result's type follows `->`";
    }
    return switch (found.getText()) {
      case "is" -> "write `==`";
      case "xor" -> "write `^`, or `!=` for truth values";
      case "mod" -> "write `%`";
      default -> before.getText().equals("mut") ? "write `var`" : "";
    };
  }
}
