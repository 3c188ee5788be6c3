package dev.tensorc.cli;

import dev.tensorc.CompiledProgram;
import dev.tensorc.EngineMode;
import dev.tensorc.Options;
import dev.tensorc.Tensorc;
import dev.tensorc.cli.data.Functions;
import dev.tensorc.cli.data.Results;
import dev.tensorc.cli.error.ExitCodes;
import dev.tensorc.cli.error.Failure;
import dev.tensorc.runtime.AllocationLimit;
import dev.tensorc.runtime.Function;
import dev.tensorc.runtime.Threads;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tensorc run}. */
@Command(
    name = "run",
    mixinStandardHelpOptions = true,
    description = "Compiles a program in memory and runs one of its exported functions.",
    footer = {
      "",
      "A value is a number, true or false, a literal such as [1,2,3] or [[1,2],[3,4]],",
      "a .npy file, or a .png picture (height x width x channels; 0..1 where the",
      "parameter is a float). Results go to the -o file, a .npy or .png, or are printed;",
      "where there are several: -o name=FILE for each that is not to be printed.",
    })
final class RunCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private ProgramOptions programs = new ProgramOptions();

  @Mixin private LoopOptions loops = new LoopOptions();

  @Mixin private PassTimes times = new PassTimes();

  @Mixin private WeightsOption weights = new WeightsOption();

  @Parameters(index = "0", paramLabel = "FILE", description = "A program (.tc).")
  private Path file = Path.of("");

  @Parameters(index = "1", paramLabel = "FUNCTION", description = "An exported function.")
  private String functionName = "";

  @Parameters(
      index = "2..*",
      arity = "0..*",
      paramLabel = "name=value",
      description = "A value for each parameter.")
  private List<String> arguments = List.of();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "[name=]FILE",
      description = "Where the result goes, by extension: .npy or .png.")
  private List<String> outputs = List.of();

  @Option(
      names = "--engine",
      paramLabel = "ENGINE",
      description = "auto (the default), vector, scalar or interpreter: all give the same bits.")
  private EngineMode engine = EngineMode.AUTO;

  @Option(
      names = "--allocation-limit",
      paramLabel = "SIZE",
      description = {
        "Refuse arrays above this many bytes, such as 512M or 2G, and files of",
        "arguments that are above it together; half of the largest heap unless given."
      })
  private String allocationLimit = "";

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = {
        "How many threads a loop may use, from about 40 us of work on: 1 for plain",
        "loops; as many as there are processors unless given. All give the same bits."
      })
  private String threads = "";

  @Option(
      names = "--dump-after",
      paramLabel = "PASS",
      description = "Print what a pass gives, or `all`, to the error stream.")
  private List<String> dumps = List.of();

  @Option(
      names = "--cast",
      description = "Convert arguments of another element type, as astype does.")
  private boolean cast;

  @Override
  public Integer call() throws IOException {
    CompiledProgram program = Tensorc.compile(programs.read(file), times.in(options(), file));
    times.print(spec.commandLine().getErr());
    Sources.print(program.diagnostics(), spec.commandLine().getErr());
    List<Function> instances = Functions.find(weights.load(program), functionName);
    Functions.Call call =
        allocationLimit.isEmpty()
            ? Functions.call(instances, arguments, cast)
            : AllocationLimit.during(limit(), () -> Functions.call(instances, arguments, cast));
    var results = new Results(call.function(), outputs);
    results.deliver(call.function().invoke(call.arguments()), spec.commandLine().getOut());
    return ExitCodes.OK;
  }

  private Options options() {
    VectorModule.requireFor(engine);
    Options options =
        loops
            .in(programs.options(file))
            .withEngine(engine)
            .withDump(PassDump.of(dumps, spec.commandLine().getErr()));
    Options limited = allocationLimit.isEmpty() ? options : options.withAllocationLimit(limit());
    return threads.isEmpty() ? limited : limited.withThreads(threads());
  }

  private Threads threads() {
    try {
      return Threads.parse(threads);
    } catch (IllegalArgumentException e) {
      throw Failure.usage("--threads: " + e.getMessage());
    }
  }

  private long limit() {
    try {
      return AllocationLimit.parse(allocationLimit);
    } catch (IllegalArgumentException e) {
      throw Failure.usage("--allocation-limit: " + e.getMessage());
    }
  }
}
