package dev.tensorc.ir;

import dev.tensorc.ir.TensorIr.JoinCheck;
import dev.tensorc.ir.TensorIr.JoinOperand;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The sizes that a check asks for, and the facts once it has passed. */
public final class CheckFacts {

  private CheckFacts() {}

  /** Equations that hold from the check on. */
  public static List<Facts.Equation> of(TensorIr.Check check) {
    return switch (check) {
      case TensorIr.ParamCheck c -> declared(c.actual(), c.expected());
      case TensorIr.SizeCheck c -> declared(c.actual(), c.expected());
      case JoinCheck c -> joined(c);
      case TensorIr.LeadingCheck c -> leading(c);
      case TensorIr.ExtentCheck c -> List.of(new Facts.Equation(c.actual(), c.expected()));
      case TensorIr.ClauseCheck c when c.relation() == TensorIr.Relation.EQUAL ->
          List.of(new Facts.Equation(c.left(), c.right()));
      case TensorIr.ClauseCheck _, TensorIr.NonEmptyCheck _ -> List.of();
      case TensorIr.IndexCheck _, TensorIr.SubscriptCheck _, TensorIr.RankCheck _ -> List.of();
    };
  }

  /** The sizes that a check asks for. */
  public static List<Dim> sizes(TensorIr.Check check) {
    return switch (check) {
      case TensorIr.ParamCheck c -> List.of(c.actual(), c.expected());
      case TensorIr.SizeCheck c -> List.of(c.actual(), c.expected());
      case TensorIr.JoinCheck c ->
          c.operands().stream()
              .flatMap(o -> Stream.concat(o.shape().stream(), o.ranks().stream()))
              .toList();
      case TensorIr.RankCheck c -> Stream.concat(c.ranks().stream(), Stream.of(c.rank())).toList();
      case TensorIr.LeadingCheck c ->
          Stream.of(c.one(), c.other())
              .flatMap(l -> Stream.concat(l.shape().stream(), l.ranks().stream()))
              .toList();
      case TensorIr.NonEmptyCheck c -> List.of(c.size());
      case TensorIr.IndexCheck c -> List.of(c.index(), c.size());
      case TensorIr.SubscriptCheck c ->
          Stream.concat(Stream.of(c.least(), c.most(), c.size()), c.extents().stream()).toList();
      case TensorIr.ExtentCheck c -> List.of(c.actual(), c.expected());
      case TensorIr.ClauseCheck c -> List.of(c.left(), c.right());
    };
  }

  private static List<Facts.Equation> leading(TensorIr.LeadingCheck c) {
    var equations = new ArrayList<Facts.Equation>();
    for (int k = 1; k <= Math.max(c.one().count(), c.other().count()); k++) {
      equations.add(new Facts.Equation(c.other().size(k), c.one().size(k)));
    }
    return equations;
  }

  private static List<Facts.Equation> declared(Dim actual, Dim expected) {
    return List.of(
        new Facts.Equation(actual, expected), new Facts.Equation(expected, Dims.clamp(expected)));
  }

  /**
   * Sizes that may not stretch are equal, and the joined axis has their size. A target or a shape
   * never stretches, not even where it lacks axes: the other operand then lacks them, too.
   */
  private static List<Facts.Equation> joined(JoinCheck check) {
    var equations = new ArrayList<Facts.Equation>();
    for (int axis = 0; axis < check.rank(); axis++) {
      var all = new ArrayList<Dim>();
      var fixed = new ArrayList<Dim>();
      for (JoinOperand o : check.operands()) {
        for (int own : o.feeding(axis)) {
          all.add(o.shape().get(own));
          boolean kept =
              check.joining() != TensorIr.Joining.OPERATION
                  && o.equals(check.operands().getFirst());
          if (kept || !o.mayStretch(own)) {
            fixed.add(o.shape().get(own));
          }
        }
      }
      if (!fixed.isEmpty()) {
        Dim size = fixed.getFirst();
        fixed.stream()
            .filter(d -> !d.equals(size))
            .forEach(d -> equations.add(new Facts.Equation(d, size)));
        Dim joined = Dims.join(all);
        if (!joined.equals(size) && !fixed.contains(joined)) {
          equations.add(new Facts.Equation(joined, size));
        }
      }
    }
    return equations;
  }
}
