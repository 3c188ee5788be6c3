package dev.tensorc.ir;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Each row of the page names tests that exist. */
class NumpyDifferencesTest {

  private static final Path PAGE = Path.of("../docs/numpy-differences.md");
  private static final Path GOLDEN = Path.of("../compiler/src/test/tensor");
  private static final Path JAVA = Path.of("../compiler/src/test/java/dev/tensorc");

  @Test
  void everyRowNamesATestThatExists() throws IOException {
    var rows =
        Files.readAllLines(PAGE).stream()
            .filter(line -> line.startsWith("| ") && !line.startsWith("| here"))
            .toList();
    assertThat(rows).isNotEmpty();
    for (String row : rows) {
      String[] cells = row.split("\\|");
      var names =
          Pattern.compile("`([\\w/]+)`")
              .matcher(cells[cells.length - 1])
              .results()
              .map((MatchResult m) -> m.group(1))
              .toList();
      assertThat(names).as(row).isNotEmpty().allMatch(NumpyDifferencesTest::exists);
    }
  }

  private static boolean exists(String test) {
    return Files.exists(GOLDEN.resolve(test + ".tc"))
        || Files.exists(JAVA.resolve("golden/" + test + ".java"))
        || Files.exists(JAVA.resolve("accuracy/" + test + ".java"));
  }
}
