package dev.tensorc.runtime;

import dev.tensorc.runtime.BroadcastException.Operand;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

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
 *
 * <p>Sizes stand below the axis of the result that they feed, whatever their order in the operand.
 */
record BroadcastText(
    Kind kind,
    String operation,
    String location,
    Discipline discipline,
    int axis,
    List<Operand> operands) {

  /** The error, and its operation. */
  enum Kind {
    SIZES("the shapes do not broadcast"),
    UPDATE("the value does not broadcast to the target"),
    SHAPE("the value does not broadcast to the shape"),
    RANKS("the ranks differ"),
    UPDATE_RANK("the value has more axes than the target");

    private final String title;

    Kind(String title) {
      this.title = title;
    }
  }

  String message() {
    return operation
        + " at "
        + location
        + ": "
        + kind.title
        + "\n\n"
        + table()
        + conflict()
        + "\nrule: "
        + rule()
        + "\ninstead: "
        + BroadcastAdvice.of(this);
  }

  int rank() {
    return operands.stream().flatMapToInt(o -> Arrays.stream(o.axes())).max().orElse(-1) + 1;
  }

  // ---------------------------------------------------------------- the table

  private String table() {
    int rank = rank();
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
      if (operand.rank() == 0) {
        line.setLength(Math.max(start.length(), line.length() - 2));
        line.append("[]");
      }
      table.append(line.append(remark(operand)).toString().stripTrailing()).append('\n');
    }
    return axis < 0 ? table.toString() : table.append(" ".repeat(caret)).append("^\n").toString();
  }

  /** {@code "[2,"}, {@code " 3,"}, {@code " 5]"}; blanks where the operand lacks the axis. */
  private static String cell(Operand operand, int column) {
    int[] own = operand.feeding(column);
    if (own.length == 0) {
      return "  ";
    }
    int[] columns = operand.axes();
    boolean first = Arrays.stream(columns).noneMatch(c -> c < column);
    boolean last = Arrays.stream(columns).noneMatch(c -> c > column);
    String sizes =
        Arrays.stream(own)
            .mapToObj(operand::size)
            .distinct()
            .map(Object::toString)
            .collect(Collectors.joining("|"));
    return (first ? "[" : " ") + sizes + (last ? "]" : ",");
  }

  private static String remark(Operand operand) {
    List<String> parts = new ArrayList<>();
    int[] axes = operand.axes();
    if (IntStream.range(1, axes.length).anyMatch(i -> axes[i - 1] >= axes[i])) {
      parts.add("shape " + Arrays.toString(operand.shape()));
    }
    if (!operand.declaredType().isEmpty()) {
      parts.add("declared " + operand.declaredType());
    }
    return parts.isEmpty() ? "" : "   " + String.join(", ", parts);
  }

  // ---------------------------------------------------------------- the error

  private String conflict() {
    return switch (kind) {
      case SIZES, SHAPE -> "axis " + axis + " of the result: " + sizes();
      case UPDATE -> "axis " + axis + " of the target: " + sizes();
      case RANKS, UPDATE_RANK ->
          operands.stream()
              .map(operand -> operand.name() + " has rank " + operand.rank())
              .collect(Collectors.joining(", "));
    };
  }

  private String sizes() {
    List<String> parts = new ArrayList<>();
    for (Operand operand : operands) {
      int[] own = operand.feeding(axis);
      if (own.length == 0) {
        parts.add(operand.name() + " lacks it");
      }
      for (int k : own) {
        parts.add(
            "%s has size %d (its axis %d)".formatted(operand.name(), operand.size(k), k)
                + (operand.size(k) == 1 && !operand.stretches(k)
                    ? ", which does not stretch"
                    : ""));
      }
    }
    return String.join(", ", parts);
  }

  /** Whether an operand from the given position on may stretch on the axis in conflict. */
  private boolean mayStretch(int from) {
    return operands.stream()
        .skip(from)
        .anyMatch(o -> Arrays.stream(o.feeding(axis)).anyMatch(o::stretches));
  }

  String rule() {
    return switch (kind) {
      case SIZES -> sizesRule();
      case UPDATE ->
          "a target keeps its shape: each size of the value must be the target's"
              + (mayStretch(1) ? ", or 1" : "");
      case SHAPE ->
          "each size of the value must be the shape's"
              + (mayStretch(1) ? ", or 1" : ": a strict dim never stretches");
      case UPDATE_RANK -> "a target keeps its shape: the value has at most as many axes";
      case RANKS ->
          switch (discipline) {
            case NUMPY, STRICT -> "with rank=off, operands have equal ranks, or are scalars";
            case XLA -> "in xla, operands have equal ranks, or are scalars, or name their axes";
            case TML -> "in tml, a relational or logical operation takes equal shapes, or a scalar";
          };
    };
  }

  private String sizesRule() {
    boolean allStretch =
        operands.stream().allMatch(o -> Arrays.stream(o.feeding(axis)).allMatch(o::stretches));
    if (allStretch) {
      return "sizes must be equal, or one of them 1";
    }
    return switch (discipline) {
      case NUMPY, XLA -> "sizes must be equal: a strict dim never stretches";
      case STRICT -> "in strict, sizes must be equal: only a bcast dim stretches";
      case TML ->
          mayStretch(0) || operands.stream().anyMatch(Operand::isStrict)
              ? "sizes must be equal: a strict dim never stretches"
              : "in tml, a relational or logical operation takes equal shapes, or a scalar";
    };
  }
}
