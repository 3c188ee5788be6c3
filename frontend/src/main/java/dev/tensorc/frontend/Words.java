package dev.tensorc.frontend;

import dev.tensorc.frontend.parser.TensorLexer;
import java.util.List;
import org.antlr.v4.runtime.Token;

/** How diagnostics name pieces of a program. */
final class Words {

  private static final int LONGEST = 40;

  private Words() {}

  /** A token as the reader sees it: quoted, or in words where it has no text of its own. */
  static String of(Token token) {
    return switch (token.getType()) {
      case TensorLexer.NEWLINE -> "the end of the line";
      case Token.EOF -> "the end of the file";
      default -> "`" + shortened(token.getText()) + "`";
    };
  }

  static String ofType(int tokenType) {
    return switch (tokenType) {
      case TensorLexer.NEWLINE -> "the end of the line";
      case Token.EOF -> "the end of the file";
      case TensorLexer.STRING -> "a string";
      case TensorLexer.NAME -> "a name";
      case TensorLexer.INT, TensorLexer.FLOAT -> "a number";
      default -> TensorLexer.VOCABULARY.getLiteralName(tokenType).replace('\'', '`');
    };
  }

  static String shortened(String text) {
    return text.length() <= LONGEST ? text : text.substring(0, LONGEST - 3) + "...";
  }

  /** A character with its code, since look-alikes and control characters do not show. */
  static String character(String character) {
    int code = character.codePointAt(0);
    String number = String.format("U+%04X", code);
    boolean visible = !Character.isISOControl(code) && !Character.isWhitespace(code);
    if (code < 0x80 && visible) {
      return "`" + character + "`";
    }
    boolean shown = visible && Character.isDefined(code) && !isInvisible(code);
    return shown ? "`" + character + "` (" + number + ")" : "the character " + number;
  }

  private static boolean isInvisible(int code) {
    return switch (Character.getType(code)) {
      case Character.FORMAT,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.SPACE_SEPARATOR,
          Character.NON_SPACING_MARK ->
          true;
      default -> false;
    };
  }

  /** {@code a}, {@code a or b}, {@code a, b or c}. */
  static String either(List<String> words) {
    if (words.size() == 1) {
      return words.getFirst();
    }
    return String.join(", ", words.subList(0, words.size() - 1)) + " or " + words.getLast();
  }
}
