package dev.tensorc;

/** The engines that run a program. All give the same bits. */
public enum EngineMode {
  /**
   * Scalar kernels at first, vector kernels where the JVM has the vector module and as soon as the
   * JIT has compiled them.
   */
  AUTO,
  /** Vector kernels; an error where the JVM was started without the vector module. */
  VECTOR,
  /** Scalar kernels. */
  SCALAR,
  /** The reference interpreter: no code is generated; slow. */
  INTERPRETER
}
