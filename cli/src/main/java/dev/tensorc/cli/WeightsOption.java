package dev.tensorc.cli;

import dev.tensorc.CompiledProgram;
import dev.tensorc.cli.error.Failure;
import dev.tensorc.runtime.Program;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Where a program's weights are. */
final class WeightsOption {

  @Option(
      names = "--weights",
      paramLabel = "FILE",
      description = {
        "The program's weights, a safetensors file; where the program says, beside it,",
        "unless given."
      })
  private Optional<Path> file = Optional.empty();

  /** The file, where one is given. */
  Optional<Path> file() {
    return file;
  }

  /** The program with its weights; itself where it has none. */
  Program load(CompiledProgram program) throws IOException {
    Optional<Path> beside = program.weightsFile();
    if (beside.isEmpty() && file.isPresent()) {
      throw Failure.usage("--weights: " + program.source() + " declares no weights");
    }
    return beside.isEmpty() ? program : program.withWeights(file.or(() -> beside).get());
  }
}
