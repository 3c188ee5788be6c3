package dev.tensorc.compiler;

import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.Facts;
import dev.tensorc.ir.ShapeText;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIrPrinter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What the compiler made of a program and why, for {@code tensorc explain}. */
public final class Explanation {

  private Explanation() {}

  /** The inferred program, then each join that may fail or stretch at run time, and why. */
  public static String of(TensorIr.Function function) {
    var text = new StringBuilder(TensorIrPrinter.of(function)).append('\n');
    String ambiguous =
        joins(function).stream().map(j -> join(j, function.facts())).collect(Collectors.joining());
    return text.append(
            ambiguous.isEmpty()
                ? "no ambiguous joins: every broadcast is decided when compiling\n"
                : ambiguous)
        .toString();
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
    String axes =
        IntStream.range(0, join.rank())
            .mapToObj(axis -> axis(join, axis, facts))
            .collect(Collectors.joining());
    if (axes.isEmpty()) {
      return "";
    }
    var text = new StringBuilder();
    text.append("ambiguous join of `").append(join.operation()).append("` at ");
    text.append(join.span().location()).append('\n');
    for (TensorIr.JoinOperand o : join.operands()) {
      text.append("  ").append(o.name()).append(": ").append(o.type()).append('\n');
    }
    return text.append(axes).toString();
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
        : "  axis %d: %s: nothing says that they are equal\n"
            .formatted(axis, String.join(" against ", meeting));
  }
}
