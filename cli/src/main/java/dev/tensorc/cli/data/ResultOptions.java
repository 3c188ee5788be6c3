package dev.tensorc.cli.data;

import dev.tensorc.cli.error.Failure;
import dev.tensorc.cli.option.CommandOptions;
import dev.tensorc.cli.option.OptionValue;
import dev.tensorc.runtime.Parameter;
import java.util.List;
import java.util.Optional;

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

  private final OptionValue<List<String>> outputs;

  private final OptionValue<Optional<DataFormat>> streamFormat;

  private final OptionValue<Optional<Float>> rate;

  private final OptionValue<Print> print;

  public ResultOptions(CommandOptions options) {
    this.outputs =
        options.list(
            "-o --output",
            "[name=]FILE",
            "Where a result goes, by extension: .npy, .csv, .tsv, .json, .arrow, .png, "
                + ".jpg or .wav; - for standard output.");
    this.streamFormat =
        options.optional(
            "--output-format",
            "FORMAT",
            DataFormat.class,
            "The format that -o - writes, such as npy; csv unless given, json above 2 axes.");
    this.rate =
        options.optional(
            "--rate",
            "HZ",
            Float.class,
            "Frames per second of .wav results; that of a .wav argument, else 44100.");
    this.print =
        options.value(
            "--print",
            "edges|all|none",
            Print.class,
            Print.EDGES,
            "How much of a large result without a file is printed; edges unless given.");
  }

  List<String> outputs() {
    return outputs.get();
  }

  DataFormat streamFormat(Parameter result) {
    return streamFormat
        .get()
        .orElse(
            result.rank() == Parameter.UNRANKED || result.rank() > 2
                ? DataFormat.JSON
                : DataFormat.CSV);
  }

  Print print() {
    return print.get();
  }

  /**
   * Frames per second.
   *
   * @param ofArguments that of the sounds among the arguments
   */
  float rate(Optional<Float> ofArguments) {
    float chosen = rate.get().or(() -> ofArguments).orElse(CD_RATE);
    if (!(chosen >= 1 && chosen <= Integer.MAX_VALUE)) {
      throw Failure.usage("--rate: from 1 to 2147483647 frames per second, not " + chosen);
    }
    return chosen;
  }
}
