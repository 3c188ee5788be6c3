package dev.tensorc.benchmarks.population;

import dev.tensorc.benchmarks.BenchmarkException;
import dev.tensorc.benchmarks.CCompiler;
import dev.tensorc.benchmarks.CompiledProgram;
import dev.tensorc.benchmarks.Storage;
import dev.tensorc.codegen.explain.Explain;
import dev.tensorc.codegen.loop.LoopIr;
import dev.tensorc.frontend.CompilationException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;

/**
 * {@code benchmarks/run population}: many programs that nobody tuned, each beside the same loops in
 * C, our scalar code, and NumPy.
 */
public final class Population {

  static final String PROGRAM = "program.tc";
  private static final String IDIOMS = "idioms";
  private static final String EXPLAIN = "explain.txt";

  /** Seeds of programs that belong to one seed of a population. */
  private static final long SEEDS_OF_ONE = 10_000;

  /** Programs of one JVM: its compiler is warm for most of them. */
  private static final int BATCH = 24;

  /**
   * The command's options.
   *
   * @param programs how many are drawn from the grammar
   * @param idioms how many are taken from the list, at most
   * @param seed decides which, and how large their arguments are
   * @param only a text in the names of the programs that are measured; empty for all
   * @param jvms how many JVMs measure each program, one after the other
   */
  public record Request(
      int programs,
      int idioms,
      long seed,
      Storage storage,
      String only,
      int jvms,
      List<String> jvmOptions) {
    public Request {
      if (jvms < 1) {
        throw new IllegalArgumentException("no JVM");
      }
    }
  }

  private final Request request;
  private final Path folder;
  private final List<Path> folders = new ArrayList<>();
  private final PopulationReport report = new PopulationReport();

  private Population(Request request, Path folder) {
    this.request = request;
    this.folder = folder;
  }

  /**
   * Measures, and prints a table.
   *
   * @param folder for sources and libraries
   * @param json file of the results
   */
  public static void run(Request request, Path folder, Path json)
      throws IOException, InterruptedException {
    CCompiler.requireGcc();
    var population = new Population(request, folder);
    population.prepare();
    population.measure();
    System.out.print(population.report.text());
    Files.writeString(json, population.report.json(request));
  }

  private void prepare() throws IOException, InterruptedException {
    for (Specimen s : idioms(request.seed(), request.only())) {
      if (report.size() < request.idioms()) {
        prepare(s);
      }
    }
    int wanted = report.size() + request.programs();
    long seed = request.seed() * SEEDS_OF_ONE;
    long end = seed + SEEDS_OF_ONE; // a filter may leave fewer than are wanted
    for (; report.size() < wanted && seed < end; seed++) {
      Specimen s = DrawnPrograms.draw(seed);
      if (s.name().contains(request.only())) {
        prepare(s);
      }
    }
  }

  /** All idioms whose names contain a text, each in a size that the seed decides. */
  static List<Specimen> idioms(long seed, String only) throws IOException {
    var random = new Random(seed);
    var all = new ArrayList<Specimen>();
    for (String family : resource(IDIOMS + "/families.txt").lines().toList()) {
      String text = resource(IDIOMS + "/" + family + ".tc");
      List<List<Specimen>> bySize =
          Arrays.stream(Specimen.Size.values()).map(z -> Specimen.of(family, text, z)).toList();
      for (int k = 0; k < bySize.getFirst().size(); k++) {
        Specimen s = bySize.get(random.nextInt(bySize.size())).get(k);
        if (s.name().contains(only)) {
          all.add(s);
        }
      }
    }
    Collections.shuffle(all, random);
    return all;
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = Specimen.class.getResourceAsStream("/dev/tensorc/benchmarks/" + name)) {
      return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private void prepare(Specimen s) throws IOException, InterruptedException {
    Path own = Files.createDirectory(folder.resolve("p" + report.size()));
    try {
      CompiledProgram program =
          CompiledProgram.of("Population", s.source(), s.function(), CompiledProgram.Code.SCALAR);
      LoopIr.Plan plan = program.plan().plans().getFirst();
      CLibraries.compile(program.plan(), plan, Arguments.sizes(s, plan.function()), own);
      Files.writeString(
          own.resolve(EXPLAIN),
          new Explain(program.plan(), program.classFiles(), "Population").kernels(plan));
      Files.writeString(own.resolve(PROGRAM), s.text());
      folders.add(own);
      report.add(own.toString(), s, own.resolve(EXPLAIN));
    } catch (CompilationException e) {
      Files.delete(own);
      if (!s.name().startsWith("drawn.")) {
        throw new BenchmarkException(s.name() + " does not compile: " + e.getMessage(), e);
      }
    } catch (NotInCException e) {
      delete(own);
      report.leftOut(String.valueOf(e.getMessage()));
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(folder);
  }

  private void measure() throws IOException, InterruptedException {
    for (int jvm = 0; jvm < request.jvms(); jvm++) {
      for (int from = 0; from < folders.size(); from += BATCH) {
        System.err.printf(
            "\rJVM %d of %d: %d of %d programs   ", jvm + 1, request.jvms(), from, folders.size());
        fork(folders.subList(from, Math.min(from + BATCH, folders.size())));
      }
    }
    System.err.print("\r" + " ".repeat(60) + "\r");
  }

  private void fork(List<Path> batch) throws IOException, InterruptedException {
    Path results = Files.createTempFile(folder, "results", ".txt");
    Path errors = Files.createTempFile(folder, "errors", ".txt");
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(request.jvmOptions());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(PopulationJvm.class.getName());
    command.addAll(List.of(request.storage().name(), results.toString()));
    batch.forEach(b -> command.add(b.toString()));
    Process p =
        new ProcessBuilder(command)
            .redirectError(errors.toFile())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    if (p.waitFor() != 0) {
      throw new BenchmarkException("a JVM failed:\n" + Files.readString(errors));
    }
    Map<String, Map<String, Double>> times = new LinkedHashMap<>();
    for (String line : Files.readAllLines(results)) {
      String[] fields = line.split("\t", -1);
      if (fields[0].equals(PopulationJvm.MEDIAN)) {
        times
            .computeIfAbsent(fields[1], _ -> new LinkedHashMap<>())
            .put(fields[2], Double.parseDouble(fields[3]));
      } else {
        report.problem(fields[1], fields[2]);
      }
    }
    times.forEach(report::add);
    Files.delete(results);
    Files.delete(errors);
  }
}
