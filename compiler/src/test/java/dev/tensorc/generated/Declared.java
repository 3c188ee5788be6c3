package dev.tensorc.generated;

import dev.tensorc.ir.DType;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A type as it is written.
 *
 * @param dtype a dtype or the name of a type parameter
 * @param dims {@code ?}, numbers, names or expressions of names
 */
record Declared(String dtype, List<String> dims) {

  static final String OPEN = "?";

  Declared {
    dims = List.copyOf(dims);
  }

  /** Nothing but the rank is told. */
  static Declared open(String dtype, int rank) {
    return new Declared(dtype, List.of(OPEN, OPEN, OPEN, OPEN, OPEN, OPEN).subList(0, rank));
  }

  static Declared scalar(DType dtype) {
    return new Declared(dtype.label(), List.of());
  }

  Declared withDims(List<String> other) {
    return new Declared(dtype, other);
  }

  String source() {
    return dims.isEmpty() ? dtype : dtype + "[" + String.join(", ", dims) + "]";
  }

  /** Arguments of Python's {@code declared}: the dtype and a tuple of sizes, or None for any. */
  String numpy() {
    if (dims.contains("...")) {
      return dtype + ", None";
    }
    return dtype
        + dims.stream()
            .map(d -> d.endsWith(OPEN) ? "None" : d.equals("bcast") ? "1" : d)
            .map(d -> d + ", ")
            .collect(Collectors.joining("", ", (", ")"));
  }
}
