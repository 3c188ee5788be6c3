package dev.tensorc.cli;

import dev.tensorc.cli.error.ExitCodes;
import dev.tensorc.cli.error.Failure;
import dev.tensorc.cli.option.OptionValue;
import dev.tensorc.onnx.OnnxImport;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@code tensorc import}. */
final class ImportCommand extends Verb {

  private final OptionValue<Path> model = options.word("MODEL", Path.class, "The model (.onnx).");

  private final OptionValue<Path> folder =
      options.value(
          "-d",
          "DIR",
          Path.class,
          Path.of(""),
          "Where the program and its weights go; by default the folder it is called from.");

  private final OptionValue<Optional<String>> name =
      options.optional(
          "--name", "NAME", String.class, "The name of the files; by default that of the model.");

  private final OptionValue<Map<String, Long>> sizes =
      options.numbers(
          "--size",
          "SIZE=NUMBER",
          "Fixes sizes of the inputs, by the names that the program gives them.");

  ImportCommand() {
    super(
        "Makes a program and its weights of an ONNX model (docs/onnx.md).",
        """

        Example:
          $ tensorc import model.onnx -d kernels --size n=16\
        """);
  }

  @Override
  public Integer call() throws IOException {
    sizes.get().forEach(ImportCommand::requireSize);
    String files = name.get().orElseGet(() -> OnnxImport.nameOf(model.get()));
    if (!files.matches("[A-Za-z_][A-Za-z0-9_]*")) {
      throw Failure.usage(
          "--name %s: a name has letters, digits and underscores, and begins with no digit"
              .formatted(files));
    }
    List<Path> written =
        OnnxImport.run(model.get(), new OnnxImport.Options(folder.get(), files, sizes.get()));
    PrintWriter out = out();
    written.forEach(each -> out.println("wrote " + each));
    return ExitCodes.OK;
  }

  private static void requireSize(String size, Long number) {
    if (number < 1) {
      throw Failure.usage("--size %s=%d: a size is at least 1".formatted(size, number));
    }
  }
}
