package dev.tensorc.infer;

import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.Span;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.ShapeText;
import dev.tensorc.ir.TensorIr.JoinCheck;
import dev.tensorc.ir.TensorIr.JoinOperand;
import dev.tensorc.ir.TensorIr.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Joins the shapes of operands under the discipline in force: checks where open, errors where not.
 */
final class Broadcasting {

  private final Context cx;

  Broadcasting(Context cx) {
    this.cx = cx;
  }

  /** Identifies a join by its sizes, whatever the operands are called. */
  private record JoinKey(List<Set<Dim>> sizes) {}

  /** The joined shape; empty, and reported, where the shapes exclude each other. */
  Optional<Discipline.Joined> join(List<Value> values, Span span) {
    return switch (cx.discipline.join(
        values.stream().map(Value::shape).toList(), cx.emit.facts())) {
      case Discipline.Conflict c -> {
        cx.report(conflict(values, c, span));
        yield Optional.empty();
      }
      case Discipline.Joined j -> {
        if (j.ambiguous()) {
          check(values, j, span);
        }
        yield Optional.of(j);
      }
    };
  }

  private void check(List<Value> values, Discipline.Joined joined, Span span) {
    var operands = new ArrayList<JoinOperand>();
    for (int i = 0; i < values.size(); i++) {
      Value v = values.get(i);
      operands.add(
          new JoinOperand(
              v.name(),
              v.type(),
              v.shape(),
              joined.axes().get(i),
              Collections.nCopies(v.rank(), true)));
    }
    var key = new JoinKey(joined.sizes().stream().<Set<Dim>>map(HashSet::new).toList());
    var check = new JoinCheck(Names.ofSource(span), operands, joined.shape().size(), span);
    var dims = values.stream().flatMap(v -> v.shape().stream()).toList();
    cx.emit.checkOnce(key, check, dims);
  }

  // ---------------------------------------------------------------- the message

  private Diagnostic conflict(List<Value> values, Discipline.Conflict c, Span span) {
    Value a = values.get(c.first());
    Value b = values.get(c.second());
    Diagnostic d =
        ErrorId.BROADCAST.at(
            span,
            "`"
                + Names.ofSource(span)
                + "`: `"
                + a.name()
                + "` has size "
                + sizeOn(a, c)
                + " and `"
                + b.name()
                + "` has size "
                + sizeOn(b, c)
                + " on axis "
                + c.axis());
    for (String line : aligned(List.of(a, b), c)) {
      d = d.because(line);
    }
    for (Value v : List.of(a, b)) {
      d = cx.origin(d, v, span);
    }
    return d.hint(advice(a, b));
  }

  private String sizeOn(Value v, Discipline.Conflict c) {
    return ShapeText.dim(cx.emit.resolve(v.shape().get(c.axis() - (c.rank() - v.rank()))));
  }

  /** Types one below the other, shapes aligned at the right, and a caret under the axis. */
  private List<String> aligned(List<Value> values, Discipline.Conflict c) {
    int names = values.stream().mapToInt(v -> v.name().length()).max().orElse(0);
    int dtypes = values.stream().mapToInt(v -> v.dtype().label().length()).max().orElse(0);
    int[] widths = new int[c.rank()];
    for (Value v : values) {
      for (int i = 0; i < v.rank(); i++) {
        int axis = i + c.rank() - v.rank();
        widths[axis] = Math.max(widths[axis], size(v, i).length());
      }
    }
    var lines = new ArrayList<String>();
    int end = 0;
    for (Value v : values) {
      int missing = c.rank() - v.rank();
      var line = new StringBuilder(pad(v.name(), names)).append(": ");
      for (int axis = 0; axis < missing; axis++) {
        line.append(" ".repeat(widths[axis] + 2));
      }
      line.append(" ".repeat(dtypes - v.dtype().label().length())).append(v.dtype()).append('[');
      for (int axis = missing; axis < c.rank(); axis++) {
        String size = size(v, axis - missing);
        line.append(axis == missing ? "" : ", ");
        line.append(" ".repeat(widths[axis] - size.length())).append(size);
        end = axis == c.axis() ? line.length() : end;
      }
      lines.add(line.append(']').toString());
    }
    lines.add(" ".repeat(end - widths[c.axis()]) + "^".repeat(widths[c.axis()]));
    return lines;
  }

  private String size(Value v, int axis) {
    return ShapeText.dim(cx.emit.resolve(v.shape().get(axis)));
  }

  private static String pad(String text, int width) {
    return text + " ".repeat(width - text.length());
  }

  /** If the smaller operand fits another axis, how to put it there; else the rule. */
  private String advice(Value a, Value b) {
    Value small = a.rank() <= b.rank() ? a : b;
    Value large = small == a ? b : a;
    if (small.rank() == 1) {
      Dim size = cx.emit.resolve(small.shape().getFirst());
      for (int axis = large.rank() - 2; axis >= 0; axis--) {
        if (cx.emit.facts().same(size, large.shape().get(axis))) {
          return "to line `"
              + small.name()
              + "` up with axis "
              + axis
              + " of `"
              + large.name()
              + "`, write `"
              + small.name()
              + "[:"
              + ", newaxis".repeat(large.rank() - 1 - axis)
              + "]`";
        }
      }
    }
    if (small.rank() == 2
        && large.rank() == 2
        && cx.emit.facts().same(small.shape().get(0), large.shape().get(1))
        && cx.emit.facts().same(small.shape().get(1), large.shape().get(0))) {
      return "the shapes are each other's transposes: write `" + b.name() + ".T`";
    }
    return "sizes on one axis must be equal, or one of them 1: cut the longer one with a slice,"
        + " such as `[..., :k]`";
  }
}
