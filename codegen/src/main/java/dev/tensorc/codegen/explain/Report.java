package dev.tensorc.codegen.explain;

import dev.tensorc.codegen.emit.kernel.KernelCode;
import dev.tensorc.codegen.loop.SourceLines;
import dev.tensorc.frontend.SourceText;
import dev.tensorc.frontend.Span;
import java.util.List;
import java.util.OptionalLong;

/**
 * The report on a function that {@link ReportBuilder} makes of its plan, for the printers of text
 * and for pages.
 *
 * @param home the file that has the function
 * @param signature as the program declares it, without weights
 * @param weights a line about all that it uses, and one about those that products lay out
 * @param items the items that the plan runs, in order
 * @param kernels each kernel that it calls, by number
 * @param cliffs the kernels that take much longer than their operations ask for
 * @param noNativePlan why it has no plan over native memory; empty where it has one
 */
public record Report(
    SourceText home,
    String signature,
    List<String> weights,
    List<Item> items,
    List<KernelReport> kernels,
    List<Cliff> cliffs,
    String noNativePlan) {

  /** {@code lines 2 to 4}: where values stand in the program. */
  public String lines(List<Span> places) {
    return SourceLines.of(places, home);
  }

  /** Something that the plan runs. */
  public sealed interface Item {}

  /**
   * Kernels that share their versions.
   *
   * @param places of the values that they compute
   */
  public record Cluster(List<Span> places, List<Version> versions) implements Item {}

  /** An array is filled with the elements of another. */
  public record Copied(int kernel, Stored copy, String from, boolean whole, Cost cost)
      implements Item {}

  /** A copy, but only where no strides show the elements in another shape. */
  public record Reshaped(Copied otherwise) implements Item {}

  /**
   * The runtime goes over whole rows.
   *
   * @param what the function's name
   */
  public record Ordered(String what, List<Span> places, Stored made) implements Item {}

  /** An array that kernels behind it write part by part. */
  public record Parts(List<Span> places, Stored made) implements Item {}

  /** Elements that the runtime writes one after the other, at places that only the run knows. */
  public record Scattered(String target, List<Span> places) implements Item {}

  /** The items that control flow runs, if any of them is to be reported. */
  public record Nested(Flow flow, List<Item> items) implements Item {}

  /** The way in which control flow runs statements. */
  public enum Flow {
    IF("if"),
    ELSE("else"),
    WHILE("while"),
    ROUND("each time round");

    private final String text;

    Flow(String text) {
      this.text = text;
    }

    /** Whether the statements run again and again. */
    public boolean repeats() {
      return this == WHILE || this == ROUND;
    }

    @Override
    public String toString() {
      return text;
    }
  }

  /**
   * @param guard the condition; empty for the one that is right for every shape
   * @param savings in comparison with that one
   * @param shapes the values that the program names, with the sizes that the guard gives them
   */
  public record Version(
      String guard, List<String> savings, List<Shaped> shapes, List<Launch> launches) {

    /** {@code any sizes} where there is no guard. */
    public String condition() {
      return guard.isEmpty() ? "any sizes" : guard;
    }
  }

  /**
   * A value of the program.
   *
   * @param type such as {@code f32[n, d]}
   */
  public record Shaped(String name, String type, Span place) {}

  /**
   * A kernel is called.
   *
   * @param root the expression that is its root
   * @param places of the values that it computes
   * @param fused the values that it computes and does not store, as far as the program names them
   * @param apart how it walks tensors whose rows do not lie in one piece: {@code reads x backwards}
   * @param cost of the call
   */
  public record Launch(
      int kernel,
      Span root,
      List<Span> places,
      List<String> fused,
      List<Stored> stored,
      List<String> apart,
      Cost cost) {}

  /**
   * A value in memory.
   *
   * @param bytes if they are known when compiling
   * @param place its role in the program
   * @param why it is stored
   * @param advice a rewording of the program; empty where it is well as it is
   */
  public record Stored(
      String name, String type, OptionalLong bytes, Place place, String why, String advice) {

    /** {@code c: f32[n, 3]}. */
    public String text() {
      return name
          + ": "
          + type
          + (bytes.isPresent() ? ", %,d bytes".formatted(bytes.getAsLong()) : "");
    }
  }

  /** A stored value's role in the program. */
  public enum Place {
    /** Returned. */
    RESULT,
    /** Made and dropped by a call. */
    BETWEEN,
    /** Part of an array that is there already. */
    INSIDE,
    /** No array: a single number. */
    NUMBER
  }

  /**
   * A kernel, whichever calls there are of it.
   *
   * @param nanos about how long a point of all axes takes
   * @param nanosOfVectors how long it would take as vector code; 0 where there is no such thing
   * @param shared the axes whose parts threads may take, and from which size on; empty where one
   *     thread does it all
   * @param natively how it runs over native memory; empty where the plan does not
   */
  public record KernelReport(
      int number,
      KernelCode code,
      double nanos,
      double nanosOfVectors,
      String shared,
      String natively) {}
}
