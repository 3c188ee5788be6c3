package dev.tensorc.generated;

import dev.tensorc.interp.TensorBridge;
import dev.tensorc.ir.DType;
import dev.tensorc.runtime.Tensor;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** Programs in Python, run by one process. */
final class Numpy {

  /** The result of a program that hangs on the last bit of its arguments. */
  static final String ILL_CONDITIONED = "ill-conditioned";

  private static final List<DType> SHORT_FLOATS = List.of(DType.F16, DType.BF16);

  private Numpy() {}

  /** Whether there is a Python with NumPy 2. */
  static boolean isPresent(String python) {
    try {
      String check = "import numpy; assert numpy.__version__ >= '2'";
      Process process = new ProcessBuilder(python, "-c", check).redirectErrorStream(true).start();
      process.getInputStream().readAllBytes();
      return process.waitFor() == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** NumPy has no bf16, other sums of f16, and other random numbers. */
  static boolean covers(GeneratedProgram program) {
    String source = program.source();
    return !source.contains("random_")
        && SHORT_FLOATS.stream().noneMatch(d -> source.contains(d.label()));
  }

  /** The results of each program for its witness, as the prelude prints them, by its seed. */
  static Map<Long, String> run(String python, List<GeneratedProgram> programs)
      throws IOException, InterruptedException {
    var script = new StringBuilder(prelude());
    programs.forEach(p -> append(p, script));
    Path file = Files.createTempFile("generated", ".py");
    try {
      Files.writeString(file, script);
      Process process =
          new ProcessBuilder(python, file.toString())
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      var results = new HashMap<Long, String>();
      String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      process.waitFor();
      for (String line : out.lines().toList()) {
        String[] parts = line.split("\t", 2);
        results.put(Long.valueOf(parts[0]), parts[1]);
      }
      return results;
    } finally {
      Files.delete(file);
    }
  }

  private static String prelude() {
    try (InputStream in = Numpy.class.getResourceAsStream("numpy_prelude.py")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void append(GeneratedProgram program, StringBuilder out) {
    out.append("\n\ndef program(*arguments):\n");
    program.fns().forEach(f -> out.append(f.numpy("  ")));
    out.append("  return ").append(GeneratedProgram.NAME).append("(*arguments)\n\n");
    String arguments =
        program.calls().getFirst().stream().map(Numpy::argument).collect(Collectors.joining(", "));
    out.append("run(%d, program, [%s])\n".formatted(program.seed(), arguments));
  }

  private static String argument(Argument a) {
    String elements =
        a.plain().elements().stream().map(Numpy::element).collect(Collectors.joining(", "));
    String array = "array([" + elements + "], " + a.dtype() + ", " + Sizes.tuple(a.shape()) + ")";
    return a.shape().isEmpty() ? "copy(" + array + ")" : array;
  }

  private static String element(Object e) {
    return e instanceof Boolean b
        ? (b ? "True" : "False")
        : e.toString().replace("NaN", "nan").replace("Infinity", "inf");
  }

  // ---------------------------------------------------------------- results

  /** Why the program's result differs from NumPy's; empty where it does not. */
  static String difference(Object given, String printed) {
    List<?> results = given instanceof List<?> several ? several : List.of(given);
    String[] expected = printed.split("; ", -1);
    for (int i = 0; i < results.size(); i++) {
      String difference = differenceOfOne(results.get(i), expected[i].split("\\|", -1));
      if (!difference.isEmpty()) {
        return "result " + i + " " + difference;
      }
    }
    return "";
  }

  /**
   * @param expected dtype, shape, elements
   */
  private static String differenceOfOne(Object given, String[] expected) {
    List<Object> elements;
    String shape = "";
    if (given instanceof Tensor t) {
      elements = new ArrayList<>(TensorBridge.elements(t));
      shape = Arrays.stream(t.shape()).mapToObj(Long::toString).collect(Collectors.joining(","));
      String dtype = name(t.type().label());
      if (!dtype.equals(expected[0])) {
        return "is " + dtype + ", not " + expected[0];
      }
    } else {
      elements = List.of(given);
    }
    if (!shape.equals(expected[1])) {
      return "has shape (" + shape + "), not (" + expected[1] + ")";
    }
    String[] words = expected[2].isEmpty() ? new String[0] : expected[2].split(" ");
    for (int i = 0; i < words.length; i++) {
      if (!isClose(elements.get(i), words[i], expected[0])) {
        return "has at %d %s, not %s".formatted(i, elements.get(i), words[i]);
      }
    }
    return "";
  }

  private static String name(String dtype) {
    return dtype.replaceFirst("^i", "int").replaceFirst("^u", "uint").replaceFirst("^f", "float");
  }

  private static boolean isClose(Object given, String word, String dtype) {
    if (given instanceof Boolean b) {
      return b == word.equals("True");
    }
    double expected = Double.parseDouble(word.replace("nan", "NaN").replace("inf", "Infinity"));
    double value = ((Number) given).doubleValue();
    if (!dtype.startsWith("float")) { // the bits of u32 and u64 are those of an int and a long
      return Long.toString(((Number) given).longValue()).equals(word)
          || Long.toUnsignedString(((Number) given).longValue()).equals(word)
          || Integer.toUnsignedString(((Number) given).intValue()).equals(word);
    }
    return Double.compare(value, expected) == 0
        || Math.abs(value - expected) <= 1e-3 + 1e-3 * Math.abs(expected);
  }
}
