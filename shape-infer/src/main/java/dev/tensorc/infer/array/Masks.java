package dev.tensorc.infer.array;

import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.Span;
import dev.tensorc.infer.join.Broadcasting;
import dev.tensorc.infer.report.ErrorId;
import dev.tensorc.infer.rule.Arg;
import dev.tensorc.infer.rule.DTypeRules;
import dev.tensorc.infer.rule.Joins;
import dev.tensorc.infer.rule.Joins.Operand;
import dev.tensorc.infer.rule.Typed;
import dev.tensorc.ir.Axes;
import dev.tensorc.ir.Axes.Stretch;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.ShapeText;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Value;
import java.math.BigInteger;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * The {@code where=} of reductions, written out: {@code sum(x, where=m)} is {@code sum(where(m, x,
 * 0))}. An element that the mask leaves out counts as a value that changes no result, so that the
 * order of a sum stays that of all elements.
 */
final class Masks {

  private final ArrayContext cx;

  Masks(ArrayContext cx) {
    this.cx = cx;
  }

  /**
   * The mask, broadcast to the shape of the reduced array; empty, and reported, where it is none or
   * does not fit.
   */
  Optional<Value> of(Builtin b, Arg where, Value x, Span span) {
    if (where.typed().isUnknown()) {
      return Optional.empty();
    }
    String called = "`where` of `" + b.label() + "`";
    var refused =
        DTypeRules.refuse(
            Builtin.WHERE, called, where, true, List.of(where), cx.frame.discipline());
    if (refused.isPresent()) {
      cx.report(refused.get());
      return Optional.empty();
    }
    Value mask = cx.weak.alone(where.typed(), where.span());
    if (cx.nesting.plain(called, mask, where.span()).isEmpty()
        || cx.nesting.plain("`" + b.label() + "` with `where`", x, span).isEmpty()) {
      return Optional.empty();
    }
    if (mask.isUnranked() && !x.isUnranked()) {
      String why = "`" + x.name() + "`, which it is broadcast to, has a rank";
      cx.report(cx.needsRank(mask, why, where.span()));
      return Optional.empty();
    }
    if (mask.rank() > x.rank()) {
      cx.report(
          fits(
              ErrorId.BROADCAST_TO.at(
                  where.span(),
                  "the mask `%s` has rank %d, but `%s` has rank %d"
                      .formatted(mask.name(), mask.rank(), x.name(), x.rank())),
              mask,
              x,
              span));
      return Optional.empty();
    }
    if (x.isUnranked()) {
      String demand = "a mask has no more axes than `%s`, which it chooses from";
      cx.ranks.atMost(mask, x, demand.formatted(x.name()), span);
    }
    return broadcast(mask, x, where.span(), span);
  }

  private Optional<Value> broadcast(Value mask, Value x, Span place, Span span) {
    int rank = x.rank();
    var fixed = new Operand(x, Axes.indices(rank), Collections.nCopies(rank, false));
    List<Integer> levels = x.axes().levels();
    var stretches = mask.axes().stretch().stream().map(s -> s != Stretch.NEVER).toList();
    var given = new Operand(mask, Broadcasting.lineUp(mask, levels), stretches);
    return switch (Joins.join(List.of(fixed, given), levels, cx.emit.facts())) {
      case Joins.Conflict c -> {
        int own = given.own(c.axis()).orElseThrow();
        cx.report(
            fits(
                ErrorId.BROADCAST_TO.at(
                    place,
                    "the mask `%s` has size %s on axis %d, but `%s` has size %s there"
                        .formatted(
                            mask.name(),
                            ShapeText.dim(cx.emit.resolve(mask.shape().get(own))),
                            own,
                            x.name(),
                            ShapeText.dim(cx.emit.resolve(x.shape().get(c.axis()))))),
                mask,
                x,
                span));
        yield Optional.empty();
      }
      case Joins.Joined j -> {
        if (j.needsCheck()) {
          var checked =
              List.of(
                  fixed.checked(cx.emit.written(x).type()),
                  given.checked(cx.emit.written(mask).type()));
          cx.broadcasting.make(j, TensorIr.Joining.SHAPE, checked, span);
        }
        var joined = new Joins.Joined(j.operands(), j.shape(), x.axes(), j.open());
        yield Optional.of(cx.broadcasts.repeated(joined, span));
      }
    };
  }

  private Diagnostic fits(Diagnostic d, Value mask, Value x, Span span) {
    return cx.origin(
            cx.origin(
                d.because(x.name() + ": " + cx.shown(x))
                    .because(mask.name() + ": " + cx.shown(mask)),
                x,
                span),
            mask,
            span)
        .hint(
            "a mask is broadcast to the reduced array and never enlarges it: each size of the"
                + " mask is that of `"
                + x.name()
                + "`, or 1");
  }

  /** The elements that the mask chooses, and for the others a value that changes no result. */
  Arg chosen(Builtin b, Value mask, Arg x, Span span) {
    Object neutral = neutral(b, x.typed().dtype());
    Arg other = new Arg(new Typed.Const(neutral, neutral.toString()), span);
    Arg condition = new Arg(new Typed.Strong(mask), span);
    return new Arg(
        cx.elementwise.applyTaken(
            Builtin.WHERE, List.of(condition, x, other), Optional.empty(), span),
        x.span());
  }

  /** How many elements the mask chooses, as i64. */
  Typed count(Value mask, Optional<List<Integer>> axes, boolean keepdims, Span span) {
    Arg all = new Arg(new Typed.Strong(mask), span);
    return cx.reductions.reduce(Builtin.SUM, all, axes, keepdims, span);
  }

  private static Object neutral(Builtin b, DType dtype) {
    boolean bool = dtype == DType.BOOL;
    return switch (b) {
      case PROD, ALL -> bool ? (Object) true : (Object) 1L;
      case MAX -> dtype.isFloat() ? (Object) Double.NEGATIVE_INFINITY : (Object) dtype.lowest();
      case MIN ->
          dtype.isFloat()
              ? (Object) Double.POSITIVE_INFINITY
              : dtype == DType.U64
                  ? (Object) new BigInteger(Long.toUnsignedString(dtype.highest()))
                  : (Object) dtype.highest();
      default -> bool ? (Object) false : (Object) 0L;
    };
  }
}
