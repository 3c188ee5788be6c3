package dev.tensorc.cli;

import dev.tensorc.CompiledProgram;
import dev.tensorc.EngineMode;
import dev.tensorc.Options;
import dev.tensorc.Tensorc;
import dev.tensorc.cli.data.Functions;
import dev.tensorc.cli.error.ExitCodes;
import dev.tensorc.cli.error.Failure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tensorc explain}. */
@Command(
    name = "explain",
    mixinStandardHelpOptions = true,
    description = {
      "Says what the compiler makes of a program, and why; or, given the id of an error",
      "such as TC-S001, what it means."
    },
    footer = {
      "",
      "Examples:",
      "  $ tensorc explain samples/edges.tc edges",
      "  $ tensorc explain tc-s001",
    })
final class ExplainCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private ProgramOptions programs = new ProgramOptions();

  @Mixin private LoopOptions loops = new LoopOptions();

  @Parameters(
      index = "0",
      paramLabel = "FILE",
      description = "A program (.tc), - for standard input, or the id of an error.")
  private Path file = Path.of("");

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "FUNCTION",
      description = "Only this exported function.")
  private Optional<String> function = Optional.empty();

  @Override
  public Integer call() throws IOException {
    String id = file.toString();
    if (ErrorPages.isId(id)) {
      spec.commandLine()
          .getOut()
          .print(ErrorPages.find(id).orElseThrow(() -> Failure.usage("there is no error " + id)));
      spec.commandLine().getOut().flush();
      return ExitCodes.OK;
    }
    Options options = loops.in(programs.options(file)).withEngine(EngineMode.INTERPRETER);
    CompiledProgram program = Tensorc.compile(programs.read(file), options);
    Sources.print(program.diagnostics(), spec.commandLine().getErr());
    String text =
        function.isEmpty()
            ? program.explain()
            : program.explain(Functions.find(program, function.get()).getFirst().name());
    spec.commandLine().getOut().print(text);
    spec.commandLine().getOut().flush();
    return ExitCodes.OK;
  }
}
