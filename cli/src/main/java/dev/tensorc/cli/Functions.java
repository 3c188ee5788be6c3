package dev.tensorc.cli;

import dev.tensorc.Function;
import dev.tensorc.Program;

/** Finds a function that a command line names. */
final class Functions {

  private Functions() {}

  static Function find(Program program, String name) {
    try {
      return program.function(name);
    } catch (IllegalArgumentException e) {
      throw Failure.usage(String.valueOf(e.getMessage()));
    }
  }
}
