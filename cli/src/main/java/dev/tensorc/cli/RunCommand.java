package dev.tensorc.cli;

import dev.tensorc.CompiledProgram;
import dev.tensorc.EngineMode;
import dev.tensorc.Options;
import dev.tensorc.Tensorc;
import dev.tensorc.cli.data.DataOptions;
import dev.tensorc.cli.data.Functions;
import dev.tensorc.cli.data.ResultOptions;
import dev.tensorc.cli.data.Results;
import dev.tensorc.cli.error.ExitCodes;
import dev.tensorc.cli.error.Failure;
import dev.tensorc.runtime.AllocationLimit;
import dev.tensorc.runtime.Function;
import dev.tensorc.runtime.Parameter;
import dev.tensorc.runtime.Tensor;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code tensorc run}. */
@Command(
    mixinStandardHelpOptions = true,
    description = "Compiles a program in memory and runs one of its exported functions.",
    footer = {
      "",
      "A value is a number, true or false, a literal such as [1,2,3] or [[1,2],[3,4]],",
      "or a file: .npy, .npz:NAME, .safetensors:NAME, .csv and .tsv with :COLUMN or",
      "whole, .json with :MEMBER or whole, .arrow and .feather with :COLUMN, a .png or",
      ".jpg picture (height x width x channels; 0..1 where the parameter is a float), a",
      ".wav sound (frames x channels; -1..1). zeros:[3,4], ones:[3,4] and",
      "random:f32[1000,64]:seed=7 make arrays, and - is standard input. Results go to the",
      "-o file, or are printed; where there are several: -o name=FILE for each that is",
      "not to be printed.",
      "",
      "Examples:",
      "  $ tensorc run samples/tour.tc",
      "  $ tensorc run samples/edges.tc edges img=samples/data/chelsea.png -o edges.png",
      "  $ tensorc run samples/edges.tc edges img=random:[64,64,3]:seed=7 --print=none",
    })
final class RunCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();

  @ParentCommand private Main main = new Main();

  @Mixin private ProgramOptions programs = new ProgramOptions();

  @Mixin private LoopOptions loops = new LoopOptions();

  @Mixin private CallStats stats = new CallStats();

  @Mixin private PassTimes times = new PassTimes();

  @Mixin private WeightsOption weights = new WeightsOption();

  @Parameters(
      index = "0",
      paramLabel = "FILE",
      description = "A program (.tc); - for standard input.")
  private Path file = Path.of("");

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "FUNCTION",
      description = {
        "An exported function, such as f, or 'f[f64]' for an instance of a generic one;",
        "none to list all."
      })
  private Optional<String> functionName = Optional.empty();

  @Parameters(
      index = "2..*",
      arity = "0..*",
      paramLabel = "name=value",
      description = "A value for each parameter.")
  private List<String> arguments = List.of();

  @Mixin private DataOptions data = new DataOptions();

  @Mixin private ResultOptions outputs = new ResultOptions();

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

  @Mixin private ThreadsOption threads = new ThreadsOption();

  @Option(
      names = "--dump-after",
      paramLabel = "PASS",
      description = "Print what a pass gives, or `all`, to the error stream.")
  private List<String> dumps = List.of();

  @Override
  public Integer call() throws IOException {
    if (Sources.isStandardInput(file) && Functions.readStandardInput(arguments)) {
      throw Failure.usage("standard input is the program, and cannot be an argument too");
    }
    CompiledProgram program = Tensorc.compile(programs.read(file), times.in(options(), file));
    times.print(spec.commandLine().getErr());
    Sources.print(program.diagnostics(), spec.commandLine().getErr());
    if (functionName.isEmpty()) {
      list(program);
      return ExitCodes.OK;
    }
    List<Function> instances = Functions.find(weights.load(program), functionName.get());
    Functions.Call call =
        allocationLimit.isEmpty()
            ? Functions.call(instances, arguments, data)
            : AllocationLimit.during(limit(), () -> Functions.call(instances, arguments, data));
    var results = new Results(call.function(), outputs);
    List<Tensor> tensors =
        Results.tensors(call.function(), stats.call(call.function(), call.arguments()));
    results.deliver(
        tensors,
        call.rate(),
        main.standardOutput(),
        spec.commandLine().getOut(),
        spec.commandLine().getErr());
    stats.print(program, call, tensors, engine, spec.commandLine().getErr());
    return ExitCodes.OK;
  }

  private void list(CompiledProgram program) {
    if (program.functions().isEmpty()) {
      throw Failure.data(file + " has no `export fn`: nothing to run");
    }
    PrintWriter out = spec.commandLine().getOut();
    for (Function function : program.functions()) {
      out.println(signature(function));
      function.doc().lines().findFirst().ifPresent(doc -> out.println("    " + doc.strip()));
    }
  }

  /** Of an instance of a generic function with the types by which a command line names it. */
  private static String signature(Function function) {
    String text = function.signature();
    if (function.types().isEmpty()) {
      return text;
    }
    String types = String.join(", ", function.types());
    String head = function.name() + "[" + types + "]";
    int results = text.lastIndexOf(" -> ");
    String given = text.substring(results);
    for (Parameter r : function.results()) { // theirs are written with the parameter's name
      String type = r.declaredType().replaceFirst("^\\w+", r.dtype().label());
      given = r.isText() ? given : given.replace(r.declaredType(), type);
    }
    return head + text.substring(function.name().length(), results) + given;
  }

  private Options options() {
    VectorModule.requireFor(engine);
    Options options =
        loops
            .in(programs.options(file))
            .withEngine(engine)
            .withDump(PassDump.of(dumps, spec.commandLine().getErr()));
    return threads.in(allocationLimit.isEmpty() ? options : options.withAllocationLimit(limit()));
  }

  private long limit() {
    try {
      return AllocationLimit.parse(allocationLimit);
    } catch (IllegalArgumentException e) {
      throw Failure.usage("--allocation-limit: " + e.getMessage());
    }
  }
}
