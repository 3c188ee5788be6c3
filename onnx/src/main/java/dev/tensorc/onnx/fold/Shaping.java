package dev.tensorc.onnx.fold;

import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.onnx.program.Expr;
import dev.tensorc.onnx.program.Expr.Literal;
import dev.tensorc.onnx.program.TensorType;
import dev.tensorc.runtime.ElementType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Operators that change shapes and no elements. */
final class Shaping {
  private Shaping() {}

  static Outcome identity(Operands operands) {
    return Outcome.of(operands.get(0));
  }

  static Outcome shape(Operands operands) {
    List<Dim> shape = operands.get(0).type().shape();
    int rank = shape.size();
    long from = operands.attributes().integer("start", 0);
    long to = operands.attributes().integer("end", rank);
    int first = Math.clamp(from < 0 ? from + rank : from, 0, rank);
    int end = Math.clamp(to < 0 ? to + rank : to, first, rank);
    List<Dim> part = shape.subList(first, end);
    return Outcome.folded(
        new TensorType(ElementType.I64, List.of(Dims.of(part.size()))),
        new Contents.Integers(part));
  }

  static Outcome reshape(Operands operands) {
    Value x = operands.get(0);
    List<Dim> asked = operands.known(1, "shape");
    boolean zeroIsZero = operands.attributes().integer("allowzero", 0) != 0;
    List<Dim> dims = new ArrayList<>();
    int open = -1;
    for (int i = 0; i < asked.size(); i++) {
      Dim each = asked.get(i);
      if (Dims.isConst(each, -1)) {
        if (open >= 0) {
          throw operands.refused("its shape has two sizes of -1");
        }
        open = i;
        dims.add(Dims.ONE);
      } else if (Dims.isConst(each, 0) && !zeroIsZero) {
        if (i >= x.rank()) {
          throw operands.refused("its shape keeps axis %d, which the operand has not".formatted(i));
        }
        dims.add(x.size(i));
      } else if (each instanceof Dim.Const(long size) && size < 0) {
        throw operands.refused("its shape has a size of %d".formatted(size));
      } else {
        dims.add(each);
      }
    }
    Dim all = Dims.product(x.type().shape());
    Dim rest = Factors.of(all).dividedBy(Factors.of(Dims.product(dims)));
    if (open >= 0) {
      if (rest == null) {
        throw operands.refused(
            "cannot tell the size that its shape leaves open, %s / (%s); fix sizes with --size"
                .formatted(all, Dims.product(dims)));
      }
      dims.set(open, rest);
    } else if (all instanceof Dim.Const && !all.equals(Dims.product(dims))) {
      throw operands.refused("%s has no shape %s".formatted(x.type(), Literals.tuple(dims)));
    }
    return reshaped(x, dims);
  }

  /** The elements in another shape. */
  static Outcome reshaped(Value x, List<Dim> dims) {
    var type = new TensorType(x.type().element(), dims);
    if (x.type().shape().equals(dims)) {
      return Outcome.of(x);
    }
    if (x.contents() != null && !(x.contents() instanceof Contents.Range)) {
      return Outcome.folded(type, x.contents());
    }
    if (dims.isEmpty()) {
      String first = String.join(", ", Collections.nCopies(x.rank(), "0"));
      return Outcome.of(type, new Expr.Index(x.expr(), first));
    }
    return Outcome.of(
        type,
        Expr.call("reshape", x.expr(), new Literal(Literals.tuple(dims))),
        x.contents() != null && isRow(dims) ? x.contents() : null);
  }

  /** Whether all axes but the last have size 1. */
  private static boolean isRow(List<Dim> dims) {
    return dims.subList(0, dims.size() - 1).stream().allMatch(Operands::isOne);
  }

  static Outcome flatten(Operands operands) {
    Value x = operands.get(0);
    long asked = operands.attributes().integer("axis", 1);
    int axis = asked == x.rank() ? x.rank() : operands.axis(asked, x.rank());
    return reshaped(
        x,
        List.of(
            Dims.product(x.type().shape().subList(0, axis)),
            Dims.product(x.type().shape().subList(axis, x.rank()))));
  }

  static Outcome unsqueeze(Operands operands) {
    Value x = operands.get(0);
    int given =
        operands.opset() < 13 ? axesOfAttribute(operands) : operands.known(1, "axes").size();
    List<Integer> axes = operands.axes(1, 13, x.rank() + given);
    if (axes == null) {
      throw operands.refused("its axes are missing");
    }
    List<Dim> dims = new ArrayList<>(x.type().shape());
    axes.forEach(axis -> dims.add(axis, Dims.ONE));
    Outcome reshaped = reshaped(x, dims);
    if (reshaped.contents() instanceof Contents.Integers
        || reshaped.contents() instanceof Contents.Floats
        || axes.isEmpty()) {
      return reshaped;
    }
    Expr expr =
        x.rank() == 0
            ? Expr.call("reshape", x.expr(), new Literal(Literals.tuple(dims)))
            : Expr.call("expand_dims", x.expr(), new Literal(Literals.tuple(axes)));
    return Outcome.of(reshaped.types().getFirst(), expr, reshaped.contents());
  }

  private static int axesOfAttribute(Operands operands) {
    long[] axes = operands.attributes().integers("axes");
    return axes == null ? 0 : axes.length;
  }

  static Outcome squeeze(Operands operands) {
    Value x = operands.get(0);
    List<Integer> axes = operands.axes(1, 13, x.rank());
    if (axes == null) {
      axes = IntStream.range(0, x.rank()).filter(i -> Operands.isOne(x.size(i))).boxed().toList();
      if (x.type().shape().stream().anyMatch(d -> !(d instanceof Dim.Const))) {
        throw operands.refused("without axes, all sizes have to be known; fix sizes with --size");
      }
    }
    List<Dim> dims = new ArrayList<>();
    for (int i = 0; i < x.rank(); i++) {
      if (!axes.contains(i)) {
        dims.add(x.size(i));
      } else {
        operands.sizes().same(x.size(i), Dims.ONE, operands.label());
      }
    }
    return reshaped(x, dims);
  }

  static Outcome transpose(Operands operands) {
    Value x = operands.get(0);
    long[] given = operands.attributes().integers("perm");
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < x.rank(); i++) {
      order.add(given == null ? x.rank() - 1 - i : axis(operands, given, i));
    }
    if (given != null && given.length != x.rank() || order.stream().distinct().count() < x.rank()) {
      throw operands.refused("perm is no order of the %d axes".formatted(x.rank()));
    }
    List<Dim> dims = order.stream().map(x::size).toList();
    var type = new TensorType(x.type().element(), dims);
    if (order.equals(IntStream.range(0, x.rank()).boxed().toList())) {
      return Outcome.of(x);
    }
    Expr array = operands.array(0);
    return Outcome.of(
        type,
        x.rank() == 2
            ? new Expr.Transposed(array)
            : Expr.call("permute_dims", array, new Literal(Literals.tuple(order))));
  }

  private static int axis(Operands operands, long[] order, int i) {
    return i < order.length ? operands.axis(order[i], operands.get(0).rank()) : 0;
  }

  static Outcome concat(Operands operands) {
    Value first = operands.get(0);
    if (!operands.attributes().has("axis")) {
      throw operands.refused("attribute 'axis' is missing");
    }
    int axis = operands.axis(operands.attributes().integer("axis", 0), first.rank());
    List<Dim> dims = new ArrayList<>(first.type().shape());
    List<Expr> arrays = new ArrayList<>();
    Dim total = Dims.ZERO;
    for (int i = 0; i < operands.count(); i++) {
      Value each = operands.get(i);
      if (each.rank() != first.rank() || each.type().element() != first.type().element()) {
        throw operands.refused("it takes %s and %s".formatted(first.type(), each.type()));
      }
      for (int k = 0; k < dims.size(); k++) {
        if (k != axis) {
          dims.set(k, operands.sizes().same(dims.get(k), each.size(k), operands.label()));
        }
      }
      total = Dims.add(total, each.size(axis));
      arrays.add(operands.array(i));
    }
    dims.set(axis, total);
    var type = new TensorType(first.type().element(), dims);
    List<Dim> folded = first.rank() == 1 ? folded(operands) : null;
    if (folded != null) {
      return Outcome.folded(type, new Contents.Integers(folded));
    }
    if (arrays.size() == 1) {
      return Outcome.of(first);
    }
    Expr.Call call = Expr.call("concat", new Expr.Arrays(arrays));
    return Outcome.of(type, axis == 0 ? call : Expr.with(call, "axis", Integer.toString(axis)));
  }

  private static @Nullable List<Dim> folded(Operands operands) {
    List<Dim> elements = new ArrayList<>();
    for (int i = 0; i < operands.count(); i++) {
      List<Dim> part = operands.get(i).integers();
      if (part == null) {
        return null;
      }
      elements.addAll(part);
    }
    return elements.size() <= Contents.MAX_ELEMENTS ? elements : null;
  }
}
