package dev.tensorc.generated;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Statements. */
final class Bodies {

  /**
   * @param declared the result's declared type, where it is declared
   */
  record Body(List<Stmt> statements, Type result, Optional<Declared> declared) {}

  private Bodies() {}

  static Body make(Scope s, int lets, int depth) {
    var statements = new ArrayList<Stmt>();
    for (int i = 1; i <= lets; i++) {
      statements.add(let(s, "v" + i, s.any(depth)));
    }
    if (s.chance(40)) {
      statements.addAll(Changes.make(s, "w", Math.min(depth, 2)));
    }
    Expr result = s.any(depth);
    boolean plain = s.chance(60);
    Optional<Declared> declared =
        s.chance(10)
            ? Optional.empty()
            : Optional.of(
                plain ? open(result.type()) : Declarations.declare(s, result.type(), false));
    statements.add(Fn.returns(result, declared));
    return new Body(statements, result.type(), declared);
  }

  private static Declared open(Type type) {
    return new Declared(type.dtype(), type.shape().stream().map(_ -> Declared.OPEN).toList());
  }

  private static Stmt let(Scope s, String name, Expr value) {
    s.add(Expr.leaf(name, value.type()));
    if (!s.chance(20)) {
      return Stmt.simple("let " + name + " = $1", name + " = $1", value);
    }
    var before = List.copyOf(s.dims().keySet());
    Declared type = Declarations.declare(s, value.type(), true);
    var python = new StringBuilder(name + " = $1");
    for (int axis = 0; axis < type.dims().size(); axis++) {
      String dim = type.dims().get(axis);
      if (s.dims().containsKey(dim) && !before.contains(dim)) {
        python.append("\n%s = %s.shape[%d]".formatted(dim, name, axis));
      }
    }
    python.append("\n%s = declared(%1$s, %s)".formatted(name, type.numpy()));
    return Stmt.simple("let %s: %s = $1".formatted(name, type.source()), python.toString(), value);
  }
}
