package dev.tensorc.ir;

import java.util.stream.Collectors;

/** The reference of the builtins, {@code docs/builtins.md}, written from the table itself. */
public final class BuiltinDocs {

  private BuiltinDocs() {}

  /** The whole page. */
  public static String markdown() {
    var out = new StringBuilder();
    out.append("# Builtins\n\n");
    out.append(
        "Written from the table `Builtin`; a test compares this page with it. The sections are ");
    out.append(
        "those of the Python Array\nAPI standard 2024.12. Where results differ from NumPy's: ");
    out.append("[numpy-differences.md](numpy-differences.md).\n");
    for (StandardSections section : StandardSections.values()) {
      out.append("\n## ").append(section.title()).append("\n\n");
      out.append("| function | operator | dtypes | result |\n|---|---|---|---|\n");
      for (String name : section.names()) {
        out.append(row(Builtin.named(name).orElseThrow()));
      }
    }
    return out.toString();
  }

  private static String row(Builtin b) {
    String params =
        b.params().stream()
            .map(p -> p.optional() ? p.name() + "=" + p.otherwise() : p.name())
            .collect(Collectors.joining(", "));
    String operator = b.operator().isEmpty() ? "" : "`" + b.operator().replace("|", "\\|") + "`";
    return "| `%s(%s)` | %s | %s | %s |%n"
        .formatted(b.label(), params, operator, dtypes(b.types()), b.doc())
        .replace(System.lineSeparator(), "\n");
  }

  private static String dtypes(Builtin.Types types) {
    return switch (types) {
      case NUMERIC -> "numeric, promoted";
      case FLOAT -> "numeric; integers become f64";
      case COMPARE -> "numeric to bool";
      case EQUALITY -> "any to bool";
      case BOOL -> "bool";
      case BITS -> "bool or integer, promoted";
      case INTEGER -> "integer, promoted";
      case SELECT -> "bool, then two promoted";
      case CAST -> "any";
      case ANY -> "any, promoted";
      case SUM -> "floats as they are; unsigned integers in u64, other integers and bool in i64";
      case TRUTH -> "any to bool";
      case INDEX -> "numeric to i64";
      case PLACE, COUNT -> "any to i64";
    };
  }
}
