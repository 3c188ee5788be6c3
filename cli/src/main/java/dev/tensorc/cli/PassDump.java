package dev.tensorc.cli;

import dev.tensorc.cli.error.Failure;
import dev.tensorc.compiler.Dump;
import dev.tensorc.compiler.Pass;
import dev.tensorc.compiler.Pipeline;
import dev.tensorc.frontend.Spelling;
import java.io.PrintWriter;
import java.util.List;

/** {@code --dump-after}. */
final class PassDump {

  private static final String ALL = "all";

  private PassDump() {}

  static Dump of(List<String> wanted, PrintWriter to) {
    List<String> passes = Pipeline.passes().stream().map(Pass::name).toList();
    for (String name : wanted) {
      if (!name.equals(ALL) && !passes.contains(name)) {
        String advice =
            Spelling.closest(name, passes).map(best -> "did you mean `" + best + "`? ").orElse("");
        throw Failure.usage(
            "--dump-after: no pass `"
                + name
                + "`; "
                + advice
                + "passes: "
                + String.join(", ", passes)
                + "; or all");
      }
    }
    if (wanted.isEmpty()) {
      return Dump.NONE;
    }
    return step -> {
      if (wanted.contains(step.pass()) || wanted.contains(ALL)) {
        to.println("== after " + step.pass());
        to.print(step.text().get());
        to.flush();
      }
    };
  }
}
