package dev.tensorc.cli;

import dev.tensorc.Function;
import dev.tensorc.Parameter;
import dev.tensorc.interp.TensorBridge;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.io.Npy;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Where a function's result goes: a file, or the screen. The options are checked before the run.
 */
final class Results {

  private final Parameter result;
  private final Optional<Path> target;

  Results(Function function, List<String> options) {
    this.result = function.result();
    if (options.size() > 1) {
      throw Failure.usage("-o: " + function.name() + " has one result");
    }
    this.target = options.stream().findFirst().map(o -> path(function, o));
  }

  private Path path(Function function, String option) {
    String prefix = result.name() + "=";
    boolean named = !result.name().isEmpty() && option.startsWith(prefix);
    String file = named ? option.substring(prefix.length()) : option;
    if (!isPng(file) && !file.toLowerCase(Locale.ROOT).endsWith(".npy")) {
      throw Failure.usage("-o " + file + ": the name of an output ends in .npy or .png");
    }
    if (isPng(file) && result.rank() != 2 && result.rank() != 3) {
      throw Failure.data(
          "%s: a picture has 2 or 3 axes, but %s gives %s"
              .formatted(file, function.name(), result.declaredType()));
    }
    return Path.of(file);
  }

  private static boolean isPng(String file) {
    return file.toLowerCase(Locale.ROOT).endsWith(".png");
  }

  void deliver(Object value, PrintWriter out) {
    Tensor tensor =
        value instanceof Tensor t
            ? t
            : TensorBridge.tensor(result.dtype(), List.of(), List.of(value));
    if (target.isEmpty()) {
      out.println(tensor);
    } else {
      write(target.get(), tensor);
    }
  }

  private static void write(Path file, Tensor tensor) {
    StagedFiles.Content content =
        isPng(file.toString())
            ? PictureWriter.of(tensor, file.toString())::encode
            : out -> Npy.write(out, tensor);
    try (var staged = new StagedFiles()) {
      staged.add(file, content);
      staged.commit();
    } catch (IOException e) {
      throw Failure.data("cannot write " + file + ": " + Errors.describe(e));
    }
  }
}
