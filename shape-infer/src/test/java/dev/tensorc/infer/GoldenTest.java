package dev.tensorc.infer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.infer.report.ErrorId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Programs and the results of inference, to the letter: {@code programs.txt} holds right ones with
 * their IR, {@code errors.txt} wrong ones with their report. Each case is a line {@code ==== name},
 * the program, a line {@code ----} and the text. With {@code -Dtensorc.bless=DIR}, DIR being the
 * folder of the two files, the texts are rewritten.
 */
class GoldenTest {

  private static final List<String> FILES = List.of("programs.txt", "errors.txt");

  record Case(String file, String name, String program, String expected) {
    @Override
    public String toString() {
      return name;
    }
  }

  static List<Case> cases() throws IOException {
    String bless = System.getProperty("tensorc.bless");
    List<Case> all = new java.util.ArrayList<>();
    for (String file : FILES) {
      String text = bless == null ? resource(file) : Files.readString(Path.of(bless, file));
      List<Case> cases = parse(file, text);
      if (bless != null) {
        cases =
            cases.stream()
                .map(c -> new Case(file, c.name(), c.program(), Programs.report(c.program())))
                .toList();
        String blessed =
            cases.stream()
                .map(c -> "==== " + c.name() + "\n" + c.program() + "----\n" + c.expected())
                .collect(Collectors.joining());
        Files.writeString(Path.of(bless, file), blessed);
      }
      all.addAll(cases);
    }
    return all;
  }

  private static String resource(String file) throws IOException {
    try (var in = GoldenTest.class.getResourceAsStream(file)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static List<Case> parse(String file, String text) {
    return Stream.of(text.split("(?m)^==== "))
        .filter(part -> !part.isEmpty())
        .map(
            part -> {
              int line = part.indexOf('\n');
              String[] halves = part.substring(line + 1).split("(?m)^----\n", 2);
              return new Case(
                  file, part.substring(0, line), halves[0], halves.length > 1 ? halves[1] : "");
            })
        .toList();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  void infers(Case c) {
    assertThat(Programs.report(c.program())).isEqualTo(c.expected());
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  void isInTheRightFile(Case c) {
    assertThat(Programs.infer(c.program()).module().isPresent())
        .isEqualTo(c.file().equals("programs.txt"));
  }

  @Test
  void idsAreDistinct() {
    assertThat(Arrays.stream(ErrorId.values()).map(ErrorId::code)).doesNotHaveDuplicates();
  }
}
