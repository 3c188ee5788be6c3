package dev.tensorc.generated;

import dev.tensorc.ir.DType;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A type as it is written.
 *
 * @param dims {@code ?}, numbers, names or expressions of names
 */
record Declared(DType dtype, List<String> dims) {

  static final String OPEN = "?";

  Declared {
    dims = List.copyOf(dims);
  }

  String source() {
    return dims.isEmpty() ? dtype.label() : dtype + "[" + String.join(", ", dims) + "]";
  }

  /** Arguments of Python's {@code declared}: the dtype and a tuple of sizes. */
  String numpy() {
    return dtype
        + dims.stream()
            .map(d -> d.equals(OPEN) ? "None" : d)
            .map(d -> d + ", ")
            .collect(Collectors.joining("", ", (", ")"));
  }
}
