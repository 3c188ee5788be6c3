package dev.tensorc.golden;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.FileImports;
import dev.tensorc.OnBigStack;
import dev.tensorc.Options;
import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.Imports;
import dev.tensorc.frontend.ParseError;
import dev.tensorc.frontend.SourceText;
import dev.tensorc.infer.report.ErrorId;
import dev.tensorc.sections.Section;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every error has a page in {@code docs/errors}: a program that shows it, the printed message, and
 * programs without it. The page of an exception has a program with a call that throws it.
 *
 * <p>With {@code -Dtensorc.bless=PATH} the messages are rewritten, and the index.
 */
@ExtendWith(OnBigStack.class)
class ErrorPagesTest {

  private static final Path PAGES = Path.of("..", "docs", "errors");
  private static final Path INDEX = PAGES.resolve("README.md");
  private static final Pattern PART = Pattern.compile("part(\\d+)\\.tc");
  static final Options OPTIONS = Options.DEFAULT.withImports(ErrorPagesTest::imported);

  /** The parameters that the dots of a page stand for. */
  private static final String PARAMETERS =
      IntStream.rangeClosed(1, 200).mapToObj(i -> "x" + i + ": f64").collect(joining(", "));

  /** The exceptions of running programs. */
  private static final List<Page> EXCEPTIONS =
      List.of(
          new Page("broadcast", "shapes that do not broadcast"),
          new Page("shape", "an argument or a result of another shape than its declaration"),
          new Page("allocation", "an array that is too large"),
          new Page("arithmetic", "an integer division by zero"));

  /** The files that the pages' programs import. */
  private static Imports.Result imported(String path, SourceText from) {
    Matcher part = PART.matcher(path);
    if (part.matches()) {
      int next = Integer.parseInt(part.group(1)) + 1;
      return new Imports.Found(new SourceText(path, "import \"part" + next + ".tc\"\n"));
    }
    return switch (path) {
      case "shapes.tc" ->
          new Imports.Found(
              new SourceText(path, "fn twice(x: f32[n]) -> f32[n] { return x * 2 }\n"));
      case "example.tc" -> new Imports.Found(from);
      case "../shapes.tc" -> new Imports.Outside("kernels", false);
      case "lib" -> new Imports.NotAFile("a folder", "kernels");
      case "table.tc" -> new Imports.TooLarge(FileImports.MAX_BYTES);
      default -> new Imports.NotFound();
    };
  }

  record Page(String name, String meaning) {
    Path path() {
      return PAGES.resolve(name + ".md");
    }

    boolean isException() {
      return EXCEPTIONS.contains(this);
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Page> pages() {
    var pages = new ArrayList<Page>();
    for (ParseError e : ParseError.values()) {
      pages.add(new Page(e.id(), e.meaning()));
    }
    for (ErrorId e : ErrorId.values()) {
      pages.add(new Page(e.code(), e.meaning()));
    }
    pages.addAll(EXCEPTIONS);
    return pages.stream();
  }

  @ParameterizedTest
  @MethodSource("pages")
  void holds(Page page) throws IOException {
    assertThat(page.path()).exists();
    String text = Files.readString(page.path());
    assertThat(text).startsWith("# " + page.name() + ": " + page.meaning() + "\n\n");
    List<FencedBlock> blocks = FencedBlock.of(text);
    assertThat(blocks).extracting(FencedBlock::language).startsWith("tensor", "text", "tensor");
    String printed = printed(page, blocks.getFirst().body()) + "\n";
    FencedBlock expected = blocks.get(1);
    if (GoldenTest.blesses(page.path())) {
      Files.writeString(
          page.path(),
          text.substring(0, expected.start()) + printed + text.substring(expected.end()));
    } else {
      assertThat(expected.body())
          .as(() -> "if the new text is right: ./bless docs/errors/" + page + ".md")
          .isEqualTo(printed);
    }
    blocks.stream()
        .skip(2)
        .filter(b -> b.language().equals("tensor"))
        .forEach(b -> isClean(page, b));
  }

  /** The compiler's output for the program of a page, or the exception of its call. */
  private static String printed(Page page, String text) {
    String program = written(text);
    GoldenFile file = GoldenFile.of(Path.of("example.tc"), program);
    var source = new SourceText("example.tc", program);
    if (!page.isException()) {
      Options options =
          OPTIONS.withStrictResults(file.sections().stream().anyMatch(Section::isStrict));
      var rendering = new Rendering(source, options);
      assertThat(rendering.found())
          .isNotEmpty()
          .extracting(Diagnostic::id)
          .containsOnly(page.name());
      return rendering.diagnostics();
    }
    Section call = file.sections().getFirst();
    assertThat(call.kind()).isEqualTo("error");
    return GoldenTest.failure(Engines.of(source), call);
  }

  /** A page's program without its dots. */
  static String written(String text) {
    return text.replace("((( ... ", "(".repeat(1000))
        .replace(" ... )))", ")".repeat(1000))
        .replace("x1: f64, ... x200: f64", PARAMETERS);
  }

  private static void isClean(Page page, FencedBlock program) {
    var source = new SourceText("example.tc", program.body());
    var rendering = new Rendering(source, OPTIONS);
    assertThat(rendering.diagnostics()).as("mended program of " + page).isEmpty();
    GoldenTest.runs(rendering.analysed());
  }

  @Test
  void theIndexListsThemAll() throws IOException {
    var index = new StringBuilder("# Errors\n\n");
    index.append(
        "Errors and warnings of the compiler, and exceptions of compiled programs. `tensorc");
    index.append(" explain TC-S001` prints a page.\n\n| | |\n|---|---|\n");
    pages().forEach(p -> index.append("| [%s](%s.md) | %s |\n".formatted(p, p, p.meaning())));
    if (GoldenTest.blesses(INDEX)) {
      Files.writeString(INDEX, index);
    }
    assertThat(INDEX).hasContent(index.toString());
    try (Stream<Path> files = Files.list(PAGES)) {
      assertThat(files.map(f -> f.getFileName().toString()))
          .containsExactlyInAnyOrderElementsOf(
              Stream.concat(Stream.of("README"), pages().map(Page::name))
                  .map(name -> name + ".md")
                  .toList());
    }
  }
}
