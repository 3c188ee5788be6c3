package dev.tensorc.infer.join;

import static java.util.stream.Collectors.joining;

import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.Span;
import dev.tensorc.infer.report.ErrorId;
import dev.tensorc.infer.report.SubscriptText;
import dev.tensorc.infer.rule.Joins.Operand;
import dev.tensorc.infer.rule.Typed;
import dev.tensorc.infer.scope.Names;
import dev.tensorc.ir.Axes;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Facts;
import dev.tensorc.ir.TensorIr.Value;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The warning for {@code x - mean(x, axis=1)}: the means of the rows are lined up with the columns.
 * Of a square {@code x} their sizes fit; of an {@code x: f64[n, m]} they fit where n is m. Numbers
 * that differ are an error, and sizes without a name are not warned of.
 */
public final class WrongAxis {

  /**
   * An array that was reduced, without the reduced axes.
   *
   * @param axes those of the array that are left
   */
  private record Left(List<Dim> shape, List<Integer> axes) {}

  private final Map<Integer, Left> left = new HashMap<>();

  /** Notes that a value is another one without some axes. */
  public void reduced(Typed result, Value of, List<Integer> over) {
    if (result instanceof Typed.Strong(Value v) && !v.isScalar() && !v.isUnranked()) {
      var axes = Axes.indices(of.rank()).stream().filter(axis -> !over.contains(axis)).toList();
      left.put(v.id(), new Left(of.shape(), axes));
    }
  }

  /** Notes that a value has an element for each one of others. */
  void computed(Value result, List<Value> of) {
    var reduced = of.stream().filter(v -> !v.isScalar()).map(v -> left.get(v.id())).distinct();
    var all = reduced.toList();
    if (all.size() == 1
        && all.getFirst() != null
        && all.getFirst().axes().size() == result.rank()) {
      left.put(result.id(), all.getFirst());
    }
  }

  Optional<Diagnostic> warning(List<Operand> operands, JoinContext cx, Span span) {
    if (left.isEmpty()) {
      return Optional.empty();
    }
    for (Operand small : operands) {
      for (Operand large : operands) {
        if (misses(small, large, cx.emit.facts())) {
          return Optional.of(warning(small, large, cx, span));
        }
      }
    }
    return Optional.empty();
  }

  private boolean misses(Operand small, Operand large, Facts facts) {
    Left of = left.get(small.value().id());
    List<Dim> shape = large.value().shape();
    return of != null
        && !large.value().isUnranked()
        && !large.value().axes().isNested()
        && !left.containsKey(large.value().id())
        && shape.size() == of.shape().size()
        && hasAll(large.axes(), small.axes())
        && !of.axes().equals(small.axes())
        && IntStream.range(0, shape.size())
            .allMatch(k -> facts.same(shape.get(k), of.shape().get(k)))
        && IntStream.range(0, of.axes().size())
            .allMatch(
                k ->
                    mayFit(shape.get(small.axes().get(k)), shape.get(of.axes().get(k)), facts)
                        && !facts.isOne(shape.get(of.axes().get(k))));
  }

  private static boolean mayFit(Dim met, Dim own, Facts facts) {
    return facts.same(met, own) || isNamed(met, facts) && isNamed(own, facts);
  }

  private static boolean isNamed(Dim size, Facts facts) {
    return facts.resolve(size) instanceof Dim.Sym s && s.named();
  }

  /** Why nothing else says that the axes are others. */
  private static String why(Operand small, List<Integer> own, List<Dim> shape, Facts facts) {
    for (int k = 0; k < own.size(); k++) {
      Dim met = shape.get(small.axes().get(k));
      Dim size = shape.get(own.get(k));
      if (!facts.same(met, size)) {
        return "they fit only where `%s` is `%s`, or one of them is 1".formatted(size, met);
      }
    }
    return "their sizes are equal, so nothing else tells";
  }

  /**
   * Whether there are no axes but those: a third operand may have more, a product sums over one.
   */
  private static boolean hasAll(List<Integer> axes, List<Integer> others) {
    return IntStream.range(0, axes.size()).allMatch(k -> axes.get(k) == k)
        && others.stream().allMatch(k -> k < axes.size());
  }

  private Diagnostic warning(Operand small, Operand large, JoinContext cx, Span span) {
    Value v = small.value();
    List<Integer> own = Objects.requireNonNull(left.get(v.id())).axes();
    Diagnostic d =
        ErrorId.WRONG_AXIS.warningAt(
            span,
            "`%s` lines `%s`, which has %s of `%s`, up with %s"
                .formatted(
                    Names.ofSource(span),
                    v.name(),
                    axes(own),
                    large.value().name(),
                    axes(small.axes())));
    int rank = large.value().rank();
    String meant = subscript(v, rank, own);
    String said = subscript(v, rank, small.axes());
    return cx.origin(d, large.value(), span)
        .because(why(small, own, large.value().shape(), cx.emit.facts()))
        .hint(
            "to line it up with its own axes, write `%s`; else say so: `%s`"
                .formatted(meant, said));
  }

  private static String axes(List<Integer> axes) {
    return (axes.size() == 1 ? "axis " : "axes ")
        + axes.stream().map(Object::toString).collect(joining(" and "));
  }

  /** {@code m[:, newaxis]}: the value with its axes at these places. */
  private static String subscript(Value v, int rank, List<Integer> places) {
    return SubscriptText.base(v)
        + IntStream.range(0, rank)
            .mapToObj(axis -> places.contains(axis) ? ":" : "newaxis")
            .collect(joining(", ", "[", "]"));
  }
}
