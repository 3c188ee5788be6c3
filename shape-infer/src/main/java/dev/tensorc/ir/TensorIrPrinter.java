package dev.tensorc.ir;

import dev.tensorc.ir.TensorIr.Value;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Prints {@link TensorIr}: one line for each step.
 *
 * <pre>{@code
 * fn scale(x: f32[n, ?], v: f32[n]) -> f32[n, ?]
 *   %0: f32[n, ?x.1] = x
 *   %1: f32[n] = v
 *   n = size(x, 0)
 *   ?x.1 = size(x, 1)
 *   ?v.0 = size(v, 0)
 *   entry check v axis 0: ?v.0 == n
 *   fact ?v.0 == n
 *   %2: f32[n, 1] = view %1[i0]                        # v[:, newaxis]
 *   %3: f32[n, ?x.1] = multiply(%0, %2)                # x * v[:, newaxis]
 *   return %3
 * }</pre>
 *
 * <p>The numbers behind an operand are the axes of the iteration space that its axes follow; they
 * are left out where each axis follows the one of its own number and there are as many.
 */
public final class TensorIrPrinter {

  private static final int COMMENT_COLUMN = 52;

  private final StringBuilder text = new StringBuilder();

  private TensorIrPrinter() {}

  /** The module's functions, one blank line between them. */
  public static String of(TensorIr.Module module) {
    return module.functions().stream().map(TensorIrPrinter::of).collect(Collectors.joining("\n"));
  }

  public static String of(TensorIr.Function function) {
    var printer = new TensorIrPrinter();
    printer.function(function);
    return printer.text.toString();
  }

  private void line(int depth, String line) {
    text.append("  ".repeat(depth)).append(line).append('\n');
  }

  private void function(TensorIr.Function f) {
    line(0, "fn " + signature(f, parameters(f)));
    for (TensorIr.Param p : f.params()) {
      line(1, typed(p.value()) + " = " + p.name());
    }
    for (TensorIr.DimBinding b : f.bindings()) {
      TensorIr.Param p = f.params().get(b.param());
      String source =
          switch (b.axis()) {
            case TensorIr.DimBinding.VALUE -> p.name();
            case TensorIr.DimBinding.RANK -> "rank(" + p.name() + ")";
            default -> "size(" + p.name() + ", " + p.value().axisName(b.axis()) + ")";
          };
      line(1, b.symbol() + " = " + source);
    }
    f.entryChecks().forEach(c -> line(1, "entry " + check(c, f)));
    f.facts().equations().forEach(e -> line(1, "fact " + e));
    f.facts().bounds().forEach(b -> line(1, "fact " + b));
    block(1, f.body(), "return", f);
  }

  /** A function's name, parameters and results, as it declares them. */
  public static String signature(TensorIr.Function f) {
    return signature(f, list(f.arguments()));
  }

  private static String signature(TensorIr.Function f, String parameters) {
    String results =
        f.results().stream()
            .map(r -> r.name().isEmpty() ? r.declaredType() : r.name() + ": " + r.declaredType())
            .collect(Collectors.joining(", "));
    boolean plain = f.results().size() == 1 && f.results().getFirst().name().isEmpty();
    return f.name() + "(" + parameters + ") -> " + (plain ? results : "(" + results + ")");
  }

  /**
   * A function's parameters as it declares them, and the weights that it uses behind a {@code ;}.
   */
  public static String parameters(TensorIr.Function f) {
    return list(f.arguments()) + (f.weights().isEmpty() ? "" : "; " + list(f.weights()));
  }

  private static String list(List<TensorIr.Param> params) {
    return params.stream()
        .map(p -> p.name() + ": " + p.declaredType())
        .collect(Collectors.joining(", "));
  }

  private void block(int depth, TensorIr.Block block, String last, TensorIr.Function f) {
    for (TensorIr.Step step : block.steps()) {
      switch (step) {
        case TensorIr.Check c -> line(depth, check(c, f));
        case TensorIr.Bind b -> line(depth, b.dim() + " = " + b.scalar());
        case TensorIr.If i -> {
          control(depth, i, "if " + i.condition());
          block(depth + 1, i.then(), "yield", f);
          line(depth, "else");
          block(depth + 1, i.otherwise(), "yield", f);
        }
        case TensorIr.For l -> {
          String by = l.step() == 1 ? "" : ":" + l.step();
          control(depth, l, "for " + l.index() + " in " + l.from() + ":" + l.to() + by);
          carried(depth + 1, l.loop());
          block(depth + 1, l.body(), "yield", f);
        }
        case TensorIr.While w -> {
          control(depth, w, "while");
          carried(depth + 1, w.loop());
          block(depth + 1, w.condition(), "condition", f);
          block(depth + 1, w.body(), "yield", f);
        }
        case TensorIr.Pure p -> line(depth, step(p.result(), right(p), depth));
      }
    }
    line(depth, last + " " + join(block.yields()));
  }

  private void control(int depth, TensorIr.Control c, String right) {
    if (c.results().size() == 1) {
      line(depth, step(c.results().getFirst(), right, depth));
    } else {
      String results =
          c.results().stream().map(TensorIrPrinter::typed).collect(Collectors.joining(", "));
      line(depth, results.isEmpty() ? right : results + " = " + right);
    }
  }

  private void carried(int depth, TensorIr.Loop loop) {
    for (int i = 0; i < loop.carried().size(); i++) {
      line(depth, typed(loop.carried().get(i)) + " = carried " + loop.initial().get(i));
    }
  }

  private static String step(Value v, String right, int depth) {
    String code = typed(v) + " = " + right;
    String name = v.name().replace('\n', ' ');
    if (name.isEmpty() || name.equals(right)) {
      return code;
    }
    int gap = Math.max(2, COMMENT_COLUMN - 2 * depth - code.length());
    return code + " ".repeat(gap) + "# " + name;
  }

  /** With exact dims, where {@link Value#type()} writes {@code ?}. */
  private static String typed(Value v) {
    return v + ": " + v.dtype() + (v.isScalar() ? "" : v.shape().toString());
  }

  private static String right(TensorIr.Pure instr) {
    return switch (instr) {
      case TensorIr.Constant c -> c.value().toString();
      case TensorIr.Literal l -> "[" + join(l.elements()) + "]";
      case TensorIr.DimValue d -> "size " + d.dim();
      case TensorIr.Iota i -> "index i" + i.axis();
      case TensorIr.Map m ->
          (m.fastmath() ? "fastmath " : "")
              + m.builtin().label()
              + m.operands().stream()
                  .map(o -> operand(o, m.result().rank()))
                  .collect(Collectors.joining(", ", "(", ")"));
      case TensorIr.Reduce r ->
          r.builtin().label()
              + "("
              + r.operand()
              + ", axes="
              + r.axes()
              + (r.keepdims() ? ", keepdims)" : ")");
      case TensorIr.Reshape r -> "reshape " + r.operand();
      case TensorIr.Contract c ->
          "contract(%s, %s, over %s)"
              .formatted(
                  operand(c.left(), c.space().size()),
                  operand(c.right(), c.space().size()),
                  c.reduced());
      case TensorIr.View v -> "view " + v.operand() + axes(v.axes());
      case TensorIr.Gather g ->
          "gather "
              + operand(g.source(), g.result().rank())
              + places(g.places(), g.result().rank())
              + g.guard().map(o -> " where " + operand(o, g.result().rank())).orElse("");
      case TensorIr.Scan s ->
          "%s(%s, axis=%d%s)"
              .formatted(
                  s.builtin().label(), s.operand(), s.axis(), s.initial() ? ", initial" : "");
      case TensorIr.Sort s ->
          "%s(%s, axis=%d%s)"
              .formatted(
                  s.builtin().label(), s.operand(), s.axis(), s.descending() ? ", descending" : "");
      case TensorIr.Search s ->
          "searchsorted(%s, %s, %s)"
              .formatted(s.sorted(), s.sought(), s.right() ? "right" : "left");
      case TensorIr.Find f -> "places where " + f.mask();
      case TensorIr.Update u ->
          "update "
              + u.target()
              + axes(u.region())
              + " of "
              + u.extents()
              + " = "
              + operand(u.value(), u.extents().size());
      case TensorIr.Scatter s ->
          "scatter into "
              + s.target()
              + places(s.places(), s.extents().size())
              + " of "
              + s.extents()
              + s.combine().map(b -> " " + b.label() + " ").orElse(" = ")
              + operand(s.value(), s.extents().size());
    };
  }

  /** {@code axis 0 at %3, axis 1 at %4[1]}. */
  private static String places(List<TensorIr.Place> places, int rank) {
    return places.stream()
        .map(p -> " axis " + p.axis() + " at " + operand(p.index(), rank))
        .collect(Collectors.joining(","));
  }

  private static String operand(TensorIr.Operand o, int rank) {
    boolean identity = o.axes().equals(IntStream.range(0, rank).boxed().toList());
    return o.value() + (identity ? "" : o.axes().toString());
  }

  private static String axes(List<TensorIr.ViewAxis> axes) {
    return axes.stream().map(TensorIrPrinter::axis).collect(Collectors.joining(", ", "[", "]"));
  }

  /** {@code n - 1 - 2 * i0}: the operand's index from the result's indices i0, i1, ... */
  private static String axis(TensorIr.ViewAxis axis) {
    boolean atZero = Dims.isConst(axis.start(), 0) && !axis.walks().isEmpty();
    var text = new StringBuilder(atZero ? "" : axis.start().toString());
    for (TensorIr.Walk w : axis.walks()) {
      text.append(text.isEmpty() ? "" : " ")
          .append(w.step() < 0 ? "- " : text.isEmpty() ? "" : "+ ");
      long step = Math.abs(w.step());
      text.append(step == 1 ? "" : step + " * ").append('i').append(w.axis());
    }
    return text + (axis.stretches() ? "?" : "");
  }

  private static String check(TensorIr.Check check, TensorIr.Function f) {
    return switch (check) {
      case TensorIr.ParamCheck c ->
          "check %s axis %d: %s == %s"
              .formatted(f.params().get(c.param()).name(), c.axis(), c.actual(), c.expected());
      case TensorIr.SizeCheck c ->
          "check %s axis %d: %s == %s".formatted(c.subject(), c.axis(), c.actual(), c.expected());
      case TensorIr.JoinCheck c ->
          "check join `"
              + c.operation()
              + "`: "
              + operands(c)
              + (c.equalRanks() ? ", of one rank" : "");
      case TensorIr.RankCheck c ->
          "check rank of %s: largest of %s %s %s"
              .formatted(c.subject(), c.ranks(), c.relation().symbol(), c.rank());
      case TensorIr.LeadingCheck c ->
          "check leading sizes of %s and %s".formatted(c.one().name(), c.other().name());
      case TensorIr.NonEmptyCheck c ->
          "check %s of %s axis %d: %s > 0".formatted(c.function(), c.operand(), c.axis(), c.size());
      case TensorIr.IndexCheck c ->
          "check index %s of %s axis %d: %s".formatted(c.index(), c.operand(), c.axis(), onAxis(c));
      case TensorIr.SubscriptCheck c ->
          "check subscript of %s axis %d: 0 <= %s and %s < %s%s"
              .formatted(c.operand(), c.axis(), c.least(), c.most(), c.size(), unlessEmpty(c));
      case TensorIr.ExtentCheck c ->
          "check sizes of %s: %s == %s".formatted(c.index(), c.actual(), c.expected());
      case TensorIr.ClauseCheck c ->
          "check clause of %s: %s %s %s"
              .formatted(c.function(), c.left(), c.relation().symbol(), c.right());
    };
  }

  private static String unlessEmpty(TensorIr.SubscriptCheck check) {
    return check.extents().isEmpty() ? "" : " unless 0 in " + check.extents();
  }

  private static String onAxis(TensorIr.IndexCheck check) {
    return switch (check.index()) {
      case Dim.Const c when c.value() >= 0 -> check.size() + " > " + c.value();
      case Dim.Const c -> check.size() + " >= " + Long.toString(c.value()).substring(1);
      case Dim d -> "-(" + check.size() + ") <= " + d + " < " + check.size();
    };
  }

  private static String operands(TensorIr.JoinCheck check) {
    return check.operands().stream()
        .map(
            o -> {
              boolean identity = o.axes().equals(IntStream.range(0, check.rank()).boxed().toList());
              String fixed = o.stretches().contains(false) ? " stretching " + o.stretches() : "";
              return o.name() + " " + o.shape() + (identity ? "" : " on axes " + o.axes()) + fixed;
            })
        .collect(Collectors.joining(", "));
  }

  private static String join(List<Value> values) {
    return values.stream().map(Value::toString).collect(Collectors.joining(", "));
  }
}
