package dev.tensorc.cli.data;

import dev.tensorc.cli.error.Failure;
import dev.tensorc.runtime.Function;
import dev.tensorc.runtime.Program;
import dev.tensorc.runtime.io.ReadBudget;
import java.util.List;

/** Finds what a command line names. */
public final class Functions {

  /** A function and its arguments. */
  public record Call(Function function, Object[] arguments) {}

  private Functions() {}

  /** The functions called that: several where it is generic. */
  public static List<Function> find(Program program, String name) {
    try {
      return program.instances(name);
    } catch (IllegalArgumentException e) {
      throw Failure.usage(String.valueOf(e.getMessage()));
    }
  }

  /**
   * Of a generic function the first instance that takes the arguments, whose files together are
   * below the allocation limit.
   */
  public static Call call(List<Function> instances, List<String> arguments, boolean cast) {
    Failure first = null;
    for (Function f : instances) {
      try {
        var list = new ArgumentList(f, cast);
        return new Call(f, ReadBudget.together(() -> list.read(arguments)));
      } catch (Failure e) {
        first = first == null ? e : first;
      }
    }
    throw first == null ? Failure.usage("no function to call") : first;
  }
}
