package dev.tensorc.infer.join;

import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.Span;
import dev.tensorc.infer.report.ErrorId;
import dev.tensorc.infer.rule.Advice;
import dev.tensorc.infer.rule.Discipline;
import dev.tensorc.infer.rule.Joins;
import dev.tensorc.infer.rule.Joins.Operand;
import dev.tensorc.infer.scope.Names;
import dev.tensorc.infer.type.Nesting;
import dev.tensorc.ir.Axes;
import dev.tensorc.ir.Axes.Stretch;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DisciplineName;
import dev.tensorc.ir.ShapeText;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Value;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The join of a target, which keeps its shape, and the written value: broadcasting in one
 * direction. A size of 1 of the value stretches to the target's as the discipline says, and it has
 * at most as many axes.
 *
 * @param op combines the two; empty where the value replaces the target
 * @param named the target under the name that the program writes, which messages show
 * @param dims the axes of the target that the program gives the value, if it does
 */
record UpdateJoin(
    Optional<Builtin> op,
    Value target,
    Value named,
    Value value,
    Optional<BroadcastDims> dims,
    Span span,
    JoinContext cx) {

  /** Empty, and reported, where the value does not fit. */
  Optional<Joins.Joined> join() {
    String keeps = "`%s`, which it is written to, keeps its rank".formatted(named.name());
    if (target.isUnranked() && value.rank() > target.rank() && value.isUnranked()) {
      Value within = cx.ranks.atMost(value, named, keeps, span);
      return new UpdateJoin(op, target, named, within, dims, span, cx).join();
    }
    Optional<Diagnostic> refused = dims.isPresent() ? refuseDims(dims.get()) : refuseRanks();
    if (refused.isPresent()) {
      cx.report(refused.get());
      return Optional.empty();
    }
    if (target.isUnranked()) {
      cx.ranks.atMost(value, named, keeps, span);
    }
    int rank = target.rank();
    var kept = new Operand(named, Axes.indices(rank), Collections.nCopies(rank, false));
    List<Integer> levels = target.axes().levels();
    List<Integer> axes =
        dims.map(BroadcastDims::axes).orElseGet(() -> Broadcasting.lineUp(value, levels));
    var given = new Operand(value, axes, stretches());
    return switch (Joins.join(List.of(kept, given), levels, cx.emit.facts())) {
      case Joins.Conflict c -> {
        cx.report(conflict(c));
        yield Optional.empty();
      }
      case Joins.Joined j -> {
        if (j.needsCheck()) {
          var operands =
              List.of(kept.checked(target.type()), given.checked(cx.emit.written(value).type()));
          cx.broadcasting.make(j, TensorIr.Joining.UPDATE, operands, span);
        }
        var joined = List.of(new Operand(target, kept.axes(), kept.stretches()), given);
        yield Optional.of(new Joins.Joined(joined, j.shape(), target.axes(), j.open()));
      }
    };
  }

  private Discipline discipline() {
    return cx.frame.discipline();
  }

  private List<Boolean> stretches() {
    boolean ones =
        (discipline().writesOnes() || dims.isPresent())
            && op.map(discipline()::stretchesOnes).orElse(discipline().writesOnes());
    return value.axes().stretch().stream()
        .map(how -> how == Stretch.ALWAYS || (how == Stretch.BY_DISCIPLINE && ones))
        .toList();
  }

  // ---------------------------------------------------------------- the messages

  private String text() {
    return Names.ofSource(span);
  }

  private Optional<Diagnostic> refuseDims(BroadcastDims given) {
    for (Value v : List.of(named, value)) {
      if (v.isUnranked()) {
        return Optional.of(cx.needsRank(v, "broadcast dimensions name axes by position", span));
      }
      if (v.axes().isNested()) {
        return Optional.of(Nesting.refused("a broadcast dimension", v, cx.shown(v), span));
      }
    }
    return given.refuse(value, named);
  }

  private Optional<Diagnostic> refuseRanks() {
    if (value.isUnranked() && !target.isUnranked()) {
      return Optional.of(cx.needsRank(value, "a target has a rank that it keeps", span));
    }
    List<Integer> has = value.axes().levels();
    List<Integer> levels = target.axes().levels();
    boolean linesUp =
        discipline().writesRanks() && op.map(discipline()::broadcastsRanks).orElse(true);
    if (value.isScalar() || has.equals(levels) || (linesUp && isWithin(has, levels))) {
      return Optional.empty();
    }
    return Optional.of(value.axes().isNested() || target.axes().isNested() ? nesting() : ranks());
  }

  /** Whether there are at most as many levels, with at most as many axes each. */
  private static boolean isWithin(List<Integer> levels, List<Integer> others) {
    return levels.size() <= others.size()
        && IntStream.range(0, levels.size()).allMatch(i -> levels.get(i) <= others.get(i));
  }

  private Diagnostic nesting() {
    return ErrorId.NESTING
        .at(
            span,
            "`%s` is nested otherwise than the target `%s`".formatted(value.name(), named.name()))
        .found(cx.shown(value))
        .expected(cx.shown(named))
        .because("on each level the value has at most as many axes as the target")
        .hint("write to an element, as in `%s[0] = ...`".formatted(named.name()));
  }

  private Diagnostic ranks() {
    int more = value.rank() - target.rank();
    Diagnostic d =
        ErrorId.UPDATE
            .at(
                span,
                "`%s`: `%s` has rank %d, and the target `%s` has rank %d"
                    .formatted(text(), value.name(), value.rank(), named.name(), target.rank()))
            .because(named.name() + ": " + cx.shown(target))
            .because(value.name() + ": " + cx.shown(value))
            .because(
                more > 0
                    ? "a target keeps its shape: the value has at most as many axes"
                    : ranksRule());
    d = cx.origin(d, value, span);
    return d.hint(more > 0 ? dropAxes(more) : nameAxes());
  }

  private String ranksRule() {
    return switch (discipline().name()) {
      case NUMPY, STRICT -> "with `rank=off` an update takes equal ranks, or a scalar";
      case XLA -> "in xla an update takes equal shapes, or a scalar, or says which axes are meant";
      case TML -> "in tml this operation takes equal shapes, or a scalar";
    };
  }

  private String dropAxes(int more) {
    String zeros = String.join(", ", Collections.nCopies(more, "0"));
    return target.isScalar()
        ? "choose one element, or reduce it: `sum(" + value.name() + ")`"
        : "drop axes of `%1$s`: `squeeze(%1$s, %2$s)`, or a subscript such as `[%3$s]`"
            .formatted(
                value.name(),
                more == 1
                    ? "0"
                    : IntStream.range(0, more)
                        .mapToObj(Integer::toString)
                        .collect(Collectors.joining(", ", "(", ")")),
                zeros);
  }

  private String nameAxes() {
    String axes =
        String.join(
            ", ",
            IntStream.range(target.rank() - value.rank(), target.rank())
                .mapToObj(Integer::toString)
                .toList());
    return op.isPresent()
        ? "say which axes of `%s` belong to `%s`: `%1$s %s={%s} %2$s`"
            .formatted(named.name(), value.name(), op.get().operator(), axes)
        : "say which axes of `%s` belong to `%s`: `broadcast_in_dim(%2$s, %1$s, dims=(%s))`"
            .formatted(named.name(), value.name(), axes);
  }

  private Diagnostic conflict(Joins.Conflict c) {
    Operand kept = c.first();
    Operand given = c.second();
    int own = given.own(c.axis()).orElseThrow();
    Diagnostic d =
        ErrorId.UPDATE.at(
            span,
            "`%s`: `%s` has size %s on axis %d, and the target `%s` has size %s there"
                .formatted(
                    text(),
                    value.name(),
                    size(given, own),
                    own,
                    named.name(),
                    size(kept, c.axis())));
    for (String line :
        new AlignedTypes(List.of(kept, given), c.rank(), c.axis(), cx.emit.facts()).lines()) {
      d = d.because(line);
    }
    d = cx.origin(cx.origin(d, target, span), value, span);
    var advice = new Advice(op.orElse(Builtin.POSITIVE), c.axis(), kept, given, cx.emit.facts());
    return d.because("a target keeps its shape: " + sizesRule()).hint(advice(advice, own));
  }

  private String sizesRule() {
    return switch (discipline().name()) {
      case NUMPY, TML -> "each size that is written is the target's, or 1";
      case STRICT ->
          "in strict each size that is written is the target's, or that of a `bcast` axis";
      case XLA -> "in xla each size that is written is the target's";
    };
  }

  private String advice(Advice advice, int own) {
    boolean one = cx.emit.facts().isOne(value.shape().get(own));
    if (one && discipline().name() == DisciplineName.STRICT) {
      return advice.mark().orElseThrow();
    }
    if (one) {
      return "if `%1$s` is meant to be repeated, say so: `broadcast_to(%1$s, %2$s)`"
          .formatted(value.name(), named.name());
    }
    return advice
        .move()
        .orElse(
            "give `%s` the target's size there, or compute a new value with `let`"
                .formatted(value.name()));
  }

  private String size(Operand o, int own) {
    return ShapeText.dim(cx.emit.resolve(o.value().shape().get(own)));
  }
}
