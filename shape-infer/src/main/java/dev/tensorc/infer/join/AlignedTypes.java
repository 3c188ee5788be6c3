package dev.tensorc.infer.join;

import dev.tensorc.infer.rule.Joins.Operand;
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
public record AlignedTypes(List<Operand> operands, int rank, int axis, Facts facts) {

  public List<String> lines() {
    int names = operands.stream().mapToInt(o -> o.value().name().length()).max().orElse(0);
    int heads = operands.stream().mapToInt(o -> head(o).length()).max().orElse(0);
    int from = operands.stream().mapToInt(this::firstKnown).min().orElse(0);
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
      int first = first(o, from);
      var line = new StringBuilder(o.value().name());
      line.append(" ".repeat(names - line.length())).append(": ");
      for (int at = from; at < first; at++) {
        line.append(" ".repeat(widths[at] + 2));
      }
      line.append(" ".repeat(heads - head(o).length())).append(head(o));
      for (int at = first; at < rank; at++) {
        if (widths[at] == 0 && at != axis) {
          continue; // an axis that no operand here has
        }
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

  /** The first axis that is shown. */
  private int first(Operand o, int from) {
    return o.value().isUnranked() ? from : o.axes().isEmpty() ? rank : o.axes().getFirst();
  }

  /** The first axis that says something: before it an unranked operand has {@code ...} only. */
  private int firstKnown(Operand o) {
    int first = o.axes().isEmpty() ? axis : Math.min(axis, o.axes().getFirst());
    while (o.value().isUnranked()
        && first < axis
        && o.own(first).map(own -> size(o, own).equals("?")).orElse(true)) {
      first++;
    }
    return first;
  }

  private static String head(Operand o) {
    return o.value().dtype().label() + (o.value().isUnranked() ? "[..., " : "[");
  }

  private String size(Operand o, int own) {
    return ShapeText.dim(facts.resolve(o.value().shape().get(own)));
  }
}
