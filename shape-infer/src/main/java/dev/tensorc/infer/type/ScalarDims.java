package dev.tensorc.infer.type;

import dev.tensorc.frontend.Span;
import dev.tensorc.infer.rule.Arg;
import dev.tensorc.infer.rule.Typed;
import dev.tensorc.infer.scope.Names;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Value;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.function.Supplier;

/**
 * Integers that are known only at run time as dims: subscripts, slice bounds, sizes. Sums of loop
 * indices, named dims and parameters are sums of dims, so that {@code x[i:i + 3]} and {@code y[i:i
 * + 3]} have one size; any other integer is bound to a dim of its own.
 */
public final class ScalarDims {

  private final TypeContext cx;

  /** The ranges of loops' indices, by the index's value, and by its dims. */
  private final Map<Integer, Range> indices = new HashMap<>();

  private final Map<Dim, Range> ranges = new HashMap<>();

  ScalarDims(TypeContext cx) {
    this.cx = cx;
  }

  /** The range of a loop's index: from the first to before the second. */
  private record Range(Dim from, Dim to) {}

  /**
   * The dim with the value of an integer scalar, which is no unknown; empty, and reported, where it
   * does not fit i64.
   */
  public Optional<Dim> of(Arg integer) {
    return integer.typed() instanceof Typed.Const c && c.value() instanceof Long v
        ? Optional.of(Dims.of(v))
        : cx.weak.as(integer.typed(), DType.I64, integer.span()).map(this::of);
  }

  /** The dim with the value of an i64 scalar. */
  public Dim of(Value scalar) {
    return cx.emit.resolve(of(scalar, new HashMap<>()));
  }

  private Dim of(Value scalar, Map<Integer, Dim> known) {
    Dim dim = known.get(scalar.id());
    if (dim == null) {
      dim = cx.emit.bound(scalar).orElseGet(() -> computed(scalar, known));
      known.put(scalar.id(), dim);
    }
    return dim;
  }

  private Dim computed(Value scalar, Map<Integer, Dim> known) {
    Optional<Dim> sum =
        switch (cx.emit.definition(scalar).orElse(null)) {
          case TensorIr.Constant c when c.value() instanceof Long v -> Optional.of(Dims.of(v));
          case TensorIr.DimValue d -> Optional.of(d.dim());
          case TensorIr.Map m when scalar.dtype() == DType.I64 -> sum(m, known);
          case null, default -> Optional.empty();
        };
    return sum.orElseGet(() -> bind(scalar));
  }

  private Dim bind(Value scalar) {
    var param = cx.emit.parameterIndex(scalar);
    if (param.isEmpty()) {
      Dim dim = cx.emit.bind(scalar);
      Range range = indices.get(scalar.id());
      if (range != null) {
        ranges.put(dim, range);
      }
      return dim;
    }
    Dim symbol = cx.emit.symbol(scalar.name(), true, param.get(), -1, true);
    cx.emit.bound(scalar, symbol);
    return symbol;
  }

  private Optional<Dim> sum(TensorIr.Map m, Map<Integer, Dim> known) {
    return switch (m.builtin()) {
      case ADD -> both(m, known, Dims::add);
      case SUBTRACT -> both(m, known, Dims::sub);
      case NEGATIVE -> {
        Dim d = of(m.operands().getFirst().value(), known);
        yield exact(() -> Dims.mul(Dims.of(-1), d));
      }
      case MULTIPLY -> {
        Dim a = of(m.operands().getFirst().value(), known);
        Dim b = of(m.operands().getLast().value(), known);
        yield a instanceof Dim.Const || b instanceof Dim.Const
            ? exact(() -> Dims.mul(a, b))
            : Optional.empty();
      }
      default -> Optional.empty();
    };
  }

  private Optional<Dim> both(TensorIr.Map m, Map<Integer, Dim> known, BinaryOperator<Dim> sum) {
    Dim a = of(m.operands().getFirst().value(), known);
    Dim b = of(m.operands().getLast().value(), known);
    return exact(() -> sum.apply(a, b));
  }

  /** Nothing where constants overflow: the scalar itself wraps round. */
  private static Optional<Dim> exact(Supplier<Dim> dim) {
    try {
      return Optional.of(dim.get());
    } catch (ArithmeticException e) {
      return Optional.empty();
    }
  }

  // ---------------------------------------------------------------- facts about them

  /** The value is the index of a loop with these bounds. */
  public void index(Value index, Value from, Value to, long step) {
    Optional<Dim> first = bounds(from);
    Optional<Dim> end = bounds(to);
    if (first.isPresent() && end.isPresent()) {
      indices.put(
          index.id(),
          step > 0
              ? new Range(first.get(), end.get())
              : new Range(Dims.add(end.get(), 1), Dims.add(first.get(), 1)));
    }
  }

  /** A loop's bound, if it is a dim without being bound to one of its own. */
  private Optional<Dim> bounds(Value scalar) {
    return cx.emit.isDim(scalar) ? Optional.of(of(scalar)) : Optional.empty();
  }

  /** {@code then} where the first two are equal, else {@code otherwise}, as a dim of its own. */
  public Dim whereEqual(Dim left, Dim right, Dim then, Dim otherwise, Span span) {
    Value a = cx.emit.dimValue(left, Names.ofSource(span), span);
    Value b = cx.emit.dimValue(right, Names.ofSource(span), span);
    Value equal = cx.emit.scalar(DType.BOOL, Builtin.EQUAL, List.of(a, b), span);
    Value yes = cx.emit.dimValue(then, Names.ofSource(span), span);
    Value no = cx.emit.dimValue(otherwise, Names.ofSource(span), span);
    return of(cx.emit.scalar(DType.I64, Builtin.WHERE, List.of(equal, yes, no), span));
  }

  /** Whether the index is never negative. */
  public boolean notNegative(Dim index) {
    return cx.emit.facts().lowerBound(least(index)) >= 0;
  }

  /** Whether the index is never beyond the size. */
  public boolean atMost(Dim index, Dim size) {
    return notNegative(Dims.sub(size, index));
  }

  /** Whether {@code n - left} lies {@code left} before the end of an axis of size n. */
  public boolean reaches(Dim size, long left) {
    return cx.emit.facts().lowerBound(size) >= left;
  }

  /** Nothing that the dim can be is less than this, as far as the ranges of loops say. */
  private Dim least(Dim d) {
    Dim least = cx.emit.resolve(d);
    for (int depth = 0; depth < ranges.size(); depth++) {
      Dim before = least;
      for (Dim.Term t : Dims.terms(before)) {
        Range range = ranges.get(t.atom());
        if (range != null) {
          Dim end = t.factor() > 0 ? range.from() : Dims.add(range.to(), -1);
          Dim change = Dims.mul(Dims.of(t.factor()), Dims.sub(end, t.atom()));
          least = cx.emit.resolve(Dims.add(least, change));
        }
      }
      if (least.equals(before)) {
        return least;
      }
    }
    return least;
  }
}
