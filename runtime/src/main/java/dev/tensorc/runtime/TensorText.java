package dev.tensorc.runtime;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Prints tensors as NumPy's {@code str} does: columns of one width, rows on lines of their own,
 * lines of at most 75 characters, and only the edges of large tensors. The line breaking follows
 * {@code _formatArray} in NumPy's {@code arrayprint.py}.
 */
final class TensorText {
  private static final int THRESHOLD = 1000;
  private static final int EDGE_ITEMS = 3;
  private static final int LINE_WIDTH = 75;

  private final StridedTensor<?> tensor;
  private final boolean shortened;
  private final ElementFormat format;

  private TensorText(StridedTensor<?> tensor, boolean whole) {
    this.tensor = tensor;
    this.shortened = !whole && tensor.count() > THRESHOLD;
    List<String> shown = new ArrayList<>();
    collect(0, tensor.offset(), shown);
    this.format = ElementFormat.of(tensor.type(), shown);
  }

  /**
   * @param whole whether all elements of a large tensor are there
   */
  static String of(StridedTensor<?> tensor, boolean whole) {
    return elements(tensor, whole) + " : " + type(tensor);
  }

  private static String elements(StridedTensor<?> tensor, boolean whole) {
    if (tensor.rank() == 0) {
      return ElementFormat.scalar(tensor.type(), tensor.literal(tensor.offset()));
    }
    if (tensor.count() == 0) {
      return "[]";
    }
    return new TensorText(tensor, whole).nested(0, tensor.offset(), " ", LINE_WIDTH);
  }

  /** {@code f32[2, 3]}. */
  static String type(StridedTensor<?> tensor) {
    String label = tensor.type().label();
    return tensor.rank() == 0 ? label : label + Arrays.toString(tensor.shape());
  }

  /** The indices shown along an axis; -1 stands for indices that are left out. */
  private long[] shownAlong(int axis) {
    long size = tensor.size(axis);
    boolean cut = shortened && size > 2 * EDGE_ITEMS;
    long[] indices = new long[cut ? 2 * EDGE_ITEMS + 1 : (int) size];
    for (int i = 0; i < indices.length; i++) {
      indices[i] = !cut || i < EDGE_ITEMS ? i : size - indices.length + i;
    }
    if (cut) {
      indices[EDGE_ITEMS] = -1;
    }
    return indices;
  }

  private void collect(int axis, long at, List<String> into) {
    if (axis == tensor.rank()) {
      into.add(tensor.literal(at));
      return;
    }
    for (long index : shownAlong(axis)) {
      if (index >= 0) {
        collect(axis + 1, at + index * tensor.stride(axis), into);
      }
    }
  }

  private String nested(int axis, long at, String indent, int width) {
    int axesLeft = tensor.rank() - axis;
    String body = axesLeft == 1 ? row(axis, at, indent, width) : rows(axis, at, indent, width);
    return "[" + body.substring(indent.length()) + "]";
  }

  private String rows(int axis, long at, String indent, int width) {
    String separator = "\n".repeat(tensor.rank() - axis - 1);
    List<String> parts = new ArrayList<>();
    for (long index : shownAlong(axis)) {
      String part =
          index < 0
              ? "..."
              : nested(axis + 1, at + index * tensor.stride(axis), indent + " ", width - 1);
      parts.add(indent + part);
    }
    return String.join(separator, parts);
  }

  private String row(int axis, long at, String indent, int width) {
    StringBuilder done = new StringBuilder();
    StringBuilder line = new StringBuilder(indent);
    boolean first = true;
    for (long index : shownAlong(axis)) {
      if (!first) {
        line.append(' ');
      }
      first = false;
      String word =
          index < 0 ? "..." : format.text(tensor.literal(at + index * tensor.stride(axis)));
      if (line.length() + word.length() > width - 1 && line.length() > indent.length()) {
        done.append(line.toString().stripTrailing()).append('\n');
        line = new StringBuilder(indent);
      }
      line.append(word);
    }
    return done.append(line).toString();
  }
}
