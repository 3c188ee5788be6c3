package dev.tensorc.interp;

import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The sizes of dims in one run. */
final class Sizes {

  private final Map<Dim, Long> atoms = new HashMap<>();

  void bind(Dim atom, long size) {
    atoms.put(atom, size);
  }

  long of(Dim dim) {
    return Dims.evaluate(dim, this::ofAtom);
  }

  List<Long> of(List<Dim> shape) {
    return shape.stream().map(this::of).toList();
  }

  private long ofAtom(Dim atom) {
    Long size = atoms.get(atom);
    if (size == null) {
      throw new IllegalStateException("dim " + atom + " is used before it has a size");
    }
    return size;
  }
}
