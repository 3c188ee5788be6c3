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
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tensorc bench}. */
@Command(
    mixinStandardHelpOptions = true,
    description = "Measures how long an exported function takes, with vector and with scalar code.",
    footer = {
      "",
      "Calls are repeated until the JIT has compiled them, then measured one by one or,",
      "where one is short, some together. Shown are the median, what 5 and 95 of 100",
      "measurements are below, the bytes of arguments and results and the floating-point",
      "operations in that time; beside them a plain copy of as many bytes and the most",
      "multiplications with additions that a thread of this machine can do; the time that",
      "explain predicts; and each kernel's part. Values are those of run.",
      "",
      "Examples:",
      "  $ tensorc bench samples/edges.tc edges img=random:[64,64,3] --seconds=0.2",
      "  $ tensorc bench samples/edges.tc edges img=random:[64,64,3] --seconds=0.2 --json",
    })
final class BenchCommand implements Callable<Integer> {

  private static final double MOST_SECONDS = 3600;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private ProgramOptions programs = new ProgramOptions();

  @Mixin private LoopOptions loops = new LoopOptions();

  @Mixin private DataOptions data = new DataOptions();

  @Mixin private WeightsOption weights = new WeightsOption();

  @Mixin private ThreadsOption threads = new ThreadsOption();

  @Parameters(index = "0", paramLabel = "FILE", description = "A program (.tc).")
  private Path file = Path.of("");

  @Parameters(
      index = "1",
      paramLabel = "FUNCTION",
      description = "An exported function, such as f, or 'f[f64]'.")
  private String functionName = "";

  @Parameters(
      index = "2..*",
      arity = "0..*",
      paramLabel = "name=value",
      description = "A value for each parameter.")
  private List<String> arguments = List.of();

  @Option(
      names = "--seconds",
      paramLabel = "S",
      description =
          "How long each engine is measured, and each turn of warming up takes; 2 unless given.")
  private double seconds = 2;

  @Option(names = "--json", description = "Print the figures as JSON.")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    if (!(seconds >= 0.01 && seconds <= MOST_SECONDS)) {
      throw Failure.usage("--seconds: from 0.01 to 3600, not " + seconds);
    }
    if (Sources.isStandardInput(file) && Functions.readStandardInput(arguments)) {
      throw Failure.usage("standard input is the program, and cannot be an argument too");
    }
    List<EngineMode> engines =
        Engine.vectorAvailable()
            ? List.of(EngineMode.VECTOR, EngineMode.SCALAR)
            : List.of(EngineMode.SCALAR);
    Options options = threads.in(loops.in(programs.options(file)));
    CompiledProgram program =
        Tensorc.compile(programs.read(file), options.withEngine(engines.getFirst()));
    Sources.print(program.diagnostics(), spec.commandLine().getErr());
    Functions.Call call =
        Functions.call(Functions.find(weights.load(program), functionName), arguments, data);
    Report report = measured(program, call, engines);
    PrintWriter out = spec.commandLine().getOut();
    out.print(json ? report.json() : report.text());
    out.flush();
    return ExitCodes.OK;
  }

  private Report measured(CompiledProgram program, Functions.Call call, List<EngineMode> engines)
      throws IOException {
    Function f = call.function();
    boolean doubles = usesDoubles(f);
    long bytes = bytes(f, call.arguments());
    try (var progress = Progress.on(System.console(), engines.size() + 3)) {
      var measurer = new Measurer(seconds, progress);
      var rows = new ArrayList<Measurement>();
      for (EngineMode engine : engines) {
        Function same = same(weights.load(program.in(engine)), f);
        progress.begin(label(engine));
        rows.add(measurer.measure(label(engine), () -> same.invoke(call.arguments())));
      }
      var machine = new Machine(seconds, progress);
      Function first = same(weights.load(program), f);
      rows.add(machine.copy(bytes));
      return new Report(
          f.signature(),
          bytes,
          rows,
          machine.fmaPeak(doubles),
          (doubles ? ElementType.F64 : ElementType.F32).label(),
          program.workload(f, call.arguments()),
          machine.shares(program.className(), () -> first.invoke(call.arguments())));
    }
  }

  /** Whether it computes with f64, as far as its parameters and results say. */
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

  /** What the arguments and results take; each is read or written at least once. */
  private static long bytes(Function function, Object[] arguments) {
    Stream<Tensor> given =
        Arrays.stream(arguments).filter(Tensor.class::isInstance).map(Tensor.class::cast);
    Stream<Tensor> results = Results.tensors(function, function.invoke(arguments)).stream();
    return Stream.concat(given, results).mapToLong(t -> t.count() * t.type().byteWidth()).sum();
  }
}
