package dev.tensorc.compiler;

import dev.tensorc.codegen.explain.Cliff;
import dev.tensorc.codegen.explain.Cliffs;
import dev.tensorc.codegen.loop.LoopIr;
import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.StandardLibrary;
import dev.tensorc.infer.report.ErrorId;
import java.util.List;
import java.util.stream.Collectors;

/** The warning of a kernel that is scalar code, though its program can be written otherwise. */
final class SlowKernelLint {

  private SlowKernelLint() {}

  static List<Diagnostic> warnings(LoopIr.Program program, LoopIr.Plan plan) {
    return Cliffs.of(program, plan).stream()
        .filter(c -> !StandardLibrary.names(c.place().source().name())) // no program can mend it
        .map(SlowKernelLint::warning)
        .toList();
  }

  /** A line for each cliff. */
  static String times(LoopIr.Program program) {
    String lines =
        program.plans().stream()
            .flatMap(p -> Cliffs.of(program, p).stream())
            .map(c -> c.place().location() + " " + time(c) + "\n")
            .distinct()
            .collect(Collectors.joining());
    return lines.isEmpty() ? "no loop takes five times as long as it could\n" : lines;
  }

  private static String time(Cliff c) {
    return "takes about %s ns a point, and could take %s"
        .formatted(Cliff.rounded(c.nanos()), Cliff.rounded(c.asked()));
  }

  private static Diagnostic warning(Cliff c) {
    String text = c.place().text().replaceAll("\\s+", " ");
    Diagnostic d =
        ErrorId.SLOW_KERNEL
            .warningAt(c.place(), "the loop of `%s` %s".formatted(text, time(c)))
            .because("it is scalar code, because " + c.why().text());
    return c.advice().isEmpty() ? d : d.hint(c.advice());
  }
}
