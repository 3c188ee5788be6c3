package dev.tensorc.runtime;

import dev.tensorc.runtime.BroadcastException.Operand;
import java.util.ArrayList;
import java.util.List;

/**
 * The message of a {@link BroadcastException}:
 *
 * <pre>
 * a + b at prices.tc:4:10: the shapes do not broadcast
 *
 *     a  [2, 3, 5]   declared f32[?, ?, 5]
 *     b     [4, 5]   declared f32[?, 5]
 *            ^
 * axis 1 of the result: a has size 3 (its axis 1), b has size 4 (its axis 0)
 * rule: sizes must be equal, or one of them 1
 * </pre>
 */
final class BroadcastText {
  private final int axis;
  private final int rank;
  private final List<Operand> operands;

  private BroadcastText(int axis, List<Operand> operands) {
    this.axis = axis;
    this.rank = BroadcastException.rank(operands);
    this.operands = operands;
  }

  static String of(
      String operation, String location, int axis, String rule, List<Operand> operands) {
    BroadcastText text = new BroadcastText(axis, operands);
    return operation
        + " at "
        + location
        + ": the shapes do not broadcast\n\n"
        + text.table()
        + "axis "
        + axis
        + " of the result: "
        + text.sizes()
        + "\nrule: "
        + rule
        + "\ninstead: "
        + text.advice();
  }

  private String table() {
    int names = operands.stream().mapToInt(operand -> operand.name().length()).max().orElse(0);
    int[] widths = new int[rank];
    for (Operand operand : operands) {
      for (int column = 0; column < rank; column++) {
        widths[column] = Math.max(widths[column], cell(operand, column).length());
      }
    }
    StringBuilder table = new StringBuilder();
    int caret = 0;
    for (Operand operand : operands) {
      String start = "    " + operand.name() + " ".repeat(names - operand.name().length()) + "  ";
      StringBuilder line = new StringBuilder(start);
      for (int column = 0; column < rank; column++) {
        String cell = cell(operand, column);
        line.append(" ".repeat(widths[column] - cell.length())).append(cell);
        if (column == axis) {
          caret = line.length() - 2; // before the comma or the bracket
        }
      }
      if (rank > 0 && operand.shape().length == 0) {
        line.setLength(line.length() - 2);
        line.append("[]");
      }
      if (!operand.declaredType().isEmpty()) {
        line.append("   declared ").append(operand.declaredType());
      }
      table.append(line.toString().stripTrailing()).append('\n');
    }
    return table.append(" ".repeat(caret)).append("^\n").toString();
  }

  /** {@code "[2,"}, {@code " 3,"}, {@code " 5]"}; blanks where the operand lacks the axis. */
  private String cell(Operand operand, int column) {
    long[] shape = operand.shape();
    int own = column - (rank - shape.length);
    if (own < 0) {
      return "  ";
    }
    return (own == 0 ? "[" : " ") + shape[own] + (own == shape.length - 1 ? "]" : ",");
  }

  private String sizes() {
    List<String> parts = new ArrayList<>();
    for (Operand operand : operands) {
      int own = axis - (rank - operand.shape().length);
      parts.add(
          own < 0
              ? operand.name() + " lacks it"
              : "%s has size %d (its axis %d)"
                  .formatted(operand.name(), operand.shape()[own], own));
    }
    return String.join(", ", parts);
  }

  private String advice() {
    for (Operand vector : operands) {
      if (vector.shape().length == 1 && axis == rank - 1) {
        for (Operand other : operands) {
          long size = vector.shape()[0];
          if (other.shape().length == 2 && size == other.shape()[0] && size != 1) {
            String target = vector.name();
            return "if %s holds one value for each row of %s, write %s[:, newaxis]"
                .formatted(
                    target, other.name(), target.matches("\\w+") ? target : "(" + target + ")");
          }
        }
      }
    }
    return "pass arrays of equal size on this axis; an operand that belongs to other axes of the"
        + " result is moved with newaxis, as in x[:, newaxis]";
  }
}
