package dev.tensorc.cli.data;

import dev.tensorc.io.CsvOptions;
import java.util.Optional;
import picocli.CommandLine.Option;

/** How arguments are read. */
public final class DataOptions {

  @Option(
      names = "--cast",
      description = "Convert arguments of another element type, as astype does.")
  private boolean cast;

  @Option(
      names = "--header",
      paramLabel = "auto|yes|no",
      description = "Whether the first row of .csv and .tsv files has names; auto looks.")
  private CsvOptions.Header header = CsvOptions.Header.AUTO;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "What standard input (x=-) holds, such as csv; by its content unless given.")
  private Optional<DataFormat> format = Optional.empty();

  /** Whether values of another dtype are converted rather than refused. */
  boolean cast() {
    return cast;
  }

  CsvOptions.Header header() {
    return header;
  }

  Optional<DataFormat> format() {
    return format;
  }
}
