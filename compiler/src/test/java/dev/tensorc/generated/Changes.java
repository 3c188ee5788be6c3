package dev.tensorc.generated;

import dev.tensorc.generated.Stmt.Clause;
import dev.tensorc.ir.DType;
import java.util.ArrayList;
import java.util.List;

/** {@code var}, what changes it, and the branches and loops around that. */
final class Changes {

  private static final int NESTED = 2;

  private final Scope s;
  private int loops;

  private Changes(Scope s) {
    this.s = s;
  }

  /** A variable and some statements that change it. */
  static List<Stmt> make(Scope s, String name, int depth) {
    Expr value = s.any(depth);
    Expr variable = Expr.leaf(name, value.type());
    var declared =
        new Declared(
            value.type().dtype(), value.type().shape().stream().map(_ -> Declared.OPEN).toList());
    String type = s.chance(25) ? ": " + declared.source() : "";
    var statements = new ArrayList<Stmt>();
    statements.add(Stmt.simple("var " + name + type + " = $1", name + " = copy($1)", value));
    s.add(variable);
    statements.addAll(new Changes(s).block(variable, depth, NESTED));
    return statements;
  }

  private List<Stmt> block(Expr variable, int depth, int nested) {
    var statements = new ArrayList<Stmt>();
    for (int i = 1 + s.below(3); i > 0; i--) {
      statements.add(statement(variable, depth, nested));
    }
    return statements;
  }

  private Stmt statement(Expr variable, int depth, int nested) {
    String name = variable.text();
    int kind = s.below(nested > 0 ? 10 : 6);
    if (kind >= 8) {
      return loop(variable, depth, nested - 1);
    }
    if (kind >= 6) {
      return branch(variable, depth, nested - 1);
    }
    if (kind >= 4 && variable.type().rank() > 0 && variable.type().shape().getFirst() > 0) {
      return part(variable);
    }
    if (kind >= 2 && variable.type().isNumeric()) {
      String op = s.pick("+", "-", "*");
      Expr value = s.chance(40) ? Literals.divisor(s) : s.like(variable, depth);
      return Stmt.simple(
          "%s %s= $1".formatted(name, op), "%s = %1$s %s $1".formatted(name, op), value);
    }
    return Stmt.simple(name + " = $1", name + " = copy($1)", s.like(variable, depth));
  }

  /** One element of the first axis, or those from some place on. */
  private Stmt part(Expr variable) {
    long size = variable.type().shape().getFirst();
    long at = s.between(-size, size - 1);
    String place = variable.text() + "[" + at + (s.chance(50) ? ":]" : "]");
    DType dtype = variable.type().dtype();
    Expr value =
        variable.type().isBool()
            ? s.test(1)
            : s.any(1, t -> t.isScalar() && t.dtype() == dtype)
                .orElseGet(() -> Literals.divisor(s));
    return Stmt.simple(place + " = $1", place + " = $1", value);
  }

  private Stmt branch(Expr variable, int depth, int nested) {
    var then =
        new Clause("if $1", "if $1:", List.of(s.test(depth)), true, block(variable, depth, nested));
    if (s.chance(40)) {
      return new Stmt(List.of(then));
    }
    var otherwise = new Clause("else", "else:", List.of(), true, block(variable, depth, nested));
    return new Stmt(List.of(then, otherwise));
  }

  private Stmt loop(Expr variable, int depth, int nested) {
    String index = "k" + loops++;
    long from = s.between(-1, 2);
    long to = s.between(0, 4);
    var number = Expr.leaf("astype(" + index + ", i64)", Type.scalar(DType.I64));
    List<Stmt> body = s.with(number, () -> block(variable, depth, nested));
    return new Stmt(
        List.of(
            new Clause(
                "for %s in %d:%d".formatted(index, from, to),
                "for %s in range(%d, %d):".formatted(index, from, to),
                List.of(),
                true,
                body)));
  }
}
