package dev.tensorc.benchmarks;

import dev.tensorc.Options;
import dev.tensorc.Tensorc;
import dev.tensorc.frontend.CompilationException;
import dev.tensorc.frontend.SourceText;
import dev.tensorc.frontend.StandardLibrary;
import dev.tensorc.runtime.DoubleTensor;
import dev.tensorc.runtime.FloatTensor;
import dev.tensorc.runtime.Function;
import dev.tensorc.runtime.LongTensor;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.TensorException;
import dev.tensorc.runtime.Threads;
import dev.tensorc.runtime.io.Npy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * {@code benchmarks/run library}: each function of the library against the same in NumPy or SciPy,
 * on the same 10^6 elements, both into new results, in turn with a Python process. Results are
 * compared, to a thousandth of the largest element.
 */
final class AgainstLibrary {

  private static final String TABLE = "library.txt";
  private static final int COUNT = 1_000_000;
  private static final int SIDE = 1000;
  private static final InTurn IN_TURN = new InTurn(7, 3_000_000_000L);
  private static final double TOLERANCE = 1e-3;

  private static final Map<String, Integer> RESULTS = Map.of("first", 2, "second", 2, "last", 3);

  /** An operand and its type in a program. */
  private record Operand(String type, Tensor value) {}

  private record Task(String key, String ours) {}

  private final Path folder;
  private final Map<String, Operand> operands = new LinkedHashMap<>();

  private AgainstLibrary(Path folder) throws IOException {
    this.folder = folder;
    var random = new Random(1);
    float[] x = floats(COUNT, random);
    float[] y = floats(COUNT, random);
    float[] nx = x.clone();
    for (int k = 0; k < COUNT; k += 7) {
      nx[k] = Float.NaN;
    }
    double[] d = random.doubles(COUNT, -3, 3).toArray();
    double[] g = random.doubles(COUNT, -1, 1).toArray();
    double[] s = g.clone();
    for (int r = 0; r < SIDE; r++) {
      for (int c = 0; c < r; c++) {
        s[c * SIDE + r] = s[r * SIDE + c];
      }
      s[r * SIDE + r] = SIDE;
    }
    long[] i = random.longs(COUNT, 0, SIDE).toArray();
    int side = 577;
    float[] colours = new float[side * side * 3];
    for (int k = 0; k < colours.length; k++) {
      colours[k] = random.nextFloat();
    }
    add("x", "f32[n]", FloatTensor.of(x, COUNT));
    add("y", "f32[n]", FloatTensor.of(y, COUNT));
    add("d", "f64[n]", DoubleTensor.of(d, COUNT));
    add("i", "i64[n]", LongTensor.of(i, COUNT));
    add("nx", "f32[n]", FloatTensor.of(nx, COUNT));
    add("m", "f32[1000, 1000]", FloatTensor.of(x, SIDE, SIDE));
    add("nm", "f32[1000, 1000]", FloatTensor.of(nx, SIDE, SIDE));
    add("g", "f64[k, k]", DoubleTensor.of(g, SIDE, SIDE));
    add("s", "f64[k, k]", DoubleTensor.of(s, SIDE, SIDE));
    add("r", "f64[k]", DoubleTensor.of(random.doubles(SIDE).toArray(), SIDE));
    add("c", "f32[h, w, 3]", FloatTensor.of(colours, side, side, 3));
    add("w", "f32[t]", FloatTensor.of(floats(101, random), 101));
    add("b", "f64[q, 10, 10]", DoubleTensor.of(g, COUNT / 100, 10, 10));
  }

  private static float[] floats(int count, Random random) {
    float[] floats = new float[count];
    for (int k = 0; k < count; k++) {
      floats[k] = (float) random.nextGaussian();
    }
    return floats;
  }

  private void add(String name, String type, Tensor value) throws IOException {
    Npy.write(folder.resolve(name + ".npy"), value);
    operands.put(name, new Operand(type, value));
  }

  /**
   * Measures the tasks whose key contains a text, and prints a table.
   *
   * @param folder for the operands and NumPy's results
   */
  static void run(String filter, Path folder) throws IOException {
    String table = ProgramText.of(TABLE);
    Files.writeString(folder.resolve("tasks"), table);
    var comparison = new AgainstLibrary(folder);
    try (var numpy = new NumpyProcess(folder, "library_times.py")) {
      System.out.printf("NumPy %s, %,d elements, one thread%n", numpy.version(), COUNT);
      System.out.print(InTurn.head());
      int failed = 0;
      for (Task task : tasks(table)) {
        if (task.key().contains(filter)) {
          failed += comparison.holds(task, numpy) ? 0 : 1;
        }
      }
      if (failed > 0) {
        throw new BenchmarkException(failed + " functions failed or differ from NumPy's");
      }
    }
  }

  private static List<Task> tasks(String table) {
    return table
        .lines()
        .filter(line -> !line.startsWith("#"))
        .map(line -> line.split("\\|"))
        .map(columns -> new Task(columns[0].strip(), columns[1].strip()))
        .toList();
  }

  /** Whether the task could be measured, and gives NumPy's results. */
  private boolean holds(Task task, NumpyProcess numpy) throws IOException {
    try {
      compare(task, numpy);
      return true;
    } catch (BenchmarkException | CompilationException | TensorException e) {
      System.out.println(
          task.key() + ": " + String.valueOf(e.getMessage()).lines().findFirst().orElse(""));
      return false;
    }
  }

  private void compare(Task task, NumpyProcess numpy) throws IOException {
    List<String> names =
        operands.keySet().stream()
            .filter(n -> Pattern.compile("\\b" + n + "\\b").matcher(task.ours()).find())
            .toList();
    String source = source(task.ours(), names);
    var program =
        Tensorc.compile(
            new SourceText(task.key() + ".tc", source),
            Options.DEFAULT.withThreads(Threads.parse("1")));
    Function function = program.function("task");
    Object[] args = names.stream().map(n -> operand(n).value()).toArray();
    numpy.write(task.key());
    requireAlike(task.key(), function.invoke(args));
    Contender ours =
        times -> {
          for (long t = 0; t < times; t++) {
            function.invoke(args);
          }
        };
    System.out.print(IN_TURN.row(task.key(), ours, numpy));
  }

  private Operand operand(String name) {
    return Objects.requireNonNull(operands.get(name));
  }

  private String source(String ours, List<String> names) {
    String parameters =
        names.stream().map(n -> n + ": " + operand(n).type()).collect(Collectors.joining(", "));
    String imports =
        StandardLibrary.paths().stream()
            .map("import \"%s\"\n"::formatted)
            .collect(Collectors.joining());
    String which = ours.substring(0, ours.indexOf('('));
    String body = "return " + ours;
    if (RESULTS.containsKey(which)) {
      int count = RESULTS.get(which);
      int taken = which.equals("first") ? 0 : count - 1;
      String targets =
          IntStream.range(0, count)
              .mapToObj(k -> (k == taken ? "r" : "_r") + k)
              .collect(Collectors.joining(", "));
      String call = ours.substring(which.length() + 1, ours.length() - 1);
      body = "let (%s) = %s%nreturn r%d".formatted(targets, call, taken);
    }
    return "%sexport fn task(%s) {%n%s%n}%n".formatted(imports, parameters, body);
  }

  private void requireAlike(String key, Object ours) throws IOException {
    Tensor read = Npy.read(folder.resolve("=" + key + ".npy"));
    double[] theirs = (double[]) read.toArray();
    double[] mine = doubles(ours);
    if (mine.length != theirs.length) {
      throw new BenchmarkException(
          "%s has %d elements, NumPy's has %d".formatted(key, mine.length, theirs.length));
    }
    double largest = 0;
    for (double v : theirs) {
      largest = Double.isFinite(v) ? Math.max(largest, Math.abs(v)) : largest;
    }
    for (int k = 0; k < mine.length; k++) {
      boolean alike =
          mine[k] == theirs[k]
              || (Double.isNaN(mine[k]) && Double.isNaN(theirs[k]))
              || Math.abs(mine[k] - theirs[k]) <= TOLERANCE * largest;
      if (!alike) {
        throw new BenchmarkException(
            "%s: element %d is %s, NumPy's %s".formatted(key, k, mine[k], theirs[k]));
      }
    }
  }

  private static double[] doubles(Object value) {
    return switch (value) {
      case Tensor t ->
          switch (t.toArray()) {
            case double[] v -> v;
            case float[] v -> {
              double[] wide = new double[v.length];
              for (int k = 0; k < v.length; k++) {
                wide[k] = v[k];
              }
              yield wide;
            }
            case long[] v -> Arrays.stream(v).asDoubleStream().toArray();
            case boolean[] v -> {
              double[] wide = new double[v.length];
              for (int k = 0; k < v.length; k++) {
                wide[k] = v[k] ? 1 : 0;
              }
              yield wide;
            }
            default -> throw new BenchmarkException("a result of another kind: " + t);
          };
      case Boolean b -> new double[] {b ? 1 : 0};
      case Number n -> new double[] {n.doubleValue()};
      default -> throw new BenchmarkException("a result of another kind: " + value);
    };
  }
}
