package dev.tensorc.infer.join;

import dev.tensorc.frontend.Span;
import dev.tensorc.infer.scope.Names;
import dev.tensorc.ir.Axes;
import dev.tensorc.ir.Axes.Stretch;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * {@code narrow} where it is open which axes have size 1: the result is unranked. Its elements are
 * the operand's in the same order; its sizes, from the last one, are those that are not 1:
 *
 * <pre>{@code
 * narrow(x: f32[n, m])     last  = where(m != 1, m, n)
 *                          first = where(m != 1, n, 1)
 *                          rank  = where(n != 1, 1, 0) + where(m != 1, 1, 0)
 * }</pre>
 */
public final class Narrowing {

  private final JoinContext cx;
  private final Span span;
  private final Value zero;
  private final Value one;

  /** The dims that scalars have. */
  private final Map<Integer, Dim> dims = new HashMap<>();

  private Narrowing(JoinContext cx, Span span) {
    this.cx = cx;
    this.span = span;
    this.zero = cx.emit.constant(DType.I64, 0L, "0", span);
    this.one = cx.emit.constant(DType.I64, 1L, "1", span);
    dims.put(one.id(), Dims.ONE);
  }

  /** A plain tensor of at most {@link Axes#MAX_RANK} axes, where some may have size 1. */
  public static Value narrow(JoinContext cx, Value x, Span span) {
    return new Narrowing(cx, span).narrow(x);
  }

  private Value narrow(Value x) {
    List<Value> sizes = new ArrayList<>();
    for (Dim d : cx.emit.resolve(x.shape())) {
      if (!Dims.isConst(d, 1)) {
        Value size = cx.emit.dimValue(d, "size of " + x.name(), span);
        dims.put(size.id(), d);
        sizes.add(size);
      }
    }
    List<Value> left = new ArrayList<>(Collections.nCopies(sizes.size(), one));
    Value rank = zero;
    for (Value size : sizes) {
      List<Value> moved = new ArrayList<>(left.subList(1, left.size()));
      moved.add(size);
      if (cx.emit.facts().couldBeOne(known(size))) {
        Value kept = apply(Builtin.NOT_EQUAL, DType.BOOL, size, one);
        for (int i = 0; i < moved.size(); i++) {
          moved.set(i, choose(kept, moved.get(i), left.get(i)));
        }
        rank = apply(Builtin.ADD, DType.I64, rank, choose(kept, one, zero));
      } else {
        rank = apply(Builtin.ADD, DType.I64, rank, one);
      }
      left = moved;
    }
    var shape = left.stream().map(this::dim).toList();
    var stretch = Collections.nCopies(shape.size(), Stretch.BY_DISCIPLINE);
    Axes axes = Axes.of(stretch, List.of(cx.emit.bindSize(rank)));
    Value result = cx.emit.fresh(x.dtype(), shape, axes, Names.ofSource(span), span);
    return cx.emit.add(new TensorIr.Reshape(result, x));
  }

  private Dim known(Value size) {
    return dims.getOrDefault(size.id(), Dims.ZERO);
  }

  private Dim dim(Value size) {
    return dims.computeIfAbsent(size.id(), _ -> cx.emit.bindSize(size));
  }

  private Value choose(Value condition, Value then, Value otherwise) {
    return then.equals(otherwise)
        ? then
        : apply(Builtin.WHERE, DType.I64, condition, then, otherwise);
  }

  private Value apply(Builtin b, DType result, Value... operands) {
    return cx.elementwise.emit(b, List.of(operands), result, span).orElseThrow();
  }
}
