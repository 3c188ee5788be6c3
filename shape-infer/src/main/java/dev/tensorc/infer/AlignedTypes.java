package dev.tensorc.infer;

import dev.tensorc.infer.Joins.Operand;
import dev.tensorc.ir.Facts;
import dev.tensorc.ir.ShapeText;
import java.util.ArrayList;
import java.util.List;

/**
 * Types one below the other, each size below the axis of the joined shape that it feeds, and a
 * caret under one axis:
 *
 * <pre>
 * a: f32[8, 4, 3]
 * b:    f32[2, 1]
 *           ^
 * </pre>
 *
 * @param axis that is marked
 */
record AlignedTypes(List<Operand> operands, int rank, int axis, Facts facts) {

  List<String> lines() {
    int names = operands.stream().mapToInt(o -> o.value().name().length()).max().orElse(0);
    int dtypes = operands.stream().mapToInt(o -> dtype(o).length()).max().orElse(0);
    int[] widths = new int[rank];
    for (Operand o : operands) {
      for (int own = 0; own < o.axes().size(); own++) {
        int at = o.axes().get(own);
        widths[at] = Math.max(widths[at], size(o, own).length());
      }
    }
    var lines = new ArrayList<String>();
    int end = 0;
    for (Operand o : operands) {
      int first = o.axes().isEmpty() ? rank : o.axes().getFirst();
      var line = new StringBuilder(o.value().name());
      line.append(" ".repeat(names - line.length())).append(": ");
      for (int at = 0; at < first; at++) {
        line.append(" ".repeat(widths[at] + 2));
      }
      line.append(" ".repeat(dtypes - dtype(o).length())).append(dtype(o)).append('[');
      for (int at = first; at < rank; at++) {
        String size = o.own(at).map(own -> size(o, own)).orElse("");
        boolean more = at > first && at <= o.axes().getLast();
        line.append(at == first ? "" : more && !size.isEmpty() ? ", " : "  ");
        line.append(" ".repeat(widths[at] - size.length())).append(size);
        end = at == axis ? line.length() : end;
      }
      lines.add(closed(line));
    }
    lines.add(" ".repeat(end - widths[axis]) + "^".repeat(widths[axis]));
    return lines;
  }

  private static String closed(StringBuilder line) {
    return line.toString().stripTrailing() + "]";
  }

  private static String dtype(Operand o) {
    return o.value().dtype().label();
  }

  private String size(Operand o, int own) {
    return ShapeText.dim(facts.resolve(o.value().shape().get(own)));
  }
}
