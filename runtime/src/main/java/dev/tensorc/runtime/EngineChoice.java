package dev.tensorc.runtime;

/**
 * Implemented by a class loader that decides for the programs it defines whether they run their
 * vector kernels. Programs of other loaders follow the system property {@code tensorc.engine}.
 */
public interface EngineChoice {

  /** Whether the programs of this loader use vector kernels, where the machine has them. */
  boolean vector();
}
