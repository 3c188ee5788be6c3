package dev.tensorc.infer.type;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.Span;
import dev.tensorc.infer.report.ErrorId;
import dev.tensorc.infer.rule.Typed;
import dev.tensorc.infer.scope.Names;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.TensorIr.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Arguments that name axes: {@code axis=-1}, {@code axes=(1, 0)}. */
public final class AxisArguments {

  private final TypeContext cx;

  AxisArguments(TypeContext cx) {
    this.cx = cx;
  }

  /** The items of a tuple; anything else is a list of one. */
  public static List<Ast.Expr> listed(Ast.Expr e) {
    return e instanceof Ast.TupleLit t ? t.items() : List.of(e);
  }

  /** The axes as written, each from 0; empty, and reported, where they are wrong. */
  public Optional<List<Integer>> list(Ast.Expr e, Typed x) {
    if (x.isUnknown()) {
      return Optional.empty();
    }
    return x instanceof Typed.Strong(Value v)
        ? list(e, v, 0)
        : list(e, x.name(), item -> one(item, x.rank(), x.name(), x.type()));
  }

  /** As {@link #list(Ast.Expr, Typed)}, of an array with so many more axes than the value. */
  public Optional<List<Integer>> list(Ast.Expr e, Value x, int more) {
    return list(
        e,
        x.name(),
        item ->
            x.isUnranked()
                ? fromEnd(item, x, more)
                : one(item, x.rank() + more, x.name(), x.type()));
  }

  private Optional<List<Integer>> list(
      Ast.Expr e, String of, Function<Ast.Expr, Optional<Integer>> one) {
    var axes = new ArrayList<Integer>();
    for (Ast.Expr item : listed(e)) {
      Optional<Integer> axis = one.apply(item);
      if (axis.isEmpty()) {
        return Optional.empty();
      }
      if (axes.contains(axis.get())) {
        String written = Names.ofSource(item.span());
        cx.report(
            ErrorId.AXIS
                .at(item.span(), "axis " + written + " of `" + of + "` stands twice")
                .hint("list each axis once"));
        return Optional.empty();
      }
      axes.add(axis.get());
    }
    return Optional.of(List.copyOf(axes));
  }

  /** One axis of the value, from 0; empty, and reported, where it is wrong. */
  public Optional<Integer> one(Ast.Expr e, Value x) {
    return x.isUnranked() ? fromEnd(e, x, 0) : one(e, x.rank(), x.name(), cx.shown(x));
  }

  /**
   * How far from the end an axis of two values is, which are lined up there: 1 for the last one,
   * which is meant where none is written. Empty, and reported, where one has none such.
   */
  public Optional<Integer> ofBoth(
      Builtin b, Optional<Ast.Expr> written, Value left, Value right, Span span) {
    if (written.isEmpty()) {
      last(b, left, span);
      last(b, right, span);
      return Optional.of(1);
    }
    Value small = left.rank() <= right.rank() ? left : right;
    Value large = small == left ? right : left;
    boolean ranked = !left.isUnranked() && !right.isUnranked();
    return ranked || one(written.get(), large).isPresent()
        ? one(written.get(), small).map(axis -> small.rank() - axis)
        : Optional.empty();
  }

  /** The last axis, which a function goes along unless another one is written. */
  public int last(Builtin b, Value x, Span span) {
    cx.ranks.atLeast(x, 1, "`" + b.label() + "` goes along the last axis", span);
    return x.rank() - 1;
  }

  /**
   * One axis, from 0; empty, and reported, where it is wrong.
   *
   * @param of the name of the value with the axes, their number, and its type
   */
  public Optional<Integer> one(Ast.Expr e, int rank, String of, String type) {
    Optional<Long> axis = constant(e);
    if (axis.isPresent() && (axis.get() < -rank || axis.get() >= rank)) {
      cx.report(noAxis(e.span(), axis.get(), rank, of, type));
      return Optional.empty();
    }
    return axis.map(a -> (int) (a < 0 ? a + rank : a));
  }

  /**
   * One axis of an array with so many more axes than an unranked value: it is counted from the end.
   */
  public Optional<Integer> fromEnd(Ast.Expr e, Value x, int more) {
    Optional<Long> axis = constant(e);
    if (axis.isEmpty()) {
      return Optional.empty();
    }
    if (axis.get() >= 0) {
      String why =
          "axis %d is counted from the first one; -1 is the last one".formatted(axis.get());
      cx.report(cx.needsRank(x, why, e.span()));
      return Optional.empty();
    }
    int rank = x.rank() + more;
    if (axis.get() < -rank) {
      cx.report(
          ErrorId.AXIS
              .at(e.span(), "`" + x.name() + "` has no axis " + axis.get())
              .found(x.type())
              .expected("-1 to " + -rank + ", from the end"));
      return Optional.empty();
    }
    int least = Math.toIntExact(-axis.get());
    String demand = "axis %d asks for at least %s".formatted(axis.get(), Ranks.axes(least - more));
    cx.ranks.atLeast(x, least - more, demand, e.span());
    return Optional.of(rank - least);
  }

  private Optional<Long> constant(Ast.Expr e) {
    if (e instanceof Ast.StringLit) {
      cx.report(needsInteger(e.span()).found("text"));
      return Optional.empty();
    }
    Typed typed = cx.infer(e);
    if (typed.isUnknown()) {
      return Optional.empty();
    }
    if (typed instanceof Typed.Const c && c.value() instanceof Long axis) {
      return Optional.of(axis);
    }
    cx.report(needsInteger(e.span()).found(typed.type()));
    return Optional.empty();
  }

  private static Diagnostic needsInteger(Span span) {
    return ErrorId.NEEDS_CONSTANT
        .at(span, "an axis is an integer known when compiling")
        .hint("write `axis=0`, or `axis=(0, 1)` for several");
  }

  private static Diagnostic noAxis(Span span, long axis, int rank, String of, String type) {
    return ErrorId.AXIS
        .at(span, "`" + of + "` has no axis " + axis)
        .found(type)
        .expected(
            rank == 0
                ? "no axis: it is a scalar"
                : "0 to " + (rank - 1) + ", or -1 to " + -rank + " from the end")
        .hint(rank == 0 ? "" : "axes count from 0: the last one is " + (rank - 1) + ", or -1");
  }
}
