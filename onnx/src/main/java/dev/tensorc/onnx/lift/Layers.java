package dev.tensorc.onnx.lift;

import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.onnx.graph.Constant;
import dev.tensorc.onnx.program.Definition;
import dev.tensorc.onnx.program.Definitions;
import dev.tensorc.onnx.program.LayerPath;
import dev.tensorc.onnx.program.Loop;
import dev.tensorc.onnx.program.Program;
import dev.tensorc.onnx.program.Statement;
import dev.tensorc.onnx.program.TensorType;
import dev.tensorc.onnx.program.Weight;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes a program of definitions: layers that are equal but for their weights become a loop over
 * one function. Layers that differ stay as they are, and so do layers with another value that is
 * used later than the last result.
 */
public final class Layers {
  private final Definitions all;
  private final Map<String, TensorType> types = new HashMap<>();
  private final Map<String, Weight> weights = new LinkedHashMap<>();
  private final List<Loop> loops = new ArrayList<>();
  private final Set<Definition> looped = new HashSet<>();

  private Layers(Definitions all) {
    this.all = all;
    types.putAll(all.inputs());
    for (Definition each : all.definitions()) {
      for (int i = 0; i < each.results().size(); i++) {
        types.put(each.results().get(i), each.types().get(i));
      }
    }
  }

  public static Program of(Definitions all) {
    return new Layers(all).program();
  }

  private Program program() {
    Repeats.of(all.definitions()).forEach(this::find);
    Map<String, TensorType> outputs = new LinkedHashMap<>();
    all.outputs().forEach(each -> outputs.put(each, type(each)));
    List<Statement> statements = ordered();
    for (Statement each : statements) {
      switch (each) {
        case Definition d -> addWeights(d);
        case Loop l -> l.layer().body().forEach(this::addWeights);
      }
    }
    return new Program(
        all.inputs(), outputs, statements, List.copyOf(weights.values()), all.clauses());
  }

  private TensorType type(String value) {
    TensorType type = types.get(value);
    if (type == null) {
      throw new IllegalStateException(value);
    }
    return type;
  }

  private void addWeights(Definition definition) {
    definition
        .value()
        .values()
        .filter(all.weights()::containsKey)
        .forEach(
            value ->
                weights.computeIfAbsent(
                    value,
                    _ -> new Weight(value, List.of(constant(value)), false, definition.origin())));
  }

  private Constant constant(String value) {
    Constant constant = all.weights().get(value);
    if (constant == null) {
      throw new IllegalStateException(value);
    }
    return constant;
  }

  private void find(String path, List<List<Definition>> layers) {
    List<Definition> first = layers.getFirst();
    List<Comparison> comparisons = new ArrayList<>();
    for (List<Definition> each : layers.subList(1, layers.size())) {
      Comparison comparison = Comparison.of(first, each, all.weights().keySet());
      if (comparison == null) {
        return;
      }
      comparisons.add(comparison);
    }
    List<String> carried =
        comparisons.getFirst().outside().entrySet().stream()
            .filter(each -> !each.getKey().equals(each.getValue()))
            .map(Map.Entry::getKey)
            .toList();
    if (carried.size() == 1) {
      add(path, layers, comparisons, carried.getFirst());
    }
  }

  private void add(
      String path, List<List<Definition>> layers, List<Comparison> comparisons, String carried) {
    List<Definition> first = layers.getFirst();
    @Nullable String result = result(first, comparisons, carried);
    Map<String, List<Constant>> stacks = stacks(comparisons);
    if (result == null || stacks == null) {
      return;
    }
    Set<Definition> members = new HashSet<>();
    layers.forEach(members::addAll);
    String last = comparisons.getLast().counterpart(result);
    Map<String, TensorType> shared = new LinkedHashMap<>();
    for (String each : comparisons.getFirst().outside().keySet()) {
      if (!each.equals(carried)) {
        shared.put(each, type(each));
      }
    }
    TensorType type = type(carried);
    if (isTakenElsewhere(members, last)
        || !type.equals(type(result))
        || !binds(first, type, shared.values())) {
      return;
    }
    looped.addAll(members);
    var layer = new Loop.Layer(path, carried, type, first, result);
    loops.add(new Loop(last, type, layer, layers.size(), carried, shared));
    stacks.forEach((value, constants) -> addStack(value, constants, first));
  }

  private void addStack(String value, List<Constant> constants, List<Definition> layer) {
    String user =
        layer.stream()
            .filter(d -> d.value().values().anyMatch(value::equals))
            .findFirst()
            .map(Definition::origin)
            .orElse("");
    boolean stacked = constants.stream().anyMatch(each -> each != constants.getFirst());
    List<Constant> parts = stacked ? constants : constants.subList(0, 1);
    weights.put(value, new Weight(value, parts, stacked, LayerPath.withoutLayer(user)));
  }

  /**
   * The first layer's result that the next layers take in place of the value that the first one
   * took.
   */
  private static @Nullable String result(
      List<Definition> first, List<Comparison> comparisons, String carried) {
    String taken = comparisons.getFirst().outside().get(carried);
    String result =
        first.stream()
            .flatMap(each -> each.results().stream())
            .filter(each -> each.equals(taken))
            .findFirst()
            .orElse(null);
    for (int i = 0; result != null && i < comparisons.size(); i++) {
      String before = i == 0 ? result : comparisons.get(i - 1).counterpart(result);
      for (var each : comparisons.get(i).outside().entrySet()) {
        String expected = each.getKey().equals(carried) ? before : each.getKey();
        if (!each.getValue().equals(expected)) {
          return null;
        }
      }
    }
    return result;
  }

  /** The constants of all layers, by the first one's name; null where types differ. */
  private @Nullable Map<String, List<Constant>> stacks(List<Comparison> comparisons) {
    Map<String, List<Constant>> stacks = new LinkedHashMap<>();
    for (String value : comparisons.getFirst().weights().keySet()) {
      Constant first = constant(value);
      List<Constant> layers = new ArrayList<>(List.of(first));
      for (Comparison each : comparisons) {
        Constant other = constant(each.weights().getOrDefault(value, value));
        if (other.type() != first.type() || !Arrays.equals(other.shape(), first.shape())) {
          return null;
        }
        layers.add(other);
      }
      stacks.put(value, layers);
    }
    return stacks;
  }

  private boolean isTakenElsewhere(Set<Definition> members, String last) {
    Set<String> inside = new HashSet<>();
    members.forEach(each -> inside.addAll(each.results()));
    inside.remove(last);
    return all.outputs().stream().anyMatch(inside::contains)
        || all.definitions().stream()
            .filter(each -> !members.contains(each))
            .flatMap(Definition::uses)
            .anyMatch(inside::contains);
  }

  /** Whether the sizes that the function needs are sizes of its arguments. */
  private static boolean binds(
      List<Definition> body, TensorType carried, Collection<TensorType> shared) {
    Set<Dim> bound = new HashSet<>(carried.shape());
    shared.forEach(each -> bound.addAll(each.shape()));
    return body.stream()
        .flatMap(each -> each.types().stream())
        .flatMap(type -> type.shape().stream())
        .flatMap(dim -> Dims.atoms(dim).stream())
        .allMatch(bound::contains);
  }

  /** All statements, a loop behind its operands and before the statements that take its result. */
  private List<Statement> ordered() {
    Map<String, Statement> producers = new HashMap<>();
    for (Definition each : all.definitions()) {
      if (!looped.contains(each)) {
        each.results().forEach(result -> producers.put(result, each));
      }
    }
    loops.forEach(each -> producers.put(each.result(), each));
    var ordered = new ArrayList<Statement>();
    Set<Statement> done = new HashSet<>();
    for (Definition each : all.definitions()) {
      if (!looped.contains(each)) {
        place(each, producers, done, ordered);
      }
    }
    all.outputs().forEach(o -> place(producers.get(o), producers, done, ordered));
    return ordered;
  }

  /** Statements stand in order already, but for loops: so this is not deep. */
  private static void place(
      @Nullable Statement statement,
      Map<String, Statement> producers,
      Set<Statement> done,
      List<Statement> into) {
    if (statement != null && done.add(statement)) {
      statement.uses().forEach(use -> place(producers.get(use), producers, done, into));
      into.add(statement);
    }
  }
}
