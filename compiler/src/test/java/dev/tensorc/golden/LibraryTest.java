package dev.tensorc.golden;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Parser;
import dev.tensorc.frontend.Span;
import dev.tensorc.frontend.StandardLibrary;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The library's page agrees with its files, and each of its functions has a golden file that calls
 * it.
 *
 * <p>With {@code -Dtensorc.bless=PATH} the page is rewritten.
 */
class LibraryTest {

  private static final Path PAGE = Path.of("..", "docs", "library.md");
  private static final Path FILES =
      Path.of("..", "frontend", "src", "main", "resources", "dev", "tensorc", "std");
  private static final Path GOLDEN = Path.of("src", "test", "tensor", "std");

  static List<String> paths() {
    return StandardLibrary.paths();
  }

  @Test
  void everyFileOfTheFolderIsListed() throws IOException {
    try (Stream<Path> files = Files.list(FILES)) {
      assertThat(files.map(f -> "std/" + f.getFileName()))
          .containsExactlyInAnyOrderElementsOf(paths());
    }
  }

  @ParameterizedTest
  @MethodSource("paths")
  void everyFunctionIsDocumentedAndCalled(String path) throws IOException {
    String golden;
    try (Stream<Path> files = Files.list(GOLDEN)) {
      golden = files.map(LibraryTest::text).collect(joining());
    }
    for (Ast.Function f : functions(path)) {
      String name = f.name().text();
      assertThat(f.doc()).as("## of " + name).isNotBlank();
      assertThat(golden)
          .as("a golden file that calls " + name)
          .containsPattern("\\b" + name + "\\(");
    }
  }

  @Test
  void thePageIsWhatTheFilesSay() throws IOException {
    String old = Files.readString(PAGE);
    int files = old.indexOf("\n## ");
    String page = (files < 0 ? old : old.substring(0, files)) + tables();
    if (GoldenTest.blesses(PAGE)) {
      Files.writeString(PAGE, page);
    }
    assertThat(Files.readString(PAGE))
        .as("docs/library.md; ./bless docs/library.md writes it")
        .isEqualTo(page);
  }

  private static String tables() {
    var page = new StringBuilder();
    for (String path : paths()) {
      page.append("\n## ").append(path).append("\n\n").append(head(path)).append("\n\n");
      page.append("| function | result |\n|---|---|\n");
      for (Ast.Function f : functions(path)) {
        String doc = f.doc().replace('\n', ' ').replace("|", "\\|");
        page.append("| `").append(signature(f)).append("` | ").append(doc).append(" |\n");
      }
    }
    return page.toString();
  }

  /** The comment at the top of a file. */
  private static String head(String path) {
    return StandardLibrary.read(path)
        .text()
        .lines()
        .takeWhile(line -> line.startsWith("#"))
        .map(line -> line.substring(1).strip())
        .collect(joining("\n"));
  }

  private static String signature(Ast.Function f) {
    String types =
        f.typeParams().isEmpty() ? "" : listed(f.typeParams(), Ast.TypeParam::span, "[", "]");
    return f.name().text() + types + listed(f.parameters(), Ast.Parameter::span, "(", ")");
  }

  /** As they are written. */
  private static <P> String listed(List<P> parts, Function<P, Span> span, String open, String end) {
    return parts.stream().map(span.andThen(LibraryTest::text)).collect(joining(", ", open, end));
  }

  private static String text(Span span) {
    return span.source().text().substring(span.start(), span.end());
  }

  private static List<Ast.Function> functions(String path) {
    return Parser.parse(StandardLibrary.read(path)).program().orElseThrow().items().stream()
        .filter(Ast.Function.class::isInstance)
        .map(Ast.Function.class::cast)
        .filter(f -> !f.name().text().startsWith("_"))
        .toList();
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
