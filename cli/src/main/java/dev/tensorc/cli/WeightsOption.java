package dev.tensorc.cli;

import dev.tensorc.CompiledProgram;
import dev.tensorc.cli.error.Failure;
import dev.tensorc.cli.option.CommandOptions;
import dev.tensorc.cli.option.OptionValue;
import dev.tensorc.runtime.Program;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** Where a program's weights are. */
final class WeightsOption {

  private final OptionValue<Optional<Path>> file;

  WeightsOption(CommandOptions options) {
    this.file =
        options.optional(
            "--weights",
            "FILE",
            Path.class,
            "The program's weights, a safetensors file; where the program says, beside it, "
                + "unless given.");
  }

  /** The file, where one is given. */
  Optional<Path> file() {
    return file.get();
  }

  /** The program with its weights; itself where it has none. */
  Program load(CompiledProgram program) throws IOException {
    Optional<Path> beside = program.weightsFile();
    if (beside.isEmpty() && file.get().isPresent()) {
      throw Failure.usage("--weights: " + program.source() + " declares no weights");
    }
    return beside.isEmpty() ? program : program.withWeights(file.get().or(() -> beside).get());
  }
}
