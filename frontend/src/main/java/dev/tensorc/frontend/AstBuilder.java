package dev.tensorc.frontend;

import dev.tensorc.frontend.parser.TensorParser;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * From ANTLR's tree to {@link Ast}: files and functions. Reports mistakes that the grammar lets
 * through for the sake of a clear message. Parts that failed to parse are left out; the result is
 * used only where nothing was reported.
 */
final class AstBuilder {

  private final SourceText source;
  private final Lexemes lexemes;
  private final Problems problems;
  private final Spans spans;
  private final ExpressionBuilder expressions;
  private final TypeBuilder types;
  private final StatementBuilder statements;

  AstBuilder(SourceText source, Lexemes lexemes, Problems problems) {
    this.source = source;
    this.lexemes = lexemes;
    this.problems = problems;
    this.spans = new Spans(source);
    this.expressions = new ExpressionBuilder(source, problems);
    this.types = new TypeBuilder(source, problems, expressions);
    this.statements = new StatementBuilder(source, problems, expressions, types);
  }

  Ast.Program program(TensorParser.ProgramContext tree) {
    Optional<Ast.Name> broadcasting = Optional.empty();
    var items = new ArrayList<Ast.TopLevel>();
    for (var topLevel : tree.topLevel()) {
      var item = topLevel.item();
      if (item == null) {
        continue;
      }
      if (item.broadcasting() != null && item.broadcasting().exception == null) {
        broadcasting = Optional.of(discipline(item.broadcasting(), broadcasting, items));
      } else {
        topLevel(item).ifPresent(items::add);
      }
    }
    int end = Lexemes.endOfProgram(source.text());
    return new Ast.Program(broadcasting, List.copyOf(items), new Span(source, 0, end, 1, 1));
  }

  private Ast.Name discipline(
      TensorParser.BroadcastingContext tree, Optional<Ast.Name> before, List<Ast.TopLevel> items) {
    var span = spans.of(tree);
    if (before.isPresent()) {
      problems.report(
          ParseError.PLACE
              .at(span, "a file has one `broadcasting` line")
              .related(before.get().span(), "the first one"));
    } else if (items.stream().anyMatch(item -> !(item instanceof Ast.Import))) {
      problems.report(ParseError.PLACE.at(span, "`broadcasting` stands at the top of the file"));
    }
    return expressions.name(tree.name());
  }

  private Optional<Ast.TopLevel> topLevel(TensorParser.ItemContext item) {
    if (item.function() != null) {
      return function(item.function());
    }
    if (item.exception != null) {
      return Optional.empty();
    }
    if (item.importFile() != null && item.importFile().exception == null) {
      var file = item.importFile();
      return Optional.of(
          new Ast.Import(expressions.string(file.STRING().getSymbol()), spans.of(file)));
    }
    if (item.weights() != null && item.weights().exception == null) {
      return Optional.of(weights(item.weights()));
    }
    if (item.constant() != null && item.constant().exception == null) {
      var constant = item.constant();
      return Optional.of(
          new Ast.Const(
              expressions.name(constant.name()),
              expressions.value(constant.expression()),
              spans.of(constant)));
    }
    return Optional.empty();
  }

  private Ast.Weights weights(TensorParser.WeightsContext tree) {
    return new Ast.Weights(
        expressions.string(tree.weightsHeader().STRING().getSymbol()),
        tree.weight().stream().map(this::weight).toList(),
        spans.of(tree));
  }

  private Ast.Weight weight(TensorParser.WeightContext tree) {
    return new Ast.Weight(
        expressions.name(tree.name()),
        types.type(tree.type()),
        Optional.ofNullable(tree.STRING()).map(s -> expressions.string(s.getSymbol())),
        spans.of(tree));
  }

  private Optional<Ast.TopLevel> function(TensorParser.FunctionContext tree) {
    var header = tree.functionHeader();
    boolean sound = tree.exception == null && header != null && header.exception == null;
    Optional<Ast.Block> body =
        tree.block() == null ? Optional.empty() : Optional.of(statements.block(tree.block()));
    if (!sound || body.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new Ast.Function(
            lexemes.docAbove(tree.getStart()),
            tree.annotation().stream().map(this::annotation).toList(),
            tree.EXPORT() != null,
            expressions.name(header.name()),
            typeParams(header),
            header.param().stream().map(this::param).toList(),
            results(header),
            where(header),
            body.get(),
            spans.of(tree)));
  }

  private Ast.Annotation annotation(TensorParser.AnnotationContext tree) {
    var last = tree.RPAREN() == null ? tree.name().getStop() : tree.RPAREN().getSymbol();
    return new Ast.Annotation(
        expressions.name(tree.name()),
        tree.arguments() == null ? List.of() : expressions.arguments(tree.arguments()),
        spans.of(tree.getStart(), last));
  }

  private List<Ast.TypeParam> typeParams(TensorParser.FunctionHeaderContext header) {
    if (header.typeParams() == null) {
      return List.of();
    }
    return header.typeParams().typeParam().stream()
        .map(
            param -> {
              var names = param.name().stream().map(expressions::name).toList();
              return new Ast.TypeParam(
                  names.getFirst(), names.subList(1, names.size()), spans.of(param));
            })
        .toList();
  }

  private Ast.Parameter param(TensorParser.ParamContext tree) {
    Ast.Name name = expressions.name(tree.name());
    boolean constant = tree.CONST() != null;
    Optional<Ast.Expr> otherwise =
        Optional.ofNullable(tree.defaultValue())
            .map(d -> expressions.expression(d.expression(), constant));
    return !constant
        ? new Ast.Param(name, types.type(tree.type()), otherwise, spans.of(tree))
        : new Ast.ConstParam(name, otherwise, spans.of(tree));
  }

  private List<Ast.Result> results(TensorParser.FunctionHeaderContext header) {
    if (header.results() == null) {
      return List.of();
    }
    var single = header.results().type();
    if (single != null) {
      return List.of(new Ast.Result(Optional.empty(), types.type(single), spans.of(single)));
    }
    return header.results().result().stream().map(this::result).toList();
  }

  private Ast.Result result(TensorParser.ResultContext tree) {
    var span = spans.of(tree);
    var first = types.type(tree.type(0));
    if (tree.type().size() == 1) {
      return new Ast.Result(Optional.empty(), first, span);
    }
    if (!first.levels().isEmpty()) {
      problems.report(
          ParseError.TYPE
              .at(first.span(), "expected a result's name before `:`")
              .hint("results are written `(lo: f32[n], hi: f32[n])`"));
    }
    return new Ast.Result(Optional.of(first.dtype()), types.type(tree.type(1)), span);
  }

  private List<Ast.Expr> where(TensorParser.FunctionHeaderContext header) {
    return header.whereClause() == null
        ? List.of()
        : header.whereClause().expression().stream().map(expressions::value).toList();
  }
}
