package dev.tensorc.infer.join;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.Span;
import dev.tensorc.infer.report.ErrorId;
import dev.tensorc.infer.rule.Typed;
import dev.tensorc.ir.TensorIr.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The axes that a program gives an operand of lower rank: {@code x +{1} v}, {@code
 * broadcast_dimensions=(1)}.
 *
 * @param axes as written, not yet held against any shape
 * @param places where each is written
 */
public record BroadcastDims(List<Integer> axes, List<Span> places, Span span) {

  /** The entries as written; empty, and reported, where one is no constant. */
  public static Optional<BroadcastDims> of(List<Ast.Expr> entries, Span span, JoinContext cx) {
    var axes = new ArrayList<Integer>();
    var places = new ArrayList<Span>();
    for (Ast.Expr e : entries) {
      if (e instanceof Ast.TupleLit t) {
        cx.report(
            ErrorId.BROADCAST_DIMS
                .at(t.span(), "one axis cannot feed several: which elements would go where?")
                .because("each entry names the one axis of the result that an axis feeds")
                .hint("repeat along the others: an axis that no entry names is repeated anyway"));
        return Optional.empty();
      }
      Typed typed = cx.infer(e);
      if (typed.isUnknown()) {
        return Optional.empty();
      }
      if (!(typed instanceof Typed.Const c && c.value() instanceof Long axis)) {
        cx.report(
            ErrorId.NEEDS_CONSTANT
                .at(e.span(), "a broadcast dimension is an integer known when compiling")
                .found(typed.type())
                .hint("write `{1}` for axis 1"));
        return Optional.empty();
      }
      axes.add(Math.clamp(axis, Integer.MIN_VALUE, Integer.MAX_VALUE));
      places.add(e.span());
    }
    return Optional.of(new BroadcastDims(List.copyOf(axes), List.copyOf(places), span));
  }

  /** The error of these dimensions between two operands, if there is one. */
  Optional<Diagnostic> refuse(Value small, Value large) {
    return refuse(small.name(), small.rank(), large.name(), large.rank())
        .map(
            d ->
                d.because(small.name() + ": " + small.type())
                    .because(large.name() + ": " + large.type()));
  }

  /**
   * As {@link #refuse(Value, Value)}.
   *
   * @param small the name of the operand that the entries place, and its rank
   * @param large the name of the value with the axes that the entries name, and its rank
   */
  public Optional<Diagnostic> refuse(String small, int smallRank, String large, int largeRank) {
    if (axes.size() != smallRank) {
      return Optional.of(
          ErrorId.BROADCAST_DIMS
              .at(
                  span,
                  "`%s` has %s, but %s given"
                      .formatted(small, count(smallRank, "axis", "axes"), given(axes.size())))
              .hint(
                  smallRank == 0
                      ? "a scalar goes with every shape: leave the dimensions out"
                      : "give one entry for each axis of `" + small + "`"));
    }
    for (int i = 0; i < axes.size(); i++) {
      int axis = axes.get(i);
      if (axis < 0 || axis >= largeRank) {
        return Optional.of(
            ErrorId.BROADCAST_DIMS
                .at(
                    places.get(i),
                    "entry %d is %d, but `%s` has no axis %d".formatted(i, axis, large, axis))
                .hint("axes are counted from 0 to " + (largeRank - 1)));
      }
      if (i > 0 && axis <= axes.get(i - 1)) {
        boolean twice = axis == axes.get(i - 1);
        return Optional.of(
            ErrorId.BROADCAST_DIMS
                .at(
                    places.get(i),
                    "entry %d is %d%s"
                        .formatted(i, axis, twice ? " again" : ", after " + axes.get(i - 1)))
                .because("entries strictly increase: axes keep their order, and feed one axis each")
                .hint(twice ? "name another axis" : "to permute axes, transpose first: `.T`"));
      }
    }
    return Optional.empty();
  }

  private static String count(int n, String one, String many) {
    return n + " " + (n == 1 ? one : many);
  }

  private static String given(int n) {
    return count(n, "broadcast dimension is", "broadcast dimensions are");
  }
}
