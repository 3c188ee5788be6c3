package dev.tensorc.infer.join;

import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.Span;
import dev.tensorc.infer.report.ErrorId;
import dev.tensorc.infer.rule.Arg;
import dev.tensorc.infer.rule.DTypeRules;
import dev.tensorc.infer.rule.Folding;
import dev.tensorc.infer.rule.Joins;
import dev.tensorc.infer.rule.Typed;
import dev.tensorc.infer.scope.Names;
import dev.tensorc.infer.scope.WeakScalars;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Operand;
import dev.tensorc.ir.TensorIr.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Element-wise builtins: their dtype rules, made explicit as casts, and their joined shape. */
public final class Elementwise {

  private final JoinContext cx;
  private final Composites composites = new Composites(this);

  Elementwise(JoinContext cx) {
    this.cx = cx;
  }

  public Typed apply(Builtin b, List<Arg> args, Span span) {
    return apply(b, args, Optional.empty(), span);
  }

  /**
   * @param dims the axes that the program gives the argument of lower rank, if it does
   */
  public Typed apply(Builtin b, List<Arg> args, Optional<BroadcastDims> dims, Span span) {
    return apply(b, args, dims, Optional.empty(), span);
  }

  /**
   * The array that an update writes to.
   *
   * @param name as the program writes it
   */
  public record Target(String name, Arg arg) {}

  /** A target combined with a value, for an update: the target keeps its shape. */
  public Typed update(
      Builtin b, Target target, Arg value, Optional<BroadcastDims> dims, Span span) {
    return apply(b, List.of(target.arg(), value), dims, Optional.of(target.name()), span);
  }

  private Typed apply(
      Builtin b, List<Arg> args, Optional<BroadcastDims> dims, Optional<String> target, Span span) {
    if (args.stream().anyMatch(a -> a.typed().isUnknown())) {
      return Typed.UNKNOWN;
    }
    Optional<Diagnostic> refused = refuse(b, args, span);
    return refused.isPresent() ? cx.fail(refused.get()) : applyTaken(b, args, dims, target, span);
  }

  /**
   * A function of operands whose dtypes are known to fit: a function that replaces another takes
   * the same operands, also where the discipline would refuse it if the program had it.
   */
  public Typed applyTaken(Builtin b, List<Arg> args, Optional<BroadcastDims> dims, Span span) {
    return args.stream().anyMatch(a -> a.typed().isUnknown())
        ? Typed.UNKNOWN
        : applyTaken(b, args, dims, Optional.empty(), span);
  }

  private Typed applyTaken(
      Builtin b, List<Arg> args, Optional<BroadcastDims> dims, Optional<String> target, Span span) {
    if (dims.isEmpty() && args.stream().allMatch(a -> a.typed() instanceof Typed.Const)) {
      Optional<Typed> folded = fold(b, args, span);
      if (folded.isPresent()) {
        return folded.get();
      }
    }
    int conditions = b.types() == Builtin.Types.SELECT ? 1 : 0;
    DType computed =
        DTypeRules.computed(
            b, args.stream().skip(conditions).map(Arg::typed).toList(), cx.frame.discipline());
    boolean bits = b.types() == Builtin.Types.BITS || b.types() == Builtin.Types.INTEGER;
    if (bits && computed.isFloat()) {
      return cx.fail(noCommonInteger(b, args, span));
    }
    if (computed.isShortFloat() && b == Builtin.NEXTAFTER) {
      return cx.fail(neighboursOfHalves(computed, args, span));
    }
    if (computed.isShortFloat() && conditions == 0) {
      return narrowed(apply(b, widened(args, computed), dims, target, span), computed, span);
    }
    Optional<Typed> composed = composites.expand(b, args, dims, span);
    if (composed.isPresent()) {
      return composed.get();
    }
    boolean mixed = DTypeRules.comparesMixed(b, args.stream().map(Arg::typed).toList());
    var values = new ArrayList<Value>();
    for (int i = 0; i < args.size(); i++) {
      Arg a = args.get(i);
      DType taken = i < conditions ? DType.BOOL : mixed ? widest(a.typed().dtype()) : computed;
      var value = cx.weak.as(a.typed(), taken, a.span());
      if (value.isEmpty()) {
        return Typed.UNKNOWN;
      }
      values.add(value.get());
    }
    boolean weak = args.stream().allMatch(a -> a.typed().isWeak());
    boolean chosen = args.stream().skip(conditions).allMatch(a -> a.typed().isWeak());
    DType result = DTypeRules.result(b, computed);
    return emit(b, values, dims, target, result, span)
        .<Typed>map(
            v ->
                result.isNumeric() && (weak || (chosen && v.isScalar()))
                    ? new Typed.Weak(v)
                    : new Typed.Strong(v))
        .orElse(Typed.UNKNOWN);
  }

  private static DType widest(DType integer) {
    return integer.isSigned() ? DType.I64 : DType.U64;
  }

  /** u64 and signed integers have no integer dtype that holds both. */
  private static Diagnostic noCommonInteger(Builtin b, List<Arg> args, Span span) {
    Diagnostic d =
        ErrorId.NEEDS_INTEGER.at(
            span,
            DTypeRules.spell(b, args, span) + " takes integers that have a common integer dtype");
    for (Arg arg : args) {
      d = d.because("`" + arg.typed().name() + "` is " + arg.typed().dtype());
    }
    String name = args.getLast().typed().name();
    DType first = args.getFirst().typed().dtype();
    return d.hint(
        "no integers hold both: convert one, as in `astype(" + name + ", " + first + ")`");
  }

  private static Diagnostic neighboursOfHalves(DType dtype, List<Arg> args, Span span) {
    return ErrorId.UNSUPPORTED_BUILTIN
        .at(span, "`nextafter` of " + dtype + " is not supported yet")
        .because("it would be found among the f32, and rounded to the number itself")
        .hint("convert first: `astype(" + args.getFirst().typed().name() + ", f32)`");
  }

  /** The arguments of an f16 or bf16 operation as it computes with them: in f32. */
  private List<Arg> widened(List<Arg> args, DType dtype) {
    return args.stream().map(a -> new Arg(widened(a, dtype), a.span())).toList();
  }

  private Typed widened(Arg arg, DType dtype) {
    if (arg.typed() instanceof Typed.Const c && !c.isBool()) { // still a constant, rounded
      Optional<Object> fitting = WeakScalars.round(c.value(), dtype);
      if (fitting.isEmpty()) {
        return cx.fail(WeakScalars.doesNotFit(c, dtype, arg.span()));
      }
      double rounded = ((Number) fitting.get()).doubleValue();
      boolean whole = c.value() instanceof Long v && v == (long) rounded;
      return whole ? c : new Typed.Const(rounded, c.name());
    }
    Value value = cx.weak.as(arg.typed(), dtype, arg.span()).orElseThrow();
    return new Typed.Strong(cx.emit.cast(value, dtype.computation(), arg.span()));
  }

  /** The value computed in f32, rounded once. */
  private Typed narrowed(Typed result, DType dtype, Span span) {
    return result instanceof Typed.Strong s && s.value().dtype().isFloat()
        ? new Typed.Strong(cx.emit.cast(s.value(), dtype, span))
        : result;
  }

  /** The operation on operands of the right dtypes; empty, and reported, where shapes conflict. */
  public Optional<Value> emit(Builtin b, List<Value> values, DType result, Span span) {
    return emit(b, values, Optional.empty(), Optional.empty(), result, span);
  }

  private Optional<Value> emit(
      Builtin b,
      List<Value> values,
      Optional<BroadcastDims> dims,
      Optional<String> target,
      DType result,
      Span span) {
    String name = Names.ofSource(span);
    boolean fastmath = cx.frame.fastmath() && b.sequence().isPresent();
    if (values.size() == 1) {
      Value x = values.getFirst();
      Value made = cx.emit.fresh(result, cx.emit.resolve(x.shape()), x.axes(), name, span);
      cx.wrongAxis.computed(made, values);
      return Optional.of(
          cx.emit.add(new TensorIr.Map(made, b, List.of(Operand.whole(x)), fastmath)));
    }
    Optional<Joins.Joined> join =
        target.isPresent()
            ? cx.broadcasting.into(
                Optional.of(b), target.get(), values.getFirst(), values.getLast(), dims, span)
            : cx.broadcasting.join(b, values, dims, span);
    return join.map(
        joined -> {
          var operands =
              joined.operands().stream().map(o -> new Operand(o.value(), o.axes())).toList();
          var shape = cx.emit.resolve(joined.shape());
          Value made = cx.emit.fresh(result, shape, joined.axes(), name, span);
          cx.wrongAxis.computed(made, values);
          return cx.emit.add(new TensorIr.Map(made, b, operands, fastmath));
        });
  }

  /** {@code astype}: constants that fit are converted here, all else at run time. */
  public Typed astype(Arg arg, DType dtype, Span span) {
    if (arg.typed().isUnknown()) {
      return Typed.UNKNOWN;
    }
    if (arg.typed() instanceof Typed.Const c && !c.isBool()) {
      var rounded = WeakScalars.round(c.value(), dtype);
      if (rounded.isPresent()) {
        return new Typed.Strong(cx.emit.constant(dtype, rounded.get(), Names.ofSource(span), span));
      }
    }
    var refused =
        DTypeRules.refuse(Builtin.ASTYPE, arg, false, List.of(arg), cx.frame.discipline());
    if (refused.isPresent()) {
      return cx.fail(refused.get());
    }
    Value value = cx.weak.alone(arg.typed(), arg.span());
    if (value.dtype() == dtype) {
      return new Typed.Strong(value);
    }
    return new Typed.Strong(emit(Builtin.ASTYPE, List.of(value), dtype, span).orElseThrow());
  }

  private Optional<Typed> fold(Builtin b, List<Arg> args, Span span) {
    try {
      return Folding.fold(b, args.stream().map(a -> ((Typed.Const) a.typed()).value()).toList())
          .map(value -> new Typed.Const(value, Names.ofSource(span)));
    } catch (ArithmeticException e) {
      DType dtype =
          DTypeRules.common(args.stream().map(Arg::typed).toList(), cx.frame.discipline());
      return Optional.of(
          cx.fail(
              ErrorId.CONSTANT_OVERFLOW
                  .at(span, "`" + Names.ofSource(span) + "` does not fit " + dtype)
                  .because(dtype + " holds " + dtype.range())
                  .hint("write one of the numbers as a float, such as `2.0`")));
    }
  }

  /** The dtype in which the arguments meet; empty, and reported, where they are not taken. */
  public Optional<DType> computed(Builtin b, List<Arg> args, Span span) {
    List<Typed> typed = args.stream().map(Arg::typed).toList();
    DType computed = DTypeRules.computed(b, typed, cx.frame.discipline());
    boolean bits = b.types() == Builtin.Types.BITS && computed.isFloat();
    Optional<Diagnostic> refused =
        refuse(b, args, span)
            .or(() -> bits ? Optional.of(noCommonInteger(b, args, span)) : Optional.empty());
    refused.ifPresent(cx::report);
    return refused.isPresent() ? Optional.empty() : Optional.of(computed);
  }

  private Optional<Diagnostic> refuse(Builtin b, List<Arg> args, Span span) {
    String called = DTypeRules.spell(b, args, span);
    for (Arg a : args) {
      boolean condition = b.types() == Builtin.Types.SELECT && a == args.getFirst();
      Optional<Diagnostic> refused =
          DTypeRules.refuse(b, called, a, condition, args, cx.frame.discipline());
      if (refused.isPresent()) {
        return refused;
      }
    }
    return args.getLast().typed() instanceof Typed.Const c && c.value() instanceof Long last
        ? refuseConstant(b, last, args, span)
        : Optional.empty();
  }

  /** Refuses a constant that an operation on integers does not take as its last argument. */
  private Optional<Diagnostic> refuseConstant(Builtin b, long last, List<Arg> args, Span span) {
    if (!DTypeRules.common(args.stream().map(Arg::typed).toList(), cx.frame.discipline()).isInt()) {
      return Optional.empty();
    }
    String text = "`" + Names.ofSource(span) + "`";
    Span place = args.getLast().span();
    return switch (b) {
      case FLOOR_DIVIDE, REMAINDER, FMOD ->
          last != 0
              ? Optional.empty()
              : Optional.of(
                  ErrorId.ZERO_DIVISOR
                      .at(place, text + " divides integers by zero")
                      .hint("integers have no infinity; divide floats: `/`"));
      case POW ->
          last >= 0
              ? Optional.empty()
              : Optional.of(
                  ErrorId.NEGATIVE_OPERAND
                      .at(place, text + " is an integer to a negative power")
                      .because("the result would be no integer")
                      .hint(
                          args.getFirst().typed() instanceof Typed.Const
                              ? "write the base as a float, such as `2.0`"
                              : "convert the base: `astype("
                                  + args.getFirst().typed().name()
                                  + ", f64)`"));
      case BITWISE_LEFT_SHIFT, BITWISE_RIGHT_SHIFT ->
          last >= 0
              ? Optional.empty()
              : Optional.of(
                  ErrorId.NEGATIVE_OPERAND
                      .at(place, text + " shifts by a negative count")
                      .hint(
                          "shift the other way: `"
                              + (b == Builtin.BITWISE_LEFT_SHIFT ? ">>" : "<<")
                              + "`"));
      default -> Optional.empty();
    };
  }
}
