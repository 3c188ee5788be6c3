package dev.tensorc.cli;

import dev.tensorc.CompiledProgram;
import dev.tensorc.EngineMode;
import dev.tensorc.Options;
import dev.tensorc.Tensorc;
import dev.tensorc.cli.bench.Machine;
import dev.tensorc.cli.bench.Measurement;
import dev.tensorc.cli.bench.Measurer;
import dev.tensorc.cli.bench.Progress;
import dev.tensorc.cli.bench.Report;
import dev.tensorc.cli.data.DataOptions;
import dev.tensorc.cli.data.Functions;
import dev.tensorc.cli.data.Results;
import dev.tensorc.cli.error.ExitCodes;
import dev.tensorc.cli.error.Failure;
import dev.tensorc.cli.option.OptionValue;
import dev.tensorc.runtime.ElementType;
import dev.tensorc.runtime.Function;
import dev.tensorc.runtime.Program;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.link.Engine;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** {@code tensorc bench}. */
final class BenchCommand extends Verb {

  private static final double MOST_SECONDS = 3600;

  private final ProgramOptions programs = new ProgramOptions(options);

  private final LoopOptions loops = new LoopOptions(options);

  private final DataOptions data = new DataOptions(options);

  private final WeightsOption weights = new WeightsOption(options);

  private final ThreadsOption threads = new ThreadsOption(options);

  private final OptionValue<Path> file = options.word("FILE", Path.class, "A program (.tc).");

  private final OptionValue<String> functionName =
      options.word("FUNCTION", String.class, "An exported function, such as f, or 'f[f64]'.");

  private final OptionValue<List<String>> arguments =
      options.words("name=value", String.class, "0..*", "A value for each parameter.");

  private final OptionValue<Double> seconds =
      options.value(
          "--seconds",
          "S",
          Double.class,
          2.0,
          "How long each engine is measured, and each turn of warming up takes; 2 unless given.");

  private final OptionValue<Boolean> json = options.flag("--json", "Print the figures as JSON.");

  BenchCommand() {
    super(
        "Measures how long an exported function takes, with vector and with scalar code.",
        """

        Calls are repeated until the JIT has compiled them, then measured one by one or,
        where one is short, some together. Shown are the median, the 5th and the 95th
        percentile, the bytes of arguments and results and the floating-point
        operations in that time; beside them a plain copy of as many bytes and the most
        multiplications with additions that a thread of this machine can do; the time
        that explain predicts; and each kernel's part. Values are those of run.

        Examples:
          $ tensorc bench samples/edges.tc edges img=random:[64,64,3] --seconds=0.2
          $ tensorc bench samples/edges.tc edges img=ones:[9,9,3] --seconds=0.2 --json\
        """);
  }

  @Override
  public Integer call() throws IOException {
    if (!(seconds.get() >= 0.01 && seconds.get() <= MOST_SECONDS)) {
      throw Failure.usage("--seconds: from 0.01 to 3600, not " + seconds.get());
    }
    if (Sources.isStandardInput(file.get()) && Functions.readStandardInput(arguments.get())) {
      throw Failure.usage("standard input is the program, and cannot be an argument too");
    }
    List<EngineMode> engines =
        Engine.vectorAvailable()
            ? List.of(EngineMode.VECTOR, EngineMode.SCALAR)
            : List.of(EngineMode.SCALAR);
    Options options = threads.in(loops.in(programs.options(file.get())));
    CompiledProgram program =
        Tensorc.compile(programs.read(file.get()), options.withEngine(engines.getFirst()));
    Sources.print(program.diagnostics(), err());
    Functions.Call call =
        Functions.call(
            Functions.find(weights.load(program), functionName.get()), arguments.get(), data);
    Report report = measured(program, call, engines);
    PrintWriter out = out();
    out.print(json.get() ? report.json() : report.text());
    out.flush();
    return ExitCodes.OK;
  }

  private Report measured(CompiledProgram program, Functions.Call call, List<EngineMode> engines)
      throws IOException {
    Function f = call.function();
    boolean doubles = usesDoubles(f);
    long bytes = bytes(f, call.arguments());
    try (var progress = Progress.on(System.console(), engines.size() + 3)) {
      var measurer = new Measurer(seconds.get(), progress);
      var rows = new ArrayList<Measurement>();
      for (EngineMode engine : engines) {
        Function same = same(weights.load(program.in(engine)), f);
        progress.begin(label(engine));
        rows.add(measurer.measure(label(engine), () -> same.invoke(call.arguments())));
      }
      var machine = new Machine(seconds.get(), progress);
      Function first = same(weights.load(program), f);
      rows.add(machine.copy(bytes));
      return new Report(
          Functions.signature(f),
          bytes,
          rows,
          machine.fmaPeak(doubles),
          (doubles ? ElementType.F64 : ElementType.F32).label(),
          program.workload(f, call.arguments()),
          machine.shares(program.className(), () -> first.invoke(call.arguments())));
    }
  }

  /** Whether the function computes with f64, as far as its parameters and results say. */
  private static boolean usesDoubles(Function f) {
    return Stream.concat(f.parameters().stream(), f.results().stream())
        .anyMatch(p -> p.dtype() == ElementType.F64);
  }

  private static String label(EngineMode engine) {
    return engine == EngineMode.VECTOR ? "vector" : "scalar";
  }

  private static Function same(Program program, Function function) {
    return program.function(function.name(), function.types().toArray(String[]::new));
  }

  /** The bytes that the arguments and results take; each is read or written at least once. */
  private static long bytes(Function function, Object[] arguments) {
    Stream<Tensor> given =
        Arrays.stream(arguments).filter(Tensor.class::isInstance).map(Tensor.class::cast);
    Stream<Tensor> results = Results.tensors(function, function.invoke(arguments)).stream();
    return Stream.concat(given, results).mapToLong(t -> t.count() * t.type().byteWidth()).sum();
  }
}
