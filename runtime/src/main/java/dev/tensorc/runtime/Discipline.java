package dev.tensorc.runtime;

import java.util.Locale;

/** The rules by which the shapes of an operation's operands are joined. */
public enum Discipline {
  /** The Array API's: shapes are aligned at the right, and a size of 1 stretches. */
  NUMPY,
  /** Shapes are aligned at the right; only axes marked {@code bcast} stretch. */
  STRICT,
  /** Equal ranks, or dimensions that say where a smaller operand goes; a size of 1 stretches. */
  XLA,
  /** As numpy in arithmetic; equal shapes, or a scalar, in relational and logical operations. */
  TML;

  /** As a program writes it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
