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
import dev.tensorc.cli.option.OptionValue;
import dev.tensorc.runtime.AllocationLimit;
import dev.tensorc.runtime.Function;
import dev.tensorc.runtime.Tensor;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** {@code tensorc run}. */
final class RunCommand extends Verb {

  private final Main main;

  private final ProgramOptions programs = new ProgramOptions(options);

  private final LoopOptions loops = new LoopOptions(options);

  private final CallStats stats = new CallStats(options);

  private final PassTimes times = new PassTimes(options);

  private final WeightsOption weights = new WeightsOption(options);

  private final OptionValue<Path> file =
      options.word("FILE", Path.class, "A program (.tc); - for standard input.");

  private final OptionValue<Optional<String>> functionName =
      options.optionalWord(
          "FUNCTION",
          String.class,
          "An exported function, such as f, or 'f[f64]' for an instance of a generic one; "
              + "none to list all.");

  private final OptionValue<List<String>> arguments =
      options.words("name=value", String.class, "0..*", "A value for each parameter.");

  private final DataOptions data = new DataOptions(options);

  private final ResultOptions outputs = new ResultOptions(options);

  private final OptionValue<EngineMode> engine =
      options.value(
          "--engine",
          "ENGINE",
          EngineMode.class,
          EngineMode.AUTO,
          "auto (the default), vector, scalar or interpreter: all give the same bits.");

  private final OptionValue<String> allocationLimit =
      options.value(
          "--allocation-limit",
          "SIZE",
          String.class,
          "",
          "Refuse arrays above this many bytes, such as 512M or 2G, and files of "
              + "arguments that are above it together; half of the largest heap unless given.");

  private final ThreadsOption threads = new ThreadsOption(options);

  private final OptionValue<List<String>> dumps =
      options.list(
          "--dump-after", "PASS", "Print the output of a pass, or of `all`, to the error stream.");

  RunCommand(Main main) {
    super(
        "Compiles a program in memory and runs one of its exported functions.",
        """

        A value is a number, true or false, a literal such as [1,2,3] or
        [[1,2],[3,4]], or a file: .npy, .npz:NAME, .safetensors:NAME, .csv and .tsv
        with :COLUMN or whole, .json with :MEMBER or whole, .arrow and .feather with
        :COLUMN, a .png or .jpg picture (height x width x channels; 0..1 where the
        parameter is a float), a .wav sound (frames x channels; -1..1). zeros:[3,4],
        ones:[3,4] and random:f32[1000,64]:seed=7 make arrays, and - is standard input.
        Results go to the -o file, or are printed; where there are several:
        -o name=FILE for each that is not to be printed.

        Examples:
          $ tensorc run samples/tour.tc
          $ tensorc run samples/edges.tc edges img=samples/data/chelsea.png -o edges.png
          $ tensorc run samples/edges.tc edges img=random:[64,64,3]:seed=7 --print=none\
        """);
    this.main = main;
  }

  @Override
  public Integer call() throws IOException {
    if (Sources.isStandardInput(file.get()) && Functions.readStandardInput(arguments.get())) {
      throw Failure.usage("standard input is the program, and cannot be an argument too");
    }
    CompiledProgram program =
        Tensorc.compile(programs.read(file.get()), times.in(options(), file.get()));
    times.print(err());
    Sources.print(program.diagnostics(), err());
    if (functionName.get().isEmpty()) {
      list(program);
      return ExitCodes.OK;
    }
    List<Function> instances =
        Functions.find(weights.load(program), functionName.get().orElseThrow());
    Functions.Call call =
        allocationLimit.get().isEmpty()
            ? Functions.call(instances, arguments.get(), data)
            : AllocationLimit.during(
                limit(), () -> Functions.call(instances, arguments.get(), data));
    var results = new Results(call.function(), outputs);
    List<Tensor> tensors =
        Results.tensors(call.function(), stats.call(call.function(), call.arguments()));
    results.deliver(tensors, call.rate(), main.standardOutput(), out(), err());
    stats.print(program, call, tensors, engine.get(), err());
    return ExitCodes.OK;
  }

  private void list(CompiledProgram program) {
    if (program.functions().isEmpty()) {
      throw Failure.data(file.get() + " has no `export fn`: nothing to run");
    }
    PrintWriter out = out();
    for (Function function : program.functions()) {
      out.println(Functions.signature(function));
      function.doc().lines().findFirst().ifPresent(doc -> out.println("    " + doc.strip()));
    }
  }

  private Options options() {
    VectorModule.requireFor(engine.get());
    Options options =
        loops
            .in(programs.options(file.get()))
            .withEngine(engine.get())
            .withDump(PassDump.of(dumps.get(), err()));
    return threads.in(
        allocationLimit.get().isEmpty() ? options : options.withAllocationLimit(limit()));
  }

  private long limit() {
    try {
      return AllocationLimit.parse(allocationLimit.get());
    } catch (IllegalArgumentException e) {
      throw Failure.usage("--allocation-limit: " + e.getMessage());
    }
  }
}
