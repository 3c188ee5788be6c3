package dev.tensorc.generated;

import dev.tensorc.generated.Stmt.Clause;
import dev.tensorc.ir.DType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** {@code var}, the statements that change it, and the branches and loops around them. */
final class Changes {

  private static final int NESTED = 2;

  private final Scope s;
  private final Loops loops;

  private Changes(Scope s) {
    this.s = s;
    this.loops = new Loops(s);
  }

  /** A variable and some statements that change it. */
  static List<Stmt> make(Scope s, String name, int depth) {
    Expr value = s.any(depth);
    Expr variable = Expr.leaf(name, value.type());
    var declared = Declared.open(s.written(value.type().dtype()), value.type().rank());
    boolean open = !s.isUnranked() && s.discipline.resizes() && s.chance(25);
    String type = open ? ": " + declared.source() : "";
    var statements = new ArrayList<Stmt>();
    statements.add(Stmt.simple("var " + name + type + " = $1", name + " = copy($1)", value));
    s.add(variable);
    var changes = new Changes(s);
    statements.addAll(changes.block(variable, depth, NESTED));
    if (open && value.type().rank() > 0 && value.type().count() < 200) {
      statements.addAll(changes.resized(variable));
    }
    return statements;
  }

  private List<Stmt> block(Expr variable, int depth, int nested) {
    var statements = new ArrayList<Stmt>();
    for (int i = 1 + s.below(3); i > 0; i--) {
      if (nested > 0 && s.chance(20)) {
        statements.addAll(loops.make(nested == NESTED, () -> block(variable, depth, nested - 1)));
      } else {
        statements.add(statement(variable, depth, nested));
      }
    }
    return statements;
  }

  /** A variable of open sizes becomes longer, is used, and has its size again. */
  private List<Stmt> resized(Expr variable) {
    String name = variable.text();
    var shape = new ArrayList<>(variable.type().shape());
    shape.set(0, shape.getFirst() * 2);
    Expr longer = Expr.leaf(name, variable.type().withShape(shape));
    var statements = new ArrayList<Stmt>();
    String twice = " = concat([%s, %1$s])".formatted(name);
    statements.add(Stmt.simple(name + twice, name + twice));
    statements.add(
        Stmt.simple(name + " = $1", name + " = copy($1)", Elementwise.disguise(s, longer)));
    String half = " = " + name + "[::2]";
    statements.add(Stmt.simple(name + half, name + half));
    return statements;
  }

  private Stmt statement(Expr variable, int depth, int nested) {
    String name = variable.text();
    int kind = s.below(nested > 0 ? 8 : 6);
    if (kind >= 6) {
      return branch(variable, depth, nested - 1);
    }
    if (kind >= 4 && !s.isUnranked() && variable.type().rank() > 0) {
      Optional<Stmt> update = s.chance(25) ? IndexNotation.update(s, variable) : Optional.empty();
      return update.orElseGet(() -> part(variable));
    }
    if (kind >= 2 && variable.type().isNumeric()) {
      String op = s.pick("+", "-", "*");
      Expr value = s.chance(40) ? Literals.divisor(s) : s.like(variable, depth);
      return Stmt.simple(
          "%s %s= $1".formatted(name, op), "%s = %1$s %s $1".formatted(name, op), value);
    }
    return Stmt.simple(name + " = $1", name + " = copy($1)", s.like(variable, depth));
  }

  /** Some elements become others: {@code x[1:, k] = e}. */
  private Stmt part(Expr variable) {
    Subscripts at = Subscripts.make(s, variable.type().shape(), false, 1);
    DType dtype = variable.type().dtype();
    Expr value =
        s.beside(
                at.shape(),
                t -> t.dtype() == dtype && s.discipline.isOneWay(t.shape(), at.shape()),
                1)
            .orElseGet(() -> variable.type().isBool() ? s.test(1) : Literals.divisor(s));
    var parts = new ArrayList<>(at.parts());
    parts.add(value);
    String op =
        variable.type().isNumeric() && s.chance(30) ? s.pick(" += ", " -= ", " *= ") : " = ";
    String text = variable.text() + "[" + at.text(1) + "]" + op + "$" + parts.size();
    return Stmt.simple(text, text, parts.toArray(Expr[]::new));
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
}
