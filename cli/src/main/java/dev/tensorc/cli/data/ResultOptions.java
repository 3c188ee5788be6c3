package dev.tensorc.cli.data;

import dev.tensorc.cli.error.Failure;
import dev.tensorc.runtime.Parameter;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Where results go, and how they are printed. */
public final class ResultOptions {

  private static final float CD_RATE = 44_100;

  /** How much of a result without a file is printed. */
  public enum Print {
    /** The first and last elements of each axis of large arrays. */
    EDGES,
    /** Everything. */
    ALL,
    /** Nothing. */
    NONE
  }

  @Option(
      names = {"-o", "--output"},
      paramLabel = "[name=]FILE",
      description = {
        "Where a result goes, by extension: .npy, .csv, .tsv, .json, .arrow, .png,",
        ".jpg or .wav; - for standard output."
      })
  private List<String> outputs = List.of();

  @Option(
      names = "--output-format",
      paramLabel = "FORMAT",
      description = "What -o - writes, such as npy; csv unless given, json above 2 axes.")
  private Optional<DataFormat> streamFormat = Optional.empty();

  @Option(
      names = "--rate",
      paramLabel = "HZ",
      description = "Frames per second of .wav results; that of a .wav argument, else 44100.")
  private Optional<Float> rate = Optional.empty();

  @Option(
      names = "--print",
      paramLabel = "edges|all|none",
      description = "How much of a large result without a file is printed; edges unless given.")
  private Print print = Print.EDGES;

  List<String> outputs() {
    return outputs;
  }

  DataFormat streamFormat(Parameter result) {
    return streamFormat.orElse(
        result.rank() == Parameter.UNRANKED || result.rank() > 2
            ? DataFormat.JSON
            : DataFormat.CSV);
  }

  Print print() {
    return print;
  }

  /**
   * Frames per second.
   *
   * @param ofArguments that of the sounds among the arguments
   */
  float rate(Optional<Float> ofArguments) {
    float chosen = rate.or(() -> ofArguments).orElse(CD_RATE);
    if (!(chosen >= 1 && chosen <= Integer.MAX_VALUE)) {
      throw Failure.usage("--rate: from 1 to 2147483647 frames per second, not " + chosen);
    }
    return chosen;
  }
}
