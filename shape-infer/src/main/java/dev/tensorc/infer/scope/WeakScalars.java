package dev.tensorc.infer.scope;

import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.Span;
import dev.tensorc.frontend.StandardLibrary;
import dev.tensorc.infer.report.ErrorId;
import dev.tensorc.infer.rule.DTypeRules;
import dev.tensorc.infer.rule.TmlTypes;
import dev.tensorc.infer.rule.Typed;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Scalars;
import dev.tensorc.ir.TensorIr.Value;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Weak scalars: exact as i64 or f64 until they meet a dtype, rounded to it once. Constants become
 * an instruction only then; an expression that depends on a dim is computed at run time in i64 or
 * f64.
 */
public final class WeakScalars {

  private final Context cx;

  WeakScalars(Context cx) {
    this.cx = cx;
  }

  /** The size of a dim as a weak integer. */
  public Typed size(Dim dim, String name, Span span) {
    Dim known = cx.emit.resolve(dim);
    return known instanceof Dim.Const c
        ? new Typed.Const(c.value(), name)
        : new Typed.Weak(cx.emit.dimValue(known, name, span));
  }

  /**
   * The value as an operand of an operation that computes in {@code dtype}: weak scalars are
   * rounded to it, others are cast. Empty, and reported, where a constant does not fit.
   */
  public Optional<Value> as(Typed typed, DType dtype, Span span) {
    return switch (typed) {
      case Typed.Strong s -> Optional.of(cx.emit.cast(s.value(), dtype, span));
      case Typed.Weak w -> Optional.of(cx.emit.cast(w.value(), dtype, span));
      case Typed.Const c when c.isBool() ->
          Optional.of(
              cx.emit.cast(cx.emit.constant(DType.BOOL, c.value(), c.name(), span), dtype, span));
      case Typed.Const c -> {
        Optional<Object> rounded = round(c.value(), dtype);
        if (rounded.isEmpty()) {
          cx.report(doesNotFit(c, dtype, span));
        }
        yield rounded.map(value -> cx.emit.constant(dtype, value, c.name(), span));
      }
      case Typed.Unknown _ -> Optional.empty();
    };
  }

  /** The value as it is where it meets nothing: weak integers are i64, weak floats f64. */
  public Value alone(Typed typed, Span span) {
    return as(typed, typed.dtype(), span).orElseThrow();
  }

  /**
   * The value where {@code dtype} is declared: a weak scalar takes the dtype, anything else must
   * have it. Empty, and reported, where it does not.
   *
   * @param declared the declaration of the dtype, such as {@code the result of f}
   */
  public Optional<Value> declared(Typed typed, DType dtype, String declared, Span span) {
    return declared(typed, dtype, declared, Names.ofSource(span), span, Optional.empty());
  }

  /**
   * The value that is assigned to a variable: as {@link #declared}, but in tml a narrower dtype is
   * widened.
   *
   * @param text the assigned expression
   * @param place where the variable is defined
   */
  public Optional<Value> assigned(
      Typed typed, Frame.Variable variable, String text, Span span, Span place) {
    return assigned(typed, variable.dtype(), variable.name(), text, span, place);
  }

  /** As {@link #assigned(Typed, Frame.Variable, String, Span, Span)}. */
  public Optional<Value> assigned(
      Typed typed, DType dtype, String variable, String text, Span span, Span place) {
    if (!typed.isUnknown()
        && !typed.isWeak()
        && cx.frame.discipline().assignsAsUpdates()
        && TmlTypes.assignable(typed.dtype(), dtype)) {
      return as(typed, dtype, span);
    }
    String what = "the variable `" + variable + "`";
    return declared(typed, dtype, what, text, span, Optional.of(place));
  }

  private Optional<Value> declared(
      Typed typed, DType dtype, String declared, String text, Span span, Optional<Span> place) {
    boolean takes =
        typed.isWeak() ? dtype.isFloat() || (dtype.isInt() && typed.dtype().isInt()) : false;
    if (takes || typed.isUnknown() || typed.dtype() == dtype) {
      return as(typed, dtype, span);
    }
    Diagnostic d =
        ErrorId.DTYPE_MISMATCH
            .at(span, "`" + text + "` is " + typed.dtype() + ", but " + declared + " is " + dtype)
            .found(typed.type())
            .expected(dtype.label());
    if (place.isPresent()) {
      d = d.related(place.get(), "it is defined here");
    }
    boolean counter =
        place.isPresent() && dtype.isInt() && typed.dtype().isFloat() && !isDeclared(place.get());
    cx.report(
        d.hint(
            counter
                ? "let it begin as a float, such as `0.0`; or round: `astype(%s, %s)`"
                    .formatted(text, dtype)
                : integers(typed, dtype).orElseGet(() -> conversion(typed, dtype, text))));
    return Optional.empty();
  }

  /** Whether a type stands behind the variable's name. */
  private static boolean isDeclared(Span name) {
    return name.source().text().startsWith(":", name.end());
  }

  /** The conversion to advise where integers have made a float wider than is declared. */
  private Optional<String> integers(Typed typed, DType dtype) {
    List<Value> integers =
        typed instanceof Typed.Strong(Value wide) && dtype.isFloat()
            ? new Widening(cx.emit).integers(wide)
            : List.of();
    String casts =
        integers.stream()
            .map(v -> "`astype(%s, %s)`".formatted(v.name(), dtype))
            .distinct()
            .collect(Collectors.joining(", "));
    boolean one = integers.size() == 1;
    boolean elsewhere = integers.stream().anyMatch(v -> StandardLibrary.has(v.span().source()));
    return integers.isEmpty() || elsewhere
        ? Optional.empty()
        : Optional.of(
            "convert the %s f64: %s"
                .formatted(one ? "integer that makes it" : "integers that make it", casts));
  }

  private static String conversion(Typed typed, DType dtype, String text) {
    if (dtype == DType.BOOL) {
      return DTypeRules.asBool(typed);
    }
    String shown = text.endsWith("...") ? "..." : text;
    String cast = "convert it: `astype(" + shown + ", " + dtype + ")`";
    return typed.dtype() == DType.BOOL || (typed.dtype().isInt() && dtype.isFloat())
        ? cast
        : cast + ", or declare it as " + typed.dtype();
  }

  /**
   * The constant in that dtype, rounded once; empty where it is out of range or of another kind.
   */
  public static Optional<Object> round(Object constant, DType dtype) {
    return switch (dtype.kind()) {
      case BOOL -> Optional.empty();
      case SIGNED, UNSIGNED ->
          switch (constant) {
            case Long v when Scalars.fits(dtype, v) -> Optional.of(Scalars.wrap(dtype, v));
            case BigInteger v when dtype == DType.U64 -> Optional.of(v.longValue());
            default -> Optional.empty();
          };
      case FLOAT ->
          Optional.of(
                  switch (constant) {
                    case Long v -> Scalars.nearest(dtype, BigInteger.valueOf(v));
                    case BigInteger v -> Scalars.nearest(dtype, v);
                    default -> Scalars.nearest(dtype, (Double) constant);
                  })
              .filter(rounded -> isFinite(rounded) || !isFinite(constant));
    };
  }

  private static boolean isFinite(Object number) {
    return Double.isFinite(((Number) number).doubleValue());
  }

  public static Diagnostic doesNotFit(Typed.Const c, DType dtype, Span span) {
    String text = Names.ofSource(span);
    boolean literal = text.matches("-?[0-9_.]+([eE][+-]?[0-9_]+)?");
    String value = literal ? "" : " (" + c.value() + ")";
    Diagnostic d =
        ErrorId.DOES_NOT_FIT.at(span, "`" + text + "`" + value + " does not fit " + dtype);
    if (dtype.isFloat()) {
      return d.because("it would be infinite")
          .hint("infinity is written `inf`; or compute in f64: `astype(x, f64)`");
    }
    if (!dtype.isInt() || !c.dtype().isInt()) {
      return d;
    }
    boolean small = c.value() instanceof Long v && Scalars.fits(DType.I32, v);
    DType holds = small ? DType.I32 : c.dtype();
    return d.because(dtype + " holds " + dtype.range())
        .hint("choose a dtype that holds it, such as " + holds);
  }
}
