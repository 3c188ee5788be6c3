package dev.tensorc.codegen.loop;

import dev.tensorc.codegen.loop.LoopIr.Program;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

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
        out.append("    axes    ").append(axes(k, nest)).append('\n');
        out.append("    access  ").append(accesses(k, nest)).append('\n');
      }
      for (ShortRows rows : k.schedule().shortRows()) {
        out.append("  ").append(line(k, rows)).append('\n');
      }
      for (Schedule.Tiles tiles : k.schedule().tiled()) {
        out.append("  ").append(line(k, tiles)).append('\n');
      }
      facts(k).forEach(fact -> out.append("  ").append(fact).append('\n'));
    }
    return out.toString();
  }

  /** The facts of a schedule that have no loops of their own, each in one line. */
  private static List<String> facts(Kernel k) {
    var facts = new ArrayList<String>();
    Schedule schedule = k.schedule();
    if (schedule.apart()) {
      facts.add("elements of a row may lie apart");
    }
    if (schedule.overlap()) {
      facts.add("rows may overlap");
    }
    schedule.rowSteps().forEach(steps -> facts.add("rows with steps " + steps));
    if (schedule.writesApart()) {
      facts.add("elements of a result's row lie apart in all calls");
    }
    schedule.fewPoints().ifPresent(extents -> facts.add("few points: " + extents));
    schedule.product().ifPresent(product -> facts.add("small matrices: " + product));
    return facts;
  }

  /** A nest in one line. */
  public static String line(Kernel k, Nest nest) {
    return axes(k, nest) + "; " + accesses(k, nest);
  }

  /** Short rows in one line. */
  public static String line(Kernel k, ShortRows rows) {
    return "rows of %d; ".formatted(rows.points())
        + IntStream.range(0, rows.apart().size())
            .mapToObj(t -> tensor(k, t) + " " + distance(rows.apart().get(t)) + " apart")
            .collect(Collectors.joining(", "));
  }

  private static String distance(OptionalInt apart) {
    return apart.isPresent() ? String.valueOf(apart.getAsInt()) : "any distance";
  }

  /** Tiles in one line. */
  public static String line(Kernel k, Schedule.Tiles tiles) {
    return "tiles of " + LoopPrinter.axis(tiles.axis()) + " and " + LoopPrinter.axis(k.rank() - 1);
  }

  private static String tensor(Kernel k, int number) {
    int inputs = k.inputs().size();
    return number < inputs ? "in" + number : "out" + (number - inputs);
  }

  private static String axes(Kernel k, Nest nest) {
    return IntStream.range(0, k.rank())
        .mapToObj(a -> LoopPrinter.axis(a) + " " + walk(k, nest, a))
        .collect(Collectors.joining(", "));
  }

  private static String accesses(Kernel k, Nest nest) {
    return IntStream.range(0, nest.steps().size())
        .mapToObj(
            t -> {
              boolean interleaved = nest.usesAll(t);
              return tensor(k, t)
                  + " "
                  + (interleaved ? "interleaved" : access(nest.steps().get(t)));
            })
        .collect(Collectors.joining(", "));
  }

  private static String walk(Kernel k, Nest nest, int axis) {
    int unrolled = axis - nest.firstUnrolled(k);
    if (unrolled >= 0) {
      return "unroll " + nest.unrolled().get(unrolled);
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
