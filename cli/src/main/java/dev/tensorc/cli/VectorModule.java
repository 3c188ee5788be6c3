package dev.tensorc.cli;

import dev.tensorc.EngineMode;
import dev.tensorc.cli.error.Failure;
import dev.tensorc.runtime.link.Engine;

/** The module of the JDK that vector code needs. */
final class VectorModule {

  private VectorModule() {}

  /** Refuses an engine that the JVM does not have. */
  static void requireFor(EngineMode engine) {
    if (engine == EngineMode.VECTOR && !Engine.vectorAvailable()) {
      throw Failure.usage(
          "--engine=vector needs a JVM started with --add-modules jdk.incubator.vector");
    }
  }
}
