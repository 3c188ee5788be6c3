package dev.tensorc.benchmarks.population;

import dev.tensorc.benchmarks.BenchmarkException;
import dev.tensorc.benchmarks.CompiledProgram;
import dev.tensorc.benchmarks.Contender;
import dev.tensorc.benchmarks.NumpyProcess;
import dev.tensorc.benchmarks.Rounds;
import dev.tensorc.benchmarks.Rounds.Lane;
import dev.tensorc.benchmarks.Rounds.Timed;
import dev.tensorc.benchmarks.Storage;
import dev.tensorc.benchmarks.WarmUpThread;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.io.Npy;
import java.io.IOException;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The work of one JVM: {@code PopulationJvm STORAGE RESULTS FOLDER...}. In each folder it compares
 * the contenders' results, calls them in turn, and adds the medians to the file of results.
 */
final class PopulationJvm {

  /** Lines of the file of results. */
  static final String MEDIAN = "median";

  static final String PROBLEM = "problem";

  private static final String SCRIPT = "population_times.py";

  static final String OURS = "ours";
  static final String SCALAR = "scalar";
  static final String NUMPY = "numpy";

  /** From our first call until all kernels that are called often are vector code. */
  static final String UNTIL_VECTORS = "until vectors";

  private static final Rounds ROUNDS = new Rounds(5, 15, 700_000_000L);
  private static final long WARM_UP_NANOS = 250_000_000L;
  private static final long MOST_SETTLING_NANOS = 3_000_000_000L;
  private static final long PASS_NANOS = 80_000_000L;
  private static final double FAR = 1.4;
  private static final int QUIET_PASSES = 3;
  private static final long QUIET_MILLIS = 2;

  /** Relative to the largest element: gcc may reorder sums, and ours are rounded otherwise. */
  private static final double TOLERANCE = 1e-2;

  /** Called so often, or for so long, loops and their callers are compiled. */
  private static final long WARM_UP_CALLS = 250;

  private static final long MOST_WARM_UP_NANOS = 2_000_000_000L;

  /** After so long a kernel that is not vector code is measured as it is. */
  private static final long MOST_NANOS_UNTIL_VECTORS = 12_000_000_000L;

  private final Specimen specimen;
  private final Path folder;
  private final Arguments arguments;
  private final OurCall call;
  private final Contender ours;
  private final Contender scalar;
  private final Map<String, Contender> inC = new LinkedHashMap<>();
  private final CCall c;

  private PopulationJvm(Path folder, Storage storage) throws Throwable {
    this.folder = folder;
    String text = Files.readString(folder.resolve(Population.PROGRAM));
    this.specimen = Specimen.of("", text, Specimen.Size.SMALL).getFirst();
    CompiledProgram program = compiled("V", CompiledProgram.Code.AUTO);
    TensorIr.Function f = TensorIr.function(program.module(), specimen.function()).orElseThrow();
    this.arguments = Arguments.of(specimen, f);
    this.call = new OurCall(program, specimen, arguments, storage);
    CompiledProgram inScalars = compiled("S", CompiledProgram.Code.SCALAR);
    var scalarCall = new OurCall(inScalars, specimen, arguments, storage);
    this.ours = call.contender();
    this.scalar = scalarCall.contender();
    this.c = new CCall(results(call.results()), arguments);
    c.of(folder.resolve(CLibraries.REFERENCE)).run(1);
    compare("C", call.results(), c.results());
    compare("our scalar code", call.results(), scalarCall.results());
    for (String library : libraries(folder)) {
      inC.put(library.replace(".so", ""), c.of(folder.resolve(library)));
    }
  }

  private CompiledProgram compiled(String suffix, CompiledProgram.Code code) {
    return CompiledProgram.of("Population" + suffix, specimen.source(), specimen.function(), code);
  }

  /** Numbers as tensors of one element, for C to write to. */
  private static List<Tensor> results(List<Object> values) {
    return values.stream().map(v -> v instanceof Tensor t ? t : Arguments.single(v)).toList();
  }

  private static List<String> libraries(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(f -> f.getFileName().toString())
          .filter(n -> n.startsWith(CLibraries.MEASURED) && n.endsWith(".so"))
          .sorted()
          .toList();
    }
  }

  private static void compare(String who, List<Object> ours, List<? extends Object> theirs) {
    for (int r = 0; r < Math.min(ours.size(), theirs.size()); r++) {
      double[] a = Arguments.numbers(ours.get(r));
      double[] b = Arguments.numbers(theirs.get(r));
      double largest = 1e-30;
      for (double x : a) {
        largest = Double.isFinite(x) ? Math.max(largest, Math.abs(x)) : largest;
      }
      for (int i = 0; i < a.length; i++) {
        boolean same = Double.compare(a[i], b[i]) == 0 || a[i] == b[i];
        if (!same && !(Math.abs(a[i] - b[i]) <= TOLERANCE * largest)) {
          throw new BenchmarkException(
              "result %d, element %d is %s, and %s of %s".formatted(r, i, a[i], b[i], who));
        }
      }
    }
  }

  public static void main(String[] args) throws Throwable {
    Storage storage = Storage.valueOf(args[0]);
    var lines = new ArrayList<String>();
    Optional<NumpyProcess> numpy = numpy(Path.of(args[1]).toAbsolutePath().resolveSibling(""));
    for (String folder : List.of(args).subList(2, args.length)) {
      try {
        var jvm = new PopulationJvm(Path.of(folder), storage);
        jvm.medians(numpy)
            .forEach(
                (who, nanos) ->
                    lines.add(
                        String.format(
                            Locale.ROOT, "%s\t%s\t%s\t%.2f", MEDIAN, folder, who, nanos)));
        jvm.c.close();
      } catch (Exception | LinkageError e) {
        String message = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
        lines.add(
            "%s\t%s\t%s: %s".formatted(PROBLEM, folder, e.getClass().getSimpleName(), message));
      }
    }
    numpy.ifPresent(NumpyProcess::close);
    Files.write(Path.of(args[1]), lines);
  }

  /** Empty where there is no NumPy: the other contenders are measured all the same. */
  private static Optional<NumpyProcess> numpy(Path root) throws IOException {
    try {
      return Optional.of(new NumpyProcess(root, SCRIPT));
    } catch (BenchmarkException e) {
      System.err.println(e.getMessage());
      return Optional.empty();
    }
  }

  /** The specimen's line of NumPy over copies of the arguments in files, which are read at once. */
  private Timed numpy(String line, NumpyProcess process) throws IOException {
    Files.writeString(folder.resolve("numpy.txt"), line);
    var files = new ArrayList<Path>();
    for (int i = 0; i < arguments.names().size(); i++) {
      Path file = folder.resolve(arguments.names().get(i) + ".npy");
      files.add(file);
      Npy.write(
          file,
          arguments.values().get(i) instanceof Tensor t
              ? t
              : Arguments.single(arguments.values().get(i)));
    }
    String task = folder.getFileName().toString();
    process.nanos(task, 1);
    for (Path file : files) {
      Files.delete(file);
    }
    return times -> process.nanos(task, times);
  }

  /**
   * Until the JIT has nothing left to compile, or for a while.
   *
   * @return how long all kernels took to be vector code
   */
  private long warmUp() throws Throwable {
    long begin = System.nanoTime();
    for (int call = 0; call < WARM_UP_CALLS; call++) {
      ours.run(1);
      scalar.run(1);
      if (System.nanoTime() - begin > MOST_WARM_UP_NANOS) {
        break;
      }
    }
    runFor(ours, WARM_UP_NANOS);
    while (WarmUpThread.isRunning() && System.nanoTime() - begin < MOST_NANOS_UNTIL_VECTORS) {
      runFor(ours, PASS_NANOS);
    }
    long untilVectors = System.nanoTime() - begin;
    runFor(scalar, WARM_UP_NANOS);
    CompilationMXBean jit = ManagementFactory.getCompilationMXBean();
    long end = System.nanoTime() + MOST_SETTLING_NANOS;
    for (int quiet = -1; quiet < QUIET_PASSES && System.nanoTime() < end; quiet++) {
      long before = jit.getTotalCompilationTime();
      runFor(ours, PASS_NANOS);
      runFor(scalar, PASS_NANOS);
      if (jit.getTotalCompilationTime() - before > QUIET_MILLIS) {
        quiet = -1;
      }
    }
    return untilVectors;
  }

  private static void runFor(Contender c, long nanos) throws Throwable {
    long end = System.nanoTime() + nanos;
    do {
      c.run(1);
    } while (System.nanoTime() < end);
  }

  private Map<String, Double> medians(Optional<NumpyProcess> numpy) throws Throwable {
    long untilVectors = warmUp();
    if (call.writesResults()) {
      compare("our vector code", call.results(), call.outs());
    }
    var lanes = new ArrayList<Lane>();
    lanes.add(new Lane(OURS, Timed.of(ours)));
    lanes.add(new Lane(SCALAR, Timed.of(scalar)));
    for (var e : inC.entrySet()) {
      runFor(e.getValue(), PASS_NANOS);
      lanes.add(new Lane(e.getKey(), Timed.of(e.getValue())));
    }
    dropSlowC(lanes);
    if (numpy.isPresent() && specimen.numpy().isPresent()) {
      lanes.add(new Lane(NUMPY, numpy(specimen.numpy().get(), numpy.get())));
    }
    Map<String, Double> medians = new LinkedHashMap<>(ROUNDS.medians(lanes));
    medians.put(UNTIL_VECTORS, (double) untilVectors);
    return medians;
  }

  /** Drops C that takes far longer than the fastest, which counts: its rounds are saved. */
  private static void dropSlowC(List<Lane> lanes) throws Throwable {
    Map<String, Double> nanos = new LinkedHashMap<>();
    for (Lane lane : lanes) {
      if (lane.name().startsWith(CLibraries.MEASURED)) {
        nanos.put(lane.name(), lane.sample());
      }
    }
    double best = Collections.min(nanos.values());
    lanes.removeIf(lane -> nanos.getOrDefault(lane.name(), 0.0) > FAR * best);
  }
}
