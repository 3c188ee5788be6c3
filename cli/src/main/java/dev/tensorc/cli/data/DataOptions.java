package dev.tensorc.cli.data;

import dev.tensorc.cli.option.CommandOptions;
import dev.tensorc.cli.option.OptionValue;
import dev.tensorc.io.CsvOptions;
import java.util.Optional;

/** How arguments are read. */
public final class DataOptions {

  private final OptionValue<Boolean> cast;

  private final OptionValue<CsvOptions.Header> header;

  private final OptionValue<Optional<DataFormat>> format;

  public DataOptions(CommandOptions options) {
    this.cast =
        options.flag("--cast", "Convert arguments of another element type, as astype does.");
    this.header =
        options.value(
            "--header",
            "auto|yes|no",
            CsvOptions.Header.class,
            CsvOptions.Header.AUTO,
            "Whether the first row of .csv and .tsv files has names; auto looks.");
    this.format =
        options.optional(
            "--format",
            "FORMAT",
            DataFormat.class,
            "The format of standard input (x=-), such as csv; by its content unless given.");
  }

  /** Whether values of another dtype are converted rather than refused. */
  boolean cast() {
    return cast.get();
  }

  CsvOptions.Header header() {
    return header.get();
  }

  Optional<DataFormat> format() {
    return format.get();
  }
}
