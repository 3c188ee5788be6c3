package dev.tensorc.codegen.loop;

import dev.tensorc.codegen.loop.LoopIr.Kernel;
import dev.tensorc.codegen.loop.LoopIr.Program;
import java.util.ArrayList;
import java.util.List;

/** The nests of kernels as text. */
public final class NestPrinter {

  private NestPrinter() {}

  /** Every kernel with its nests, in the order in which they are tried. */
  public static String print(Program program) {
    var out = new StringBuilder();
    for (int i = 0; i < program.kernels().size(); i++) {
      Kernel k = program.kernels().get(i);
      out.append("kernel").append(i).append('\n');
      for (Nest nest : k.nests()) {
        out.append("  nest\n");
        lines(k, nest).forEach(line -> out.append("    ").append(line).append('\n'));
      }
    }
    return out.toString();
  }

  /** What a nest does with each axis, and how it reads and writes each tensor. */
  public static List<String> lines(Kernel k, Nest nest) {
    var axes = new ArrayList<String>();
    for (int a = 0; a < k.rank(); a++) {
      axes.add(LoopPrinter.axis(a) + ": " + walk(k, nest, a));
    }
    var accesses = new ArrayList<String>();
    for (int t = 0; t < nest.steps().size(); t++) {
      int inputs = k.inputs().size();
      String name = t < inputs ? "in" + t : "out" + (t - inputs);
      String access = nest.interleaved().get(t) ? "interleaved" : access(nest.steps().get(t));
      accesses.add(name + ": " + access);
    }
    return List.of("axes    " + String.join("  ", axes), "access  " + String.join("  ", accesses));
  }

  private static String walk(Kernel k, Nest nest, int axis) {
    if (axis >= k.parallel()) {
      return "unroll " + nest.unrolled().get(axis - k.parallel());
    }
    return axis == nest.lanes() ? "vector" : "loop";
  }

  private static String access(int step) {
    return switch (step) {
      case 0 -> "splat";
      case 1 -> "unit";
      case -1 -> "backwards";
      default -> "step " + step;
    };
  }
}
