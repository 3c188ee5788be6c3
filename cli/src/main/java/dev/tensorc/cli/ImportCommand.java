package dev.tensorc.cli;

import dev.tensorc.cli.error.ExitCodes;
import dev.tensorc.cli.error.Failure;
import dev.tensorc.onnx.OnnxImport;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tensorc import}. */
@Command(
    mixinStandardHelpOptions = true,
    description = "Makes a program and its weights of an ONNX model (docs/onnx.md).")
final class ImportCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(paramLabel = "MODEL", description = "The model (.onnx).")
  private Path model = Path.of("");

  @Option(
      names = "-d",
      paramLabel = "DIR",
      description =
          "Where the program and its weights go; by default the folder it is called from.")
  private Path folder = Path.of("");

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description = "What the files are called; by default as the model is.")
  private @Nullable String name;

  @Option(
      names = "--size",
      paramLabel = "SIZE=NUMBER",
      split = ",",
      description = "Fixes sizes of the inputs, by the names that the program gives them.")
  private Map<String, Long> sizes = new LinkedHashMap<>();

  @Override
  public Integer call() throws IOException {
    sizes.forEach(ImportCommand::requireSize);
    String files = name == null ? OnnxImport.nameOf(model) : name;
    if (!files.matches("[A-Za-z_][A-Za-z0-9_]*")) {
      throw Failure.usage(
          "--name %s: a name has letters, digits and underscores, and begins with no digit"
              .formatted(files));
    }
    List<Path> written = OnnxImport.run(model, new OnnxImport.Options(folder, files, sizes));
    PrintWriter out = spec.commandLine().getOut();
    written.forEach(each -> out.println("wrote " + each));
    return ExitCodes.OK;
  }

  private static void requireSize(String size, Long number) {
    if (number < 1) {
      throw Failure.usage("--size %s=%d: a size is at least 1".formatted(size, number));
    }
  }
}
