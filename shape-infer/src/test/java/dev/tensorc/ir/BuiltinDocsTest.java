package dev.tensorc.ir;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The page of the builtins is the table's. */
class BuiltinDocsTest {

  private static final Path PAGE = Path.of("../docs/builtins.md");

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
