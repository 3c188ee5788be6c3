package dev.tensorc.ir;

import dev.tensorc.frontend.Span;
import java.util.List;
import java.util.Optional;

/**
 * The texts in messages of failing checks that a check itself does not hold: the one place for the
 * interpreter and for compiled code, whose messages are equal.
 *
 * <p>A check becomes an exception of the runtime like this ({@code at} is {@link #location}):
 *
 * <pre>{@code
 * rank of a parameter  ShapeException.rank(name, declaredType, shape)
 * ParamCheck           ShapeException.named(dim, firstParam, firstAxis, expected, name, axis, actual)
 *                      where namedDim gives one, else
 *                      ShapeException.size(name, declaredType, axis, actual, expected, reason)
 * SizeCheck            ShapeException.result(subject, expectedType, at, axis, actual, expected)
 * JoinCheck            BroadcastException.of(operation, at, discipline, axis, names, types, shapes,
 *                      axes, stretches), or update(the same), shape(the same), as it joins
 * JoinCheck, unranked  BroadcastException.unranked(the same, ranks)
 * RankCheck            ShapeException.rank(subject, at, rank, demand)
 * LeadingCheck         Unranked.requireSameLeading(what, at, names, types, shapes, ranks, trailing)
 * NonEmptyCheck        ShapeException.empty(function, at, operand, axis)
 * IndexCheck           ShapeException.index(at, operand, axis, index, size)
 * SubscriptCheck       ShapeException.subscript(at, operand, axis, subscript, least, most, size)
 * ExtentCheck          ShapeException.extents(title, rule, first, firstAxis, expected, operand, axis, actual)
 * ClauseCheck          ShapeException.clause(function, clause, at, names, values)
 * }</pre>
 */
public final class CheckText {

  private static final int MAX_NAME = 40;

  private CheckText() {}

  /** Where a dim got its size: that axis of that parameter. */
  public record NamedDim(String name, String param, int axis) {}

  /** Source text as messages quote it: on one line, at most {@value #MAX_NAME} characters. */
  public static String source(Span span) {
    String all = span.source().text();
    int end = Math.min(span.end(), span.start() + 4 * MAX_NAME);
    String text = oneLine(all.substring(span.start(), end));
    return text.length() <= MAX_NAME && end == span.end()
        ? text
        : text.substring(0, Math.min(text.length(), MAX_NAME - 3)).stripTrailing() + "...";
  }

  /** {@code file:line:column}. */
  public static String location(TensorIr.Check check) {
    return check.span().runtimeLocation();
  }

  /** The message of an integer division by zero. */
  public static String division(Span span) {
    return "integer division by zero" + in(span);
  }

  /** The message of an integer to a negative power. */
  public static String negativeExponent(Span span) {
    return "negative exponent of an integer" + in(span);
  }

  /** The message of a shift by a negative count. */
  public static String negativeShift(Span span) {
    return "negative shift count" + in(span);
  }

  private static String in(Span span) {
    return " in `" + oneLine(span.text()) + "` at " + span.runtimeLocation();
  }

  /** With one blank for each run of white space inside. Every operation is named by its text. */
  private static String oneLine(String text) {
    var line = new StringBuilder(text.length());
    boolean gap = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isWhitespace(c)) {
        gap = true;
        continue;
      }
      if (gap && !line.isEmpty()) {
        line.append(' ');
      }
      gap = false;
      line.append(c);
    }
    return line.toString();
  }

  /** The named dim whose size another axis has given, where a parameter contradicts that size. */
  public static Optional<NamedDim> namedDim(TensorIr.Function function, TensorIr.ParamCheck check) {
    if (!(check.expected() instanceof Dim.Sym symbol) || !symbol.named()) {
      return Optional.empty();
    }
    return function.bindings().stream()
        .filter(b -> b.symbol().equals(symbol) && b.axis() >= 0)
        .findFirst()
        .map(
            b -> {
              TensorIr.Param p = function.params().get(b.param());
              return new NamedDim(symbol.name(), p.name(), p.value().axisName(b.axis()));
            });
  }

  /** Why a parameter's axis must have a size: the expression that gives it; empty for a number. */
  public static String reason(TensorIr.ParamCheck check) {
    return check.expected() instanceof Dim.Const ? "" : ShapeText.dim(check.expected());
  }

  /** The message where axes that must have one size have two. */
  public static String title(TensorIr.ExtentCheck check) {
    String title =
        switch (check.meeting()) {
          case INDEX -> "the index %s at %s runs over axes of different sizes";
          case CONTRACTION -> "%s at %s adds up products along axes of different sizes";
          case PARTS -> "the arrays of %s at %s have different sizes";
          case MASK -> "the mask of %s at %s has another size than its array";
        };
    return title.formatted(check.index(), location(check));
  }

  /** Why the axes must have one size. */
  public static String rule(TensorIr.ExtentCheck check) {
    return switch (check.meeting()) {
      case INDEX ->
          "an index without a range runs over each axis that it subscripts as a whole; a size of 1"
              + " does not stretch";
      case CONTRACTION ->
          "axes whose products are added up have one size; a size of 1 does not stretch";
      case MASK ->
          "a mask has the sizes of the leading axes of its array; a size of 1 does not"
              + " stretch";
      case PARTS ->
          "sizes differ at most on the axis along which the function works; a size of 1 does not"
              + " stretch";
    };
  }

  /** The names in a clause. */
  public static List<String> names(TensorIr.ClauseCheck check) {
    return check.sizes().stream().map(TensorIr.ClauseSize::name).toList();
  }

  /** The names of a join's operands. */
  public static List<String> names(TensorIr.JoinCheck check) {
    return check.operands().stream().map(TensorIr.JoinOperand::name).toList();
  }

  /** The types of a join's operands. */
  public static List<String> types(TensorIr.JoinCheck check) {
    return check.operands().stream().map(TensorIr.JoinOperand::type).toList();
  }
}
