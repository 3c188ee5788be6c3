package dev.tensorc.onnx.fold;

import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.onnx.graph.Graph;
import dev.tensorc.onnx.graph.Graph.Input;
import dev.tensorc.onnx.program.Identifiers;
import dev.tensorc.onnx.wire.OnnxException;
import dev.tensorc.onnx.wire.ValueProto.DimProto;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The sizes of the inputs. Each axis without a number begins as a size of its own, whatever its
 * name in the file: files call different sizes by one name. Sizes become one where the graph needs
 * them to be equal, and so does the program's check.
 */
final class Sizes {
  private record Axis(String input, int axis, String name) {}

  private final List<Axis> axes = new ArrayList<>();
  private final Map<String, List<Dim>> inputs = new LinkedHashMap<>();
  private final Map<Dim.Sym, Dim> equal = new HashMap<>();
  private final Set<String> clauses = new LinkedHashSet<>();
  private final Map<String, Long> given;
  private final Set<String> taken = new HashSet<>();
  private boolean changed;

  /**
   * @param given numbers for some sizes: by input and axis, {@code ids.0}; by the file's name,
   *     where it stands at one axis alone; or by the name that the program gives them
   */
  Sizes(Graph graph, Map<String, Long> given) {
    this.given = new LinkedHashMap<>(given);
    for (Input input : graph.inputs()) {
      List<Dim> dims = new ArrayList<>();
      for (DimProto each : input.dims()) {
        dims.add(each.value() >= 0 ? Dims.of(each.value()) : named(graph, input, dims.size()));
      }
      inputs.put(input.name(), dims);
    }
    taken.forEach(this.given::remove);
  }

  private Dim named(Graph graph, Input input, int axis) {
    String place = "%s.%d".formatted(input.name(), axis);
    String name = input.dims().get(axis).name();
    String key = given.containsKey(place) || !isOfOneAxis(graph, name, axis) ? place : name;
    Long number = given.get(key);
    if (number != null) {
      taken.add(key);
      return Dims.of(number);
    }
    axes.add(new Axis(input.name(), axis, name));
    return new Dim.Sym(axes.size() - 1, place, true);
  }

  /** Whether a name stands at this axis of inputs, and at no other. */
  private static boolean isOfOneAxis(Graph graph, String name, int axis) {
    for (Input input : graph.inputs()) {
      for (int i = 0; i < input.dims().size(); i++) {
        if (i != axis && input.dims().get(i).name().equals(name)) {
          return false;
        }
      }
    }
    return true;
  }

  /** The sizes of an input. */
  List<Dim> of(String input) {
    return inputs.getOrDefault(input, List.of()).stream().map(this::resolved).toList();
  }

  /** A size, by the equalities of the inputs' sizes that are known by now. */
  Dim resolved(Dim dim) {
    return Dims.substitute(dim, atom -> atom instanceof Dim.Sym sym ? representative(sym) : atom);
  }

  private Dim representative(Dim.Sym sym) {
    Dim other = equal.get(sym);
    return other == null ? sym : other instanceof Dim.Sym next ? representative(next) : other;
  }

  /** Whether sizes have become one since this was asked last. */
  boolean hasChanged() {
    boolean answer = changed;
    changed = false;
    return answer;
  }

  /** The conditions beyond the equalities of sizes, as the language writes them. */
  List<String> clauses() {
    return List.copyOf(clauses);
  }

  /**
   * The size of an axis that two operands have after broadcasting: 1 stretches where it is known;
   * other sizes have to be equal.
   *
   * @param what the node, for the error
   */
  Dim joined(Dim a, Dim b, String what) {
    if (Dims.isConst(resolved(a), 1)) {
      return resolved(b);
    }
    return Dims.isConst(resolved(b), 1) ? resolved(a) : same(a, b, what);
  }

  /** The size that two have to have. */
  Dim same(Dim first, Dim second, String what) {
    Dim a = resolved(first);
    Dim b = resolved(second);
    if (a.equals(b)) {
      return a;
    }
    if (a instanceof Dim.Const && b instanceof Dim.Const) {
      throw new OnnxException("%s: the sizes %s and %s of one axis differ".formatted(what, a, b));
    }
    boolean keepsFirst = b instanceof Dim.Sym && (a instanceof Dim.Sym || a instanceof Dim.Const);
    if (keepsFirst && b instanceof Dim.Sym sym) {
      return merged(sym, a);
    }
    if (a instanceof Dim.Sym sym && b instanceof Dim.Const) {
      return merged(sym, b);
    }
    clauses.add("%s == %s".formatted(a, b));
    return a;
  }

  private Dim merged(Dim.Sym sym, Dim other) {
    equal.put(sym, other);
    changed = true;
    return other;
  }

  /** Demands that a size or bound is not above another one. */
  void atMost(Dim low, Dim high, String what) {
    Dim a = resolved(low);
    Dim b = resolved(high);
    Dim rest = Dims.sub(b, a);
    if (isNeverNegative(rest)) {
      return;
    }
    if (rest instanceof Dim.Const) {
      throw new OnnxException("%s: %s is above %s".formatted(what, a, b));
    }
    clauses.add(a instanceof Dim.Const ? "%s >= %s".formatted(b, a) : "%s <= %s".formatted(a, b));
  }

  private static boolean isNeverNegative(Dim dim) {
    return Dims.constant(dim) >= 0
        && Dims.terms(dim).stream()
            .allMatch(
                term ->
                    term.factor() >= 0
                        && (term.atom() instanceof Dim.Sym || term.atom() instanceof Dim.Product));
  }

  /**
   * Gives the sizes that are left the names that the program writes, or the numbers that are given.
   *
   * @throws OnnxException if a name is none of them
   */
  void name(Set<String> reserved) {
    Map<Dim, String> names = new LinkedHashMap<>();
    Set<String> used = new LinkedHashSet<>(reserved);
    for (int i = 0; i < axes.size(); i++) {
      Axis axis = axes.get(i);
      Dim dim = of(axis.input()).get(axis.axis());
      if (dim instanceof Dim.Sym && !names.containsKey(dim)) {
        names.put(dim, Identifiers.unique(Identifiers.of(axis.name(), "n"), used));
      }
    }
    for (String name : given.keySet()) {
      if (!names.containsValue(name)) {
        throw new OnnxException(
            names.isEmpty()
                ? "there is no size '%s': all sizes are numbers".formatted(name)
                : "there is no size '%s'; the sizes are %s"
                    .formatted(name, String.join(", ", names.values())));
      }
    }
    names.forEach(
        (dim, name) -> {
          Long number = given.get(name);
          if (dim instanceof Dim.Sym sym) {
            equal.put(
                sym,
                number == null ? new Dim.Sym(axes.size() + sym.id(), name, true) : Dims.of(number));
          }
        });
    clauses.clear();
  }

  /** Forgets the clauses, before all nodes are read once more. */
  void restart() {
    clauses.clear();
  }
}
