package dev.tensorc.onnx.text;

import dev.tensorc.onnx.program.Definition;
import dev.tensorc.onnx.program.Expr;
import dev.tensorc.onnx.program.Expr.Ref;
import dev.tensorc.onnx.program.Loop;
import dev.tensorc.onnx.program.Statement;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Decides which values have no name: those that are taken once, by an expression that stays short
 * enough to be read with them in it.
 */
final class Inlining {
  private static final int MAX_LENGTH = 88;

  private final ExprText text;
  private final Map<String, Integer> uses = new HashMap<>();
  private final Map<String, Expr> once = new HashMap<>();
  private final Map<String, Expr> expressions = new HashMap<>();
  private final Set<String> inlined = new HashSet<>();

  private Inlining(ExprText text) {
    this.text = text;
  }

  /**
   * Decides for a function's body.
   *
   * @param results the values that it returns
   * @param names the values' names, as far as their length goes
   */
  static Inlining of(
      List<? extends Statement> body, List<String> results, UnaryOperator<String> names) {
    var inlining = new Inlining(new ExprText(names));
    body.stream().flatMap(Statement::uses).forEach(inlining::count);
    results.forEach(inlining::count);
    for (Statement each : body) {
      switch (each) {
        case Definition d -> inlining.define(d);
        case Loop l -> inlining.take(l.initial());
      }
    }
    if (results.size() == 1) {
      inlining.take(results.getFirst());
    }
    return inlining;
  }

  private void count(String value) {
    uses.merge(value, 1, Integer::sum);
  }

  private void define(Definition definition) {
    Expr expr = definition.value();
    for (String value : definition.uses().distinct().toList()) {
      Expr candidate = once.get(value);
      if (candidate != null) {
        Expr with = replaced(expr, value, candidate);
        if (text.of(with).length() <= MAX_LENGTH) {
          expr = with;
          inlined.add(value);
        }
      }
    }
    expressions.put(definition.result(), expr);
    if (definition.results().size() == 1 && uses.getOrDefault(definition.result(), 0) == 1) {
      once.put(definition.result(), expr);
    }
  }

  private void take(String value) {
    if (once.containsKey(value)) {
      inlined.add(value);
    }
  }

  private static Expr replaced(Expr expr, String value, Expr by) {
    return expr.equals(new Ref(value)) ? by : expr.mapParts(part -> replaced(part, value, by));
  }

  /** Whether a value stands in the expression that takes it. */
  boolean isInlined(String value) {
    return inlined.contains(value);
  }

  /** The expression of a definition, with the values that are inlined in it. */
  Expr of(Definition definition) {
    return expressions.getOrDefault(definition.result(), definition.value());
  }

  /** The expression that is written where a value is taken. */
  Expr taken(String value) {
    Expr expr = inlined.contains(value) ? expressions.get(value) : null;
    return expr == null ? new Ref(value) : expr;
  }
}
