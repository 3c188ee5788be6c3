package dev.tensorc;

/** What runs a program. All give the same bits. */
public enum EngineMode {
  /** Vector kernels where the JVM has the vector module, else scalar ones. */
  AUTO,
  /** Vector kernels; an error where the JVM was started without the vector module. */
  VECTOR,
  /** Scalar kernels. */
  SCALAR,
  /** The reference interpreter: no code is generated; slow. */
  INTERPRETER
}
