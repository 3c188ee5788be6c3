package dev.tensorc.ir;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The page of the builtins is the table's. */
class BuiltinDocsTest {

  private static final Path PAGE = Path.of("../docs/builtins.md");

  @Test
  void everyFunctionOfTheStandardIsThereAndEveryRowHasASection() {
    List<String> listed =
        Arrays.stream(StandardSections.values()).flatMap(s -> s.names().stream()).toList();
    List<String> table = Arrays.stream(Builtin.values()).map(Builtin::label).toList();
    assertThat(listed).containsExactlyInAnyOrderElementsOf(table);
  }

  @Test
  void thePageIsWhatTheTableSays() throws IOException {
    if (System.getProperty("tensorc.bless") != null) {
      Files.writeString(PAGE, BuiltinDocs.markdown());
    }
    assertThat(Files.readString(PAGE))
        .as("docs/builtins.md; run with -Dtensorc.bless=true to write it")
        .isEqualTo(BuiltinDocs.markdown());
  }
}
