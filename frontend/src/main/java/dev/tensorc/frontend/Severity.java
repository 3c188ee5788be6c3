package dev.tensorc.frontend;

/** How much a diagnostic weighs: an error stops the compilation, a warning does not. */
public enum Severity {
  ERROR,
  WARNING
}
