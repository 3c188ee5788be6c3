package dev.tensorc.compiler;

import dev.tensorc.codegen.explain.Explain;
import dev.tensorc.codegen.explain.Report;
import dev.tensorc.codegen.explain.Summary;
import dev.tensorc.codegen.loop.LoopIr;
import dev.tensorc.frontend.BigStack;
import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.Facts;
import dev.tensorc.ir.ShapeText;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIrPrinter;
import dev.tensorc.partition.Partitioning;
import dev.tensorc.partition.Reducing;
import dev.tensorc.partition.Split;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The compiler's report on a program, with its reasons, for {@code tensorc explain}: a summary with
 * times and advice, and for those who ask why the loops, types and bytes.
 */
public final class Explanation {

  /** So many axes with the same text are one line. */
  private static final int MIN_AXES_ON_ONE_LINE = 4;

  private final Explain explain;
  private final List<LoopIr.Plan> plans;
  private final int budget;

  /**
   * @param explain the code generator's report
   * @param plans the functions that are asked for
   * @param budget how many versions a kernel may have beside its fallback
   */
  public Explanation(Explain explain, List<LoopIr.Plan> plans, int budget) {
    this.explain = explain;
    this.plans = plans;
    this.budget = budget;
  }

  /**
   * A function, for pages.
   *
   * @param loops of each kernel, by its number
   */
  public record Explained(Summary summary, Report report, Map<Integer, String> loops) {}

  /** Times, slow kernels and stored values of each function, and rewordings. */
  public String summary() {
    return each(p -> explain.summaryText(p, advice(p)));
  }

  /** For each function the kernels of its lines, and their loops. */
  public String loops() {
    return each(
        p ->
            "the kernels and their lines\n"
                + explain.kernels(p)
                + "\nthe plan and its loops\n"
                + explain.loops(p).indent(2));
  }

  /** For each function the type of each step, the sizes that may stretch, and its rows. */
  public String types() {
    return each(
        p ->
            "as inferred\n"
                + TensorIrPrinter.of(p.function()).indent(2)
                + "\nbroadcasts\n"
                + joinText(p.function())
                + "\nrows\n"
                + rows(p.function()).indent(2));
  }

  /** The bytes of the methods that the functions call. */
  public String bytes() {
    return BigStack.call(() -> explain.methodSizes(plans));
  }

  /** All of it as text. */
  public String text() {
    return String.join("\n", summary(), loops(), types(), bytes());
  }

  /** The functions, for pages. */
  public List<Explained> functions() {
    return BigStack.call(() -> plans.stream().map(this::explained).toList());
  }

  private Explained explained(LoopIr.Plan plan) {
    Report report = explain.report(plan);
    var loops = new TreeMap<Integer, String>();
    report.kernels().forEach(k -> loops.put(k.number(), explain.loops(k)));
    return new Explained(explain.summary(plan, advice(plan)), report, loops);
  }

  private String each(Function<LoopIr.Plan, String> part) {
    return BigStack.call(() -> plans.stream().map(part).collect(Collectors.joining("\n")));
  }

  private List<String> advice(LoopIr.Plan plan) {
    return VersionLint.warning(plan.function(), budget).map(Diagnostic::hint).stream().toList();
  }

  /**
   * Whether rows may be given in parts, or at least the results combined, and if not, the operation
   * that stands against it.
   */
  public static String rows(TensorIr.Function function) {
    Partitioning p = Partitioning.of(function);
    if (!p.allowed()) {
      Reducing r = Reducing.of(function);
      return r.allowed() ? combined(function, r) : "all at once: " + p.obstacle() + parts(function);
    }
    return "in parts, with the same bits: %s%s"
        .formatted(
            String.join(", ", p.rows()),
            p.least() == 1 ? "" : "; a part has at least " + p.least() + " rows");
  }

  private static String parts(TensorIr.Function function) {
    return Split.of(function).stages().isPresent() ? "; @parts splits it" : "";
  }

  private static String combined(TensorIr.Function function, Reducing r) {
    List<TensorIr.Result> results = function.results();
    String ways =
        IntStream.range(0, results.size())
            .mapToObj(
                i -> (results.get(i).name() + " by " + r.rules().get(i).way().label()).strip())
            .collect(Collectors.joining(", "));
    return "in parts, and results are combined, %s: %s"
        .formatted(ways, String.join(", ", r.rows()));
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

  /** The axes that may stretch in a join; empty where none may. */
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
      next = next - first < MIN_AXES_ON_ONE_LINE ? first + 1 : next;
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
