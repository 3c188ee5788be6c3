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
 * @param filter part of the names of the lines that count
 */
public record ModelTable(Path home, int jvms, List<String> options, Path folder, String filter) {
  private static final List<String> MODELS = List.of("all-minilm-l6-v2", "all-minilm-l6-v2-q");

  /** Texts that are encoded together, and the tokens of each. */
  private record Size(int texts, int tokens) {
    String name() {
      return texts == 1
          ? "%d tokens, ms".formatted(tokens)
          : "%d texts of %d tokens, ms".formatted(texts, tokens);
    }
  }

  private static final List<Size> SIZES =
      List.of(new Size(1, 16), new Size(1, 128), new Size(8, 16), new Size(32, 16));

  /**
   * The size of a heap that holds the models, and little of the garbage that the JVM would rather
   * collect later.
   */
  private static final int HEAP_MB = 256;

  private static final String ROW = "| %s | %.1f | %.1f | %.2f |%n";

  /** Measures, and prints each line as soon as it is known. */
  public void print() throws IOException, InterruptedException {
    System.out.printf(
        "| one thread | tensorc | ONNX Runtime | ONNX Runtime / tensorc |%n|---|---|---|---|%n");
    for (String id : MODELS) {
      ModelPackage model = Packages.of(packages(), id);
      Path made = folder.resolve(id);
      model.makeFolder(made);
      for (Size size : SIZES) {
        row(id, size.name(), 1e6, () -> speed(model, made, size));
      }
      starts(id, "", List.of(), model, made);
      starts(
          id,
          " in a heap of %d MB".formatted(HEAP_MB),
          List.of("-Xmx" + HEAP_MB + "m"),
          model,
          made);
      row(id, "jars without the model, MB", 1e6, () -> jars(made));
    }
  }

  /** The rows of processes that have such a heap. */
  private void starts(String id, String where, List<String> heap, ModelPackage model, Path made)
      throws IOException, InterruptedException {
    row(
        id,
        "first embedding after main" + where + ", ms",
        1e6,
        () -> start("first", heap, model, made, List.of()));
    row(
        id,
        "peak resident memory" + where + ", MB",
        1e6,
        () -> start("peak", heap, model, made, sentences()));
  }

  private Path packages() {
    return home.resolveSibling("models").resolve("packages");
  }

  /** A figure of each contestant. */
  private interface Figures {
    Map<Contestant, Double> measured() throws IOException, InterruptedException;
  }

  private void row(String id, String what, double unit, Figures figures)
      throws IOException, InterruptedException {
    String name = id + ", " + what;
    if (name.contains(filter)) {
      Map<Contestant, Double> measured = figures.measured();
      double ours = measured.getOrDefault(Contestant.TENSORC, Double.NaN) / unit;
      double theirs = measured.getOrDefault(Contestant.ONNX_RUNTIME, Double.NaN) / unit;
      System.out.printf(Locale.ROOT, ROW, name, ours, theirs, theirs / ours);
    }
  }

  private Map<Contestant, Double> speed(ModelPackage model, Path made, Size size)
      throws IOException, InterruptedException {
    List<Map<String, Double>> runs = new ArrayList<>();
    for (int jvm = 0; jvm < jvms; jvm++) {
      runs.add(
          fork(
              List.of(),
              SpeedJvm.class,
              model,
              made,
              String.valueOf(size.texts()),
              String.valueOf(size.tokens())));
    }
    Map<Contestant, Double> medians = new LinkedHashMap<>();
    for (Contestant contestant : Contestant.values()) {
      medians.put(contestant, median(runs, contestant.name()));
    }
    return medians;
  }

  /** The sentences of the samples, as an argument of {@link StartJvm}. */
  private List<String> sentences() {
    return List.of(home.resolveSibling("samples").resolve("data/sentences.txt").toString());
  }

  private Map<Contestant, Double> start(
      String figure, List<String> heap, ModelPackage model, Path made, List<String> sentences)
      throws IOException, InterruptedException {
    Map<Contestant, Double> medians = new LinkedHashMap<>();
    for (Contestant contestant : Contestant.values()) {
      List<Map<String, Double>> runs = new ArrayList<>();
      for (int jvm = 0; jvm < jvms; jvm++) {
        var words = Stream.concat(Stream.of(contestant.name()), sentences.stream());
        runs.add(fork(heap, StartJvm.class, model, made, words.toArray(String[]::new)));
      }
      medians.put(contestant, median(runs, figure));
    }
    return medians;
  }

  private static double median(List<Map<String, Double>> runs, String key) {
    return Medians.of(runs.stream().map(run -> run.getOrDefault(key, Double.NaN)).toList());
  }

  /** Starts a JVM that prints figures, a name and a number in a line. */
  private Map<String, Double> fork(
      List<String> heap, Class<?> main, ModelPackage model, Path made, String... more)
      throws IOException, InterruptedException {
    Path errors = Files.createTempFile(folder, "errors", ".txt");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.addAll(heap);
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

  /**
   * The jars that an application brings: those of the benchmarks, and one of the model's classes.
   */
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
