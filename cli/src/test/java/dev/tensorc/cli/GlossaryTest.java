package dev.tensorc.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Each word of docs/glossary.md stands there once, and each word in a name of the code generator's
 * classes is one of them or is on the list of plain words and field terms in {@code
 * class-words.txt}.
 */
class GlossaryTest {

  private static final Path GLOSSARY = Path.of("..", "docs", "glossary.md");
  private static final Path CODEGEN = Path.of("..", "codegen", "src", "main", "java");
  private static final Path PLAIN = Path.of("src", "test", "resources", "class-words.txt");

  /** Words of a name in camel case: Vector and Kernel of VectorKernel, Ir of LoopIr. */
  private static final Pattern WORD = Pattern.compile("[A-Z][a-z]*");

  @Test
  void wordsStandOnce() throws IOException {
    assertThat(words()).doesNotHaveDuplicates();
  }

  @Test
  void wordsOfClassNamesAreInGlossary() throws IOException {
    Set<String> known = new TreeSet<>();
    for (String word : words()) {
      known.addAll(Arrays.stream(word.split("[ -]")).map(GlossaryTest::stem).toList());
    }
    Files.readAllLines(PLAIN).forEach(line -> known.add(stem(line)));
    Set<String> unknown = new TreeSet<>(classWords());
    unknown.removeIf(word -> known.contains(stem(word)));
    assertThat(unknown)
        .as("house words for docs/glossary.md, or field terms for %s", PLAIN)
        .isEmpty();
  }

  private static List<String> words() throws IOException {
    return Files.readAllLines(GLOSSARY).stream()
        .filter(line -> line.startsWith("| ") && !line.startsWith("| word |"))
        .flatMap(line -> Stream.of(line.substring(2, line.indexOf(" | ")).split(", ")))
        .toList();
  }

  private static Set<String> classWords() throws IOException {
    try (Stream<Path> files = Files.walk(CODEGEN)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".java") && !name.contains("-"))
          .flatMap(name -> WORD.matcher(name).results().map(m -> m.group()))
          .map(word -> word.toLowerCase(Locale.ROOT))
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  /** A word without the ending of a plural or participle: row of rows, stretch of stretches. */
  private static String stem(String word) {
    return word.replaceFirst("(?<=[^s])(?:es|s|ed|ing)$", "").replaceFirst("e$", "");
  }
}
