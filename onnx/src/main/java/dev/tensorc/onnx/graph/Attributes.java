package dev.tensorc.onnx.graph;

import dev.tensorc.onnx.wire.AttributeProto;
import dev.tensorc.onnx.wire.AttributeProto.Floats;
import dev.tensorc.onnx.wire.AttributeProto.Int;
import dev.tensorc.onnx.wire.AttributeProto.Ints;
import dev.tensorc.onnx.wire.AttributeProto.TensorValue;
import dev.tensorc.onnx.wire.AttributeProto.Text;
import dev.tensorc.onnx.wire.OnnxException;
import dev.tensorc.onnx.wire.TensorProto;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The constants of a node, by name. */
public final class Attributes {
  private final String label;
  private final Map<String, AttributeProto> byName = new TreeMap<>();

  /**
   * @param label the node, in the words of errors
   * @throws OnnxException if a name stands twice
   */
  Attributes(String label, List<AttributeProto> attributes) {
    this.label = label;
    for (AttributeProto each : attributes) {
      if (byName.put(each.name(), each) != null) {
        throw new OnnxException("%s has attribute '%s' twice".formatted(label, each.name()));
      }
    }
  }

  /**
   * Refuses every other attribute: it may change the node's outputs.
   *
   * @throws OnnxException if there is one
   */
  public void requireOnly(Set<String> known) {
    for (String name : byName.keySet()) {
      if (!known.contains(name)) {
        throw new OnnxException(
            "%s: attribute '%s' is not supported yet%s"
                .formatted(
                    label,
                    name,
                    known.isEmpty() ? "" : "; known are " + String.join(", ", sorted(known))));
      }
    }
  }

  private static List<String> sorted(Set<String> names) {
    return names.stream().sorted().toList();
  }

  /** Whether there is such an attribute. */
  public boolean has(String name) {
    return byName.containsKey(name);
  }

  /** An integer, or its default where it is left out. */
  public long integer(String name, long otherwise) {
    return switch (value(name)) {
      case null -> otherwise;
      case Int(long value) -> value;
      default -> throw wrong(name, "an integer");
    };
  }

  /** Integers; null where they are left out. */
  public long @Nullable [] integers(String name) {
    return switch (value(name)) {
      case null -> null;
      case Ints(long[] values) -> values;
      default -> throw wrong(name, "integers");
    };
  }

  /** A float, or its default where it is left out. */
  public float floating(String name, float otherwise) {
    return switch (value(name)) {
      case null -> otherwise;
      case AttributeProto.Float(float value) -> value;
      default -> throw wrong(name, "a float");
    };
  }

  /** Floats; null where they are left out. */
  public float @Nullable [] floats(String name) {
    return switch (value(name)) {
      case null -> null;
      case Floats(float[] values) -> values;
      default -> throw wrong(name, "floats");
    };
  }

  /** A text; null where it is left out. */
  public @Nullable String text(String name) {
    return switch (value(name)) {
      case null -> null;
      case Text(String value) -> value;
      default -> throw wrong(name, "a text");
    };
  }

  /** A tensor; null where it is left out. */
  @Nullable TensorProto tensor(String name) {
    return switch (value(name)) {
      case null -> null;
      case TensorValue(TensorProto value) -> value;
      default -> throw wrong(name, "a tensor");
    };
  }

  private AttributeProto.@Nullable Value value(String name) {
    AttributeProto found = byName.get(name);
    return found == null ? null : found.value();
  }

  private OnnxException wrong(String name, String expected) {
    AttributeProto found = byName.get(name);
    return new OnnxException(
        "%s: attribute '%s' is %s, not %s"
            .formatted(label, name, found == null ? "missing" : found.kind(), expected));
  }
}
