package dev.tensorc.onnx.text;

import dev.tensorc.onnx.program.Definition;
import dev.tensorc.onnx.program.Expr;
import dev.tensorc.onnx.program.Expr.Call;
import dev.tensorc.onnx.program.Expr.Index;
import dev.tensorc.onnx.program.Identifiers;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Names of the values of one function, after the modules that compute them. */
final class ValueNames {
  /** Names of modules that say nothing without those above them. */
  private static final Set<String> PLAIN = Set.of("self", "layer", "module", "model", "");

  private static final Set<String> VIEWS =
      Set.of("reshape", "permute_dims", "expand_dims", "astype");

  private final Map<String, String> names = new HashMap<>();
  private final Map<String, String> bases = new HashMap<>();
  private final Set<String> used;
  private final UnaryOperator<String> outer;
  private final UnaryOperator<String> path;

  /**
   * @param used names that are not free
   * @param outer names of values that come from outside of the function
   * @param path a node's name without the beginning that all nodes of the function share
   */
  ValueNames(Set<String> used, UnaryOperator<String> outer, UnaryOperator<String> path) {
    this.used = used;
    this.outer = outer;
    this.path = path;
  }

  /** A value's name. */
  String of(String value) {
    String name = names.get(value);
    return name == null ? outer.apply(value) : name;
  }

  /** Gives a value a name, or a similar one where it is not free. */
  void put(String value, String base) {
    names.put(value, Identifiers.unique(base, used));
    bases.put(value, base);
  }

  /** Gives a value a name that stands for it elsewhere, too. */
  void reuse(String value, String name) {
    used.add(name);
    names.put(value, name);
    bases.put(value, name);
  }

  /** The same names, to which others can be added for a trial. */
  ValueNames copy() {
    var copy = new ValueNames(new HashSet<>(used), outer, path);
    copy.names.putAll(names);
    copy.bases.putAll(bases);
    return copy;
  }

  /** Names the results of a definition. */
  void define(Definition definition, Set<String> outputs) {
    pass(definition);
    for (String each : definition.results()) {
      boolean isOutput = outputs.contains(each) && hasLetters(each);
      put(each, isOutput ? Identifiers.of(each, "result") : bases.getOrDefault(each, "value"));
    }
  }

  /**
   * Remembers the name that a definition would have: values computed of it may be named after it.
   */
  void pass(Definition definition) {
    List<String> results = definition.results();
    boolean isQuantized = definition.value().asCall("dynamic_quantize") != null;
    for (String each : results) {
      String part = isQuantized ? List.of("", "_scale", "_zero").get(results.indexOf(each)) : "";
      bases.put(each, base(definition) + part);
    }
  }

  static boolean hasLetters(String name) {
    return name.matches(".*[A-Za-z].*");
  }

  private String base(Definition definition) {
    String module = module(definition.origin());
    String operand = operand(definition.value());
    if (definition.value().asCall("dynamic_quantize") != null) {
      return (operand.isEmpty() ? "x" : operand) + "_q";
    }
    boolean isView =
        definition.value() instanceof Index
            || definition.value() instanceof Call(String f, _, _) && VIEWS.contains(f);
    if (!operand.isEmpty() && (isView || module.isEmpty())) {
      return operand;
    }
    return module.isEmpty() ? "value" : Identifiers.of(module, "value");
  }

  /** The last part of the path that says something. */
  private String module(String origin) {
    String[] parts = path.apply(origin).split("[/]");
    List<String> modules = Arrays.asList(parts).subList(0, parts.length - 1);
    return modules.reversed().stream()
        .filter(each -> !PLAIN.contains(each) && hasLetters(each))
        .findFirst()
        .orElse("");
  }

  /** The name of the first value that an expression takes. */
  private String operand(Expr expr) {
    return expr.values()
        .map(value -> bases.getOrDefault(value, ""))
        .filter(base -> !base.isEmpty())
        .findFirst()
        .orElse("");
  }
}
