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

  /** One operation makes all of a kernel scalar code: the others have a kernel of their own. */
  private static final String STORED =
      "store what it computes on the way, and that is vector code: `materialize(exp(x))`";

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
    return lines.isEmpty() ? "no loop takes five times what it could\n" : lines;
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
    return switch (c.why().kind()) {
      case PLACES, THROWS_AT_PLACES ->
          d.hint(
              "take whole arrays: `where(c, x, 0)` chooses elements, `concat([x[1:], x[-1:]])` and"
                  + " `stack([x, y], axis=-1)` join slices, `reshape(x, (n, 4, m // 4))` makes two"
                  + " axes of one");
      case OPEN_BOOL ->
          d.hint("give sizes that always agree one name: `c: bool[n, m], x: f32[n, m]`");
      case REDUCES_INDICES -> d.hint("store what is made of indices: `materialize(arange(n))`");
      case DIVIDES_LONGS, CONVERSION, ROUNDS_OFTEN, THROWS_TWICE, THROWS_AND_REDUCES ->
          d.hint(STORED);
      case REDUCES_NARROWER, JDK_TWICE, PRODUCTS_IN_TURN, APART -> d.hint(STORED);
      case NO_AXIS -> d;
    };
  }
}
