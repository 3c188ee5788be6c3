package dev.tensorc.codegen.explain;

import dev.tensorc.codegen.emit.kernel.KernelCode;
import java.util.List;
import java.util.OptionalLong;

/**
 * What became of a function: what {@link ReportBuilder} finds in its plan and {@link ReportPrinter}
 * prints.
 *
 * @param signature as the program declares it
 * @param items what the plan runs, in order
 * @param kernels each kernel that it calls, by number
 * @param noNativePlan why it has no plan over native memory; empty where it has one
 */
record Report(String signature, List<Item> items, List<KernelReport> kernels, String noNativePlan) {

  sealed interface Item {}

  /**
   * Kernels that share their versions.
   *
   * @param lines of the program, such as {@code lines 2 to 4}
   */
  record Cluster(String lines, List<Version> versions) implements Item {}

  /** An array is filled with the elements of another. */
  record Copied(int kernel, Stored copy, String from, boolean whole) implements Item {}

  /** A copy, but only where no strides show the elements in another shape. */
  record Reshaped(Copied otherwise) implements Item {}

  /**
   * The runtime goes over whole rows.
   *
   * @param what the function, and of what
   */
  record Ordered(String what, String lines, Stored made) implements Item {}

  /** An array that kernels behind it write part by part. */
  record Parts(String lines, Stored made) implements Item {}

  /** Elements that the runtime writes one after the other, at places that only the run knows. */
  record Scattered(String target, String lines) implements Item {}

  /** What control flow runs, if anything of it is to be reported. */
  record Nested(String head, List<Item> items) implements Item {}

  /**
   * @param guard what must hold; empty for the one that is right for every shape
   * @param savings in comparison with that one
   */
  record Version(String guard, List<String> savings, List<Launch> launches) {}

  /**
   * A kernel is called.
   *
   * @param fused what it computes beside what it stores, as far as the program names it
   * @param apart the operands whose rows do not lie in one piece
   */
  record Launch(
      int kernel, String lines, List<String> fused, List<Stored> stored, List<String> apart) {}

  /**
   * A value in memory.
   *
   * @param bytes if they are known when compiling
   * @param place what it is to the program
   * @param why it is stored
   */
  record Stored(String name, String type, OptionalLong bytes, Place place, String why) {
    /** {@code c: f32[n, 3]}. */
    String text() {
      return name
          + ": "
          + type
          + (bytes.isPresent() ? ", %,d bytes".formatted(bytes.getAsLong()) : "");
    }
  }

  enum Place {
    RESULT,
    /** Made and dropped by a call. */
    BETWEEN,
    /** Part of an array that is there already. */
    INSIDE,
    /** No array: a single number. */
    NUMBER
  }

  /**
   * @param nanos about how long a point of all axes takes, and how long it would as vector code
   * @param shared the axes whose parts threads may take, and from which size on; empty where one
   *     thread does it all
   * @param natively how it runs over native memory; empty where the plan does not
   */
  record KernelReport(int number, KernelCode code, String nanos, String shared, String natively) {}
}
