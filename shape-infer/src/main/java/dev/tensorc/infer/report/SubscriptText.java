package dev.tensorc.infer.report;

import dev.tensorc.ir.TensorIr.Value;

/** Subscripts as a hint writes them. */
public final class SubscriptText {

  private SubscriptText() {}

  /** The value's text, which a subscript can follow. */
  public static String base(Value v) {
    return base(v.name());
  }

  private static String base(String name) {
    return name.matches("\\w+") ? name : "(" + name + ")";
  }

  /** A vector with axes of 1 behind its own: {@code x[:, newaxis]}. */
  public static String column(String vector, int axes) {
    return base(vector) + "[:" + ", newaxis".repeat(axes) + "]";
  }

  /** The value with that subscript on one axis, and the others whole: {@code x[:, :3]}. */
  public static String on(Value v, int axis, String subscript) {
    return v.isUnranked()
        ? base(v) + "[..., " + subscript + ", :".repeat(v.rank() - 1 - axis) + "]"
        : base(v) + "[" + ":, ".repeat(axis) + subscript + "]";
  }
}
