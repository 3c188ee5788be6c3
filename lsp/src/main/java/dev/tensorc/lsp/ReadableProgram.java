package dev.tensorc.lsp;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Parser;
import dev.tensorc.frontend.SourceText;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The readable part of a program that is being typed: lines with mistakes of syntax are taken for
 * empty, and where that does not help the functions that they are in, so that all else keeps its
 * place.
 */
final class ReadableProgram {

  /** Lines that are left out, one after the other, before functions are. */
  private static final int MOST_LINES = 4;

  private static final int MOST_FUNCTIONS = 20;

  /** The words that begin a declaration at the left margin. */
  private static final Pattern DECLARATION =
      Pattern.compile("^(export|fn|const|import|weights|broadcasting|@)", Pattern.MULTILINE);

  private ReadableProgram() {}

  /** The tree of all that can be read; empty where nothing can. */
  static Optional<Ast.Program> of(SourceText source) {
    SourceText left = source;
    for (int i = 0; i < MOST_LINES + MOST_FUNCTIONS; i++) {
      var result = Parser.parse(left);
      if (result.program().isPresent()) {
        return result.program();
      }
      int at = Math.min(result.diagnostics().getFirst().span().start(), left.text().length());
      String text = i < MOST_LINES ? withoutLine(left.text(), at) : withoutItem(left.text(), at);
      if (text.equals(left.text())) {
        text = withoutItem(left.text(), at);
      }
      left = new SourceText(source.name(), source.runtimeName(), text);
    }
    return Optional.empty();
  }

  /** Braces stay, so that blocks are closed as before. */
  private static String withoutLine(String text, int at) {
    int start = text.lastIndexOf('\n', at - 1) + 1;
    int end = text.indexOf('\n', at);
    if (DECLARATION.matcher(text).region(start, text.length()).lookingAt()) {
      return withoutItem(text, at);
    }
    return blank(text, start, end < 0 ? text.length() : end, "[^{}]");
  }

  private static String withoutItem(String text, int at) {
    int start = 0;
    Matcher declaration = DECLARATION.matcher(text);
    while (declaration.find()) {
      if (declaration.start() > at) {
        return blank(text, start, declaration.start(), "[^\n]");
      }
      start = declaration.start();
    }
    return blank(
        text, start, Math.max(start, Parser.endOfProgram(new SourceText("", text))), "[^\n]");
  }

  private static String blank(String text, int start, int end, String what) {
    return text.substring(0, start)
        + text.substring(start, end).replaceAll(what, " ")
        + text.substring(end);
  }
}
