package dev.tensorc.cli.data;

import dev.tensorc.cli.error.Errors;
import dev.tensorc.cli.error.Failure;
import dev.tensorc.interp.TensorBridge;
import dev.tensorc.runtime.Function;
import dev.tensorc.runtime.Parameter;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.Tensors;
import dev.tensorc.runtime.io.StagedFiles;
import dev.tensorc.runtime.io.TensorFileException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Where a function's results go: to files, to standard output, or to the screen. The options are
 * checked before the run.
 */
public final class Results {

  private final Function function;
  private final ResultOptions options;
  private final Map<Parameter, ResultTarget> targets = new LinkedHashMap<>();

  /** Where the {@code -o} options of a command line send each result. */
  public Results(Function function, ResultOptions options) {
    this.function = function;
    this.options = options;
    for (String option : options.outputs()) {
      Parameter result = result(option);
      String file = option.substring(hasName(option, result) ? result.name().length() + 1 : 0);
      ResultTarget target = ResultTarget.of(file, result, which(result), options);
      if (targets.values().stream().anyMatch(other -> other.file().equals(target.file()))) {
        throw Failure.usage("-o " + file + ": two results cannot have one file");
      }
      if (targets.put(result, target) != null) {
        throw Failure.usage("-o " + file + ": " + which(result) + " has a file already");
      }
    }
    boolean streams = targets.values().stream().anyMatch(ResultTarget::isStandardOutput);
    if (streams && targets.size() < function.results().size()) {
      throw Failure.usage("-o -: the other results would be printed into it; give each a file");
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

  /** A function's results, as tensors, in order. */
  public static List<Tensor> tensors(Function function, Object value) {
    List<?> values = function.results().size() == 1 ? List.of(value) : (List<?>) value;
    var tensors = new ArrayList<Tensor>();
    for (int i = 0; i < values.size(); i++) {
      tensors.add(tensor(function.results().get(i), values.get(i)));
    }
    return tensors;
  }

  /**
   * Writes the files, all or none, and prints the results that have none.
   *
   * @param tensors the function's results
   * @param rate of the sounds among the arguments
   * @param binary standard output, for {@code -o -}
   * @param err gets a line for each file that was written
   */
  public void deliver(
      List<Tensor> tensors,
      Optional<Float> rate,
      OutputStream binary,
      PrintWriter out,
      PrintWriter err) {
    var printed = new ArrayList<String>();
    var written = new ArrayList<String>();
    try (var staged = new StagedFiles()) {
      for (int i = 0; i < tensors.size(); i++) {
        ResultTarget target = targets.get(function.results().get(i));
        Tensor tensor = tensors.get(i);
        if (target == null) {
          printed.add(text(function.results().get(i), tensor));
        } else if (target.file().isPresent()) {
          staged.add(target.file().get(), to -> target.write(to, tensor, options.rate(rate)));
          written.add("tensorc: wrote %s: %s".formatted(target.name(), Tensors.typeText(tensor)));
        }
      }
      staged.commit();
    } catch (TensorFileException e) {
      throw Failure.data("cannot write " + Errors.describe(e));
    }
    written.forEach(err::println);
    if (options.print() != ResultOptions.Print.NONE) {
      printed.forEach(out::println);
    }
    toStandardOutput(tensors, rate, binary);
  }

  private void toStandardOutput(List<Tensor> tensors, Optional<Float> rate, OutputStream binary) {
    for (int i = 0; i < tensors.size(); i++) {
      ResultTarget target = targets.get(function.results().get(i));
      if (target != null && target.isStandardOutput()) {
        try {
          target.write(binary, tensors.get(i), options.rate(rate));
          binary.flush();
        } catch (TensorFileException e) {
          throw Failure.data("cannot write " + Errors.describe(e));
        } catch (IOException _) {
          return; // standard output remembers it, and the command ends with it
        }
      }
    }
  }

  private String text(Parameter result, Tensor tensor) {
    String value =
        options.print() == ResultOptions.Print.ALL ? Tensors.wholeText(tensor) : "" + tensor;
    return function.results().size() == 1 ? value : result.name() + " = " + value;
  }

  private static Tensor tensor(Parameter result, Object value) {
    return value instanceof Tensor t
        ? t
        : TensorBridge.tensor(TensorBridge.dtype(result.dtype()), List.of(), List.of(value));
  }
}
