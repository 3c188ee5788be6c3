package dev.tensorc.infer.rule;

import dev.tensorc.frontend.Ast;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The names that stand in a function: of values, sizes and functions. */
public final class NamesOf {

  private final Set<String> names = new HashSet<>();

  private NamesOf() {}

  public static Set<String> function(Ast.Function f) {
    var found = new NamesOf();
    for (Ast.Parameter p : f.parameters()) {
      if (p instanceof Ast.Param(Ast.Name _, Ast.Type type, var _, var _)) {
        found.type(type);
      }
      found.expression(p.otherwise());
    }
    f.results().forEach(r -> found.type(r.type()));
    f.where().forEach(found::expression);
    found.block(f.body());
    return found.names;
  }

  private void type(Ast.Type type) {
    type.levels().stream().flatMap(l -> l.dims().stream()).forEach(this::dim);
  }

  private void dim(Ast.Dim dim) {
    if (dim instanceof Ast.ExprDim e) {
      expression(e.value());
    }
  }

  private void block(Ast.Block block) {
    block.statements().forEach(this::statement);
  }

  private void statement(Ast.Stmt statement) {
    switch (statement) {
      case Ast.Let let -> {
        let.targets().forEach(t -> t.type().ifPresent(this::type));
        expression(let.value());
      }
      case Ast.IndexLet let -> {
        expression(let.value());
        ranges(let.ranges());
      }
      case Ast.Assign a -> {
        names.add(a.target().text());
        a.subscripts().forEach(this::subscripts);
        expressions(a.dims());
        expression(a.value());
        ranges(a.ranges());
      }
      case Ast.For f -> {
        range(f.range());
        block(f.body());
      }
      case Ast.While w -> {
        expression(w.condition());
        block(w.body());
      }
      case Ast.If i -> {
        expression(i.condition());
        block(i.then());
        i.otherwise().ifPresent(this::block);
      }
      case Ast.Chosen c -> block(c.block());
      case Ast.Return r -> expressions(r.values());
    }
  }

  private void ranges(List<Ast.Range> ranges) {
    ranges.forEach(this::range);
  }

  private void range(Ast.Range r) {
    expression(r.from());
    expression(r.to());
    expression(r.step());
  }

  private void expressions(List<Ast.Expr> expressions) {
    expressions.forEach(this::expression);
  }

  private void expression(Optional<Ast.Expr> expression) {
    expression.ifPresent(this::expression);
  }

  private void expression(Ast.Expr e) {
    switch (e) {
      case Ast.Ref r -> names.add(r.name());
      case Ast.IntLit _, Ast.FloatLit _, Ast.BoolLit _, Ast.StringLit _ -> {}
      case Ast.ArrayLit a -> a.rows().forEach(this::expressions);
      case Ast.TupleLit t -> expressions(t.items());
      case Ast.Unary u -> expression(u.operand());
      case Ast.Binary b -> {
        expression(b.left());
        expression(b.right());
        b.dims().ifPresent(this::expressions);
      }
      case Ast.Conditional c -> expressions(List.of(c.condition(), c.then(), c.otherwise()));
      case Ast.Call c -> {
        names.add(c.function().text());
        c.args().forEach(a -> expression(a.value()));
      }
      case Ast.IndexReduce r -> {
        expression(r.value());
        ranges(r.ranges());
      }
      case Ast.Index i -> {
        expression(i.target());
        subscripts(i.subscripts());
      }
      case Ast.Attribute a -> expression(a.target());
    }
  }

  private void subscripts(Ast.SubscriptList subscripts) {
    for (Ast.Subscript s : subscripts.items()) {
      switch (s) {
        case Ast.At at -> expression(at.index());
        case Ast.Slice slice -> {
          expression(slice.lo());
          expression(slice.hi());
          expression(slice.step());
        }
        case Ast.Ellipsis _, Ast.NewAxis _ -> {}
      }
    }
  }
}
