package dev.tensorc.frontend;

import dev.tensorc.frontend.parser.TensorParser;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.antlr.v4.runtime.Token;
import org.jspecify.annotations.Nullable;

/** From ANTLR's tree to {@link Ast}: expressions. */
final class ExpressionBuilder {

  /** The functions whose results have attributes. */
  private static final Set<String> ATTRIBUTES = Set.of("T", "ndim", "shape");

  private static final Set<String> LIMITS = Set.of("finfo", "iinfo");

  private final Problems problems;
  private final Spans spans;
  private final Literals literals;
  private final AttributeMessages attributes;

  ExpressionBuilder(SourceText source, Problems problems) {
    this.problems = problems;
    this.spans = new Spans(source);
    this.literals = new Literals(source, problems);
    this.attributes = new AttributeMessages(spans);
  }

  Ast.Name name(TensorParser.NameContext tree) {
    return new Ast.Name(tree.getText(), spans.of(tree));
  }

  String string(Token token) {
    return literals.string(token);
  }

  /** An expression where a tuple is none. */
  Ast.Expr value(TensorParser.ExpressionContext tree) {
    return expression(tree, false);
  }

  /**
   * @param tuple whether the expression as a whole may be a tuple
   */
  Ast.Expr expression(TensorParser.ExpressionContext tree, boolean tuple) {
    if (tree.conditional() != null) {
      var parts = tree.conditional().expression();
      return new Ast.Conditional(
          value(parts.get(0)), value(parts.get(1)), value(parts.get(2)), spans.of(tree));
    }
    var result = operation(tree.operation());
    if (!tuple && result instanceof Ast.TupleLit) {
      problems.report(notAValue(result.span()));
    }
    return result;
  }

  Diagnostic notAValue(Span span) {
    return ParseError.TUPLE
        .at(span, "a tuple is not a value")
        .because("tuples stand only as shape, axis or pad arguments and after `return`")
        .hint("a list of arrays or numbers is written `[a, b]`");
  }

  Ast.Expr operation(TensorParser.OperationContext tree) {
    return operation(tree.term(), tree.operator());
  }

  /** {@code n + 1} of {@code strict n + 1}: begins with a name or a number. */
  Ast.Expr strictDim(TensorParser.StrictDimContext tree) {
    var plain = tree.plainTerm();
    Token start = plain.getStart();
    var first =
        postfixes(
            plain.NAME() != null
                ? new Ast.Ref(start.getText(), spans.of(start))
                : literals.integer(start),
            spans.of(start),
            plain.postfix());
    if (tree.operator().isEmpty()) {
      return first;
    }
    var operators = new Operators(spans, problems);
    operators.operand(first, spans.of(plain));
    operations(operators, tree.term(), tree.operator());
    return operators.result();
  }

  private Ast.Expr operation(
      List<TensorParser.TermContext> terms, List<TensorParser.OperatorContext> symbols) {
    // Most operations are one plain operand.
    if (symbols.isEmpty() && terms.getFirst().prefix().isEmpty()) {
      var primary = terms.getFirst().primary();
      return postfixes(primary(primary), spans.of(primary), terms.getFirst().postfix());
    }
    var operators = new Operators(spans, problems);
    term(operators, terms.getFirst(), symbols.isEmpty() ? null : symbols.getFirst());
    operations(operators, terms.subList(1, terms.size()), symbols);
    return operators.result();
  }

  private void operations(
      Operators operators,
      List<TensorParser.TermContext> terms,
      List<TensorParser.OperatorContext> symbols) {
    for (int i = 0; i < terms.size(); i++) {
      var symbol = symbols.get(i);
      Optional<List<Ast.Expr>> dims = Optional.ofNullable(symbol.dims()).map(this::dims);
      operators.binary(symbol.getStart(), dims);
      term(operators, terms.get(i), i + 1 < symbols.size() ? symbols.get(i + 1) : null);
    }
  }

  private void term(
      Operators operators,
      TensorParser.TermContext tree,
      TensorParser.@Nullable OperatorContext next) {
    var prefixes = tree.prefix();
    int last = prefixes.size() - 1;
    var primary = tree.primary();
    boolean power = next != null && next.operatorSymbol().POWER() != null;
    boolean lowest =
        last >= 0
            && prefixes.get(last).MINUS() != null
            && primary.INT() != null
            && tree.postfix().isEmpty()
            && !power
            && Literals.isBeyondLongByOne(primary.getStart());
    int count = lowest ? last : last + 1;
    for (int i = 0; i < count; i++) {
      operators.prefix(prefixes.get(i).getStart());
    }
    if (lowest) {
      var span = spans.of(prefixes.get(last).getStart(), primary.getStop());
      operators.operand(new Ast.IntLit(Long.MIN_VALUE, span), span);
    } else {
      operators.operand(
          postfixes(primary(primary), spans.of(primary), tree.postfix()),
          spans.of(primary.getStart(), tree.getStop()));
    }
  }

  List<Ast.Expr> dims(TensorParser.DimsContext tree) {
    return tree.expression().stream().map(this::value).toList();
  }

  private Ast.Expr primary(TensorParser.PrimaryContext tree) {
    if (tree.parenthesised() != null) {
      return parenthesised(tree.parenthesised());
    }
    if (tree.list() != null) {
      return list(tree.list());
    }
    Token token = tree.getStart();
    if (tree.name() != null) {
      return new Ast.Ref(token.getText(), spans.of(token));
    }
    return literals.of(token);
  }

  private Ast.Expr parenthesised(TensorParser.ParenthesisedContext tree) {
    var items = tree.expression();
    if (items.size() == 1 && tree.COMMA().isEmpty()) {
      return value(items.getFirst());
    }
    var built = items.stream().map(item -> expression(item, true)).toList();
    return new Ast.TupleLit(built, spans.of(tree));
  }

  private Ast.Expr list(TensorParser.ListContext tree) {
    List<List<Ast.Expr>> rows = new ArrayList<>();
    for (var row : tree.row()) {
      rows.add(row.expression().stream().map(this::value).toList());
    }
    if (rows.isEmpty()) {
      rows.add(List.of());
    }
    return new Ast.ArrayLit(List.copyOf(rows), rows.size() > 1, spans.of(tree));
  }

  /**
   * @param extent of the operand with its parentheses
   */
  private Ast.Expr postfixes(
      Ast.Expr operand, Span extent, List<TensorParser.PostfixContext> postfixes) {
    var result = operand;
    for (int i = 0; i < postfixes.size(); i++) {
      var postfix = postfixes.get(i);
      var span = extent.to(spans.of(postfix));
      if (postfix.subscripts() != null) {
        result = new Ast.Index(result, subscripts(postfix.subscripts()), span);
      } else if (postfix.arguments() != null) {
        result = call(result, postfix.arguments(), span);
      } else {
        Ast.Name name = name(postfix.name());
        if (!isAttribute(result, name)) {
          problems.report(attributes.unknown(result, postfixes.subList(i, postfixes.size())));
        }
        result = new Ast.Attribute(result, name, span);
      }
    }
    return result;
  }

  private static boolean isAttribute(Ast.Expr target, Ast.Name name) {
    boolean ofDType = target instanceof Ast.Call c && LIMITS.contains(c.function().text());
    return ATTRIBUTES.contains(name.text()) || ofDType;
  }

  private Ast.Expr call(Ast.Expr callee, TensorParser.ArgumentsContext tree, Span span) {
    List<Ast.Range> ranges =
        tree.ranges() == null
            ? List.of()
            : tree.ranges().range().stream().map(this::range).toList();
    var args = arguments(tree);
    if (callee instanceof Ast.Index(Ast.Ref(String f, Span at), var subscripts, Span _)) {
      return reduction(new Ast.Name(f, at), subscripts, args, ranges, span);
    }
    if (!ranges.isEmpty()) {
      problems.report(
          ParseError.INDEX_NOTATION
              .at(ranges.getFirst().span(), "`for` inside a call needs an index to run over")
              .hint("write `sum[k](... for k in 0:n)`"));
    }
    if (callee instanceof Ast.Ref(String f, Span at)) {
      return new Ast.Call(new Ast.Name(f, at), args, span);
    }
    if (callee instanceof Ast.Attribute a) {
      if (isAttribute(a.target(), a.name())) {
        problems.report(calledAttribute(a, tree));
      }
    } else {
      problems.report(
          ParseError.ARGUMENT
              .at(callee.span(), "only a function's name can be called")
              .hint("a product needs its operator: `a * (b + c)`"));
    }
    return new Ast.Call(new Ast.Name("", callee.span()), args, span);
  }

  private Diagnostic calledAttribute(Ast.Attribute a, TensorParser.ArgumentsContext arguments) {
    String name = a.name().text();
    String written = a.target().span().text() + "." + name;
    String axis = arguments.argument().isEmpty() ? "0" : spans.of(arguments.argument(0)).text();
    return ParseError.ARGUMENT
        .at(a.name().span(), "`." + name + "` is no function")
        .hint(
            name.equals("shape")
                ? "a size stands in square brackets: `" + written + "[" + axis + "]`"
                : "leave the parentheses out: `" + written + "`");
  }

  private Ast.Expr reduction(
      Ast.Name function,
      Ast.SubscriptList subscripts,
      List<Ast.Arg> args,
      List<Ast.Range> ranges,
      Span span) {
    var indices = new ArrayList<Ast.Name>();
    for (var subscript : subscripts.items()) {
      if (subscript instanceof Ast.At(Ast.Ref(String name, Span at), Span _)) {
        indices.add(new Ast.Name(name, at));
      } else {
        problems.report(
            ParseError.INDEX_NOTATION
                .at(subscript.span(), "expected the name of an index")
                .because("`" + function.text() + "[...](...)` reduces over indices")
                .hint("for axes write `" + function.text() + "(x, axis=0)`"));
      }
    }
    if (args.size() != 1 || args.getFirst().keyword().isPresent()) {
      problems.report(
          ParseError.INDEX_NOTATION.at(
              span, "a reduction over indices takes one expression and nothing else"));
    }
    var value = args.isEmpty() ? new Ast.Ref("", span) : args.getFirst().value();
    if (value instanceof Ast.TupleLit) {
      problems.report(notAValue(value.span()));
    }
    return new Ast.IndexReduce(function, List.copyOf(indices), value, ranges, span);
  }

  List<Ast.Arg> arguments(TensorParser.ArgumentsContext tree) {
    var args = tree.argument().stream().map(this::argument).toList();
    boolean keywords = false;
    for (var arg : args) {
      if (keywords && arg.keyword().isEmpty()) {
        problems.report(
            ParseError.ARGUMENT.at(
                arg.span(), "a positional argument cannot follow a keyword argument"));
      }
      keywords |= arg.keyword().isPresent();
    }
    return args;
  }

  private Ast.Arg argument(TensorParser.ArgumentContext tree) {
    var span = spans.of(tree);
    var parts = tree.expression();
    var first = expression(parts.getFirst(), true);
    if (parts.size() == 1) {
      return new Ast.Arg(Optional.empty(), first, span);
    }
    var value = expression(parts.get(1), true);
    if (first instanceof Ast.Ref(String keyword, Span at) && at.equals(spans.of(parts.get(0)))) {
      return new Ast.Arg(Optional.of(new Ast.Name(keyword, at)), value, span);
    }
    problems.report(
        ParseError.ARGUMENT
            .at(first.span(), "expected an argument's name before `=`")
            .hint("`==` compares"));
    return new Ast.Arg(Optional.empty(), value, span);
  }

  Ast.Range range(TensorParser.RangeContext tree) {
    var bounds = tree.expression();
    return new Ast.Range(
        name(tree.name()),
        value(bounds.get(0)),
        value(bounds.get(1)),
        bounds.size() > 2 ? Optional.of(value(bounds.get(2))) : Optional.empty(),
        spans.of(tree));
  }

  Ast.SubscriptList subscripts(TensorParser.SubscriptsContext tree) {
    return new Ast.SubscriptList(
        tree.subscript().stream().map(this::subscript).toList(), spans.of(tree));
  }

  private Ast.Subscript subscript(TensorParser.SubscriptContext tree) {
    var span = spans.of(tree);
    if (tree.ELLIPSIS() != null) {
      return new Ast.Ellipsis(span);
    }
    Optional<Ast.Expr> first = Optional.ofNullable(tree.expression()).map(this::value);
    if (tree.slice() != null) {
      return slice(first, tree.slice(), span);
    }
    var index = first.orElseThrow();
    return index instanceof Ast.Ref(String name, Span _) && name.equals("newaxis")
        ? new Ast.NewAxis(span)
        : new Ast.At(index, span);
  }

  private Ast.Slice slice(Optional<Ast.Expr> lo, TensorParser.SliceContext tree, Span span) {
    Optional<Ast.Expr> hi = Optional.empty();
    Optional<Ast.Expr> step = Optional.empty();
    int colons = 0;
    for (var child : tree.children) {
      if (child instanceof TensorParser.ExpressionContext expression) {
        if (colons == 1) {
          hi = Optional.of(value(expression));
        } else {
          step = Optional.of(value(expression));
        }
      } else {
        colons++;
      }
    }
    return new Ast.Slice(lo, hi, step, span);
  }
}
