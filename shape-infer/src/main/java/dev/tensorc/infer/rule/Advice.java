package dev.tensorc.infer.rule;

import dev.tensorc.infer.report.SubscriptText;
import dev.tensorc.infer.rule.Joins.Operand;
import dev.tensorc.ir.Axes;
import dev.tensorc.ir.Axes.Stretch;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.Facts;
import dev.tensorc.ir.TensorIr.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A replacement for an operation whose shapes do not join.
 *
 * @param axis of the joined shape; -1 where the ranks are wrong
 * @param first the operands that do not go together, in source order
 */
public record Advice(Builtin builtin, int axis, Operand first, Operand second, Facts facts) {

  private Value small() {
    return second.value().rank() < first.value().rank() ? second.value() : first.value();
  }

  private Value large() {
    return small() == first.value() ? second.value() : first.value();
  }

  private static String base(Value v) {
    return SubscriptText.base(v);
  }

  private Dim size(Value v, int axis) {
    return facts.resolve(v.shape().get(axis));
  }

  // ---------------------------------------------------------------- sizes

  /** In strict, where only a mark is missing: the mark. */
  public Optional<String> mark() {
    for (Operand o : List.of(first, second)) {
      Optional<Integer> own =
          o.own(axis).filter(k -> Dims.isConst(size(o.value(), k), 1) && !o.stretches().get(k));
      if (own.isPresent()) {
        return Optional.of(
            "in strict only a `bcast` axis stretches: if `%1$s` is meant to, write `broadcast_dims(%1$s, (%2$d))`"
                .formatted(o.value().name(), own.get()));
      }
    }
    return Optional.empty();
  }

  /** Outside strict, where an axis says that it never stretches. */
  Optional<String> unfix() {
    return Stream.of(first, second)
        .filter(o -> o.own(axis).filter(k -> never(o.value(), k)).isPresent())
        .findFirst()
        .map(o -> "if `%s` may stretch there, leave `strict` out".formatted(o.value().name()));
  }

  private boolean never(Value v, int own) {
    return v.axes().stretch().get(own) == Stretch.NEVER && facts.couldBeOne(v.shape().get(own));
  }

  /** Where the smaller operand fits another axis: how to line it up with it. */
  public Optional<String> move() {
    return otherAxis()
        .map(
            other ->
                "to line `%s` up with axis %d of `%s`, write `%s`"
                    .formatted(
                        small().name(),
                        other,
                        large().name(),
                        SubscriptText.column(small().name(), large().rank() - 1 - other)));
  }

  /** As {@link #move}, where the program names the axes. */
  Optional<String> nameOtherAxis() {
    return otherAxis()
        .map(
            other ->
                "to line `%s` up with axis %d of `%s`, write %s"
                    .formatted(small().name(), other, large().name(), withDims(List.of(other))));
  }

  /** An axis of the larger operand with the size of the smaller one, which is a vector. */
  private Optional<Integer> otherAxis() {
    if (small().rank() != 1 || large().rank() < 2) {
      return Optional.empty();
    }
    for (int other = large().rank() - 1; other >= 0; other--) {
      if (other != axis && facts.same(small().shape().getFirst(), large().shape().get(other))) {
        return Optional.of(other);
      }
    }
    return Optional.empty();
  }

  Optional<String> transpose() {
    Value a = first.value();
    Value b = second.value();
    return a.rank() == 2
            && b.rank() == 2
            && facts.same(a.shape().get(0), b.shape().get(1))
            && facts.same(a.shape().get(1), b.shape().get(0))
        ? Optional.of("the shapes are each other's transposes: write `" + base(b) + ".T`")
        : Optional.empty();
  }

  /** Where nothing else helps: the longer one cut to the shorter. */
  String cut() {
    if (!(first.own(axis).map(k -> size(first.value(), k)).orElseThrow() instanceof Dim.Const a)
        || !(second.own(axis).map(k -> size(second.value(), k)).orElseThrow()
            instanceof Dim.Const b)) {
      return "cut the longer one with a slice";
    }
    Operand longer = a.value() > b.value() ? first : second;
    String slice = ":" + Math.min(a.value(), b.value());
    return "if the first ones are meant, cut the longer one: `%s`"
        .formatted(SubscriptText.on(longer.value(), longer.own(axis).orElseThrow(), slice));
  }

  // ---------------------------------------------------------------- ranks

  /** With {@code rank=off}: the axes that the smaller operand lacks. */
  String addAxes() {
    return "give `%s` the axes that it lacks: `%s[%s...]`"
        .formatted(
            small().name(), base(small()), "newaxis, ".repeat(large().rank() - small().rank()));
  }

  /** In xla: the axes of the larger operand that the smaller one has. */
  String nameAxes() {
    return "say which axes of `%s` belong to `%s`: %s"
        .formatted(large().name(), small().name(), withDims(likelyAxes()));
  }

  /** Sizes that are equal from the right, else the last axes. */
  private List<Integer> likelyAxes() {
    var axes = new ArrayList<Integer>();
    int next = large().rank() - 1;
    for (int own = small().rank() - 1; own >= 0; own--) {
      int fits = next;
      while (fits > own && !facts.same(small().shape().get(own), large().shape().get(fits))) {
        fits--;
      }
      int axis = facts.same(small().shape().get(own), large().shape().get(fits)) ? fits : next;
      axes.addFirst(axis);
      next = axis - 1;
    }
    return axes;
  }

  private String withDims(List<Integer> axes) {
    String dims = axes.stream().map(Object::toString).collect(Collectors.joining(", "));
    if (builtin.params().size() != 2) {
      return "`broadcast_in_dim(%s, %s, dims=(%s))`"
          .formatted(small().name(), large().name(), dims);
    }
    Value a = first.value();
    Value b = second.value();
    String call =
        "`%s(%s, %s, broadcast_dimensions=(%s))`"
            .formatted(builtin.label(), a.name(), b.name(), dims);
    return builtin.operator().isEmpty()
        ? call
        : "`%s %s{%s} %s` or %s".formatted(base(a), builtin.operator(), dims, base(b), call);
  }

  /** In tml's relations, which stretch nothing: the builtin that does it, for a size of 1. */
  Optional<String> repeatOne() {
    return Stream.of(first, second)
        .filter(o -> o.own(axis).filter(k -> Dims.isConst(size(o.value(), k), 1)).isPresent())
        .filter(o -> fits(o.value(), (o == first ? second : first).value()))
        .findFirst()
        .map(o -> o == first ? second : first)
        .map(
            large ->
                "if `%1$s` is meant to be repeated, say so: `broadcast_to(%1$s, %2$s)`"
                    .formatted(
                        (large == first ? second : first).value().name(), large.value().name()));
  }

  /** Whether each size is the other's, or 1. */
  private boolean fits(Value small, Value large) {
    return small.rank() == large.rank()
        && Axes.indices(small.rank()).stream()
            .allMatch(
                k -> Dims.isConst(size(small, k), 1) || facts.same(size(small, k), size(large, k)));
  }

  /** In tml, where nothing is lined up: the builtin that does it. */
  String spellOut() {
    return "if `%1$s` is meant to be repeated, say so: `broadcast_to(%1$s, %2$s)`"
        .formatted(small().name(), large().name());
  }
}
