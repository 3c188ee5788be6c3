package dev.tensorc.ir;

import java.util.Locale;

/** The broadcasting discipline of an operation; after inference only messages ask for it. */
public enum DisciplineName {
  NUMPY,
  STRICT,
  XLA,
  TML;

  /** The word of programs: {@code numpy}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
