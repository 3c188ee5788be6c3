package dev.tensorc.compiler;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Span;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Optional;

/** Prints a syntax tree: one line for each node and each word, indented by depth, no spans. */
final class AstText {

  private final StringBuilder text = new StringBuilder();

  private AstText() {}

  static String of(Ast.Program program) {
    var printer = new AstText();
    printer.print(0, "", program);
    return printer.text.toString();
  }

  private void line(int depth, String label, Object content) {
    String prefix = label.isEmpty() ? "" : label + ": ";
    text.append("  ".repeat(depth)).append(prefix).append(content).append('\n');
  }

  private void print(int depth, String label, Object thing) {
    switch (thing) {
      case Span _ -> {}
      case Optional<?> o -> o.ifPresent(inner -> print(depth, label, inner));
      case List<?> list -> list.forEach(item -> print(depth, label, item));
      case Ast.Name name -> line(depth, label, name.text());
      case Record node -> {
        line(depth, label, node.getClass().getSimpleName());
        for (RecordComponent c : node.getClass().getRecordComponents()) {
          print(depth + 1, c.getName(), component(node, c));
        }
      }
      default -> line(depth, label, thing);
    }
  }

  private static Object component(Record node, RecordComponent c) {
    try {
      return c.getAccessor().invoke(node);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
