package dev.tensorc.runtime;

import dev.tensorc.runtime.BroadcastException.Operand;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The replacements to advise for an operation whose shapes do not broadcast. */
final class BroadcastAdvice {
  private final BroadcastText text;
  private final List<Operand> operands;

  private BroadcastAdvice(BroadcastText text) {
    this.text = text;
    this.operands = text.operands();
  }

  static String of(BroadcastText text) {
    BroadcastAdvice advice = new BroadcastAdvice(text);
    return switch (text.kind()) {
      case SIZES ->
          advice
              .mark()
              .or(advice::spellOut)
              .or(advice::move)
              .orElse(general(text.discipline() == Discipline.XLA));
      case UPDATE ->
          advice
              .mark()
              .or(advice::move)
              .orElse(
                  "give %s the target's size there, or compute a new value with let"
                      .formatted(advice.operands.get(1).name()));
      case SHAPE ->
          advice
              .inDim()
              .orElse(
                  "give %s the shape's size there, or ask for another shape"
                      .formatted(advice.operands.get(1).name()));
      case UPDATE_RANK ->
          "drop axes of %s with a subscript, as in x[0], or with a reduction"
              .formatted(advice.operands.get(1).name());
      case RANKS -> advice.ranks();
    };
  }

  private static String general(boolean xla) {
    return "pass arrays of equal size on this axis; an operand that belongs to other axes of the"
        + " result is moved with "
        + (xla ? "{axes} after the operator, as in x +{0} y" : "newaxis, as in x[:, newaxis]");
  }

  /** In strict, where only marks are missing: the marks. */
  private Optional<String> mark() {
    if (text.discipline() != Discipline.STRICT) {
      return Optional.empty();
    }
    int first = text.kind() == BroadcastText.Kind.UPDATE ? 1 : 0;
    return operands.stream()
        .skip(first)
        .flatMap(
            operand ->
                Arrays.stream(operand.feeding(text.axis()))
                    .filter(own -> operand.size(own) == 1 && !operand.stretches(own))
                    .mapToObj(
                        own ->
                            "if %1$s is meant to stretch there, say so: broadcast_dims(%1$s, (%2$d))"
                                .formatted(operand.name(), own)))
        .findFirst();
  }

  /** In tml's relational operations, where a 1 would have to stretch: the builtin that does it. */
  private Optional<String> spellOut() {
    if (text.discipline() != Discipline.TML) {
      return Optional.empty();
    }
    return operands.stream()
        .filter(
            operand ->
                Arrays.stream(operand.feeding(text.axis()))
                    .anyMatch(own -> operand.size(own) == 1 && !operand.stretches(own)))
        .map(this::broadcastTo)
        .findFirst();
  }

  /** The call that stretches an operand on purpose; a strict axis does not stretch even then. */
  private String broadcastTo(Operand operand) {
    String call =
        "broadcast_to(%s, %s)"
            .formatted(operand.name(), covering(operand).map(Operand::name).orElse("shape"));
    return operand.isStrict()
        ? "if %s is meant to stretch, leave strict out of its type and write %s"
            .formatted(operand.name(), call)
        : "if %s is meant to stretch, say so: %s".formatted(operand.name(), call);
  }

  /** An operand whose shape the other one can take. */
  private Optional<Operand> covering(Operand small) {
    return operands.stream()
        .filter(large -> !large.equals(small) && large.rank() >= small.rank())
        .filter(
            large ->
                IntStream.range(0, small.rank())
                    .allMatch(
                        own ->
                            small.size(own) == 1
                                || small.size(own)
                                    == large.size(own + large.rank() - small.rank())))
        .findFirst();
  }

  /** Where a vector fits another axis of the result than the one it feeds: how to put it there. */
  private Optional<String> move() {
    for (Operand vector : operands) {
      if (vector.rank() != 1
          || vector.axes()[0] != text.axis()
          || vector.size(0) == 1
          || (text.discipline() != Discipline.XLA && text.axis() != text.rank() - 1)) {
        continue;
      }
      for (Operand other : operands) {
        int[] axes = other.axes();
        for (int own = 0; own < other.rank(); own++) {
          if (axes[own] != text.axis() && other.size(own) == vector.size(0)) {
            return Optional.of(put(vector, other, own, axes[own]));
          }
        }
      }
    }
    return Optional.empty();
  }

  /** Where a vector fits another axis of the shape that it is broadcast to. */
  private Optional<String> inDim() {
    Operand shape = operands.get(0);
    Operand vector = operands.get(1);
    return IntStream.range(0, shape.rank())
        .filter(axis -> vector.rank() == 1 && shape.size(axis) == vector.size(0))
        .mapToObj(
            axis ->
                "if %1$s belongs to axis %2$d of the shape, write broadcast_in_dim(%1$s, shape, dims=(%2$d))"
                    .formatted(vector.name(), axis))
        .findFirst();
  }

  private String put(Operand vector, Operand other, int own, int axis) {
    String name = vector.name();
    String what =
        other.rank() == 2 && own == 0
            ? "if %s holds one value for each row of %s, ".formatted(name, other.name())
            : "if %s belongs to axis %d of %s, ".formatted(name, own, other.name());
    if (text.discipline() == Discipline.XLA) {
      return what
          + "write {%d} after the operator, or broadcast_dimensions=(%d)".formatted(axis, axis);
    }
    return what + "write " + base(vector) + "[:" + ", newaxis".repeat(text.rank() - 1 - axis) + "]";
  }

  /** The operand's text, which a subscript can follow. */
  private static String base(Operand operand) {
    String name = operand.name();
    return name.matches("\\w+") ? name : "(" + name + ")";
  }

  private String ranks() {
    Operand small =
        operands.stream()
            .filter(operand -> operand.rank() > 0)
            .min(Comparator.comparingInt(Operand::rank))
            .orElseThrow();
    if (text.discipline() == Discipline.XLA) {
      String axes =
          IntStream.range(text.rank() - small.rank(), text.rank())
              .mapToObj(Integer::toString)
              .collect(Collectors.joining(", "));
      return "say which axes of the result %s has: {%2$s} after the operator, or broadcast_dimensions=(%2$s)"
          .formatted(small.name(), axes);
    }
    if (text.discipline() == Discipline.TML) {
      return broadcastTo(small);
    }
    return "give %s the missing axes: %s[%s...]"
        .formatted(small.name(), base(small), "newaxis, ".repeat(text.rank() - small.rank()));
  }
}
