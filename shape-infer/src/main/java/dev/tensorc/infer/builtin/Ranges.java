package dev.tensorc.infer.builtin;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Span;
import dev.tensorc.infer.report.ErrorId;
import dev.tensorc.infer.rule.Arg;
import dev.tensorc.infer.rule.DTypeRules;
import dev.tensorc.infer.rule.Typed;
import dev.tensorc.infer.scope.Names;
import dev.tensorc.infer.type.DimExprs;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.Scalars;
import dev.tensorc.ir.TensorIr.Value;
import java.util.List;
import java.util.Optional;

/**
 * {@code arange}: numbers from a start to before a stop, in equal steps. Integers may be known at
 * run time only, but for the step; floats are constants, since how many they are depends on how
 * they are rounded, and a size is no float.
 */
final class Ranges {

  private final BuiltinContext cx;

  Ranges(BuiltinContext cx) {
    this.cx = cx;
  }

  /** The arguments, or 0 and 1 for those that are left out. */
  private record Range(Arg start, Arg stop, Arg step, Span span) {
    List<Arg> numbers() {
      return List.of(start, stop, step);
    }
  }

  Typed call(List<Optional<Ast.Expr>> args, Span span) {
    Arg first = cx.arg(args.getFirst().orElseThrow());
    Optional<Arg> second = args.get(1).map(cx::arg);
    Arg start = second.isEmpty() ? cx.arithmetic.number(0, span) : first;
    Arg step = args.get(2).map(cx::arg).orElseGet(() -> cx.arithmetic.number(1, span));
    var range = new Range(start, second.orElse(first), step, span);
    boolean good = true;
    for (Arg arg : range.numbers()) {
      good &= isNumber(arg);
    }
    if (!good) {
      return Typed.UNKNOWN;
    }
    boolean floats = range.numbers().stream().anyMatch(a -> a.typed().dtype().isFloat());
    return floats ? ofFloats(range, args.get(3)) : ofIntegers(range, args.get(3));
  }

  /** Whether it is a scalar number; reported where it is not. */
  private boolean isNumber(Arg arg) {
    Typed typed = arg.typed();
    if (typed.isUnknown() || (typed.rank() == 0 && typed.dtype().isNumeric())) {
      return !typed.isUnknown();
    }
    cx.report(
        typed.rank() == 0
            ? DTypeRules.bool(Builtin.ARANGE, DTypeRules.spell(Builtin.ARANGE), arg, List.of(arg))
            : ErrorId.NEEDS_SCALAR
                .at(arg.span(), "`arange` goes from a number to a number, by a number")
                .found(typed.type()));
    return false;
  }

  private Typed noStep(Arg step) {
    return cx.fail(
        ErrorId.ZERO_STEP
            .at(step.span(), "the step of `arange` is 0")
            .hint("for one number everywhere write `full(n, start)`"));
  }

  private Typed tooMany(Span span) {
    return cx.fail(
        ErrorId.BAD_SIZE
            .at(span, "`" + Names.ofSource(span) + "` has more elements than an array can have")
            .hint("sizes are 0 or more, and at most " + DimExprs.MAX_SIZE));
  }

  // ---------------------------------------------------------------- integers

  /** Indices that are the result have the name of the written range. */
  private Arg named(Arg indices) {
    return indices.typed() instanceof Typed.Strong(Value v)
        ? new Arg(
            new Typed.Strong(cx.emit.rename(v, Names.ofSource(indices.span()))), indices.span())
        : indices;
  }

  private Typed ofIntegers(Range range, Optional<Ast.Expr> dtype) {
    Span span = range.span();
    Optional<Dim> from = cx.scalarDims.of(range.start());
    Optional<Dim> to = cx.scalarDims.of(range.stop());
    Optional<Dim> step = cx.scalarDims.of(range.step());
    if (from.isEmpty() || to.isEmpty() || step.isEmpty()) {
      return Typed.UNKNOWN;
    }
    if (!(step.get() instanceof Dim.Const by)) {
      return cx.fail(
          ErrorId.NEEDS_CONSTANT
              .at(range.step().span(), "the step of `arange` is known when compiling")
              .hint("multiply instead: `arange(n) * step`"));
    }
    if (by.value() == 0) {
      return noStep(range.step());
    }
    Dim length = by.value() > 0 ? Dims.sub(to.get(), from.get()) : Dims.sub(from.get(), to.get());
    Dim most = cx.emit.resolve(length);
    Dim kept = cx.scalarDims.notNegative(most) ? most : Dims.clamp(most);
    Dim count = cx.emit.resolve(Dims.ceilDiv(kept, Math.absExact(by.value())));
    if (count instanceof Dim.Const c && c.value() > DimExprs.MAX_SIZE) {
      return tooMany(span);
    }
    Arg at = named(cx.arithmetic.indices(List.of(count), 0, span));
    if (by.value() != 1) {
      at = cx.arithmetic.apply(Builtin.MULTIPLY, span, at, cx.arithmetic.number(by.value(), span));
    }
    if (!Dims.isConst(from.get(), 0)) {
      at = cx.arithmetic.apply(Builtin.ADD, span, at, cx.arithmetic.size(from.get(), span));
    }
    return cx.creation.as(dtype, at, span);
  }

  // ---------------------------------------------------------------- floats

  private Typed ofFloats(Range range, Optional<Ast.Expr> written) {
    for (Arg arg : range.numbers()) {
      if (!(arg.typed() instanceof Typed.Const)) {
        return cx.fail(
            ErrorId.NEEDS_CONSTANT
                .at(arg.span(), "`arange` of floats takes numbers that are known when compiling")
                .found(arg.typed().type())
                .because(
                    "the size of the result follows from them, and sizes are computed of integers"
                        + " alone")
                .hint("write `linspace(start, stop, num)`, or `start + step * arange(n)`"));
      }
      if (!Double.isFinite(value(arg))) {
        return cx.fail(
            ErrorId.BAD_ARGUMENTS.at(
                arg.span(),
                "`arange` takes finite numbers, but `" + arg.typed().name() + "` is not one"));
      }
    }
    Optional<DType> dtype =
        written.isEmpty() ? Optional.of(DType.F64) : cx.words.dtype(written.get());
    if (dtype.isPresent() && !dtype.get().isFloat()) {
      return cx.fail(
          ErrorId.BAD_ARGUMENTS
              .at(
                  written.orElseThrow().span(),
                  "`arange` of floats gives floats, not " + dtype.get())
              .expected("one of bf16, f16, f32, f64")
              .hint("write integers, or convert: `astype(arange(...), " + dtype.get() + ")`"));
    }
    double step = value(range.step());
    if (step == 0) {
      return noStep(range.step());
    }
    Span span = range.span();
    Arg width = cx.arithmetic.apply(Builtin.SUBTRACT, span, range.stop(), range.start());
    Arg next = cx.arithmetic.apply(Builtin.ADD, span, range.start(), range.step());
    if (dtype.isEmpty() || width.typed().isUnknown() || next.typed().isUnknown()) {
      return Typed.UNKNOWN;
    }
    double most = value(width);
    boolean goes = Math.signum(most) == Math.signum(step);
    double count = goes ? Math.max(1, Math.ceil(most / step)) : 0; // above 0, even if that is 0
    return count > DimExprs.MAX_SIZE
        ? tooMany(span)
        : spaced(value(range.start()), value(next), (long) count, dtype.get(), span);
  }

  private static double value(Arg constant) {
    return ((Number) ((Typed.Const) constant.typed()).value()).doubleValue();
  }

  /**
   * As NumPy computes them: the first two are rounded to the dtype, and the others are as far apart
   * as these are then.
   */
  private Typed spaced(double start, double next, long count, DType dtype, Span span) {
    DType computed = dtype.computation();
    double[] first = {round(start, dtype), round(next, dtype)};
    double apart = round(first[1] - first[0], computed);
    Arg at = cx.arithmetic.indices(List.of(Dims.of(count)), 0, span);
    Arg index = new Arg(cx.elementwise.astype(at, computed, span), span);
    Arg far = cx.arithmetic.apply(Builtin.MULTIPLY, span, index, number(apart, span));
    Arg made = cx.arithmetic.apply(Builtin.ADD, span, far, number(first[0], span));
    for (int i = 0; i < first.length; i++) {
      double same = round(round(i * apart, computed) + first[0], computed);
      if (Double.compare(round(same, dtype), first[i]) != 0) {
        Arg here = cx.arithmetic.apply(Builtin.EQUAL, span, at, cx.arithmetic.number(i, span));
        made = cx.arithmetic.apply(Builtin.WHERE, span, here, number(first[i], span), made);
      }
    }
    return cx.elementwise.astype(made, dtype, span);
  }

  private static double round(double value, DType dtype) {
    return ((Number) Scalars.nearest(dtype, value)).doubleValue();
  }

  private static Arg number(double value, Span span) {
    return new Arg(new Typed.Const(value, Double.toString(value)), span);
  }
}
