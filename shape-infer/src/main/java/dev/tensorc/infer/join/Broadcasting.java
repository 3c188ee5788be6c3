package dev.tensorc.infer.join;

import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.Span;
import dev.tensorc.infer.report.ErrorId;
import dev.tensorc.infer.report.Unsupported;
import dev.tensorc.infer.rule.Advice;
import dev.tensorc.infer.rule.DTypeRules;
import dev.tensorc.infer.rule.Discipline;
import dev.tensorc.infer.rule.Joins;
import dev.tensorc.infer.rule.Joins.Operand;
import dev.tensorc.infer.scope.Names;
import dev.tensorc.infer.type.Nesting;
import dev.tensorc.ir.Axes;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.CheckFacts;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.Facts;
import dev.tensorc.ir.ShapeText;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.JoinCheck;
import dev.tensorc.ir.TensorIr.JoinOperand;
import dev.tensorc.ir.TensorIr.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Joins the shapes of operands under the discipline of the function that is inferred: index maps,
 * checks where sizes are open, errors where they exclude each other.
 */
public final class Broadcasting {

  private final JoinContext cx;

  public Broadcasting(JoinContext cx) {
    this.cx = cx;
  }

  /** Identifies a join by its sizes and its rule, whatever the operands' names. */
  private record JoinKey(List<Set<Joins.Size>> sizes, Optional<Unranked> unranked) {}

  /** The demands of a join on unranked operands beside that. */
  private record Unranked(
      boolean equalRanks, List<List<Boolean>> stretches, List<List<Dim>> ranks) {}

  /**
   * The join of an element-wise operation; empty, and reported, where the operands do not go
   * together.
   *
   * @param dims the axes that the program gives the operand of lower rank, if it does
   */
  public Optional<Joins.Joined> join(
      Builtin b, List<Value> values, Optional<BroadcastDims> dims, Span span) {
    Optional<Diagnostic> refused = refuseUnranked(values, dims, span);
    if (refused.isPresent()) {
      cx.report(refused.get());
      return Optional.empty();
    }
    Optional<List<Operand>> operands =
        dims.isPresent() ? mapped(b, values, dims.get(), span) : aligned(b, values, span);
    return operands.flatMap(o -> join(b, o, levels(values), dims, span));
  }

  /**
   * The join of a target, which keeps its shape, and the written value; empty, and reported, where
   * the value does not fit.
   *
   * @param op combines them; empty where the value replaces the target
   * @param name of the target in the program
   * @param dims the axes of the target that the program gives the value, if it does
   */
  public Optional<Joins.Joined> into(
      Optional<Builtin> op,
      String name,
      Value target,
      Value value,
      Optional<BroadcastDims> dims,
      Span span) {
    var named =
        new Value(target.id(), target.dtype(), target.shape(), target.axes(), name, target.span());
    return new UpdateJoin(op, target, named, value, dims, span, cx).join();
  }

  /**
   * The join of values whose axes have been given places in the joined shape.
   *
   * @param rank of the joined shape
   */
  public Optional<Joins.Joined> join(
      Builtin b, List<Value> values, List<List<Integer>> places, int rank, Span span) {
    var operands = new ArrayList<Operand>();
    for (int i = 0; i < values.size(); i++) {
      operands.add(operand(b, values.get(i), places.get(i)));
    }
    return join(b, operands, List.of(rank), Optional.empty(), span);
  }

  /** How many axes each level of the joined shape has: the most that a value has there. */
  private static List<Integer> levels(List<Value> values) {
    var most = new ArrayList<Integer>();
    for (Value v : values) {
      for (int level = 0; level < v.axes().levels().size(); level++) {
        int axes = v.axes().levels().get(level);
        if (level == most.size()) {
          most.add(axes);
        } else {
          most.set(level, Math.max(most.get(level), axes));
        }
      }
    }
    return most;
  }

  /** The value's axes lined up at the right, each level by itself. */
  public static List<Integer> lineUp(Value v, List<Integer> levels) {
    var axes = new ArrayList<Integer>();
    int end = 0;
    for (int level = 0; level < v.axes().levels().size(); level++) {
      end += levels.get(level);
      IntStream.range(end - v.axes().levels().get(level), end).forEach(axes::add);
    }
    return axes;
  }

  /** Refuses joins that have to know how many axes each operand has. */
  private Optional<Diagnostic> refuseUnranked(
      List<Value> values, Optional<BroadcastDims> dims, Span span) {
    Optional<Value> unranked = values.stream().filter(Value::isUnranked).findFirst();
    if (unranked.isEmpty()) {
      return Optional.empty();
    }
    if (dims.isPresent()) {
      return Optional.of(
          cx.needsRank(unranked.get(), "broadcast dimensions name axes by position", span));
    }
    boolean nested = values.stream().anyMatch(v -> v.axes().isNested());
    return !nested
        ? Optional.empty()
        : Optional.of(
            Unsupported.expression(
                span,
                "`%s` of an unranked value and a tensor of tensors is"
                    .formatted(Names.ofSource(span)),
                "ascribe a ranked type first, such as `let y: f32[?, ?] = ...`"));
  }

  private Discipline discipline() {
    return cx.frame.discipline();
  }

  /** The axes that an unranked operand lacks stretch: which those are, the check knows. */
  private Operand operand(Builtin b, Value value, List<Integer> axes) {
    return new Operand(
        value,
        axes,
        value.isUnranked() ? Collections.nCopies(value.rank(), true) : stretches(b, value));
  }

  private List<Boolean> stretches(Builtin b, Value value) {
    boolean ones = discipline().stretchesOnes(b);
    return value.axes().stretch().stream()
        .map(
            s ->
                switch (s) {
                  case ALWAYS -> true;
                  case NEVER -> false;
                  case BY_DISCIPLINE -> ones;
                })
        .toList();
  }

  /** The operands aligned at the right, where the discipline does that. */
  private Optional<List<Operand>> aligned(Builtin b, List<Value> values, Span span) {
    List<Integer> levels = levels(values);
    var operands = values.stream().map(v -> operand(b, v, lineUp(v, levels))).toList();
    boolean unranked = values.stream().anyMatch(Value::isUnranked);
    if (!discipline().broadcastsRanks(b) && !unranked) {
      Operand large =
          operands.stream()
              .max(Comparator.comparingInt((Operand o) -> o.value().rank()))
              .orElseThrow();
      for (Operand o : operands) {
        boolean alike = o.value().axes().levels().equals(large.value().axes().levels());
        if (!o.value().isScalar() && !alike) {
          boolean first = operands.indexOf(o) < operands.indexOf(large);
          cx.report(ranks(b, first ? o : large, first ? large : o, span));
          return Optional.empty();
        }
      }
    }
    return Optional.of(operands);
  }

  /** The operand of lower rank has the axes that the program gives it. */
  private Optional<List<Operand>> mapped(
      Builtin b, List<Value> values, BroadcastDims dims, Span span) {
    Value left = values.getFirst();
    Value right = values.getLast();
    boolean leftIsSmall = left.rank() < right.rank();
    Value small = leftIsSmall ? left : right;
    Value large = leftIsSmall ? right : left;
    for (Value v : values) {
      if (v.axes().isNested()) {
        cx.report(Nesting.refused("a broadcast dimension", v, cx.shown(v), span));
        return Optional.empty();
      }
    }
    Optional<Diagnostic> wrong = dims.refuse(small, large);
    if (wrong.isPresent()) {
      cx.report(wrong.get());
      return Optional.empty();
    }
    Operand some = operand(b, small, dims.axes());
    Operand all = operand(b, large, Axes.indices(large.rank()));
    return Optional.of(leftIsSmall ? List.of(some, all) : List.of(all, some));
  }

  private Optional<Joins.Joined> join(
      Builtin b,
      List<Operand> operands,
      List<Integer> levels,
      Optional<BroadcastDims> dims,
      Span span) {
    return switch (Joins.join(operands, levels, cx.emit.facts())) {
      case Joins.Conflict c -> {
        cx.report(conflict(b, c, span));
        yield Optional.empty();
      }
      case Joins.Joined j -> {
        boolean equalRanks = !discipline().broadcastsRanks(b) && ranks(operands).size() > 1;
        if (j.needsCheck() || equalRanks) {
          check(b, j, equalRanks, span);
        }
        if (dims.isEmpty()) {
          OuterJoin.warning(operands, cx, span).ifPresent(cx::report);
          cx.wrongAxis.warning(operands, cx, span).ifPresent(cx::report);
        }
        yield Optional.of(j);
      }
    };
  }

  /** The ranks of the operands that are no scalars, each once. */
  private static Set<List<Dim>> ranks(List<Operand> operands) {
    boolean unranked = operands.stream().anyMatch(o -> o.value().isUnranked());
    return unranked
        ? operands.stream()
            .map(Operand::value)
            .filter(v -> !v.isScalar())
            .map(v -> v.isUnranked() ? v.axes().ranks() : List.of(Dims.of(v.rank())))
            .collect(Collectors.toSet())
        : Set.of();
  }

  private void check(Builtin b, Joins.Joined joined, boolean equalRanks, Span span) {
    var operands = new ArrayList<JoinOperand>();
    for (Operand o : joined.operands()) {
      Value v = o.value();
      String type = cx.emit.written(v).type();
      operands.add(
          v.isUnranked()
              ? new JoinOperand(
                  v.name(), type, v.shape(), o.axes(), stretches(b, v), v.axes().ranks())
              : o.checked(type));
    }
    make(joined, TensorIr.Joining.OPERATION, equalRanks, operands, span);
  }

  /** Makes the check of a join, and learns from it. */
  public void make(
      Joins.Joined joined, TensorIr.Joining joining, List<JoinOperand> operands, Span span) {
    make(joined, joining, false, operands, span);
  }

  private void make(
      Joins.Joined joined,
      TensorIr.Joining joining,
      boolean equalRanks,
      List<JoinOperand> operands,
      Span span) {
    int rank = joined.shape().size();
    var name = discipline().name();
    var check =
        new JoinCheck(Names.ofSource(span), name, joining, equalRanks, operands, rank, span);
    var dims = new ArrayList<Dim>();
    for (Operand o : joined.operands()) {
      dims.addAll(o.value().shape());
      dims.addAll(o.value().axes().ranks());
    }
    cx.emit.checkOnce(key(joined, check), check, dims);
    for (Facts.Equation e : CheckFacts.of(check)) {
      cx.emit.learn(e.left(), e.right(), check.span(), "operation", dims);
    }
  }

  private static JoinKey key(Joins.Joined joined, JoinCheck check) {
    Unranked unranked =
        new Unranked(
            check.equalRanks(),
            check.operands().stream().map(JoinOperand::stretches).toList(),
            check.operands().stream().map(JoinOperand::ranks).toList());
    return new JoinKey(
        joined.open(), check.isUnranked() ? Optional.of(unranked) : Optional.empty());
  }

  // ---------------------------------------------------------------- the messages

  private Advice advice(Builtin b, int axis, Operand first, Operand second) {
    return new Advice(b, axis, first, second, cx.emit.facts());
  }

  private Diagnostic ranks(Builtin b, Operand first, Operand second, Span span) {
    Value x = first.value();
    Value y = second.value();
    String says =
        switch (discipline().name()) {
          case NUMPY, STRICT -> "with `rank=off` operands have equal ranks, or are scalars";
          case XLA -> "in xla operands have equal ranks, or are scalars, or name their axes";
          case TML -> "in tml " + DTypeRules.spell(b) + " takes equal shapes, or a scalar";
        };
    boolean nested = x.axes().isNested() || y.axes().isNested();
    String found =
        nested
            ? "`%s` is %s and `%s` is %s, nested otherwise"
                .formatted(x.name(), cx.shown(x), y.name(), cx.shown(y))
            : "`%s` has rank %d and `%s` has rank %d"
                .formatted(x.name(), x.rank(), y.name(), y.rank());
    Diagnostic d =
        ErrorId.BROADCAST_RANKS
            .at(span, "`" + Names.ofSource(span) + "`: " + found)
            .because(x.name() + ": " + cx.shown(x))
            .because(y.name() + ": " + cx.shown(y))
            .because(says);
    d = cx.origin(cx.origin(d, x, span), y, span);
    return d.hint(discipline().ranksAdvice(advice(b, -1, first, second)));
  }

  private Diagnostic conflict(Builtin b, Joins.Conflict c, Span span) {
    Diagnostic d =
        ErrorId.BROADCAST.at(
            span,
            "`%s`: `%s` has size %s and `%s` has size %s on axis %d"
                .formatted(
                    Names.ofSource(span),
                    c.first().value().name(),
                    sizeOn(c.first(), c.axis()),
                    c.second().value().name(),
                    sizeOn(c.second(), c.axis()),
                    c.axisName()));
    var both = Stream.of(c.first(), c.second()).map(o -> o.of(cx.emit.written(o.value()))).toList();
    for (String line : new AlignedTypes(both, c.rank(), c.axis(), cx.emit.facts()).lines()) {
      d = d.because(line);
    }
    for (Operand o : both) {
      d = cx.origin(d, o.value(), span);
    }
    return d.hint(discipline().sizesAdvice(advice(b, c.axis(), c.first(), c.second())));
  }

  private String sizeOn(Operand o, int axis) {
    Dim size = o.value().shape().get(o.own(axis).orElseThrow());
    return ShapeText.dim(cx.emit.resolve(size));
  }
}
