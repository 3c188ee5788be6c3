package dev.tensorc.onnx.lift;

import dev.tensorc.onnx.program.Definition;
import dev.tensorc.onnx.program.LayerPath;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Definitions by the layer whose number is in their nodes' names. */
final class Repeats {
  private final Map<String, List<Definition>> users = new HashMap<>();

  private Repeats(List<Definition> definitions) {
    for (Definition each : definitions) {
      each.uses()
          .distinct()
          .forEach(value -> users.computeIfAbsent(value, _ -> new ArrayList<>()).add(each));
    }
  }

  /** The layers of each path that has at least two, numbered from 0 on without gaps. */
  static Map<String, List<List<Definition>>> of(List<Definition> definitions) {
    var repeats = new Repeats(definitions);
    Map<String, TreeMap<Integer, List<Definition>>> found = new LinkedHashMap<>();
    for (Definition each : definitions) {
      repeats
          .layer(each)
          .ifPresent(
              path ->
                  found
                      .computeIfAbsent(path.layers(), _ -> new TreeMap<>())
                      .computeIfAbsent(path.number(), _ -> new ArrayList<>())
                      .add(each));
    }
    Map<String, List<List<Definition>>> layers = new LinkedHashMap<>();
    found.forEach(
        (path, byNumber) -> {
          if (byNumber.size() > 1 && byNumber.lastKey() == byNumber.size() - 1) {
            layers.put(path, List.copyOf(byNumber.values()));
          }
        });
    return layers;
  }

  /**
   * A quantising node has the name of the value that it quantises, but belongs to the layer that
   * takes it.
   */
  private Optional<LayerPath> layer(Definition definition) {
    Optional<LayerPath> own = LayerPath.of(definition.origin());
    if (definition.value().asCall("dynamic_quantize") == null) {
      return own;
    }
    Set<String> layers = new HashSet<>();
    Optional<LayerPath> found = own;
    for (String result : definition.results()) {
      for (Definition user : users.getOrDefault(result, List.of())) {
        found = LayerPath.of(user.origin());
        layers.add(found.map(path -> path.layers() + "." + path.number()).orElse(""));
      }
    }
    return layers.size() == 1 ? found : own;
  }
}
