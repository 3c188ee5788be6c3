package dev.tensorc.onnx.fold;

import dev.tensorc.ir.Dim;
import java.util.List;

/** The elements of a value, where they are known when importing. */
sealed interface Contents {
  /** Larger constants are weights. */
  int MAX_ELEMENTS = 64;

  /** Integers or bools in row-major order, which may be computed of sizes. */
  record Integers(List<Dim> elements) implements Contents {
    public Integers {
      elements = List.copyOf(elements);
    }
  }

  /** Floats in row-major order. */
  record Floats(List<Double> elements) implements Contents {
    public Floats {
      elements = List.copyOf(elements);
    }
  }

  /** {@code first}, {@code first + 1}, ... along the last axis; the others have size 1. */
  record Range(Dim first) implements Contents {}
}
