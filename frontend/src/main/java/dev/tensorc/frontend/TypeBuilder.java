package dev.tensorc.frontend;

import dev.tensorc.frontend.parser.TensorParser;
import java.util.Optional;

/** From ANTLR's tree to {@link Ast}: types and dims. */
final class TypeBuilder {

  private final Problems problems;
  private final Spans spans;
  private final ExpressionBuilder expressions;

  TypeBuilder(SourceText source, Problems problems, ExpressionBuilder expressions) {
    this.problems = problems;
    this.spans = new Spans(source);
    this.expressions = expressions;
  }

  Ast.Type type(TensorParser.TypeContext tree) {
    return new Ast.Type(
        expressions.name(tree.name()),
        tree.dimList().stream().map(this::dims).toList(),
        spans.of(tree));
  }

  private Ast.DimList dims(TensorParser.DimListContext tree) {
    return new Ast.DimList(tree.dim().stream().map(this::dim).toList(), spans.of(tree));
  }

  private Ast.Dim dim(TensorParser.DimContext tree) {
    var span = spans.of(tree);
    boolean strict = tree.STRICT() != null;
    if (tree.QUESTION() != null) {
      return new Ast.DynamicDim(strict, span);
    }
    if (strict) {
      return new Ast.ExprDim(true, expressions.strictDim(tree.strictDim()), span);
    }
    if (tree.operation() == null) {
      return new Ast.RestDim(Optional.empty(), span);
    }
    var value = expressions.operation(tree.operation());
    if (tree.ELLIPSIS() != null) {
      return rest(value, span);
    }
    // `bcast` is a name to the grammar, so that it can be one elsewhere.
    return value instanceof Ast.Ref(String name, Span _) && name.equals("bcast")
        ? new Ast.BcastDim(span)
        : new Ast.ExprDim(false, value, span);
  }

  private Ast.Dim rest(Ast.Expr value, Span span) {
    if (value instanceof Ast.Ref(String name, Span at)) {
      return new Ast.RestDim(Optional.of(new Ast.Name(name, at)), span);
    }
    problems.report(
        ParseError.TYPE
            .at(span, "`...` takes a name, not an expression")
            .hint("write `s...` for any number of dims, or `...` without a name"));
    return new Ast.RestDim(Optional.empty(), span);
  }
}
