package dev.tensorc.infer.statement;

import dev.tensorc.frontend.Ast;
import java.util.List;

/** Where {@code return} stands in statements. */
final class Returns {

  private Returns() {}

  /** Whether a {@code return} stands in the statement. */
  static boolean in(Ast.Stmt s) {
    return switch (s) {
      case Ast.Return _ -> true;
      case Ast.If i -> in(i.then().statements()) || in(otherwise(i));
      case Ast.For f -> in(f.body().statements());
      case Ast.While w -> in(w.body().statements());
      case Ast.Chosen c -> in(c.block().statements());
      case Ast.Let _, Ast.IndexLet _, Ast.Assign _ -> false;
    };
  }

  static boolean in(List<Ast.Stmt> statements) {
    return statements.stream().anyMatch(Returns::in);
  }

  /**
   * Whether the function ends with the statement, whichever conditions are true. A loop may run not
   * once.
   */
  static boolean end(Ast.Stmt s) {
    return switch (s) {
      case Ast.Return _ -> true;
      case Ast.If i -> end(i.then().statements()) && end(otherwise(i));
      case Ast.Chosen c -> end(c.block().statements());
      case Ast.For _, Ast.While _, Ast.Let _, Ast.IndexLet _, Ast.Assign _ -> false;
    };
  }

  static boolean end(List<Ast.Stmt> statements) {
    return statements.stream().anyMatch(Returns::end);
  }

  /** The statements of the second arm, if there is one. */
  static List<Ast.Stmt> otherwise(Ast.If s) {
    return s.otherwise().map(Ast.Block::statements).orElse(List.of());
  }
}
