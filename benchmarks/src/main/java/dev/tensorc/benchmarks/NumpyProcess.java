package dev.tensorc.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** A Python that computes with NumPy, in turn with this JVM. */
public final class NumpyProcess implements AutoCloseable {

  /** Bytes of memory that the process does not give back: pages are touched once. */
  private static final String KEPT = "1000000000";

  private final Process process;
  private final BufferedReader answers;
  private final String version;

  /**
   * @param folder where the operands lie
   * @param name of the resource that computes
   */
  public NumpyProcess(Path folder, String name) throws IOException {
    Path script = folder.resolve(name);
    try (InputStream in = NumpyProcess.class.getResourceAsStream(name)) {
      Files.write(script, java.util.Objects.requireNonNull(in, name).readAllBytes());
    }
    var builder =
        new ProcessBuilder("python3", script.toString(), folder.toString())
            .redirectError(folder.resolve("errors").toFile());
    for (String library : new String[] {"OPENBLAS", "MKL", "OMP"}) {
      builder.environment().put(library + "_NUM_THREADS", "1"); // as ours
    }
    for (String limit : new String[] {"MMAP_THRESHOLD", "TRIM_THRESHOLD", "TOP_PAD"}) {
      builder.environment().put("MALLOC_" + limit + "_", KEPT); // glibc keeps pages, as our heap
    }
    try {
      this.process = builder.start();
    } catch (IOException e) {
      throw new BenchmarkException("python3 is not there: NumPy cannot be compared with", e);
    }
    this.answers = process.inputReader(StandardCharsets.UTF_8);
    String first = answers.readLine();
    if (first == null) {
      throw new BenchmarkException(
          "python3 has no NumPy 2.1 or newer (for the library SciPy, too), or cannot run the"
              + " script:\n"
              + Files.readString(folder.resolve("errors")));
    }
    this.version = first;
  }

  String version() {
    return version;
  }

  /** The nanoseconds of one computation. */
  public double nanos(String task, long times) throws IOException {
    String answer = ask(task + " " + times);
    try {
      return Double.parseDouble(answer);
    } catch (NumberFormatException e) {
      throw new BenchmarkException("NumPy: " + answer, e);
    }
  }

  /** Computes once, into a file of the folder that is called {@code =} and the task. */
  void write(String task) throws IOException {
    ask("=" + task + " 1");
  }

  private String ask(String line) throws IOException {
    process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
    process.getOutputStream().flush();
    String answer = answers.readLine();
    if (answer == null) {
      throw new BenchmarkException("NumPy's process ended at `" + line + "`");
    }
    return answer;
  }

  @Override
  public void close() {
    process.destroy();
  }
}
