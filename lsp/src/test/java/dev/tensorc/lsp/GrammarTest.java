package dev.tensorc.lsp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.ir.DType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The colours of Visual Studio Code know the words of the language. */
class GrammarTest {

  private static final Path GRAMMAR = Path.of("../editors/vscode/syntaxes/tensorc.tmLanguage.json");

  private static final Pattern WORDS = Pattern.compile("\\\\\\\\b\\(\\?:([a-z0-9|]+)\\)");

  /** The words that the grammar lists in one pattern or another. */
  private static Set<String> words() throws IOException {
    return WORDS
        .matcher(Files.readString(GRAMMAR))
        .results()
        .flatMap(m -> Arrays.stream(m.group(1).split("\\|")))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void keywordsHaveColours() throws IOException {
    assertThat(Completions.KEYWORDS).contains("fn", "return", "then", "newaxis");
    assertThat(words()).containsAll(Completions.KEYWORDS);
  }

  @Test
  void dtypesHaveColours() throws IOException {
    List<String> dtypes = Arrays.stream(DType.values()).map(DType::label).toList();
    assertThat(words()).containsAll(dtypes);
  }
}
