package dev.tensorc.generated;

import dev.tensorc.generated.Stmt.Clause;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Statements. */
final class Bodies {

  /**
   * @param declared the results' declared types; empty where they are inferred
   */
  record Body(List<Stmt> statements, List<Type> results, List<Declared> declared) {}

  private Bodies() {}

  /**
   * @param results how many
   */
  static Body make(Scope s, int lets, int results, int depth) {
    var statements = new ArrayList<Stmt>();
    for (int i = 1; i <= lets; i++) {
      String name = "v" + i;
      Optional<Stmt> special =
          s.chance(20)
              ? Calls.several(s, name, 2)
              : s.chance(20)
                  ? IndexNotation.definition(s, name)
                  : s.chance(10) ? Several.taken(s, name) : Optional.empty();
      statements.add(special.orElseGet(() -> let(s, name, s.any(depth))));
    }
    if (s.chance(40)) {
      statements.addAll(Changes.make(s, "w", Math.min(depth, 2)));
    }
    var values = new ArrayList<Expr>();
    for (int i = 0; i < results; i++) {
      values.add(s.any(i == 0 ? depth : 1));
    }
    List<Declared> declared = s.chance(10) ? List.of() : declared(s, values);
    Stmt last = Fn.returns(values, declared);
    statements.add(s.chance(10) ? branch(s, last, values, declared) : last);
    return new Body(statements, values.stream().map(Expr::type).toList(), declared);
  }

  private static List<Declared> declared(Scope s, List<Expr> values) {
    boolean plain = s.chance(60);
    return values.stream()
        .map(Expr::type)
        .map(
            t ->
                plain
                    ? Declared.open(s.written(t.dtype()), t.rank())
                    : Declarations.declare(s, t, false))
        .toList();
  }

  /** {@code if c { return a } else { return b }}. */
  private static Stmt branch(Scope s, Stmt last, List<Expr> values, List<Declared> declared) {
    Stmt other =
        Fn.returns(values.stream().map(e -> Elementwise.disguise(s, e)).toList(), declared);
    return new Stmt(
        List.of(
            new Clause("if $1", "if $1:", List.of(s.test(1)), true, List.of(last)),
            new Clause("else", "else:", List.of(), true, List.of(other))));
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
