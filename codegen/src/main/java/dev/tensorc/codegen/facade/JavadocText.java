package dev.tensorc.codegen.facade;

import dev.tensorc.frontend.Span;
import dev.tensorc.ir.TensorIr;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Escapes the text of a program for Javadoc and comments of Java. */
final class JavadocText {

  private JavadocText() {}

  /** The {@code ##} lines; paragraphs stay paragraphs. */
  static List<String> of(String doc) {
    var lines = new ArrayList<String>();
    boolean paragraph = false;
    for (String line : doc.strip().lines().map(String::stripTrailing).toList()) {
      if (line.isBlank()) {
        paragraph = !lines.isEmpty();
      } else {
        if (paragraph) {
          lines.add("");
        }
        lines.add((paragraph ? "<p>" : "") + escaped(line));
        paragraph = false;
      }
    }
    return lines;
  }

  static String code(String text) {
    return "<code>" + escaped(text) + "</code>";
  }

  private static String escaped(String text) {
    return text.codePoints()
        .mapToObj(
            c ->
                switch (c) {
                  case '&' -> "&amp;";
                  case '<' -> "&lt;";
                  case '>' -> "&gt;";
                  case '@', '*', '/', '\\', '{', '}' -> "&#" + c + ";";
                  default -> Character.isISOControl(c) ? " " : Character.toString(c);
                })
        .collect(Collectors.joining());
  }

  /** {@code pricing.tc:4: export fn call(...}, the line in which a function is declared. */
  static String place(TensorIr.Function f, String sourceFile) {
    Span name = f.nameSpan();
    // doubled, so that no backslash begins a character's number
    String text = sourceFile + ":" + name.line() + ": " + name.source().line(name.line()).strip();
    return text.replace("\\", "\\\\").replaceAll("\\p{Cntrl}", " ");
  }
}
