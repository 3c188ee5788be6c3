package dev.tensorc.codegen.explain;

import dev.tensorc.ir.TensorIr.Value;

/** The names of values in a report. */
final class Names {

  private Names() {}

  /** Its name in the program, else the text that computes it. */
  static String of(Value v) {
    return v.name().replaceAll("\\s+", " ");
  }

  /** Whether the program gives it a name. */
  static boolean isNamed(Value v) {
    return v.name().matches("[A-Za-z_][A-Za-z_0-9]*");
  }
}
