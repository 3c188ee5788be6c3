package dev.tensorc.infer.statement;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Ast.BinaryOp;
import dev.tensorc.frontend.Span;
import dev.tensorc.infer.rule.StaticConditions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A function as one call has it: each constant parameter replaced by the call's value, and of each
 * {@code if} that a call decides the arm that is taken.
 */
final class Specialised {

  private final Map<String, Ast.Expr> constants;
  private final StaticConditions conditions;
  private final Consumer<Ast.Name> taken;
  private boolean decided;

  private Specialised(StaticConditions.Known known, Consumer<Ast.Name> taken) {
    this.constants = known.constants();
    this.conditions = new StaticConditions(known);
    this.taken = taken;
  }

  /**
   * The function itself, where the call decides nothing in it.
   *
   * @param taken told of names of constants that are bound again in the function
   */
  static Ast.Function of(Ast.Function f, StaticConditions.Known known, Consumer<Ast.Name> taken) {
    var specialised = new Specialised(known, taken);
    Ast.Function made = specialised.function(f);
    return specialised.decided || !known.constants().isEmpty() ? made : f;
  }

  private Ast.Function function(Ast.Function f) {
    var params = new ArrayList<Ast.Parameter>();
    for (Ast.Param p : f.params()) {
      params.add(new Ast.Param(bound(p.name()), type(p.type()), p.otherwise(), p.span()));
    }
    return new Ast.Function(
        f.doc(),
        f.annotations(),
        f.exported(),
        f.name(),
        f.typeParams(),
        params,
        f.results().stream().map(r -> new Ast.Result(r.name(), type(r.type()), r.span())).toList(),
        f.where().stream().map(this::clause).toList(),
        block(f.body()),
        f.span());
  }

  /** A clause keeps all its alternatives, for the message that none of them holds. */
  private Ast.Expr clause(Ast.Expr e) {
    return e instanceof Ast.Binary b && (b.op() == BinaryOp.AND || b.op() == BinaryOp.OR)
        ? new Ast.Binary(
            b.op(), clause(b.left()), clause(b.right()), b.dims(), b.opSpan(), b.span())
        : expression(e);
  }

  private Ast.Name bound(Ast.Name name) {
    if (constants.containsKey(name.text())) {
      taken.accept(name);
    }
    return name;
  }

  // ---------------------------------------------------------------- types

  private Ast.Type type(Ast.Type type) {
    return new Ast.Type(
        type.dtype(),
        type.levels().stream()
            .map(l -> new Ast.DimList(l.dims().stream().map(this::dim).toList(), l.span()))
            .toList(),
        type.span());
  }

  private Ast.Dim dim(Ast.Dim dim) {
    return switch (dim) {
      case Ast.ExprDim e -> new Ast.ExprDim(e.strict(), expression(e.value()), e.span());
      case Ast.DynamicDim _, Ast.BcastDim _, Ast.RestDim _ -> dim;
    };
  }

  // ---------------------------------------------------------------- statements

  private Ast.Block block(Ast.Block block) {
    var statements = new ArrayList<Ast.Stmt>();
    for (Ast.Stmt s : block.statements()) {
      Ast.Stmt made = statement(s);
      statements.add(made);
      if (made instanceof Ast.Chosen && Returns.end(made)) {
        break; // the statements behind are of the arm that was not taken
      }
    }
    return new Ast.Block(statements, block.span());
  }

  private Ast.Stmt statement(Ast.Stmt s) {
    return switch (s) {
      case Ast.Let l ->
          new Ast.Let(
              l.variable(),
              l.targets().stream()
                  .map(b -> new Ast.Binding(bound(b.name()), b.type().map(this::type), b.span()))
                  .toList(),
              expression(l.value()),
              l.span());
      case Ast.IndexLet l -> {
        l.indices().forEach(this::bound);
        yield new Ast.IndexLet(
            l.variable(),
            bound(l.name()),
            l.indices(),
            expression(l.value()),
            ranges(l.ranges()),
            l.span());
      }
      case Ast.Assign a ->
          new Ast.Assign(
              a.target(),
              a.subscripts().stream().map(this::subscripts).toList(),
              a.op(),
              expressions(a.dims()),
              expression(a.value()),
              ranges(a.ranges()),
              a.span());
      case Ast.For f -> new Ast.For(range(f.range()), block(f.body()), f.span());
      case Ast.While w -> new Ast.While(expression(w.condition()), block(w.body()), w.span());
      case Ast.If i -> branch(i);
      case Ast.Return r -> new Ast.Return(expressions(r.values()), r.span());
      case Ast.Chosen c -> new Ast.Chosen(block(c.block()), c.span());
    };
  }

  private Ast.Stmt branch(Ast.If i) {
    Optional<Boolean> holds = conditions.decide(i.condition());
    if (holds.isPresent()) {
      decided = true;
      Ast.Block arm =
          holds.get() ? i.then() : i.otherwise().orElse(new Ast.Block(List.of(), i.span()));
      return new Ast.Chosen(block(arm), i.span());
    }
    return new Ast.If(
        expression(i.condition()), block(i.then()), i.otherwise().map(this::block), i.span());
  }

  private List<Ast.Range> ranges(List<Ast.Range> ranges) {
    return ranges.stream().map(this::range).toList();
  }

  private Ast.Range range(Ast.Range r) {
    return new Ast.Range(
        bound(r.index()),
        expression(r.from()),
        expression(r.to()),
        r.step().map(this::expression),
        r.span());
  }

  // ---------------------------------------------------------------- expressions

  private List<Ast.Expr> expressions(List<Ast.Expr> all) {
    return all.stream().map(this::expression).toList();
  }

  private Ast.Expr expression(Ast.Expr e) {
    return switch (e) {
      case Ast.Ref r -> {
        Ast.Expr constant = constants.get(r.name());
        yield constant == null ? r : placed(constant, r.span());
      }
      case Ast.IntLit _, Ast.FloatLit _, Ast.BoolLit _, Ast.StringLit _ -> e;
      case Ast.ArrayLit a ->
          new Ast.ArrayLit(
              a.rows().stream().map(this::expressions).toList(), a.semicolons(), a.span());
      case Ast.TupleLit t -> new Ast.TupleLit(expressions(t.items()), t.span());
      case Ast.Unary u -> new Ast.Unary(u.op(), expression(u.operand()), u.span());
      case Ast.Binary b -> binary(b);
      case Ast.Conditional c -> {
        Optional<Boolean> holds = conditions.decide(c.condition());
        decided |= holds.isPresent();
        yield holds.isPresent()
            ? expression(holds.get() ? c.then() : c.otherwise())
            : new Ast.Conditional(
                expression(c.condition()),
                expression(c.then()),
                expression(c.otherwise()),
                c.span());
      }
      case Ast.Call c ->
          new Ast.Call(
              c.function(),
              c.args().stream()
                  .map(a -> new Ast.Arg(a.keyword(), expression(a.value()), a.span()))
                  .toList(),
              c.span());
      case Ast.IndexReduce r -> {
        r.indices().forEach(this::bound);
        yield new Ast.IndexReduce(
            r.function(), r.indices(), expression(r.value()), ranges(r.ranges()), r.span());
      }
      case Ast.Index i -> {
        Ast.Expr target = expression(i.target());
        Ast.SubscriptList at = subscripts(i.subscripts());
        yield item(target, at).orElseGet(() -> new Ast.Index(target, at, i.span()));
      }
      case Ast.Attribute a -> new Ast.Attribute(expression(a.target()), a.name(), a.span());
    };
  }

  /** An item of a tuple that a call gave: {@code range[0]}. */
  private static Optional<Ast.Expr> item(Ast.Expr target, Ast.SubscriptList at) {
    return target instanceof Ast.TupleLit(List<Ast.Expr> items, Span _)
            && at.items().size() == 1
            && at.items().getFirst() instanceof Ast.At(Ast.IntLit i, Span _)
            && i.value() >= 0
            && i.value() < items.size()
        ? Optional.of(items.get((int) i.value()))
        : Optional.empty();
  }

  /** {@code and} and {@code or} whose left side is decided are their right side, or it. */
  private Ast.Expr binary(Ast.Binary b) {
    if (b.op() == BinaryOp.AND || b.op() == BinaryOp.OR) {
      Optional<Boolean> left = conditions.decide(b.left());
      if (left.isPresent()) {
        decided = true;
        boolean decides = left.get() == (b.op() == BinaryOp.OR);
        return decides ? new Ast.BoolLit(left.get(), b.span()) : expression(b.right());
      }
    }
    return new Ast.Binary(
        b.op(),
        expression(b.left()),
        expression(b.right()),
        b.dims().map(this::expressions),
        b.opSpan(),
        b.span());
  }

  private Ast.SubscriptList subscripts(Ast.SubscriptList list) {
    return new Ast.SubscriptList(list.items().stream().map(this::subscript).toList(), list.span());
  }

  private Ast.Subscript subscript(Ast.Subscript s) {
    return switch (s) {
      case Ast.At at -> new Ast.At(expression(at.index()), at.span());
      case Ast.Slice l ->
          new Ast.Slice(
              l.lo().map(this::expression),
              l.hi().map(this::expression),
              l.step().map(this::expression),
              l.span());
      case Ast.Ellipsis _, Ast.NewAxis _ -> s;
    };
  }

  /** The constant as if it were written where its name stands: messages point there. */
  private static Ast.Expr placed(Ast.Expr constant, Span at) {
    return switch (constant) {
      case Ast.IntLit i -> new Ast.IntLit(i.value(), i.huge(), at);
      case Ast.FloatLit f -> new Ast.FloatLit(f.value(), at);
      case Ast.BoolLit b -> new Ast.BoolLit(b.value(), at);
      case Ast.StringLit s -> new Ast.StringLit(s.value(), at);
      case Ast.Ref r -> new Ast.Ref(r.name(), at);
      case Ast.TupleLit t ->
          new Ast.TupleLit(t.items().stream().map(x -> placed(x, at)).toList(), at);
      default -> throw new IllegalStateException("no constant: " + constant);
    };
  }
}
