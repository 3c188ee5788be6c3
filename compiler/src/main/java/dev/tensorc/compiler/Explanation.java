package dev.tensorc.compiler;

import dev.tensorc.codegen.explain.Explain;
import dev.tensorc.codegen.loop.LoopIr;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.Facts;
import dev.tensorc.ir.ShapeText;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIrPrinter;
import dev.tensorc.partition.Partitioning;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What the compiler made of a program and why, for {@code tensorc explain}: of each function what
 * counts most first, then the details; last the sizes of all methods.
 */
public final class Explanation {

  /** So many axes with the same text are one line. */
  private static final int MANY = 4;

  private Explanation() {}

  /**
   * @param explain what the code generator has to say
   * @param plans the functions that are asked for
   */
  public static String of(Explain explain, List<LoopIr.Plan> plans) {
    var text = new StringBuilder();
    plans.forEach(p -> text.append(of(explain, p)).append('\n'));
    return text.append(explain.methodSizes(plans)).toString();
  }

  private static String of(Explain explain, LoopIr.Plan plan) {
    return explain.summary(plan)
        + "\nwhat runs\n"
        + explain.kernels(plan)
        + "\nbroadcasts\n"
        + joinText(plan.function())
        + "\nthe plan and its loops\n"
        + explain.loops(plan).indent(2)
        + "\nas inferred\n"
        + TensorIrPrinter.of(plan.function()).indent(2)
        + "\nrows\n"
        + rows(plan.function()).indent(2);
  }

  /** Whether rows may be given in parts, and if not, the operation that stands against it. */
  public static String rows(TensorIr.Function function) {
    Partitioning p = Partitioning.of(function);
    if (!p.allowed()) {
      return "all at once: " + p.obstacle();
    }
    return "in parts, with the same bits: %s%s"
        .formatted(
            String.join(", ", p.rows()),
            p.least() == 1 ? "" : "; a part has at least " + p.least() + " rows");
  }

  /** Each join that may fail or stretch at run time, and why. */
  private static String joinText(TensorIr.Function function) {
    String ambiguous =
        joins(function).stream().map(j -> join(j, function.facts())).collect(Collectors.joining());
    return ambiguous.isEmpty()
        ? "  no ambiguous joins: every broadcast is decided when compiling\n"
        : ambiguous;
  }

  /** All joins that are checked at run time, in source order. */
  static List<TensorIr.JoinCheck> joins(TensorIr.Function function) {
    var joins = new ArrayList<TensorIr.JoinCheck>();
    function.entryChecks().forEach(c -> collect(c, joins));
    function.body().steps().forEach(s -> collect(s, joins));
    return joins;
  }

  private static void collect(TensorIr.Step step, List<TensorIr.JoinCheck> into) {
    switch (step) {
      case TensorIr.JoinCheck j -> into.add(j);
      case TensorIr.Instr i -> i.blocks().forEach(b -> b.steps().forEach(s -> collect(s, into)));
      case TensorIr.Check _, TensorIr.Bind _ -> {}
    }
  }

  /** What may stretch in a join; empty where nothing may. */
  private static String join(TensorIr.JoinCheck join, Facts facts) {
    String axes = axes(join, facts);
    if (axes.isEmpty()) {
      return "";
    }
    var text = new StringBuilder();
    text.append("  ambiguous join of `").append(join.operation()).append("` at ");
    text.append(join.span().location()).append('\n');
    for (TensorIr.JoinOperand o : join.operands()) {
      text.append("    ").append(o.name()).append(": ").append(o.type()).append('\n');
    }
    return text.append(axes).toString();
  }

  /** The sizes that meet on each axis; axes with the same text share a line. */
  private static String axes(TensorIr.JoinCheck join, Facts facts) {
    var text = new StringBuilder();
    int next;
    for (int first = 0; first < join.rank(); first = next) {
      String meeting = axis(join, first, facts);
      next = first + 1;
      while (next < join.rank() && axis(join, next, facts).equals(meeting)) {
        next++;
      }
      next = next - first < MANY ? first + 1 : next;
      if (!meeting.isEmpty()) {
        text.append(
            next == first + 1 ? "    axis " + first : "    axes " + first + " to " + (next - 1));
        text.append(meeting);
      }
    }
    return text.toString();
  }

  /** The sizes that meet on an axis; empty where they are known to be equal, or to be 1. */
  private static String axis(TensorIr.JoinCheck join, int axis, Facts facts) {
    var meeting = new ArrayList<String>();
    var sizes = new ArrayList<Dim>();
    for (TensorIr.JoinOperand o : join.operands()) {
      int own = o.axes().indexOf(axis);
      if (own >= 0) {
        Dim size = o.shape().get(own);
        if (facts.same(size, Dims.of(1))) {
          continue;
        }
        sizes.add(size);
        meeting.add(
            "%s of %s%s"
                .formatted(
                    ShapeText.dim(size), o.name(), facts.couldBeOne(size) ? " (could be 1)" : ""));
      }
    }
    boolean decided = sizes.stream().allMatch(s -> facts.same(s, sizes.getFirst()));
    return decided
        ? ""
        : ": %s: nothing says that they are equal\n".formatted(String.join(" against ", meeting));
  }
}
