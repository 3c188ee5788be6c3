package dev.tensorc.cli;

import dev.tensorc.Findings;
import dev.tensorc.Options;
import dev.tensorc.Tensorc;
import dev.tensorc.cli.error.ExitCodes;
import dev.tensorc.frontend.Diagnostic;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tensorc check}. */
@Command(
    mixinStandardHelpOptions = true,
    description = "Reports the mistakes of programs, and compiles nothing.",
    footer = {
      "",
      "Examples:",
      "  $ tensorc check samples/tour.tc",
      "  $ tensorc check samples",
    })
final class CheckCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private ProgramOptions programs = new ProgramOptions();

  @Mixin private DiagnosticOptions diagnostics = new DiagnosticOptions();

  @Mixin private PassTimes times = new PassTimes();

  @Parameters(
      arity = "1..*",
      paramLabel = "FILE",
      description = "Programs (.tc), or folders of them; - for standard input.")
  private List<Path> files = List.of();

  @Override
  public Integer call() throws IOException {
    var found = new ArrayList<Diagnostic>();
    var silenced = new ArrayList<Diagnostic>();
    for (Path file : Sources.programs(files)) {
      Options options = times.in(programs.options(file), file);
      Findings findings = Tensorc.findings(programs.read(file), options);
      found.addAll(findings.diagnostics());
      silenced.addAll(findings.silenced());
    }
    times.print(spec.commandLine().getErr());
    diagnostics.print(new Findings(found, silenced), spec.commandLine());
    return diagnostics.fail(found, "warnings are errors", spec.commandLine())
        ? ExitCodes.ERROR
        : ExitCodes.OK;
  }
}
