package dev.tensorc.golden;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.frontend.ParseError;
import dev.tensorc.infer.ErrorId;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every error id has a test file that shows it. */
class ErrorIdsTest {

  @Test
  void everyErrorIsShown() throws IOException {
    String shown =
        GoldenTest.all()
            .flatMap(file -> file.sections().stream())
            .filter(section -> List.of("error", "warnings").contains(section.kind()))
            .map(GoldenFile.Section::body)
            .collect(Collectors.joining("\n"));
    Stream<String> inference = Arrays.stream(ErrorId.values()).map(ErrorId::code);
    // LinkerTest shows it: a thousand files are no golden test
    Stream<String> parser =
        Arrays.stream(ParseError.values())
            .filter(e -> e != ParseError.IMPORT_LIMIT)
            .map(ParseError::id);
    assertThat(Stream.concat(parser, inference).filter(code -> !shown.contains("[" + code + "]")))
        .isEmpty();
  }
}
