package dev.tensorc.generated;

import java.util.List;

/** A statement: one clause, or several with blocks as in {@code if c { } else { }}. */
record Stmt(List<Clause> clauses) {

  /**
   * @param text the text before the block, or the whole statement where it has none
   * @param python the same for Python; lines are separated by newlines
   * @param parts the expressions for {@code $1} and so on in both
   * @param block whether the clause opens a block
   */
  record Clause(String text, String python, List<Expr> parts, boolean block, List<Stmt> body) {
    Clause {
      parts = List.copyOf(parts);
      body = List.copyOf(body);
    }

    Clause withParts(List<Expr> other) {
      return new Clause(text, python, other, block, body);
    }

    Clause withBody(List<Stmt> other) {
      return new Clause(text, python, parts, block, other);
    }
  }

  Stmt {
    clauses = List.copyOf(clauses);
  }

  static Stmt simple(String text, String python, Expr... parts) {
    return new Stmt(List.of(new Clause(text, python, List.of(parts), false, List.of())));
  }

  void source(String indent, StringBuilder out) {
    String before = indent;
    for (Clause c : clauses) {
      out.append(before).append(Expr.fill(c.text, c.parts, Expr::source));
      before = " ";
      if (c.block) {
        out.append(" {\n");
        c.body.forEach(s -> s.source(indent + "  ", out));
        out.append(indent).append('}');
      }
    }
    out.append('\n');
  }

  void numpy(String indent, StringBuilder out) {
    for (Clause c : clauses) {
      Expr.fill(c.python, c.parts, Expr::numpy)
          .lines()
          .forEach(line -> out.append(indent).append(line).append('\n'));
      if (c.block) {
        out.append(indent).append("  pass\n");
        c.body.forEach(s -> s.numpy(indent + "  ", out));
      }
    }
  }
}
