package dev.tensorc.frontend;

import dev.tensorc.frontend.parser.TensorParser;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** From ANTLR's tree to {@link Ast}: blocks and statements. */
final class StatementBuilder {

  private final Problems problems;
  private final Spans spans;
  private final ExpressionBuilder expressions;
  private final TypeBuilder types;

  StatementBuilder(
      SourceText source, Problems problems, ExpressionBuilder expressions, TypeBuilder types) {
    this.problems = problems;
    this.spans = new Spans(source);
    this.expressions = expressions;
    this.types = types;
  }

  Ast.Block block(TensorParser.BlockContext tree) {
    var built = new ArrayList<Ast.Stmt>();
    for (var statement : tree.statement()) {
      if (statement.simpleStatement() != null) {
        statement(statement.simpleStatement()).ifPresent(built::add);
      }
    }
    return new Ast.Block(List.copyOf(built), spans.of(tree));
  }

  /** Nothing where the statement failed to parse; blocks inside it are looked at all the same. */
  private Optional<Ast.Stmt> statement(TensorParser.SimpleStatementContext tree) {
    if (tree.ifStatement() != null) {
      return ifStatement(tree.ifStatement()).map(s -> s);
    }
    if (tree.forLoop() != null) {
      return forLoop(tree.forLoop());
    }
    if (tree.whileLoop() != null) {
      return whileLoop(tree.whileLoop());
    }
    if (tree.exception != null) {
      return Optional.empty();
    }
    if (tree.let() != null) {
      return Optional.of(let(tree.let()));
    }
    if (tree.assignment() != null) {
      return Optional.of(assignment(tree.assignment()));
    }
    return Optional.of(returned(tree.returnStatement()));
  }

  private Optional<Ast.Block> body(TensorParser.@Nullable BlockContext tree) {
    return Optional.ofNullable(tree).map(this::block);
  }

  private Optional<Ast.Stmt> forLoop(TensorParser.ForLoopContext tree) {
    var body = body(tree.block());
    var header = tree.forHeader();
    if (tree.exception != null || header.exception != null) {
      return Optional.empty();
    }
    return body.map(b -> new Ast.For(range(header.range()), b, spans.of(tree)));
  }

  private Optional<Ast.Stmt> whileLoop(TensorParser.WhileLoopContext tree) {
    var body = body(tree.block());
    var header = tree.whileHeader();
    if (tree.exception != null || header.exception != null) {
      return Optional.empty();
    }
    return body.map(b -> new Ast.While(expressions.value(header.expression()), b, spans.of(tree)));
  }

  private Optional<Ast.If> ifStatement(TensorParser.IfStatementContext tree) {
    var then = body(tree.block(0));
    Optional<Ast.Block> otherwise =
        tree.ifStatement() == null
            ? body(tree.block(1))
            : ifStatement(tree.ifStatement())
                .map(nested -> new Ast.Block(List.of(nested), nested.span()));
    var header = tree.ifHeader();
    if (tree.exception != null || header.exception != null) {
      return Optional.empty();
    }
    return then.map(
        t -> new Ast.If(expressions.value(header.expression()), t, otherwise, spans.of(tree)));
  }

  private Ast.Return returned(TensorParser.ReturnStatementContext tree) {
    var span = spans.of(tree);
    var value = expressions.expression(tree.expression(), true);
    if (value instanceof Ast.TupleLit(List<Ast.Expr> items, Span at)) {
      if (items.isEmpty()) {
        problems.report(ParseError.TUPLE.at(at, "`return` needs a value"));
      }
      items.forEach(this::rejectNestedTuple);
      return new Ast.Return(items, span);
    }
    return new Ast.Return(List.of(value), span);
  }

  private void rejectNestedTuple(Ast.Expr item) {
    if (item instanceof Ast.TupleLit) {
      problems.report(expressions.notAValue(item.span()));
    }
  }

  private Ast.Stmt let(TensorParser.LetContext tree) {
    boolean variable = tree.VAR() != null;
    var target = tree.target();
    var value = expressions.value(tree.expression());
    var ranges = tree.ranges() == null ? List.<Ast.Range>of() : ranges(tree.ranges());
    var span = spans.of(tree);
    if (target.indices() != null) {
      var indices = target.indices().name().stream().map(expressions::name).toList();
      return new Ast.IndexLet(
          variable, expressions.name(target.name()), indices, value, ranges, span);
    }
    if (!ranges.isEmpty()) {
      problems.report(rangesWithoutIndices(ranges.getFirst().span()));
    }
    return new Ast.Let(variable, bindings(target), value, span);
  }

  private Diagnostic rangesWithoutIndices(Span span) {
    return ParseError.INDEX_NOTATION
        .at(span, "`for` after a value needs indices on the left of `=`")
        .hint("write `let x[i] = ... for i in 0:n`, or a loop `for i in 0:n { ... }`");
  }

  private List<Ast.Binding> bindings(TensorParser.TargetContext target) {
    if (target.name() != null) {
      return List.of(binding(target.name(), target.type(), spans.of(target)));
    }
    return target.binding().stream().map(b -> binding(b.name(), b.type(), spans.of(b))).toList();
  }

  private Ast.Binding binding(
      TensorParser.NameContext name, TensorParser.@Nullable TypeContext type, Span span) {
    return new Ast.Binding(
        expressions.name(name), Optional.ofNullable(type).map(types::type), span);
  }

  private Ast.Assign assignment(TensorParser.AssignmentContext tree) {
    var operator = tree.assignOperator();
    var ranges = tree.ranges() == null ? List.<Ast.Range>of() : ranges(tree.ranges());
    if (!ranges.isEmpty() && tree.subscripts().isEmpty()) {
      problems.report(rangesWithoutIndices(ranges.getFirst().span()));
    }
    Optional<Ast.BinaryOp> op =
        operator.updateOperator() == null
            ? Optional.empty()
            : Optional.of(Operators.ofSymbol(operator.updateOperator().getStart()));
    return new Ast.Assign(
        expressions.name(tree.name()),
        tree.subscripts().stream().map(expressions::subscripts).toList(),
        op,
        operator.dims() == null ? List.of() : expressions.dims(operator.dims()),
        expressions.value(tree.expression()),
        ranges,
        spans.of(tree));
  }

  private List<Ast.Range> ranges(TensorParser.RangesContext tree) {
    return tree.range().stream().map(this::range).toList();
  }

  private Ast.Range range(TensorParser.RangeContext tree) {
    return expressions.range(tree);
  }
}
