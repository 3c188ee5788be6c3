package dev.tensorc.onnx.fold;

import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.onnx.program.Expr;
import dev.tensorc.onnx.program.TensorType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code Slice}. */
final class Slicing {
  /** Exporters write an end from this number on for the end of the axis. */
  private static final long END = Integer.MAX_VALUE;

  private final Operands operands;
  private final Value x;
  private final List<Dim> dims;
  private final List<String> subscripts;

  private Slicing(Operands operands) {
    this.operands = operands;
    this.x = operands.get(0);
    this.dims = new ArrayList<>(x.type().shape());
    this.subscripts = new ArrayList<>(Collections.nCopies(x.rank(), ":"));
  }

  static Outcome slice(Operands operands) {
    return new Slicing(operands).slice();
  }

  private Outcome slice() {
    List<Dim> starts = operands.opset() < 10 ? attribute("starts") : operands.known(1, "starts");
    List<Dim> ends = operands.opset() < 10 ? attribute("ends") : operands.known(2, "ends");
    List<Integer> axes = axes(starts.size());
    List<Long> steps =
        operands.opset() >= 10 && operands.has(4)
            ? operands.numbers(4, "steps")
            : Collections.nCopies(starts.size(), 1L);
    if (ends.size() != starts.size()
        || axes.size() != starts.size()
        || steps.size() != starts.size()) {
      throw operands.refused("starts, ends, axes and steps are not equally many");
    }
    Contents contents = x.contents();
    for (int i = 0; i < axes.size(); i++) {
      int axis = axes.get(i);
      long step = steps.get(i);
      if (step == 1) {
        Dim from = bound(starts.get(i), x.size(axis));
        Dim to = bound(ends.get(i), x.size(axis));
        contents = cut(contents, axis, from, to);
        one(axis, from, to, starts.get(i), ends.get(i));
      } else {
        contents = null;
        stepped(axis, starts.get(i), ends.get(i), step);
      }
    }
    var type = new TensorType(x.type().element(), dims);
    if (contents instanceof Contents.Integers || contents instanceof Contents.Floats) {
      return Outcome.folded(type, contents);
    }
    if (subscripts.stream().allMatch(":"::equals)) {
      return Outcome.of(x);
    }
    while (subscripts.size() > 1 && subscripts.getLast().equals(":")) {
      subscripts.removeLast();
    }
    return Outcome.of(
        type, new Expr.Index(operands.array(0), String.join(", ", subscripts)), contents);
  }

  private List<Dim> attribute(String name) {
    long[] values = operands.attributes().integers(name);
    if (values == null) {
      throw operands.refused("attribute '%s' is missing".formatted(name));
    }
    List<Dim> dims = new ArrayList<>();
    for (long each : values) {
      dims.add(Dims.of(each));
    }
    return dims;
  }

  /** In the order in which they are given, unlike axes elsewhere. */
  private List<Integer> axes(int count) {
    List<Integer> axes = new ArrayList<>();
    List<Dim> given = null;
    if (operands.opset() < 10) {
      given = operands.attributes().has("axes") ? attribute("axes") : null;
    } else if (operands.has(3)) {
      given = operands.known(3, "axes");
    }
    for (int i = 0; i < (given == null ? count : given.size()); i++) {
      Dim each = given == null ? Dims.of(i) : given.get(i);
      axes.add(operands.axis(each instanceof Dim.Const(long axis) ? axis : -1, x.rank()));
    }
    return axes;
  }

  /** A bound counted from the front: known ones are cut to the axis, others have to be in it. */
  private Dim bound(Dim bound, Dim size) {
    if (!(bound instanceof Dim.Const(long value))) {
      operands.sizes().atMost(bound, size, operands.label());
      return bound;
    }
    if (value >= END || bound.equals(size)) {
      return size;
    }
    if (size instanceof Dim.Const(long known)) {
      return Dims.of(Math.clamp(value < 0 ? value + known : value, 0, known));
    }
    if (value <= -END) {
      return Dims.ZERO;
    }
    operands.sizes().atMost(Dims.of(Math.abs(value)), size, operands.label());
    return value < 0 ? Dims.add(size, value) : bound;
  }

  private void one(int axis, Dim from, Dim to, Dim start, Dim end) {
    Dim size = x.size(axis);
    if (from instanceof Dim.Const(long a) && to instanceof Dim.Const(long b) && b < a) {
      dims.set(axis, Dims.ZERO);
      subscripts.set(axis, "0:0");
      return;
    }
    operands.sizes().atMost(from, to, operands.label());
    dims.set(axis, Dims.sub(to, from));
    boolean fromEnd = start instanceof Dim.Const(long s) && s < 0 && !(size instanceof Dim.Const);
    boolean toEnd = end instanceof Dim.Const(long e) && e < 0 && !(size instanceof Dim.Const);
    Dim shownFrom = fromEnd && !from.equals(Dims.ZERO) ? start : from;
    Dim shownTo = toEnd ? end : to;
    subscripts.set(
        axis, toEnd ? shown(shownFrom) + ":" + shownTo : range(shownFrom, shownTo, size));
  }

  private static String shown(Dim from) {
    return Dims.isConst(from, 0) ? "" : from.toString();
  }

  /** A range of an axis as a subscript, without bounds that are those of the axis. */
  static String range(Dim from, Dim to, Dim size) {
    return shown(from) + ":" + (to.equals(size) ? "" : to);
  }

  /** With a step: the bounds are cut to an axis of known size, as in Python. */
  private void stepped(int axis, Dim start, Dim end, long step) {
    if (step == 0) {
      throw operands.refused("its step is 0");
    }
    if (!(x.size(axis) instanceof Dim.Const(long size)
        && start instanceof Dim.Const(long s)
        && end instanceof Dim.Const(long e))) {
      throw operands.refused(
          "a step of %d along an axis of unknown size is not supported yet; fix the size with --size"
              .formatted(step));
    }
    long least = step > 0 ? 0 : -1;
    long most = step > 0 ? size : size - 1;
    long from = Math.clamp(s < 0 ? s + size : s, least, Math.max(least, most));
    long to = Math.clamp(e < 0 && e > -END ? e + size : e, least, Math.max(least, most));
    long count = Math.max(0, Math.ceilDiv(to - from, step));
    dims.set(axis, Dims.of(count));
    subscripts.set(
        axis,
        count == 0 ? "0:0" : "%d:%s:%d".formatted(from, to < 0 ? "" : Long.toString(to), step));
  }

  /** Known elements of the axis; a range stays one where its last axis is cut. */
  private @Nullable Contents cut(@Nullable Contents contents, int axis, Dim from, Dim to) {
    return switch (contents) {
      case null -> null;
      case Contents.Range(Dim first) when axis == x.rank() - 1 ->
          new Contents.Range(Dims.add(first, from));
      case Contents.Integers(List<Dim> elements)
          when x.rank() == 1
              && from instanceof Dim.Const(long a)
              && to instanceof Dim.Const(long b) ->
          new Contents.Integers(elements.subList((int) a, (int) Math.max(a, b)));
      default -> null;
    };
  }
}
