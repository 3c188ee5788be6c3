package dev.tensorc.runtime;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The tensors that a program reads from a file once, as it declares them.
 *
 * @param file the file's name, as the program writes it
 */
public record DeclaredWeights(String file, List<Weight> tensors) {

  public DeclaredWeights {
    tensors = List.copyOf(tensors);
  }

  /**
   * One of them.
   *
   * @param name its name in the program
   * @param tensor its name in the file
   * @param sizes of each axis a number, a name that stands for one size in the whole file, or
   *     {@code ?}; none for a scalar
   */
  public record Weight(String name, String tensor, ElementType dtype, List<String> sizes) {

    public Weight {
      sizes = List.copyOf(sizes);
    }

    /** As programs write types: {@code f32[30522, d]}. */
    public String type() {
      return sizes.isEmpty() ? dtype.label() : dtype.label() + "[" + String.join(", ", sizes) + "]";
    }
  }

  /** The exception of a call of a function whose weights are not loaded. */
  public static IllegalStateException notLoaded(String function) {
    return new IllegalStateException(
        "`%s` uses weights, which are not loaded: call it in `program.withWeights(file)`"
            .formatted(function));
  }

  /** The weights of a generated class; empty where it has none. */
  public static Optional<DeclaredWeights> of(TensorProgram program) {
    TensorProgram.Weights weights = program.weights();
    return weights.file().isEmpty()
        ? Optional.empty()
        : Optional.of(
            new DeclaredWeights(
                weights.file(),
                Arrays.stream(weights.tensors())
                    .map(
                        w ->
                            new Weight(
                                w.name(),
                                w.tensor(),
                                ElementType.labelled(w.dtype()),
                                List.of(w.sizes())))
                    .toList()));
  }
}
