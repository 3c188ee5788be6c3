package dev.tensorc.interp;

import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.TensorIr.Value;
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

  /** The largest of some. */
  long largest(List<Dim> dims) {
    return dims.stream().mapToLong(this::of).max().orElseThrow();
  }

  /** The shape of a value, with the axes that it has. */
  List<Long> of(Value value) {
    List<Long> shape = of(value.shape());
    return value.isUnranked()
        ? shape.subList(shape.size() - (int) largest(value.axes().ranks()), shape.size())
        : shape;
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
