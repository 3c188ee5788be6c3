package dev.tensorc.golden;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.frontend.ParseError;
import dev.tensorc.infer.report.ErrorId;
import dev.tensorc.sections.Section;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every error id has a test file that shows it. */
class ErrorIdsTest {

  @Test
  void everyErrorIsShown() {
    String shown =
        GoldenTest.all()
            .flatMap(file -> file.sections().stream())
            .filter(section -> List.of("error", "warnings").contains(section.kind()))
            .map(Section::body)
            .collect(Collectors.joining("\n"));
    Stream<String> inference = Arrays.stream(ErrorId.values()).map(ErrorId::code);
    // LinkerTest and FileImportsTest show them: a thousand files, or 16 MiB, are no golden test
    Set<ParseError> large = EnumSet.of(ParseError.IMPORT_LIMIT, ParseError.IMPORT_SIZE);
    Stream<String> parser =
        Arrays.stream(ParseError.values()).filter(e -> !large.contains(e)).map(ParseError::id);
    assertThat(Stream.concat(parser, inference).filter(code -> !shown.contains("[" + code + "]")))
        .isEmpty();
  }
}
