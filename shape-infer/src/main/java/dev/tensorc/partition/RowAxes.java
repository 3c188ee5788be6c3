package dev.tensorc.partition;

import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.Facts;
import dev.tensorc.ir.ShapeText;
import dev.tensorc.ir.TensorIr.Value;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The axes of values that are rows: those whose size is the number of rows. A value has rows along
 * one axis or none, so that its shape alone decides.
 */
final class RowAxes {

  /** A value without rows. */
  static final int NONE = -1;

  /** The relation of a size to the number of rows. */
  enum Kind {
    /** The size is another size. */
    OTHER,
    /** The size is the number of rows. */
    ROWS,
    /** The size depends on the number of rows. */
    DEPENDS
  }

  private final Dim rows;
  private final Facts facts;
  private final Map<Dim, Kind> kinds = new HashMap<>();

  /**
   * @param rows the number of rows
   */
  RowAxes(Dim.Sym rows, Facts facts) {
    this.rows = rows;
    this.facts = facts;
  }

  Facts facts() {
    return facts;
  }

  /** The number of rows. */
  Dim rows() {
    return rows;
  }

  Kind kind(Dim d) {
    return kinds.computeIfAbsent(d, this::find);
  }

  private Kind find(Dim d) {
    Dim resolved = facts.resolve(d);
    if (resolved.equals(rows)) {
      return Kind.ROWS;
    }
    return Dims.atoms(resolved).contains(rows) ? Kind.DEPENDS : Kind.OTHER;
  }

  boolean isRows(Dim d) {
    return kind(d) == Kind.ROWS;
  }

  boolean isOther(Dim d) {
    return kind(d) == Kind.OTHER;
  }

  /** The first axis of a shape that is rows. */
  int axis(List<Dim> shape) {
    for (int axis = 0; axis < shape.size(); axis++) {
      if (isRows(shape.get(axis))) {
        return axis;
      }
    }
    return NONE;
  }

  int axis(Value v) {
    return axis(v.shape());
  }

  /** Why a shape does not keep rows apart; empty where it does. */
  String obstacle(Value v) {
    long axes = v.shape().stream().filter(this::isRows).count();
    if (axes > 1) {
      return "has " + ShapeText.dim(rows) + " rows along two axes";
    }
    if (v.shape().stream().anyMatch(d -> kind(d) == Kind.DEPENDS)) {
      return "has a size that depends on " + ShapeText.dim(rows);
    }
    return axes > 0 && v.isUnranked() ? "finds its rank at run time" : "";
  }

  /** The name of the number of rows in messages. */
  String name() {
    return ShapeText.dim(rows);
  }
}
