package dev.tensorc.cli.data;

import dev.tensorc.cli.error.Errors;
import dev.tensorc.cli.error.Failure;
import dev.tensorc.interp.TensorBridge;
import dev.tensorc.runtime.Function;
import dev.tensorc.runtime.Parameter;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.io.Npy;
import dev.tensorc.runtime.io.StagedFiles;
import dev.tensorc.runtime.io.TensorFileException;
import java.io.PrintWriter;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Where a function's results go: to files, or to the screen. The options are checked before the
 * run.
 */
public final class Results {

  private final Function function;
  private final Map<Parameter, Path> targets = new LinkedHashMap<>();

  /** Where the {@code -o} options of a command line send each result. */
  public Results(Function function, List<String> options) {
    this.function = function;
    for (String option : options) {
      Parameter result = result(option);
      String file = option.substring(hasName(option, result) ? result.name().length() + 1 : 0);
      Path target = path(result, file);
      if (targets.containsValue(target)) {
        throw Failure.usage("-o " + file + ": two results cannot have one file");
      }
      if (targets.put(result, target) != null) {
        throw Failure.usage("-o " + file + ": " + which(result) + " has a file already");
      }
    }
  }

  private Parameter result(String option) {
    for (Parameter r : function.results()) {
      if (function.results().size() == 1 || hasName(option, r)) {
        return r;
      }
    }
    throw Failure.usage(
        "-o %s: %s has several results; say which: %s"
            .formatted(
                option,
                function.name(),
                function.results().stream()
                    .map(r -> "-o " + r.name() + "=FILE")
                    .collect(Collectors.joining(", "))));
  }

  private static boolean hasName(String option, Parameter result) {
    return !result.name().isEmpty() && option.startsWith(result.name() + "=");
  }

  private String which(Parameter result) {
    return function.results().size() == 1
        ? "the result of " + function.name()
        : "`" + result.name() + "`";
  }

  private Path path(Parameter result, String file) {
    if (!isPng(file) && !file.toLowerCase(Locale.ROOT).endsWith(".npy")) {
      throw Failure.usage("-o " + file + ": the name of an output ends in .npy or .png");
    }
    if (isPng(file) && result.rank() != 2 && result.rank() != 3) {
      throw Failure.data(
          "%s: a picture has 2 or 3 axes, but %s is %s"
              .formatted(file, which(result), result.declaredType()));
    }
    try {
      return Path.of(file);
    } catch (InvalidPathException e) {
      throw Failure.usage("-o " + file + ": not a file name: " + e.getMessage());
    }
  }

  private static boolean isPng(String file) {
    return file.toLowerCase(Locale.ROOT).endsWith(".png");
  }

  /**
   * Writes the files, all or none, and prints the results that have none.
   *
   * @param value what the function gave
   */
  public void deliver(Object value, PrintWriter out) {
    List<?> values = function.results().size() == 1 ? List.of(value) : (List<?>) value;
    var printed = new ArrayList<String>();
    try (var staged = new StagedFiles()) {
      for (int i = 0; i < values.size(); i++) {
        Parameter result = function.results().get(i);
        Tensor tensor = tensor(result, values.get(i));
        Path file = targets.get(result);
        if (file != null) {
          stage(staged, file, tensor);
        } else {
          printed.add(values.size() == 1 ? "" + tensor : result.name() + " = " + tensor);
        }
      }
      staged.commit();
    } catch (TensorFileException e) {
      throw Failure.data("cannot write " + Errors.describe(e));
    }
    printed.forEach(out::println);
  }

  private static Tensor tensor(Parameter result, Object value) {
    return value instanceof Tensor t
        ? t
        : TensorBridge.tensor(TensorBridge.dtype(result.dtype()), List.of(), List.of(value));
  }

  private static void stage(StagedFiles staged, Path file, Tensor tensor)
      throws TensorFileException {
    String name = file.toString();
    staged.add(
        file,
        isPng(name) ? PictureWriter.of(tensor, name)::encode : out -> Npy.write(out, tensor, name));
  }
}
