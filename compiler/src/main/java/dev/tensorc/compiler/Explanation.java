package dev.tensorc.compiler;

import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Facts;
import dev.tensorc.ir.ShapeText;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIrPrinter;
import java.util.ArrayList;
import java.util.List;

/** What the compiler made of a program and why, for {@code tensorc explain}. */
public final class Explanation {

  private Explanation() {}

  /** The inferred program, then each join that may fail or stretch at run time, and why. */
  public static String of(TensorIr.Function function) {
    var text = new StringBuilder(TensorIrPrinter.of(function)).append('\n');
    var joins = new ArrayList<TensorIr.JoinCheck>();
    function.entryChecks().forEach(c -> collect(c, joins));
    function.body().steps().forEach(s -> collect(s, joins));
    if (joins.isEmpty()) {
      return text.append("no ambiguous joins: every broadcast is decided when compiling\n")
          .toString();
    }
    for (TensorIr.JoinCheck join : joins) {
      text.append(join(join, function.facts()));
    }
    return text.toString();
  }

  private static void collect(TensorIr.Step step, List<TensorIr.JoinCheck> into) {
    switch (step) {
      case TensorIr.JoinCheck j -> into.add(j);
      case TensorIr.Instr i -> i.blocks().forEach(b -> b.steps().forEach(s -> collect(s, into)));
      case TensorIr.Check _, TensorIr.Bind _ -> {}
    }
  }

  private static String join(TensorIr.JoinCheck join, Facts facts) {
    var text = new StringBuilder();
    text.append("ambiguous join of `").append(join.operation()).append("` at ");
    text.append(join.span().location()).append('\n');
    for (TensorIr.JoinOperand o : join.operands()) {
      text.append("  ").append(o.name()).append(": ").append(o.type()).append('\n');
    }
    for (int axis = 0; axis < join.rank(); axis++) {
      text.append(axis(join, axis, facts));
    }
    return text.toString();
  }

  /** The sizes that meet on an axis; empty where they are known to be equal. */
  private static String axis(TensorIr.JoinCheck join, int axis, Facts facts) {
    var meeting = new ArrayList<String>();
    var sizes = new ArrayList<Dim>();
    for (TensorIr.JoinOperand o : join.operands()) {
      int own = o.axes().indexOf(axis);
      if (own >= 0) {
        Dim size = o.shape().get(own);
        sizes.add(size);
        meeting.add(
            "%s of %s%s"
                .formatted(
                    ShapeText.dim(size), o.name(), facts.couldBeOne(size) ? " (could be 1)" : ""));
      }
    }
    boolean decided = sizes.stream().allMatch(s -> facts.same(s, sizes.getFirst()));
    return decided ? "" : "  axis " + axis + ": " + String.join(" against ", meeting) + "\n";
  }
}
