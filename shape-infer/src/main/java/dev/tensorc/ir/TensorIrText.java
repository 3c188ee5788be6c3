package dev.tensorc.ir;

import dev.tensorc.ir.TensorIr.Value;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Prints {@link TensorIr}: one line for each step.
 *
 * <pre>
 * fn scale(x: f32[n, ?], s: f32) -> f32[n, ?]
 *   n = size(x, 0)
 *   %2: f32[n, ?] = multiply(%0[0, 1], %1[])   # x * s
 *   yield %2
 * </pre>
 *
 * <p>The numbers behind an operand are the axes of the iteration space that its axes follow.
 */
public final class TensorIrText {

  private final StringBuilder text = new StringBuilder();

  private TensorIrText() {}

  public static String of(TensorIr.Module module) {
    return module.functions().stream().map(TensorIrText::of).collect(Collectors.joining("\n"));
  }

  public static String of(TensorIr.Function function) {
    var printer = new TensorIrText();
    printer.function(function);
    return printer.text.toString();
  }

  private void line(int depth, String line) {
    text.append("  ".repeat(depth)).append(line).append('\n');
  }

  private void function(TensorIr.Function f) {
    line(0, signature(f));
    for (TensorIr.Param p : f.params()) {
      line(1, p.value() + " = " + p.name() + ": " + type(p.value()));
    }
    for (TensorIr.DimBinding b : f.bindings()) {
      String param = f.params().get(b.param()).name();
      line(1, b.symbol() + " = size(" + param + ", " + b.axis() + ")");
    }
    f.entryChecks().forEach(c -> line(1, "entry " + check(c)));
    f.facts().equations().forEach(e -> line(1, "fact " + e));
    block(1, f.body());
  }

  /** {@code fn f(x: f32[n]) -> f32[n]}, with types as the program writes them. */
  public static String signature(TensorIr.Function f) {
    String params =
        f.params().stream()
            .map(p -> p.name() + ": " + p.declaredType())
            .collect(Collectors.joining(", "));
    return "fn " + f.name() + "(" + params + ") -> " + results(f.results());
  }

  private static String results(List<TensorIr.Result> results) {
    if (results.size() == 1 && results.getFirst().name().isEmpty()) {
      return results.getFirst().declaredType();
    }
    return results.stream()
        .map(r -> r.name().isEmpty() ? r.declaredType() : r.name() + ": " + r.declaredType())
        .collect(Collectors.joining(", ", "(", ")"));
  }

  private void block(int depth, TensorIr.Block block) {
    for (TensorIr.Step step : block.steps()) {
      switch (step) {
        case TensorIr.Check c -> line(depth, check(c));
        case TensorIr.If i -> {
          line(depth, define(i.result(), "if " + i.condition()));
          block(depth + 1, i.then());
          line(depth, "else");
          block(depth + 1, i.otherwise());
        }
        case TensorIr.Instr i -> line(depth, define(i.result(), right(i)) + comment(i.result()));
      }
    }
    line(depth, "yield " + join(block.yields()));
  }

  private static String comment(Value v) {
    return v.name().isEmpty() ? "" : "   # " + v.name().lines().findFirst().orElse("");
  }

  private static String define(Value v, String right) {
    return v + ": " + type(v) + " = " + right;
  }

  /** With exact dims, where {@link Value#type()} writes {@code ?}. */
  private static String type(Value v) {
    return v.dtype() + (v.isScalar() ? "" : v.shape().toString());
  }

  private static String right(TensorIr.Instr instr) {
    return switch (instr) {
      case TensorIr.Constant c -> c.value().toString();
      case TensorIr.Literal l -> "[" + join(l.elements()) + "]";
      case TensorIr.DimValue d -> "dim " + d.dim();
      case TensorIr.Map m ->
          m.builtin().label()
              + m.operands().stream()
                  .map(o -> o.value() + o.axes().toString())
                  .collect(Collectors.joining(", ", "(", ")"));
      case TensorIr.Reduce r ->
          r.builtin().label()
              + "("
              + r.operand()
              + ", axis="
              + r.axes()
              + (r.keepdims() ? ", keepdims)" : ")");
      case TensorIr.View v ->
          "view "
              + v.operand()
              + v.axes().stream()
                  .map(TensorIrText::axis)
                  .collect(Collectors.joining(", ", "[", "]"));
      case TensorIr.If _ -> "if";
    };
  }

  private static String axis(TensorIr.ViewAxis axis) {
    return axis.resultAxis() < 0
        ? axis.start().toString()
        : axis.start() + " + " + axis.step() + " * i" + axis.resultAxis();
  }

  private static String check(TensorIr.Check check) {
    return switch (check) {
      case TensorIr.ParamCheck c ->
          "check parameter %d axis %d: %s == %s"
              .formatted(c.param(), c.axis(), c.actual(), c.expected());
      case TensorIr.SizeCheck c ->
          "check %s axis %d: %s == %s".formatted(c.subject(), c.axis(), c.actual(), c.expected());
      case TensorIr.JoinCheck c -> "check join of `" + c.operation() + "`: " + operands(c);
      case TensorIr.NonEmptyCheck c ->
          "check %s of %s: axis %d, size %s, has elements"
              .formatted(c.function(), c.operand(), c.axis(), c.size());
      case TensorIr.IndexCheck c ->
          "check index %d of %s: axis %d, size %s"
              .formatted(c.index(), c.operand(), c.axis(), c.size());
    };
  }

  private static String operands(TensorIr.JoinCheck check) {
    return check.operands().stream()
        .map(o -> o.name() + " " + o.shape() + " on axes " + o.axes())
        .collect(Collectors.joining(", "));
  }

  private static String join(List<Value> values) {
    return values.stream().map(Value::toString).collect(Collectors.joining(", "));
  }
}
