package dev.tensorc.frontend;

import static dev.tensorc.frontend.parser.TensorLexer.*;

import dev.tensorc.frontend.parser.TensorParser;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.antlr.v4.runtime.CharStream;
import org.antlr.v4.runtime.RuleContext;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.TokenStream;
import org.antlr.v4.runtime.misc.Interval;
import org.jspecify.annotations.Nullable;

/** Advice for the habits that people bring along from other languages. */
final class ForeignHabits {

  static final String IN_BRACES = "a block stands in braces: `{ ... }`";

  private static final String NO_EXCEPTIONS =
      "the conditions of a call stand in the function's header: `-> f32 where n > 0 {`";

  private static final String CONDITIONAL =
      "write `if c then a else b`, for arrays `where(c, a, b)`";

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
          Map.entry("lambda", "there are no lambdas: write a `fn` beside this one"),
          Map.entry("print", "functions have no side effects: `return` the value"),
          Map.entry("assert", "preconditions stand in the function's `where` clause"),
          Map.entry("raise", NO_EXCEPTIONS),
          Map.entry("throw", NO_EXCEPTIONS),
          Map.entry("try", "an error ends the call; who calls it from Java can catch it"),
          Map.entry("switch", "write `if c { ... } else if d { ... }`"),
          Map.entry("match", "write `if c { ... } else if d { ... }`"),
          Map.entry("do", "write `while c { ... }`"),
          Map.entry("val", "a new name is `let y = ...`"),
          Map.entry("del", "a name ends with the block that it is defined in"),
          Map.entry("break", "loops have no `break`: put the condition into `while`"),
          Map.entry("continue", "loops have no `continue`: use `if`"));

  private static final List<String> STATEMENTS =
      List.of("let", "var", "for", "while", "if", "return");
  private static final List<String> DECLARATIONS =
      List.of("fn", "export", "const", "import", "broadcasting");

  private static final String QUESTION_IS_A_SIZE =
      "`?` is a size; a type is `f32[?]`, or `f32[...]` of any rank";

  private static final Pattern WORD = Pattern.compile("\\w+");

  private static final Pattern GROWN =
      Pattern.compile("\\w+\\.(append|extend)\\((.*)\\)\\s*}?\\s*(?:#.*)?");

  private ForeignHabits() {}

  /** The keyword that a misspelt word at the beginning of a declaration stands for. */
  static String misspeltDeclaration(String word) {
    return misspelt(word, DECLARATIONS);
  }

  private static String misspelt(String word, List<String> keywords) {
    return Spelling.closest(word, keywords).map(k -> "did you mean `" + k + "`?").orElse("");
  }

  /** Advice on a word that begins a line; empty where there is none. */
  static String firstWord(String word) {
    return FIRST_WORDS.getOrDefault(word, "");
  }

  /**
   * Advice on a token that the parser could not go on with; empty where there is none.
   *
   * @param rule the rule that was being read
   * @param atLineEnd whether the line before {@code found} ended too early
   */
  static String advice(
      TokenStream tokens, Token found, Token before, RuleContext rule, boolean atLineEnd) {
    if (rule instanceof TensorParser.ImportFileContext) {
      return imported(found);
    }
    if (before.getType() == NAME && isFirst(tokens, before)) {
      String word = firstWord(before.getText());
      if (!word.isEmpty()) {
        return word;
      }
      if (isDtype(before) && found.getType() == NAME) {
        return newName(found.getText());
      }
      String keyword = misspelt(before.getText(), STATEMENTS);
      if (!keyword.isEmpty() && startsOperand(found.getType())) {
        return keyword;
      }
      if (found.getType() == COLON) {
        return newName(before.getText());
      }
    }
    if (rule instanceof TensorParser.RangeContext && found.getType() == LBRACE) {
      return before.getType() == RPAREN && isCallOfRange(tokens, found)
          ? range(tokens, before)
          : "a loop runs over places: `for i in 0:len(x) { ... }`, and `x[i]` is the element";
    }
    if (rule instanceof TensorParser.TypeParamContext) {
      return "a type parameter lists its dtypes: `[T: float]`, `[T: f32 | f64]`";
    }
    if (before.getText().equals("broadcasting") && isAnnotation(tokens, before)) {
      return "write `@broadcasting(" + found.getText() + ")`";
    }
    if (found.getType() == STRING && before.getText().length() == 1) {
      return "a text is `\"...\"`, and nothing is put into it";
    }
    if (rule instanceof TensorParser.ParamContext && before.getType() == NAME) {
      if (found.getType() == NAME) {
        return "the name stands first, then its type: `x: f32[n]`";
      }
      if (isDtype(before)) {
        return "the name stands first, then its type: `x: f64[?]`";
      }
      return "a parameter has a type: `" + Words.shortened(before.getText()) + ": f32[n]`";
    }
    if (isCast(tokens, before)) {
      return "convert with `astype(%s, %s)`"
          .formatted(found.getText(), here(tokens.get(before.getTokenIndex() - 1)));
    }
    if (before.getType() == DOT && NewlineRules.isOperator(found.getType())) {
      return "operators work element by element: `x %s y`".formatted(found.getText());
    }
    if (isOnLineOfComment(tokens, before, found)) {
      return "`//` is floor division: a comment begins with `#`";
    }
    if (atLineEnd) {
      return endOfLine(tokens, before, rule);
    }
    return switch (found.getType()) {
      case ASSIGN ->
          rule instanceof TensorParser.RangeContext ? "write `for i in 0:n`" : assign(before);
      case RBRACKET ->
          rule instanceof TensorParser.DimListContext || rule instanceof TensorParser.DimContext
              ? "the type of a scalar has no brackets"
              : isDeclaration(tokens, before) ? newName("y") : "";
      case EQ -> "`=` binds, `==` compares";
      case IF -> conditional(before);
      case QUESTION -> question(before, rule);
      case COLON -> colon(before, rule);
      case ARROW -> "the result's type follows the parameters: `fn f(x: f32) -> f32 { ... }`";
      case FOR -> loop(rule);
      case COMMA -> comma(tokens, found, rule);
      case STAR ->
          before.getType() == SLASH ? "a comment begins with `#` and ends with its line" : "";
      case LBRACKET ->
          rule instanceof TensorParser.TypeContext
              ? "a dtype stands before the dims: `f32[n]`"
              : "";
      case THEN ->
          rule instanceof TensorParser.BlockContext
              ? "a statement has no `then`: `if c { ... } else { ... }`"
              : "";
      case LPAREN ->
          rule instanceof TensorParser.FunctionHeaderContext
              ? "dims stand in square brackets: `f32[n]`"
              : rule instanceof TensorParser.RangeContext ? "write `for i in 0:n { ... }`" : "";
      case RETURN, LET, VAR -> "each statement stands on a line of its own";
      case NAME -> name(tokens, found, before, rule);
      default -> "";
    };
  }

  /** Advice on words that import a module elsewhere: one of them may be a file of the library. */
  static String imported(Token first) {
    CharStream text = first.getInputStream(); // none of a token that layout puts in
    String rest =
        text == null ? "" : text.getText(Interval.of(first.getStartIndex(), text.size() - 1));
    return WORD.matcher(rest.lines().findFirst().orElse(""))
        .results()
        .flatMap(word -> StandardLibrary.meant(word.group()).stream())
        .findFirst()
        .map(meant -> "write `" + meant + "`")
        .orElse("write `import \"file.tc\"`; the array functions need no import");
  }

  /**
   * Advice on a statement that changes a list elsewhere, {@code y.append(v)}; empty where it is
   * none.
   */
  static String grown(Token name, String line) {
    Matcher call = GROWN.matcher(line);
    if (!call.matches()) {
      return "";
    }
    String items = call.group(1).equals("append") ? "[" + call.group(2) + "]" : call.group(2);
    return "arrays do not grow where they are: write `%1$s = concat([%1$s, %2$s])`, of a `var %1$s: f64[?] = ...`"
        .formatted(name.getText(), items);
  }

  /** Whether a statement goes on with it behind {@code let}, {@code return} and their kind. */
  private static boolean startsOperand(int type) {
    return switch (type) {
      case NAME, INT, FLOAT, TRUE, FALSE, NOT, STRING -> true;
      default -> false;
    };
  }

  /** The kind of token with which the statement began; NEWLINE in brackets, and where unknown. */
  private static int lineBegins(TokenStream tokens, Token found) {
    int depth = 0;
    for (int i = found.getTokenIndex() - 1; i > 0; i--) {
      switch (tokens.get(i).getType()) {
        case RETURN, LET, VAR -> {
          return tokens.get(i).getType();
        }
        case NEWLINE, LBRACE -> {
          return NEWLINE;
        }
        case RPAREN, RBRACKET -> depth++;
        case LPAREN, LBRACKET -> {
          if (depth-- == 0) {
            return NEWLINE;
          }
        }
        default -> {}
      }
    }
    return NEWLINE;
  }

  /** {@code for i in range(...)}, seen from the brace behind it. */
  private static boolean isCallOfRange(TokenStream tokens, Token brace) {
    int i = brace.getTokenIndex() - 1;
    while (i > 0 && tokens.get(i).getType() != IN && tokens.get(i).getType() != NEWLINE) {
      i--;
    }
    return tokens.get(i).getType() == IN && tokens.get(i + 1).getText().equals("range");
  }

  private static String loop(RuleContext rule) {
    return switch (rule) {
      case TensorParser.ListContext _, TensorParser.RowContext _ ->
          "element by element it is index notation: `let y[i] = x[i] * 2`";
      case TensorParser.LetContext _, TensorParser.TargetContext _ ->
          "ranges stand behind the value: `let y[i] = x[i] for i in 0:n`";
      default -> "";
    };
  }

  private static String comma(TokenStream tokens, Token comma, RuleContext rule) {
    if (rule instanceof TensorParser.LetContext || rule instanceof TensorParser.TargetContext) {
      return "several results stand in parentheses: `let (a, b) = f(x)`";
    }
    if (rule instanceof TensorParser.BlockContext) {
      return "several results stand in parentheses: `-> (f64, f64)`";
    }
    return switch (lineBegins(tokens, comma)) {
      case RETURN ->
          "several results stand in parentheses, `return (a, b)`, and have names in the header:"
              + " `-> (lo: f32, hi: f32)`";
      case LET, VAR -> "each name has a `let` of its own, on a line of its own";
      default -> "";
    };
  }

  private static boolean isAnnotation(TokenStream tokens, Token name) {
    int index = name.getTokenIndex();
    return index > 0 && tokens.get(index - 1).getType() == AT;
  }

  private static boolean isFirst(TokenStream tokens, Token token) {
    int index = token.getTokenIndex();
    return index == 0 || tokens.get(index - 1).getLine() < token.getLine();
  }

  private static String assign(Token before) {
    return switch (before.getType()) {
      case COLON -> "a type stands after `:`; without one write `=` alone";
      default -> NewlineRules.isOperator(before.getType()) ? "" : "`==` compares, `=` only binds";
    };
  }

  private static String conditional(Token before) {
    return NewlineRules.isOperator(before.getType())
        ? "put it in parentheses: `(if c then a else b)`"
        : CONDITIONAL;
  }

  private static String question(Token before, RuleContext rule) {
    return switch (rule) {
      case TensorParser.TypeContext _ -> QUESTION_IS_A_SIZE;
      case TensorParser.DimListContext _, TensorParser.DimContext _ ->
          "a size that is found at run time is a name or `?`: `f32[n, ?]`";
      default -> before.getType() == ARROW ? QUESTION_IS_A_SIZE : CONDITIONAL;
    };
  }

  private static String colon(Token before, RuleContext rule) {
    boolean header =
        rule instanceof TensorParser.BlockContext
            || rule.getParent() instanceof TensorParser.IfStatementContext
            || before.getType() == ELSE;
    boolean dim =
        rule instanceof TensorParser.DimListContext || rule instanceof TensorParser.DimContext;
    return header ? IN_BRACES : dim ? "sizes have names, as in `f64[n, m]`; any size is `?`" : "";
  }

  private static String endOfLine(TokenStream tokens, Token before, RuleContext rule) {
    if (rule instanceof TensorParser.BlockContext) {
      return "a block stands in braces, which open on the same line: `{ ... }`";
    }
    if (rule instanceof TensorParser.ConditionalContext) {
      return "an `if` that is a value has two arms: `if c then a else b`";
    }
    if (rule instanceof TensorParser.RangeContext) {
      return "a range is `0:n`";
    }
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

  private static String name(TokenStream tokens, Token found, Token before, RuleContext rule) {
    boolean afterParameters =
        before.getType() == RPAREN
            && (rule instanceof TensorParser.FunctionHeaderContext
                || rule instanceof TensorParser.BlockContext);
    if (afterParameters) {
      return "the result's type follows `->`";
    }
    if (before.getType() == RBRACKET) {
      return "the terms of a sum over an index stand in parentheses: `sum[i](...)`";
    }
    return switch (found.getText()) {
      case "as" ->
          "convert with `astype(%s, %s)`".formatted(before.getText(), behind(tokens, found));
      case "is" -> "write `==`";
      case "xor" -> "write `^`, or `!=` for truth values";
      case "mod" -> "write `%`";
      case "elif", "elseif" -> before.getType() == RBRACE ? "write `else if`" : "";
      default ->
          switch (before.getText()) {
            case "mut" -> "write `var`";
            case "lambda" -> firstWord("lambda");
            default -> "";
          };
    };
  }

  /** The dtype behind a word, by its name here. */
  private static String behind(TokenStream tokens, Token word) {
    Token next = tokens.LT(word.getTokenIndex() - tokens.index() + 2);
    return next.getType() == NAME ? here(next) : "f32";
  }

  private static String newName(String name) {
    return "a new name is `let %1$s = ...`, one that changes `var %1$s = ...`"
        .formatted(Words.shortened(name));
  }

  private static boolean isDtype(Token token) {
    String word = token.getText();
    return ForeignNames.isDtype(word) || ForeignNames.dtype(word).isPresent();
  }

  private static String here(Token dtype) {
    return ForeignNames.dtype(dtype.getText()).orElse(dtype.getText());
  }

  /** {@code (f32)}, seen from its end. */
  private static boolean isCast(TokenStream tokens, Token end) {
    int index = end.getTokenIndex();
    return end.getType() == RPAREN
        && index >= 2
        && isDtype(tokens.get(index - 1))
        && tokens.get(index - 2).getType() == LPAREN;
  }

  /** {@code double[} at the beginning of a line. */
  private static boolean isDeclaration(TokenStream tokens, Token bracket) {
    int index = bracket.getTokenIndex();
    return bracket.getType() == LBRACKET
        && index > 0
        && isDtype(tokens.get(index - 1))
        && isFirst(tokens, tokens.get(index - 1));
  }

  /** {@code // two words}, seen from the second. */
  private static boolean isOnLineOfComment(TokenStream tokens, Token before, Token found) {
    int index = before.getTokenIndex();
    return before.getType() == NAME
        && found.getLine() == before.getLine()
        && index > 0
        && tokens.get(index - 1).getType() == FLOOR;
  }

  /** The slice that {@code range(...)} is here, seen from its end. */
  private static String range(TokenStream tokens, Token end) {
    int i = end.getTokenIndex();
    while (tokens.get(i).getType() != IN) {
      i--;
    }
    CharStream text = end.getInputStream();
    int from = tokens.get(i + 2).getStopIndex() + 1;
    List<String> given = ForeignRow.items(text.getText(Interval.of(from, end.getStartIndex() - 1)));
    String range = (given.size() == 1 ? "0:" : "") + String.join(":", given);
    return given.isEmpty() ? "a range is `0:n`" : "a range is `" + Words.shortened(range) + "`";
  }

  /**
   * The colon that ends the line of a {@code for}, as in Python: here the next line goes on with
   * the range. Null where {@code found} is not behind one.
   */
  static @Nullable Token colonOfBlock(TokenStream tokens, Token found) {
    Token colon = null;
    for (int i = found.getTokenIndex() - 1; i > 0; i--) {
      Token token = tokens.get(i);
      int type = token.getType();
      if (type == LBRACE || type == NEWLINE || type == RBRACE) {
        return null;
      }
      boolean last = type == COLON && tokens.get(i + 1).getLine() > token.getLine();
      if (type == FOR) {
        return colon != null && colon.getLine() == token.getLine() ? colon : null;
      }
      colon = last ? token : colon;
    }
    return null;
  }
}
