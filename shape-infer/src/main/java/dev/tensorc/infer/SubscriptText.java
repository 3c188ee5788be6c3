package dev.tensorc.infer;

import dev.tensorc.ir.TensorIr.Value;

/** Subscripts as a hint writes them. */
final class SubscriptText {

  private SubscriptText() {}

  /** The value as what a subscript can follow. */
  static String base(Value v) {
    return v.name().matches("\\w+") ? v.name() : "(" + v.name() + ")";
  }

  /** The value with that subscript on one axis, and the others whole: {@code x[:, :3]}. */
  static String on(Value v, int axis, String subscript) {
    return v.isUnranked()
        ? base(v) + "[..., " + subscript + ", :".repeat(v.rank() - 1 - axis) + "]"
        : base(v) + "[" + ":, ".repeat(axis) + subscript + "]";
  }
}
