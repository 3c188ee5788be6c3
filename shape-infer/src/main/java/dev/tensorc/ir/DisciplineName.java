package dev.tensorc.ir;

/** The broadcasting discipline of an operation; after inference only messages ask for it. */
public enum DisciplineName {
  NUMPY,
  STRICT,
  XLA,
  TML
}
