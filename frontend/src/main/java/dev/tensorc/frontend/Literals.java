package dev.tensorc.frontend;

import static dev.tensorc.frontend.parser.TensorLexer.*;

import java.math.BigInteger;
import org.antlr.v4.runtime.Token;

/** The values of literals. */
final class Literals {

  /** More digits than 64 bits can need; longer ones are not worth converting. */
  private static final int MOST_DIGITS = 1_000;

  private static final BigInteger TOO_LARGE = BigInteger.TWO.pow(Long.SIZE);

  private final Problems problems;
  private final Spans spans;

  Literals(SourceText source, Problems problems) {
    this.problems = problems;
    this.spans = new Spans(source);
  }

  Ast.Expr of(Token token) {
    var span = spans.of(token);
    return switch (token.getType()) {
      case INT -> integer(token);
      case FLOAT -> floating(token, span);
      case STRING -> new Ast.StringLit(string(token), span);
      case TRUE -> new Ast.BoolLit(true, span);
      case FALSE -> new Ast.BoolLit(false, span);
      default -> throw new IllegalStateException("not a literal: " + token);
    };
  }

  /** Whether the text is 9223372036854775808, which fits only with a minus before it. */
  static boolean isBeyondLongByOne(Token token) {
    return token.getText().length() < MOST_DIGITS
        && value(token.getText()).equals(BigInteger.TWO.pow(Long.SIZE - 1));
  }

  Ast.Expr integer(Token token) {
    var span = spans.of(token);
    String text = token.getText();
    BigInteger value = text.length() < MOST_DIGITS ? value(text) : TOO_LARGE;
    if (value.bitLength() > Long.SIZE) {
      problems.report(
          ParseError.NUMBER_RANGE
              .at(span, "`" + Words.shortened(text) + "` does not fit 64 bits")
              .expected("at most 18446744073709551615, 0xffff_ffff_ffff_ffff")
              .hint("a float literal has a point: `1.0e30`"));
      return new Ast.IntLit(0, span);
    }
    return new Ast.IntLit(value.longValue(), value.bitLength() == Long.SIZE, span);
  }

  private static BigInteger value(String text) {
    String digits = text.replace("_", "");
    if (digits.startsWith("0x")) {
      return new BigInteger(digits.substring(2), 16);
    }
    return digits.startsWith("0b")
        ? new BigInteger(digits.substring(2), 2)
        : new BigInteger(digits);
  }

  private Ast.Expr floating(Token token, Span span) {
    double value = Double.parseDouble(token.getText().replace("_", ""));
    if (Double.isInfinite(value)) {
      problems.report(
          ParseError.NUMBER_RANGE
              .at(span, "`" + Words.shortened(token.getText()) + "` is larger than any f64")
              .hint("infinity is written `inf`"));
    } else if (value == 0 && token.getText().matches("[0._]*[1-9].*")) {
      problems.report(
          ParseError.NUMBER_RANGE
              .at(span, "`" + Words.shortened(token.getText()) + "` is smaller than any f64")
              .hint("it would be 0, which is written `0.0`"));
    }
    return new Ast.FloatLit(value, span);
  }

  /** The text between the quotes, escapes resolved. */
  String string(Token token) {
    String text = token.getText();
    var value = new StringBuilder();
    int at = 1;
    while (at < text.length() - 1) {
      char c = text.charAt(at);
      at += c == '\\' ? escape(token, text, at, value) : 1;
      if (c != '\\') {
        value.append(c);
      }
    }
    return value.toString();
  }

  /** Appends the character that an escape stands for; gives the escape's length. */
  private int escape(Token token, String text, int at, StringBuilder value) {
    char kind = text.charAt(at + 1);
    switch (kind) {
      case 'n' -> value.append('\n');
      case 't' -> value.append('\t');
      case 'r' -> value.append('\r');
      case '"', '\\' -> value.append(kind);
      case 'u' -> {
        if (at + 6 < text.length() && text.substring(at + 2, at + 6).matches("[0-9a-fA-F]{4}")) {
          value.append((char) Integer.parseInt(text.substring(at + 2, at + 6), 16));
          return 6;
        }
        reportEscape(token, at);
      }
      default -> reportEscape(token, at);
    }
    return 2;
  }

  private void reportEscape(Token token, int at) {
    var whole = spans.of(token);
    var span =
        new Span(
            whole.source(),
            whole.start() + at,
            whole.start() + at + 2,
            whole.line(),
            whole.column() + at);
    problems.report(
        ParseError.STRING
            .at(span, "`" + span.text() + "` is not an escape")
            .expected("`\\n`, `\\t`, `\\r`, `\\\"`, `\\\\` or `\\u0041`"));
  }
}
