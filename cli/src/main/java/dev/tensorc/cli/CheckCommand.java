package dev.tensorc.cli;

import dev.tensorc.Findings;
import dev.tensorc.Options;
import dev.tensorc.Tensorc;
import dev.tensorc.cli.error.ExitCodes;
import dev.tensorc.cli.option.OptionValue;
import dev.tensorc.frontend.Diagnostic;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** {@code tensorc check}. */
final class CheckCommand extends Verb {

  private final Main main;

  private final ProgramOptions programs = new ProgramOptions(options);

  private final DiagnosticOptions diagnostics = new DiagnosticOptions(options);

  private final PassTimes times = new PassTimes(options);

  private final OptionValue<List<Path>> files =
      options.words(
          "FILE", Path.class, "1..*", "Programs (.tc), or folders of them; - for standard input.");

  CheckCommand(Main main) {
    super(
        "Reports the mistakes of programs, and compiles nothing.",
        """

        Examples:
          $ tensorc check samples/tour.tc
          $ tensorc check samples\
        """);
    this.main = main;
  }

  @Override
  public Integer call() throws IOException {
    var found = new ArrayList<Diagnostic>();
    var silenced = new ArrayList<Diagnostic>();
    for (Path file : Sources.programs(files.get())) {
      Options options = times.in(programs.options(file), file);
      Findings findings = Tensorc.findings(programs.read(file), options);
      found.addAll(findings.diagnostics());
      silenced.addAll(findings.silenced());
    }
    times.print(err());
    diagnostics.print(new Findings(found, silenced), main, err());
    return diagnostics.fail(found, "warnings are errors", commandLine())
        ? ExitCodes.ERROR
        : ExitCodes.OK;
  }
}
