package dev.tensorc.benchmarks;

import dev.tensorc.benchmarks.models.ModelTable;
import dev.tensorc.benchmarks.population.Population;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;

/** {@code benchmarks/run}: forks the JVMs that measure, and reports. */
final class Main {

  private static final String USAGE =
      """
      usage: benchmarks/run start
             benchmarks/run compile
             benchmarks/run numpy
             benchmarks/run library [FILTER]
             benchmarks/run models [FILTER] [--jvms N]
             benchmarks/run population [--programs N] [--idioms N] [--seed S] [--only TEXT]
                                       [--storage S] [--jvms N] [--json FILE]
             benchmarks/run allocation [FILTER] [--storage S]
             benchmarks/run [FILTER] [--storage S] [--jvms N] [--json FILE]
        start        first calls in fresh JVMs, 11 of each engine
        compile      tensorc compile of 500 lines, 9 processes
        numpy        functions of the Array API against NumPy's, where python3 has it
        library      the library's functions against NumPy's and SciPy's, likewise
        models       encoders of texts against ONNX Runtime, on one thread; FILTER is part of a line's name
        population   programs that nobody tuned, beside the same loops in C; needs gcc
        --programs N drawn from a grammar (default 150)
        --idioms N   drawn from the list of idioms (default 150; 1000 are all)
        --seed S     decides which programs, and their sizes (default: the day)
        --only TEXT  those whose names contain it
        allocation   the figures of JMH's gc profiler: all kernels write into results that are there
        FILTER       measure the kernels whose key contains it: %s
        --storage S  only over arrays, or only over segments
        --jvms N     fork N JVMs for each kernel and storage (default 7; models and a population 3)
        --json FILE  where the results go (default benchmarks/target/results.json)\
      """;

  private static final String POPULATION = "population";
  private static final int PROGRAMS = 150;
  private static final int JVMS = 7;
  private static final String POPULATION_JVMS = "3";
  private static final String MODELS = "models";
  private static final int MODEL_JVMS = 3;
  private static final int START_JVMS = 11;
  private static final int COMPILES = 9;

  private record Arguments(
      String filter, List<Storage> storages, OptionalInt jvms, Optional<Path> json) {}

  private record Measured(String key, Storage storage) {}

  private Main() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    Path home = Path.of(System.getProperty("benchmarks.home"));
    try {
      if (args.length == 1 && args[0].equals("numpy")) {
        inFolder(AgainstNumpy::run);
      } else if (args.length > 0 && args.length <= 2 && args[0].equals("library")) {
        inFolder(f -> AgainstLibrary.run(args.length == 2 ? args[1] : "", f));
      } else if (args.length > 0 && args[0].equals(POPULATION)) {
        population(List.of(args).subList(1, args.length), home);
      } else if (args.length > 0 && args[0].equals(Allocation.KEY)) {
        allocation(parse(Arrays.copyOfRange(args, 1, args.length)), home);
      } else if (args.length > 0 && args[0].equals(MODELS)) {
        models(parse(Arrays.copyOfRange(args, 1, args.length)), home);
      } else {
        run(parse(args), home);
      }
    } catch (BenchmarkException e) {
      System.err.println("benchmarks: " + e.getMessage());
      System.exit(1);
    }
  }

  private static Arguments parse(String[] args) {
    String filter = "";
    List<Storage> storages = List.of(Storage.values());
    OptionalInt jvms = OptionalInt.empty();
    Optional<Path> json = Optional.empty();
    for (int i = 0; i < args.length; i++) {
      if (args[i].equals("--jvms") && i + 1 < args.length && args[i + 1].matches("[1-9]\\d{0,3}")) {
        jvms = OptionalInt.of(Integer.parseInt(args[++i]));
      } else if (args[i].equals("--storage")
          && i + 1 < args.length
          && args[i + 1].matches("arrays|segments")) {
        storages = List.of(Storage.valueOf(args[++i].toUpperCase(java.util.Locale.ROOT)));
      } else if (args[i].equals("--json") && i + 1 < args.length) {
        json = Optional.of(Path.of(args[++i]));
      } else if (args[i].startsWith("-")) {
        throw usage();
      } else {
        filter = args[i];
      }
    }
    return new Arguments(filter, storages, jvms, json);
  }

  private static BenchmarkException usage() {
    return new BenchmarkException(USAGE.formatted(String.join(", ", Kernels.matching(""))));
  }

  private static void population(List<String> args, Path home)
      throws IOException, InterruptedException {
    Map<String, String> options = new LinkedHashMap<>();
    for (int i = 0; i < args.size(); i += 2) {
      if (!List.of("--programs", "--idioms", "--seed", "--only", "--storage", "--jvms", "--json")
              .contains(args.get(i))
          || i + 1 == args.size()) {
        throw usage();
      }
      options.put(args.get(i), args.get(i + 1));
    }
    try {
      var request =
          new Population.Request(
              Integer.parseInt(options.getOrDefault("--programs", "" + PROGRAMS)),
              Integer.parseInt(options.getOrDefault("--idioms", "" + PROGRAMS)),
              Long.parseLong(
                  options.getOrDefault("--seed", "" + LocalDate.now(ZoneOffset.UTC).toEpochDay())),
              Storage.valueOf(
                  options.getOrDefault("--storage", "arrays").toUpperCase(java.util.Locale.ROOT)),
              options.getOrDefault("--only", ""),
              Integer.parseInt(options.getOrDefault("--jvms", POPULATION_JVMS)),
              Stream.concat(JvmResult.PROGRAM_OPTIONS.stream(), JitLog.EARLY.stream()).toList());
      Path json =
          Path.of(
              options.getOrDefault("--json", home.resolve("target/population.json").toString()));
      inFolder(f -> Population.run(request, f, json));
    } catch (IllegalArgumentException e) { // no number, or no storage
      throw usage();
    }
  }

  private static void allocation(Arguments args, Path home) {
    if (args.jvms().isPresent() || args.json().isPresent()) {
      throw usage();
    }
    List<String> keys = Kernels.matching(args.filter());
    requireNone(Allocation.run(keys, args.storages(), home.resolve("target/jmh.log")));
  }

  private static void models(Arguments args, Path home) throws IOException, InterruptedException {
    int jvms = args.jvms().orElse(MODEL_JVMS);
    inFolder(f -> new ModelTable(home, jvms, JvmResult.PROGRAM_OPTIONS, f, args.filter()).print());
  }

  private static void run(Arguments args, Path home) throws IOException, InterruptedException {
    if (args.filter().equals(Start.KEY)) {
      inFolder(f -> System.out.print(Start.run(args.jvms().orElse(START_JVMS), f)));
    } else if (args.filter().equals(WholeCompile.KEY)) {
      inFolder(f -> System.out.print(WholeCompile.run(args.jvms().orElse(COMPILES), home, f)));
    } else {
      inFolder(f -> kernels(args, home, f));
    }
  }

  /**
   * @param libraries folder for the baselines
   */
  private static void kernels(Arguments args, Path home, Path libraries)
      throws IOException, InterruptedException {
    int jvms = args.jvms().orElse(JVMS);
    List<Measured> all =
        Kernels.matching(args.filter()).stream()
            .flatMap(key -> args.storages().stream().map(s -> new Measured(key, s)))
            .toList();
    Set<GccFlags> flags = EnumSet.copyOf(GccFlags.measured());
    flags.add(GccFlags.REFERENCE);
    CCompiler.compileAll(home.resolve("src/main/c"), libraries, flags);
    OpenBlas.extract(libraries);
    Map<Measured, List<JvmResult>> results = new LinkedHashMap<>();
    for (int jvm = 0; jvm < jvms; jvm++) {
      for (Measured m : all) {
        System.err.printf(
            "\rJVM %d of %d: %s, %s          ", jvm + 1, jvms, m.key(), m.storage().label());
        results
            .computeIfAbsent(m, _ -> new ArrayList<>())
            .add(JvmResult.fork(m.key(), m.storage(), libraries));
      }
    }
    System.err.print("\r" + " ".repeat(60) + "\r");
    var report = new Report();
    results.forEach((m, measured) -> report.add(m.key(), m.storage(), measured));
    System.out.print(report.table());
    Files.writeString(
        args.json().orElse(home.resolve("target/results.json")), report.json(CCompiler.version()));
    requireNone(report.problems());
  }

  /** The measurements that need files in a folder. */
  private interface Run {
    void in(Path folder) throws IOException, InterruptedException;
  }

  private static void inFolder(Run run) throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("tensorc-benchmarks");
    try {
      run.in(folder);
    } finally {
      delete(folder);
    }
  }

  private static void requireNone(List<String> problems) {
    if (!problems.isEmpty()) {
      throw new BenchmarkException(
          "the figures above do not count:\n  " + String.join("\n  ", problems));
    }
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      for (Path p : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(p);
      }
    }
  }
}
