package dev.tensorc.codegen.explain;

import dev.tensorc.codegen.loop.LoopIr.Plan;
import dev.tensorc.codegen.loop.LoopIr.Program;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.TensorIr.Value;
import java.util.List;
import java.util.Map;

/**
 * The work of one call, computed from the sizes of its arguments before anything runs.
 *
 * @param kernels that it calls, in order
 * @param taken the versions that its sizes choose, where there are several
 * @param unknown why the kernels may be others; empty where they are these
 */
public record Workload(List<Part> kernels, List<Taken> taken, String unknown) {

  /**
   * The calls of one kernel.
   *
   * @param lines of the program
   * @param nanos about how long they take on one thread, data in the cache
   * @param operations on floating-point numbers
   * @param scalar whether the kernel has no vector form
   */
  public record Part(int kernel, String lines, double nanos, double operations, boolean scalar) {
    Part and(Part other) {
      return new Part(kernel, lines, nanos + other.nanos, operations + other.operations, scalar);
    }
  }

  /**
   * A version.
   *
   * @param lines of the program
   * @param number from 1
   * @param of how many there are
   * @param condition under which it is taken
   */
  public record Taken(String lines, int number, int of, String condition) {
    /** {@code lines 2 to 5: version 1 of 4, d == ?scale.0}. */
    public String text() {
      return "%s: version %d of %d, %s".formatted(lines, number, of, condition);
    }
  }

  /**
   * The workload of a call.
   *
   * @param sizes of the symbols that the function binds when it is entered
   * @param scalars the values of its integer parameters
   */
  public static Workload of(
      Program program, Plan plan, Map<Dim, Long> sizes, Map<Value, Long> scalars) {
    return new WorkloadBuilder(program, plan, sizes, scalars).build();
  }

  /** About how long all kernels take on one thread, in nanoseconds. */
  public double nanos() {
    return kernels.stream().mapToDouble(Part::nanos).sum();
  }

  /** The floating-point operations of all kernels. */
  public double operations() {
    return kernels.stream().mapToDouble(Part::operations).sum();
  }
}
