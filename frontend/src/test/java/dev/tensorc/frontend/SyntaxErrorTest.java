package dev.tensorc.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Programs with mistakes and the messages about them, to the letter: {@code syntax-errors.txt}
 * holds programs, each followed by a line {@code ----} and its report.
 */
class SyntaxErrorTest {

  static List<String> cases() throws IOException {
    try (var in = SyntaxErrorTest.class.getResourceAsStream("syntax-errors.txt")) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return List.of(text.split("(?m)^====\n"));
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void reports(String programAndReport) {
    String[] parts = programAndReport.split("(?m)^----\n", 2);
    assertThat(Programs.errorsOfFile(parts[0])).isEqualTo(parts[1]);
  }

  @Test
  void everyIdIsShown() throws IOException {
    String all = String.join("", cases());
    var missing =
        Arrays.stream(ParseError.values())
            .filter(error -> !all.contains("[" + error.id() + "]"))
            // Needs a program too large for the file: see ParserRobustnessTest.
            .filter(error -> error != ParseError.TOO_DEEP)
            // Need several files: see LinkerTest.
            .filter(error -> !error.name().startsWith("IMPORT_"))
            .toList();
    assertThat(missing).isEmpty();
  }

  @Test
  void idsAreDistinct() {
    var ids = Arrays.stream(ParseError.values()).map(ParseError::id).collect(Collectors.toSet());
    assertThat(ids).hasSameSizeAs(ParseError.values());
  }
}
