package dev.tensorc.infer;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.Span;
import dev.tensorc.ir.TensorIr.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Arguments that name axes: {@code axis=-1}, {@code axes=(1, 0)}. */
final class AxisArguments {

  private final Context cx;

  AxisArguments(Context cx) {
    this.cx = cx;
  }

  /** The items of a tuple; anything else is a list of one. */
  static List<Ast.Expr> listed(Ast.Expr e) {
    return e instanceof Ast.TupleLit t ? t.items() : List.of(e);
  }

  /** The axes as written, each from 0; empty, and reported, where they are wrong. */
  Optional<List<Integer>> list(Ast.Expr e, Typed x) {
    if (x.isUnknown()) {
      return Optional.empty();
    }
    return x instanceof Typed.Strong(Value v) && v.isUnranked()
        ? list(e, x.name(), item -> fromEnd(item, v))
        : list(e, x.rank(), x.name(), x.type());
  }

  /**
   * As {@link #list(Ast.Expr, Typed)}, of what has another rank than an argument.
   *
   * @param of what has the axes, their number, and its type
   */
  Optional<List<Integer>> list(Ast.Expr e, int rank, String of, String type) {
    return list(e, of, item -> one(item, rank, of, type));
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

  /**
   * One axis, from 0; empty, and reported, where it is wrong.
   *
   * @param of what has the axes, their number, and its type
   */
  Optional<Integer> one(Ast.Expr e, int rank, String of, String type) {
    Optional<Long> axis = constant(e);
    if (axis.isPresent() && (axis.get() < -rank || axis.get() >= rank)) {
      cx.report(noAxis(e.span(), axis.get(), rank, of, type));
      return Optional.empty();
    }
    return axis.map(a -> (int) (a < 0 ? a + rank : a));
  }

  /** One axis of an unranked value, which is counted from the end. */
  private Optional<Integer> fromEnd(Ast.Expr e, Value x) {
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
    if (axis.get() < -x.rank()) {
      cx.report(
          ErrorId.AXIS
              .at(e.span(), "`" + x.name() + "` has no axis " + axis.get())
              .found(x.type())
              .expected("-1 to " + -x.rank() + ", from the end"));
      return Optional.empty();
    }
    int least = Math.toIntExact(-axis.get());
    String demand = "axis %d asks for at least %s".formatted(axis.get(), Ranks.axes(least));
    cx.ranks.atLeast(x, least, demand, e.span());
    return Optional.of(x.rank() - least);
  }

  private Optional<Long> constant(Ast.Expr e) {
    if (e instanceof Ast.StringLit) {
      cx.report(needsInteger(e.span()).found("text"));
      return Optional.empty();
    }
    Typed typed = cx.expressions.infer(e);
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
