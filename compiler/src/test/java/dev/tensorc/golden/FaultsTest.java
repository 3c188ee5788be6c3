package dev.tensorc.golden;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The faults of {@code src/test/faults} can be put into today's sources. */
class FaultsTest {

  private static final Path ROOT = Path.of("..");
  private static final String NEW_FILE = "+++ b/";

  static List<Path> faults() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("src", "test", "faults"))) {
      return files.filter(f -> f.toString().endsWith(".patch")).sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("faults")
  void theLinesThatAFaultChangesAreThere(Path fault) throws IOException {
    String[] hunks = Files.readString(fault).split("(?m)^@@.*\\R");
    String file =
        hunks[0].lines().filter(line -> line.startsWith(NEW_FILE)).findFirst().orElseThrow();
    String source = Files.readString(ROOT.resolve(file.substring(NEW_FILE.length())));
    for (String hunk : List.of(hunks).subList(1, hunks.length)) {
      String before =
          hunk.lines()
              .filter(line -> line.startsWith(" ") || line.startsWith("-"))
              .map(line -> line.substring(1))
              .collect(Collectors.joining("\n"));
      assertThat(source).as(file).contains(before);
    }
  }
}
