package dev.tensorc.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * The rules of words in CONTRIBUTING.md, as far as a test can hold them, in the string literals of
 * main code: messages, options, reports.
 */
class MessagesTest {

  private static final Path ROOT = Path.of("..");

  private static final String LITERAL = "\"[^\"\\\\\n]*+(?:\\\\.[^\"\\\\\n]*+)*+\"";
  private static final String PLUS = "\\s*+\\+\\s*+";

  /** Comments and characters, which may hold quotation marks, and literals that are added up. */
  private static final Pattern TOKENS =
      Pattern.compile(
          "(?s)/\\*.*?\\*/|//[^\n]*+|'(?:\\\\.|[^'\\\\])++'|(?<text>\"\"\".*?\"\"\"|%s(?:%s%s)*+)"
              .formatted(LITERAL, PLUS, LITERAL));

  private static final Pattern SEAM = Pattern.compile("\"" + PLUS + "\"");

  @Test
  void clausesHaveHeads() throws IOException {
    List<String> faults = new ArrayList<>();
    for (Path file : sources()) {
      String source = Files.readString(file);
      TOKENS
          .matcher(source)
          .results()
          .filter(token -> token.group("text") != null)
          .flatMap(
              token -> {
                long before = source.substring(0, token.start()).lines().count();
                String text = SEAM.matcher(token.group("text")).replaceAll("");
                String words = text.replaceAll("\\A\"+|\"+\\z", "").replace("\\n", "\n");
                return Prose.headless(List.of(new Prose.Line((int) before, words)));
              })
          .forEach(fault -> faults.add(file + ":" + fault));
    }
    assertThat(faults).isEmpty();
  }

  private static List<Path> sources() throws IOException {
    List<Path> sources =
        SourceTree.files(
            ROOT,
            folder -> folder.endsWith("src/test") || folder.endsWith("src/it"),
            file -> file.toString().matches(".*\\.java(?:\\.template)?"));
    assertThat(sources).hasSizeGreaterThan(500);
    return sources;
  }
}
