package dev.tensorc.runtime.weights;

import dev.tensorc.runtime.DeclaredWeights;
import dev.tensorc.runtime.DeclaredWeights.Weight;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.io.TensorFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** Compares a file of tensors with the weights that a program declares. */
final class WeightCheck {

  /** So many names of the file are listed where one is missing. */
  private static final int NAMES = 8;

  /** The number of a named size, and the weight that it is from. */
  private record Size(long size, String by) {}

  private final Map<String, Tensor> found;
  private final Map<String, Size> sizes = new HashMap<>();
  private final List<String> problems = new ArrayList<>();
  private boolean missing;

  private WeightCheck(Map<String, Tensor> found) {
    this.found = found;
  }

  /**
   * The tensors in the order in which they are declared.
   *
   * @throws TensorFileException that lists each which is missing or has another dtype or shape
   */
  static Tensor[] fitting(DeclaredWeights declared, Path file, Map<String, Tensor> found)
      throws TensorFileException {
    var check = new WeightCheck(found);
    declared.tensors().forEach(check::compare);
    if (!check.problems.isEmpty()) {
      throw new TensorFileException(file.toString(), check.message(declared));
    }
    return declared.tensors().stream()
        .map(w -> Objects.requireNonNull(found.get(w.tensor())))
        .toArray(Tensor[]::new);
  }

  private void compare(Weight weight) {
    Tensor tensor = found.get(weight.tensor());
    if (tensor == null) {
      missing = true;
      problems.add("%s: the file has no tensor '%s'".formatted(weight.name(), weight.tensor()));
      return;
    }
    String reason = reason(weight, tensor);
    if (!reason.equals(FITS)) {
      String type =
          tensor.rank() == 0
              ? tensor.type().label()
              : tensor.type().label() + Arrays.toString(tensor.shape());
      String called = weight.name().equals(weight.tensor()) ? "" : "'" + weight.tensor() + "' ";
      problems.add(
          "%s: %sis %s in the file, and declared %s%s"
              .formatted(weight.name(), called, type, weight.type(), reason));
    }
  }

  private static final String FITS = "fits";

  /** Why a tensor does not fit, where its declared type alone does not say so. */
  private String reason(Weight weight, Tensor tensor) {
    if (weight.dtype() != tensor.type() || weight.sizes().size() != tensor.rank()) {
      return "";
    }
    for (int axis = 0; axis < tensor.rank(); axis++) {
      String size = weight.sizes().get(axis);
      long is = tensor.size(axis);
      if (Character.isDigit(size.charAt(0))) {
        if (Long.parseLong(size) != is) {
          return "";
        }
      } else if (!size.equals("?")) {
        Size known = sizes.putIfAbsent(size, new Size(is, weight.name()));
        if (known != null && known.size() != is) {
          return ", where %s is %d in %s".formatted(size, known.size(), known.by());
        }
      }
    }
    return FITS;
  }

  private String message(DeclaredWeights declared) {
    var lines = new ArrayList<String>();
    lines.add(
        "%d of the %d weights that the program declares do not fit"
            .formatted(problems.size(), declared.tensors().size()));
    problems.forEach(p -> lines.add("  " + p));
    if (missing) {
      int more = found.size() - NAMES;
      lines.add(
          found.keySet().stream()
                  .limit(NAMES)
                  .map(n -> "'" + n + "'")
                  .collect(Collectors.joining(", ", "the file has ", ""))
              + (more > 0 ? " and " + more + " more" : ""));
    }
    return String.join("\n", lines);
  }
}
