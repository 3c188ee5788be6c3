package dev.tensorc.frontend;

import static dev.tensorc.frontend.parser.TensorLexer.*;

import dev.tensorc.frontend.parser.TensorLexer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.antlr.v4.runtime.CommonToken;
import org.antlr.v4.runtime.Token;

/**
 * The tokens of a text. A token that is not part of the language is reported here and replaced by
 * the probable intention, so that the parser can go on.
 */
final class Lexemes {

  private static final Map<String, String> LOOK_ALIKES =
      Map.ofEntries(
          Map.entry("×", "*"),
          Map.entry("·", "*"),
          Map.entry("÷", "/"),
          Map.entry("−", "-"),
          Map.entry("–", "-"),
          Map.entry("≤", "<="),
          Map.entry("≥", ">="),
          Map.entry("≠", "!="),
          Map.entry("π", "pi"),
          Map.entry("∞", "inf"),
          Map.entry("→", "->"),
          Map.entry("…", "..."),
          Map.entry("²", "** 2"),
          Map.entry("³", "** 3"),
          Map.entry("“", "\""),
          Map.entry("”", "\""));

  /** Names become parts of class files' names, and file systems take 255 characters. */
  private static final int LONGEST_NAME = 200;

  /** The functions that work element by element. */
  private static final Map<String, String> ARRAYS =
      Map.of("and", "`logical_and(a, b)`", "or", "`logical_or(a, b)`", "not", "`~`");

  private final Spans spans;
  private final Problems problems;
  private final List<Token> tokens = new ArrayList<>();
  private final Map<Token, String> docs = new HashMap<>();
  private final List<Token> docLines = new ArrayList<>();

  private Lexemes(SourceText source, Problems problems) {
    this.spans = new Spans(source);
    this.problems = problems;
  }

  static Lexemes read(SourceText source, Problems problems) {
    var lexemes = new Lexemes(source, problems);
    var lexer = new TensorLexer(new CharacterStream(source, endOfProgram(source.text())));
    lexer.removeErrorListeners();
    for (Token t = lexer.nextToken(); t.getType() != Token.EOF; t = lexer.nextToken()) {
      lexemes.add((CommonToken) t);
    }
    return lexemes;
  }

  /** Where the section of expectations begins: with the first line that starts with {@code #>}. */
  static int endOfProgram(String text) {
    if (text.startsWith("#>")) {
      return 0;
    }
    int at = text.indexOf("\n#>");
    return at < 0 ? text.length() : at + 1;
  }

  /** In order, without an end-of-file token. */
  List<Token> tokens() {
    return tokens;
  }

  /** The {@code ##} lines right above a token, without their marks; empty where there are none. */
  String docAbove(Token token) {
    return docs.getOrDefault(token, "");
  }

  private void add(CommonToken token) {
    if (token.getType() == DOC) {
      addDoc(token);
      return;
    }
    switch (token.getType()) {
      case BAD_NUMBER -> replace(token, badNumber(token), INT, "0");
      case BAD_STRING -> replace(token, openString(token), STRING, "\"\"");
      case QUOTED -> replace(token, quoted(token), STRING, "\"\"");
      case FOREIGN -> replaceForeign(token);
      case NON_ASCII, STRAY -> problems.report(badCharacter(token));
      case NAME -> {
        if (token.getText().length() > LONGEST_NAME) {
          problems.report(longName(token));
        }
        keep(token);
      }
      default -> keep(token);
    }
  }

  private void addDoc(Token line) {
    if (!docLines.isEmpty() && docLines.getLast().getLine() + 1 != line.getLine()) {
      docLines.clear();
    }
    docLines.add(line);
  }

  private void keep(Token token) {
    if (!docLines.isEmpty()) {
      docs.put(token, docLines.stream().map(Lexemes::docText).collect(Collectors.joining("\n")));
      docLines.clear();
    }
    tokens.add(token);
  }

  private static String docText(Token line) {
    String text = line.getText().substring(2).stripTrailing();
    return text.startsWith(" ") ? text.substring(1) : text;
  }

  private void replace(CommonToken token, Diagnostic diagnostic, int type, String text) {
    problems.report(diagnostic);
    token.setType(type);
    token.setText(text);
    keep(token);
  }

  private void replaceForeign(CommonToken token) {
    String word = token.getText();
    String own = word.equals("&&") ? "and" : word.equals("||") ? "or" : "not";
    int type = word.equals("&&") ? AND : word.equals("||") ? OR : NOT;
    replace(
        token,
        ParseError.OTHER_LANGUAGE
            .at(spans.of(token), "`" + word + "` is not an operator")
            .hint("write `" + own + "`; for arrays " + ARRAYS.get(own)),
        type,
        own);
  }

  private Diagnostic badNumber(Token token) {
    String text = token.getText();
    var diagnostic =
        ParseError.NUMBER.at(spans.of(token), "`" + Words.shortened(text) + "` is not a number");
    if (text.matches("\\.[0-9]+")) {
      return diagnostic
          .because("a point has digits on both sides")
          .hint("write `0" + Words.shortened(text) + "`");
    }
    String source = spans.source().text();
    int end = token.getStopIndex() + 1;
    if (text.endsWith(".") && end < source.length() && source.charAt(end) == '.') {
      return diagnostic.hint("a range has a colon: `0:n`");
    }
    if (text.matches("[0-9]+\\.")) {
      return diagnostic
          .because("a point has digits on both sides")
          .hint("write `" + Words.shortened(text) + "0`");
    }
    if (text.matches("[0-9]+[A-Za-z_][0-9A-Za-z_]*") && !text.matches("0[xXbBoO].*")) {
      String name = text.replaceFirst("[0-9]+", "");
      String digits = text.substring(0, text.length() - name.length());
      if (name.matches("[fFdDlLuU]|[iuf](8|16|32|64)")) {
        return diagnostic.hint("a literal takes the dtype that it meets: write `" + digits + "`");
      }
      String product = "a product needs its operator: `" + Words.shortened(digits + " * " + name);
      boolean imaginary = name.equals("j") || name.equals("i");
      return diagnostic.hint(product + (imaginary ? "`; there are no complex numbers" : "`"));
    }
    return diagnostic.expected("such as `12`, `1_000`, `2.5`, `1e-6`, `0xff` or `0b101`");
  }

  private Diagnostic openString(Token token) {
    return ParseError.STRING
        .at(spans.of(token), "this string is never closed")
        .hint("a string ends on its own line, with `\"`");
  }

  private Diagnostic quoted(Token token) {
    String inside = token.getText().substring(1, token.getText().length() - 1);
    return ParseError.STRING
        .at(spans.of(token), "strings stand in double quotes")
        .hint(
            ForeignNames.dtypeOfText("'" + inside + "'")
                .map(name -> "a dtype is a word without quotes: `" + name + "`")
                .orElse("write `\"" + Words.shortened(inside) + "\"`"));
  }

  private Diagnostic longName(Token token) {
    return ParseError.NAME_LENGTH
        .at(spans.of(token), "`" + Words.shortened(token.getText()) + "` is too long a name")
        .found(token.getText().length() + " characters")
        .expected("at most " + LONGEST_NAME);
  }

  private boolean isBehindOperand(Token token) {
    int at = token.getStartIndex() - 1;
    char before = at < 0 ? ' ' : spans.source().text().charAt(at);
    return Character.isLetterOrDigit(before) || ")]_".indexOf(before) >= 0;
  }

  private Diagnostic badCharacter(Token token) {
    String text = token.getText();
    String character = text.substring(0, text.offsetByCodePoints(0, 1));
    var span = spans.of(token);
    String title = Words.character(character) + " is not part of the language";
    var diagnostic = ParseError.CHARACTER.at(span, title);
    String own = LOOK_ALIKES.get(character);
    if (own != null) {
      return diagnostic.hint("write `" + own + "`");
    }
    if (Character.isLetter(character.codePointAt(0))) {
      return diagnostic.hint("names are made of the letters a to z, digits and `_`");
    }
    return switch (character) {
      case "'" ->
          diagnostic.hint(
              isBehindOperand(token)
                  ? "the transpose of a matrix is `x.T`"
                  : "strings stand in double quotes");
      case "\\" -> diagnostic.hint("a line goes on after an operator and inside brackets");
      case "\u00A0" -> diagnostic.hint("this is a no-break space: type an ordinary one");
      default -> diagnostic;
    };
  }
}
