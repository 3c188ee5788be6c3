package dev.tensorc.infer.join;

import dev.tensorc.frontend.Span;
import dev.tensorc.infer.rule.Arg;
import dev.tensorc.infer.rule.Typed;
import dev.tensorc.infer.scope.Names;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Value;
import java.util.List;

/** Indices, sizes and numbers that no program writes, as operands, and values computed of them. */
public final class Arithmetic {

  private final JoinContext cx;

  Arithmetic(JoinContext cx) {
    this.cx = cx;
  }

  /** Each element is its index on the axis. */
  public Arg indices(List<Dim> shape, int axis, Span span) {
    Value index = cx.emit.fresh(DType.I64, shape, "index", span);
    return new Arg(new Typed.Strong(cx.emit.add(new TensorIr.Iota(index, axis))), span);
  }

  /** A size as an operand. */
  public Arg size(Dim dim, Span span) {
    return new Arg(cx.weak.size(dim, Names.ofSource(span), span), span);
  }

  public Arg number(long value, Span span) {
    return new Arg(new Typed.Const(value, Long.toString(value)), span);
  }

  public Arg apply(Builtin b, Span span, Arg... args) {
    return new Arg(cx.elementwise.apply(b, List.of(args), span), span);
  }
}
