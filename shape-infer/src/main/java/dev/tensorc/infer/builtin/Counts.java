package dev.tensorc.infer.builtin;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.Span;
import dev.tensorc.infer.array.Reductions;
import dev.tensorc.infer.report.ErrorId;
import dev.tensorc.infer.rule.Arg;
import dev.tensorc.infer.rule.DTypeRules;
import dev.tensorc.infer.rule.Typed;
import dev.tensorc.infer.scope.Names;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.ClauseSize;
import dev.tensorc.ir.TensorIr.Operand;
import dev.tensorc.ir.TensorIr.Place;
import dev.tensorc.ir.TensorIr.Relation;
import dev.tensorc.ir.TensorIr.Scatter;
import dev.tensorc.ir.TensorIr.Value;
import java.util.List;
import java.util.Optional;

/** {@code bincount}: a scatter of ones, or of weights, into zeros. */
final class Counts {

  /** Far more than any array has, and far from where i64 ends. */
  private static final long BEYOND = 1L << 62;

  private final BuiltinContext cx;

  Counts(BuiltinContext cx) {
    this.cx = cx;
  }

  /**
   * The counts; empty, and reported, where something is wrong.
   *
   * @param args x, weights, minlength, length
   */
  Optional<Value> call(List<Optional<Ast.Expr>> args, Span span) {
    Builtin b = Builtin.BINCOUNT;
    Arg numbers = cx.arg(args.get(0).orElseThrow());
    Optional<Value> weights = Optional.empty();
    if (args.get(1).isPresent()) {
      weights = weights(args.get(1).get());
      if (weights.isEmpty()) {
        return Optional.empty();
      }
    }
    Optional<Value> x = row(numbers);
    if (x.isEmpty() || (weights.isPresent() && !fit(x.get(), weights.get(), span))) {
      return Optional.empty();
    }
    Optional<Dim> size = size(b, x.get(), args.get(2), args.get(3), span);
    if (size.isEmpty()) {
      return Optional.empty();
    }
    notNegative(x.get(), numbers.span(), span);
    DType dtype = weights.isPresent() ? DType.F64 : DType.I64;
    String name = Names.ofSource(span);
    Value zeros = cx.fills.filled(cx.fills.zero(dtype, span), List.of(size.get()), name, span);
    Value counts = cx.emit.fresh(dtype, List.of(size.get()), name, span);
    Value added = weights.orElseGet(() -> listed(cx.fills.one(DType.I64, span), span));
    Place place = Place.of(0, Operand.whole(x.get()), name, 0, span);
    List<Dim> extents = cx.emit.resolve(x.get().shape());
    return Optional.of(
        cx.emit.add(
            new Scatter(
                counts,
                zeros,
                Optional.of(Builtin.ADD),
                extents,
                List.of(place),
                new Operand(added, List.of(0)))));
  }

  /** Integers in a row, as i64. */
  private Optional<Value> row(Arg numbers) {
    Optional<Value> x = cx.arrays.indices(Builtin.BINCOUNT, numbers);
    return x.filter(v -> isRow(v, numbers));
  }

  private Optional<Value> weights(Ast.Expr e) {
    Arg arg = cx.arg(e);
    if (arg.typed().isUnknown()) {
      return Optional.empty();
    }
    if (arg.typed().dtype() == DType.BOOL) {
      cx.report(
          DTypeRules.bool(Builtin.BINCOUNT, DTypeRules.spell(Builtin.BINCOUNT), arg, List.of(arg)));
      return Optional.empty();
    }
    return cx.weak
        .as(arg.typed(), DType.F64, arg.span())
        .flatMap(v -> cx.ranks.plain("`bincount`", v, arg.span()))
        .filter(v -> isRow(v, arg));
  }

  private boolean isRow(Value v, Arg arg) {
    if (v.rank() != 1) {
      Diagnostic d =
          ErrorId.RANK
              .at(
                  arg.span(),
                  "`bincount` counts in a row, but `%s` has rank %d"
                      .formatted(arg.typed().name(), v.rank()))
              .found(arg.typed().type());
      cx.report(
          v.isScalar()
              ? d.hint("`[x]` is an array of one element")
              : d.hint("count in all of it: `reshape(%s, -1)`".formatted(arg.typed().name())));
    }
    return v.rank() == 1;
  }

  private boolean fit(Value x, Value weights, Span span) {
    return cx.concatenation.sameShapes(
        "bincount", List.of(x, weights), -1, "each number has one weight", span);
  }

  private Optional<Dim> size(
      Builtin b, Value x, Optional<Ast.Expr> least, Optional<Ast.Expr> length, Span span) {
    if (least.isPresent() && length.isPresent()) {
      cx.report(
          ErrorId.BAD_ARGUMENTS
              .at(span, "`bincount` takes `length` or `minlength`, not both")
              .hint("`length=n` gives n counts; `minlength=n` at least n, more where x has more"));
      return Optional.empty();
    }
    if (length.isPresent()) {
      return cx.shapes.size(b, length.get());
    }
    Optional<Dim> floor = least.isEmpty() ? Optional.of(Dims.ZERO) : cx.shapes.size(b, least.get());
    return floor.map(
        f -> {
          Arg below = cx.arithmetic.size(Dims.add(f, -1), span);
          Arg largest = reduced(Builtin.MAX, cx.weak.alone(below.typed(), span), x, span);
          Arg most = cx.arithmetic.number(BEYOND, span);
          Arg kept = cx.arithmetic.apply(Builtin.MINIMUM, span, largest, most);
          Arg size = cx.arithmetic.apply(Builtin.ADD, span, kept, cx.arithmetic.number(1, span));
          return cx.emit.bindSize(((Typed.Strong) size.typed()).value());
        });
  }

  /** The extreme of a number and those of a row, which may be empty. */
  private Arg reduced(Builtin b, Value number, Value x, Span span) {
    var row = new Arg(new Typed.Strong(x), span);
    var first = new Arg(new Typed.Strong(number), span);
    var options =
        new Reductions.Options(false, Optional.empty(), Optional.of(first), Optional.empty());
    return new Arg(cx.reductions.reduce(b, row, Optional.empty(), options, span), span);
  }

  private void notNegative(Value x, Span numbers, Span span) {
    Value least =
        ((Typed.Strong) reduced(Builtin.MIN, cx.fills.zero(DType.I64, span), x, span).typed())
            .value();
    Dim lowest = cx.scalarDims.of(least);
    String name = "min(" + Names.ofSource(numbers) + ")";
    cx.emit.check(
        new TensorIr.ClauseCheck(
            "bincount",
            name + " >= 0",
            List.of(new ClauseSize(name, lowest)),
            lowest,
            Relation.GREATER_EQUAL,
            Dims.ZERO,
            span),
        List.of(lowest));
  }

  private Value listed(Value scalar, Span span) {
    Value made = cx.emit.fresh(scalar.dtype(), List.of(Dims.ONE), scalar.name(), span);
    return cx.emit.add(new TensorIr.Literal(made, List.of(scalar)));
  }
}
