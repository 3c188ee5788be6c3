package dev.tensorc.frontend;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Prints expressions and types with as few parentheses as their meaning allows. */
final class ExpressionPrinter {

  /** Levels below and above those of {@link Operators#level}. */
  private static final int ANY = 0;

  private static final int POSTFIX_LEVEL = Operators.POWER_LEVEL + 1;

  private final StringBuilder out;

  ExpressionPrinter(StringBuilder out) {
    this.out = out;
  }

  void expression(Ast.Expr expression) {
    expression(expression, ANY);
  }

  /** In parentheses where the expression binds looser than {@code level}. */
  private void expression(Ast.Expr expression, int level) {
    boolean parentheses = level(expression) < level;
    out.append(parentheses ? "(" : "");
    switch (expression) {
      case Ast.IntLit number -> out.append(number);
      case Ast.FloatLit(double value, Span _) -> out.append(floating(value));
      case Ast.BoolLit(boolean value, Span _) -> out.append(value);
      case Ast.StringLit(String value, Span _) -> out.append(quoted(value));
      case Ast.Ref(String name, Span _) -> out.append(name);
      case Ast.ArrayLit array -> array(array);
      case Ast.TupleLit(List<Ast.Expr> items, Span _) -> {
        out.append('(');
        list(items, this::expression);
        out.append(items.size() == 1 ? ",)" : ")");
      }
      case Ast.Unary(Ast.UnaryOp op, Ast.Expr operand, Span _) -> {
        out.append(op.symbol()).append(op == Ast.UnaryOp.NOT ? " " : "");
        expression(operand, Operators.level(op));
      }
      case Ast.Binary binary -> binary(binary);
      case Ast.Conditional(Ast.Expr condition, Ast.Expr then, Ast.Expr otherwise, Span _) -> {
        out.append("if ");
        expression(condition);
        out.append(" then ");
        expression(then);
        out.append(" else ");
        expression(otherwise);
      }
      case Ast.Call(Ast.Name function, List<Ast.Arg> args, Span _) -> {
        out.append(function.text());
        arguments(args);
      }
      case Ast.IndexReduce reduce -> reduce(reduce);
      case Ast.Index(Ast.Expr target, Ast.SubscriptList list, Span _) -> {
        expression(target, POSTFIX_LEVEL);
        subscripts(list);
      }
      case Ast.Attribute(Ast.Expr target, Ast.Name name, Span _) -> {
        expression(target, POSTFIX_LEVEL + (isNumber(target) ? 1 : 0));
        out.append('.').append(name.text());
      }
    }
    out.append(parentheses ? ")" : "");
  }

  /** {@code 1.T} would be a malformed number. */
  private static boolean isNumber(Ast.Expr expression) {
    return expression instanceof Ast.IntLit || expression instanceof Ast.FloatLit;
  }

  private static int level(Ast.Expr expression) {
    return switch (expression) {
      case Ast.Conditional _ -> ANY;
      case Ast.Unary(Ast.UnaryOp op, Ast.Expr _, Span _) -> Operators.level(op);
      case Ast.Binary binary -> Operators.level(binary.op());
      // Written with a minus, which binds as one.
      case Ast.IntLit(long value, boolean huge, Span _) when value < 0 && !huge ->
          Operators.UNARY_LEVEL;
      case Ast.FloatLit(double value, Span _) when value < 0 -> Operators.UNARY_LEVEL;
      case Ast.IntLit _,
          Ast.FloatLit _,
          Ast.BoolLit _,
          Ast.StringLit _,
          Ast.Ref _,
          Ast.ArrayLit _,
          Ast.TupleLit _,
          Ast.Call _,
          Ast.IndexReduce _,
          Ast.Index _,
          Ast.Attribute _ ->
          POSTFIX_LEVEL;
    };
  }

  private void binary(Ast.Binary binary) {
    int level = Operators.level(binary.op());
    boolean power = binary.op() == Ast.BinaryOp.POW;
    boolean comparison = level == Operators.COMPARISON_LEVEL;
    expression(binary.left(), power || comparison ? level + 1 : level);
    out.append(' ').append(binary.op().symbol());
    binary.dims().ifPresent(this::dims);
    out.append(' ');
    // An exponent takes prefix operators: 2 ** -1.
    expression(binary.right(), power ? Operators.UNARY_LEVEL : level + 1);
  }

  private void array(Ast.ArrayLit array) {
    out.append('[');
    String separator = "";
    for (var row : array.rows()) {
      out.append(separator);
      list(row, this::expression);
      separator = "; ";
    }
    out.append(']');
  }

  private void reduce(Ast.IndexReduce reduce) {
    out.append(reduce.function().text());
    indices(reduce.indices());
    out.append('(');
    expression(reduce.value());
    ranges(reduce.ranges());
    out.append(')');
  }

  void arguments(List<Ast.Arg> args) {
    out.append('(');
    list(
        args,
        arg -> {
          arg.keyword().ifPresent(keyword -> out.append(keyword.text()).append('='));
          expression(arg.value());
        });
    out.append(')');
  }

  void dims(List<Ast.Expr> dims) {
    out.append('{');
    list(dims, this::expression);
    out.append('}');
  }

  void indices(List<Ast.Name> indices) {
    out.append('[');
    list(indices, index -> out.append(index.text()));
    out.append(']');
  }

  void ranges(List<Ast.Range> ranges) {
    if (!ranges.isEmpty()) {
      out.append(" for ");
      list(ranges, this::range);
    }
  }

  void range(Ast.Range range) {
    out.append(range.index().text()).append(" in ");
    expression(range.from());
    out.append(':');
    expression(range.to());
    step(range.step());
  }

  private void step(Optional<Ast.Expr> step) {
    step.ifPresent(
        value -> {
          out.append(':');
          expression(value);
        });
  }

  void subscripts(Ast.SubscriptList subscripts) {
    out.append('[');
    list(subscripts.items(), this::subscript);
    out.append(']');
  }

  private void subscript(Ast.Subscript subscript) {
    switch (subscript) {
      case Ast.At(Ast.Expr index, Span _) -> expression(index);
      case Ast.Slice(var lo, var hi, var step, Span _) -> {
        lo.ifPresent(this::expression);
        out.append(':');
        hi.ifPresent(this::expression);
        step(step);
      }
      case Ast.Ellipsis _ -> out.append("...");
      case Ast.NewAxis _ -> out.append("newaxis");
    }
  }

  // ---------------------------------------------------------------- types

  void type(Ast.Type type) {
    out.append(type.dtype().text());
    for (var level : type.levels()) {
      out.append('[');
      list(level.dims(), this::dim);
      out.append(']');
    }
  }

  private void dim(Ast.Dim dim) {
    switch (dim) {
      case Ast.DynamicDim(boolean strict, Span _) -> out.append(strict ? "strict ?" : "?");
      case Ast.BcastDim _ -> out.append("bcast");
      case Ast.RestDim(Optional<Ast.Name> name, Span _) ->
          out.append(name.map(Ast.Name::text).orElse("")).append("...");
      case Ast.ExprDim(boolean strict, Ast.Expr value, Span _) -> {
        out.append(strict ? "strict " : "");
        // The grammar reads a dim as an operation.
        expression(value, ANY + 1);
      }
    }
  }

  // ---------------------------------------------------------------- words

  <T> void list(List<T> items, Consumer<T> print) {
    String separator = "";
    for (T item : items) {
      out.append(separator);
      print.accept(item);
      separator = ", ";
    }
  }

  /** Digits on both sides of the point. */
  private static String floating(double value) {
    return Double.isFinite(value)
        ? Double.toString(value).replace('E', 'e')
        : Double.toString(value);
  }

  static String quoted(String text) {
    var quoted = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"', '\\' -> quoted.append('\\').append(c);
        case '\n' -> quoted.append("\\n");
        case '\t' -> quoted.append("\\t");
        case '\r' -> quoted.append("\\r");
        default -> {
          if (Character.isISOControl(c)) {
            quoted.append(String.format("\\u%04x", (int) c));
          } else {
            quoted.append(c);
          }
        }
      }
    }
    return quoted.append('"').toString();
  }
}
