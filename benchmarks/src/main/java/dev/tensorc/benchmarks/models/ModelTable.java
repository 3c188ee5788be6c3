package dev.tensorc.benchmarks.models;

import dev.tensorc.benchmarks.BenchmarkException;
import dev.tensorc.benchmarks.Medians;
import dev.tensorc.models.ModelPackage;
import dev.tensorc.models.Packages;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * The table of docs/onnx.md: models of packages on one thread, beside ONNX Runtime.
 *
 * @param home the folder of the benchmarks
 * @param jvms of each kind; figures are their medians
 * @param options of the JVMs that measure
 * @param folder for model folders
 */
public record ModelTable(Path home, int jvms, List<String> options, Path folder) {
  private static final List<String> MODELS = List.of("all-minilm-l6-v2", "all-minilm-l6-v2-q");
  private static final List<Integer> TOKENS = List.of(16, 128);
  private static final String ROW = "| %s | %.1f | %.1f | %.2f |%n";

  /** Measures, and prints each line as soon as it is known. */
  public void print() throws IOException, InterruptedException {
    System.out.printf(
        "| one thread | tensorc | ONNX Runtime | ONNX Runtime / tensorc |%n|---|---|---|---|%n");
    for (String id : MODELS) {
      ModelPackage model = Packages.of(packages(), id);
      Path made = folder.resolve(id);
      model.makeFolder(made);
      for (int tokens : TOKENS) {
        row("%s, %d tokens, ms".formatted(id, tokens), 1e6, speed(model, made, tokens));
      }
      Map<Contestant, Map<String, Double>> starts = starts(model, made);
      row(id + ", first embedding after main, ms", 1e6, pick(starts, "first"));
      row(id + ", peak resident memory, MB", 1e6, pick(starts, "peak"));
      row(id + ", jars without the model, MB", 1e6, jars(made));
    }
  }

  private Path packages() {
    return home.resolveSibling("models").resolve("packages");
  }

  private static void row(String what, double unit, Map<Contestant, Double> figures) {
    double ours = figures.getOrDefault(Contestant.TENSORC, Double.NaN) / unit;
    double theirs = figures.getOrDefault(Contestant.ONNX_RUNTIME, Double.NaN) / unit;
    System.out.printf(Locale.ROOT, ROW, what, ours, theirs, theirs / ours);
  }

  private Map<Contestant, Double> speed(ModelPackage model, Path made, int tokens)
      throws IOException, InterruptedException {
    List<Map<String, Double>> runs = new ArrayList<>();
    for (int jvm = 0; jvm < jvms; jvm++) {
      runs.add(fork(SpeedJvm.class, model, made, String.valueOf(tokens)));
    }
    Map<Contestant, Double> medians = new LinkedHashMap<>();
    for (Contestant contestant : Contestant.values()) {
      medians.put(contestant, median(runs, contestant.name()));
    }
    return medians;
  }

  private Map<Contestant, Map<String, Double>> starts(ModelPackage model, Path made)
      throws IOException, InterruptedException {
    String sentences = home.resolveSibling("samples").resolve("data/sentences.txt").toString();
    Map<Contestant, List<Map<String, Double>>> runs = new LinkedHashMap<>();
    for (int jvm = 0; jvm < jvms; jvm++) {
      for (Contestant contestant : Contestant.values()) {
        runs.computeIfAbsent(contestant, _ -> new ArrayList<>())
            .add(fork(StartJvm.class, model, made, contestant.name(), sentences));
      }
    }
    Map<Contestant, Map<String, Double>> medians = new LinkedHashMap<>();
    runs.forEach(
        (contestant, all) ->
            medians.put(
                contestant, Map.of("first", median(all, "first"), "peak", median(all, "peak"))));
    return medians;
  }

  private static double median(List<Map<String, Double>> runs, String key) {
    return Medians.of(runs.stream().map(run -> run.getOrDefault(key, Double.NaN)).toList());
  }

  private static Map<Contestant, Double> pick(
      Map<Contestant, Map<String, Double>> all, String key) {
    Map<Contestant, Double> picked = new LinkedHashMap<>();
    all.forEach((contestant, figures) -> picked.put(contestant, figures.get(key)));
    return picked;
  }

  /** Starts a JVM that prints figures, a name and a number in a line. */
  private Map<String, Double> fork(Class<?> main, ModelPackage model, Path made, String... more)
      throws IOException, InterruptedException {
    Path errors = Files.createTempFile(folder, "errors", ".txt");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(List.of(packages().toString(), model.id(), made.toString()));
    command.addAll(List.of(more));
    Process p = new ProcessBuilder(command).redirectError(errors.toFile()).start();
    String out = new String(p.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (p.waitFor() != 0) {
      throw new BenchmarkException(model.id() + " failed:\n" + Files.readString(errors));
    }
    Map<String, Double> figures = new LinkedHashMap<>();
    for (String line : out.lines().toList()) {
      String[] words = line.split(" ");
      figures.put(words[0], Double.parseDouble(words[1]));
    }
    return figures;
  }

  /** What an application brings: jars of the benchmarks, and a jar of the model's classes. */
  private Map<Contestant, Double> jars(Path made) throws IOException {
    double ours = jarOfClasses(made);
    for (String name : List.of("tensorc-runtime", "tensorc-embeddings", "jackson-core-2.")) {
      ours += jar(name);
    }
    return Map.of(Contestant.TENSORC, ours, Contestant.ONNX_RUNTIME, (double) jar("onnxruntime"));
  }

  private long jar(String start) throws IOException {
    try (Stream<Path> jars = Files.list(home.resolve("target/lib"))) {
      Path jar =
          jars.filter(file -> file.getFileName().toString().startsWith(start))
              .findAny()
              .orElseThrow(() -> new BenchmarkException("target/lib has no jar " + start));
      return Files.size(jar);
    }
  }

  private static long jarOfClasses(Path made) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var zip = new ZipOutputStream(bytes);
        Stream<Path> files = Files.list(made)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".class")).toList()) {
        zip.putNextEntry(new ZipEntry(file.getFileName().toString()));
        Files.copy(file, zip);
        zip.closeEntry();
      }
    }
    return bytes.size();
  }
}
