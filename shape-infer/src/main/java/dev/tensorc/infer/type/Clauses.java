package dev.tensorc.infer.type;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.AstPrinter;
import dev.tensorc.frontend.Span;
import dev.tensorc.infer.report.ErrorId;
import dev.tensorc.infer.rule.StaticConditions;
import dev.tensorc.infer.scope.Names;
import dev.tensorc.infer.type.Ascriptions.Declared;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.ShapeText;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.ClauseSize;
import dev.tensorc.ir.TensorIr.Relation;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The conditions of a function on sizes: its {@code where} clauses, and that the numbers which are
 * sizes in its signature are not negative. Checked once, on entry or where the function is called;
 * facts from there on.
 */
public final class Clauses {

  private record ClauseKey(Dim left, Relation relation, Dim right) {}

  private final TypeContext cx;

  Clauses(TypeContext cx) {
    this.cx = cx;
  }

  // ---------------------------------------------------------------- numbers that are sizes

  /** The parameters whose names stand in dims of the signature. */
  public static Set<String> sizes(Ast.Function f) {
    var names = new LinkedHashSet<String>();
    f.params().forEach(p -> dims(p.type(), names));
    f.results().forEach(r -> dims(r.type(), names));
    names.retainAll(f.params().stream().map(p -> p.name().text()).collect(Collectors.toSet()));
    return names;
  }

  private static void dims(Ast.Type type, Set<String> names) {
    for (Ast.DimList level : type.levels()) {
      for (Ast.Dim d : level.dims()) {
        if (d instanceof Ast.ExprDim e) {
          names(e.value(), names);
        }
      }
    }
  }

  /** The names in an expression, in order. */
  private static void names(Ast.Expr e, Set<String> names) {
    switch (e) {
      case Ast.Ref r -> names.add(r.name());
      case Ast.Unary u -> names(u.operand(), names);
      case Ast.Binary b -> {
        names(b.left(), names);
        names(b.right(), names);
      }
      default -> {} // no dim
    }
  }

  /** Whether a parameter may be a size; reports where not. */
  public boolean isSize(Ast.Param p, Declared declared) {
    String name = p.name().text();
    if (declared.dtype() == DType.I64 && declared.dims().isEmpty()) {
      return true;
    }
    cx.report(
        ErrorId.BAD_SIZE
            .at(p.span(), "`" + name + "` is a size in the signature, but is " + declared.text())
            .found(declared.text())
            .expected("i64")
            .hint("declare it as `" + name + ": i64`, or give the size another name"));
    return false;
  }

  /** An argument that is a size is 0 or more; whether no error was found. */
  public boolean notNegative(Ast.Function f, Ast.Param p, Dim size) {
    return demand(notNegativeClause(f, p, size));
  }

  /** As {@link #notNegative}, for the value of a parameter at entry: its symbol is a size. */
  public void notNegativeAtEntry(Ast.Function f, Ast.Param p, Dim size) {
    cx.emit.check(notNegativeClause(f, p, size), List.of(size));
  }

  private static TensorIr.ClauseCheck notNegativeClause(Ast.Function f, Ast.Param p, Dim size) {
    String name = p.name().text();
    String says = name + " >= 0 (" + name + " is a size)";
    return clause(f.name().text(), says, name, size, Relation.GREATER_EQUAL, Dims.ZERO, p.span());
  }

  /** A number that a builtin takes as a size is one: it is 0 or more, and not too large. */
  void size(String function, String name, Dim size, Span span) {
    String is = " (" + name + " is a size)";
    Dim most = Dims.of(DimExprs.MAX_SIZE);
    demand(
        clause(function, name + " >= 0" + is, name, size, Relation.GREATER_EQUAL, Dims.ZERO, span));
    demand(
        clause(function, name + " <= " + most + is, name, size, Relation.LESS_EQUAL, most, span));
  }

  /** A builtin takes an axis of size 1; it is not known to have another. */
  public void one(String function, String name, Dim size, Span span) {
    exactly(function, name, size, 1, span);
  }

  /** A builtin takes an axis of just that size; it is not known to have another. */
  public void exactly(String function, String name, Dim size, long needed, Span span) {
    String says = name + " == " + needed;
    demand(clause(function, says, name, size, Relation.EQUAL, Dims.of(needed), span));
  }

  /** A builtin takes a size that is not larger than another one; it is not known to be. */
  public void atMost(String function, String name, Dim size, String other, Dim most, Span span) {
    String says = name + " <= " + other;
    var sizes = List.of(new ClauseSize(name, size), new ClauseSize(other, most));
    demand(new TensorIr.ClauseCheck(function, says, sizes, size, Relation.LESS_EQUAL, most, span));
  }

  private static TensorIr.ClauseCheck clause(
      String function, String says, String name, Dim size, Relation is, Dim than, Span span) {
    var sizes = List.of(new ClauseSize(name, size));
    return new TensorIr.ClauseCheck(function, says, sizes, size, is, than, span);
  }

  // ---------------------------------------------------------------- where

  /** Checks the clauses of a function whose parameters are bound; whether no error was found. */
  public boolean where(Ast.Function f) {
    boolean good = true;
    for (Ast.Expr clause : f.where()) {
      good &= clause(f, clause);
    }
    return good;
  }

  private boolean clause(Ast.Function f, Ast.Expr e) {
    if (!(e instanceof Ast.Binary b)) {
      return refuse(e);
    }
    Optional<Boolean> ofConstants = StaticConditions.ofLiterals(e);
    if (ofConstants.isPresent() && !comparesIntegers(b)) {
      return ofConstants.get() || neverHolds(f, b);
    }
    if (b.op() == Ast.BinaryOp.AND) {
      boolean first = clause(f, b.left());
      return clause(f, b.right()) && first;
    }
    Optional<Relation> relation = relation(b.op());
    if (relation.isEmpty()) {
      return refuse(e);
    }
    Optional<Dim> left = cx.dims.inClause(b.left());
    Optional<Dim> right = cx.dims.inClause(b.right());
    if (left.isEmpty() || right.isEmpty()) {
      return false;
    }
    var names = new LinkedHashSet<String>();
    names(e, names);
    var sizes = new ArrayList<ClauseSize>();
    for (String name : names) {
      cx.dims
          .inClause(new Ast.Ref(name, e.span()))
          .filter(d -> !(d instanceof Dim.Const) || cx.frame.dims().containsKey(name))
          .ifPresent(d -> sizes.add(new ClauseSize(name, d)));
    }
    String text = Names.ofSource(e.span());
    return demand(
        new TensorIr.ClauseCheck(
            f.name().text(), text, sizes, left.get(), relation.get(), right.get(), e.span()));
  }

  private static Optional<Relation> relation(Ast.BinaryOp op) {
    return switch (op) {
      case EQ -> Optional.of(Relation.EQUAL);
      case NE -> Optional.of(Relation.NOT_EQUAL);
      case LT -> Optional.of(Relation.LESS);
      case LE -> Optional.of(Relation.LESS_EQUAL);
      case GT -> Optional.of(Relation.GREATER);
      case GE -> Optional.of(Relation.GREATER_EQUAL);
      default -> Optional.empty();
    };
  }

  /** Such a clause is of sizes, too. */
  private static boolean comparesIntegers(Ast.Binary b) {
    return relation(b.op()).isPresent() && given(b) instanceof Ast.IntLit;
  }

  /** The leftmost operand of a condition, which is the constant of the call. */
  private static Ast.Expr given(Ast.Expr e) {
    return e instanceof Ast.Binary b ? given(b.left()) : e;
  }

  private boolean neverHolds(Ast.Function f, Ast.Binary clause) {
    String text = Names.ofSource(clause.span());
    String found = AstPrinter.print(given(clause));
    var choices = new ArrayList<String>();
    String all = choices(clause, choices) ? String.join(", ", choices) : "";
    return neverHolds(f.name().text(), text, clause.span(), found, all, "a constant");
  }

  /** Whether a clause only lists the constant's values; adds these. */
  private static boolean choices(Ast.Expr e, List<String> found) {
    if (!(e instanceof Ast.Binary b)) {
      return false;
    }
    if (b.op() == Ast.BinaryOp.OR) {
      return choices(b.left(), found) && choices(b.right(), found);
    }
    found.add(AstPrinter.print(b.right()));
    return b.op() == Ast.BinaryOp.EQ;
  }

  private boolean refuse(Ast.Expr e) {
    cx.report(
        ErrorId.CLAUSE
            .at(e.span(), "`" + Names.ofSource(e.span()) + "` does not compare sizes")
            .hint("write comparisons such as `n > 1, d == 2 * m`, joined by commas or `and`"));
    return false;
  }

  /** Checks clauses that are not known to hold; whether no error was found. */
  public boolean demand(TensorIr.ClauseCheck c) {
    Dim left = cx.emit.resolve(c.left());
    Dim right = cx.emit.resolve(c.right());
    Dim difference = Dims.sub(left, right);
    if (difference instanceof Dim.Const d) {
      return c.relation().holds(d.value(), 0) || neverHolds(c);
    }
    if (!known(difference, c.relation())) {
      cx.emit.checkOnce(new ClauseKey(left, c.relation(), right), c, List.of(c.left(), c.right()));
      learn(c);
    }
    return true;
  }

  private boolean neverHolds(TensorIr.ClauseCheck c) {
    var sizes = new ArrayList<String>();
    for (ClauseSize s : c.sizes()) {
      String size = ShapeText.dim(cx.emit.resolve(s.size()));
      if (!size.equals(s.name())) {
        sizes.add(s.name() + " = " + size);
      }
    }
    return neverHolds(c.function(), c.clause(), c.span(), String.join(", ", sizes), "", "sizes");
  }

  private boolean neverHolds(
      String function, String clause, Span span, String found, String expected, String other) {
    cx.report(
        ErrorId.CLAUSE
            .at(span, "`" + function + "` requires " + clause + ", which never holds here")
            .found(found)
            .expected(expected)
            .hint("call it with " + other + " for which it holds, or relax the clause"));
    return false;
  }

  private boolean known(Dim difference, Relation relation) {
    long least = cx.emit.facts().lowerBound(difference);
    long most = cx.emit.facts().lowerBound(Dims.mul(Dims.of(-1), difference));
    return switch (relation) {
      case GREATER_EQUAL -> least >= 0;
      case GREATER -> least >= 1;
      case LESS_EQUAL -> most >= 0;
      case LESS -> most >= 1;
      case EQUAL, NOT_EQUAL -> false;
    };
  }

  private void learn(TensorIr.ClauseCheck c) {
    List<Dim> dims = List.of(c.left(), c.right());
    Dim difference = Dims.sub(c.left(), c.right());
    Dim opposite = Dims.sub(c.right(), c.left());
    switch (c.relation()) {
      case EQUAL -> cx.emit.learn(c.left(), c.right(), c.span(), "clause");
      case GREATER_EQUAL -> cx.emit.learnAtLeast(difference, 0, dims);
      case GREATER -> cx.emit.learnAtLeast(difference, 1, dims);
      case LESS_EQUAL -> cx.emit.learnAtLeast(opposite, 0, dims);
      case LESS -> cx.emit.learnAtLeast(opposite, 1, dims);
      case NOT_EQUAL -> {}
    }
  }
}
