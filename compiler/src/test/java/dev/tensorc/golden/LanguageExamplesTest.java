package dev.tensorc.golden;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.Analysed;
import dev.tensorc.OnBigStack;
import dev.tensorc.Options;
import dev.tensorc.Tensorc;
import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.Imports;
import dev.tensorc.frontend.SourceText;
import dev.tensorc.sections.Section;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every {@code tensor} block of {@code docs/language.md} is a program. It compiles without a
 * warning, and its {@code #> run} and {@code #> error} sections hold in every engine. One that
 * begins with {@code # wrong: TC-S001} is refused, with diagnostics of that id only. One that
 * begins with {@code # file: scale.tc} can be imported by the others. Files of weights are with
 * those of the golden programs.
 *
 * <p>The exception of a failing call begins with the text of its section: a page need not show all
 * of a message.
 */
@ExtendWith(OnBigStack.class)
class LanguageExamplesTest {

  private static final Path PAGE = Path.of("..", "docs", "language.md");
  private static final Path WEIGHTS = Path.of("src", "test", "tensor", "weights");
  private static final Pattern HEAD = Pattern.compile("# (wrong|file): (\\S+)\n");

  static Stream<Named<FencedBlock>> examples() throws IOException {
    String page = Files.readString(PAGE);
    return FencedBlock.of(page).stream()
        .filter(b -> b.language().equals("tensor"))
        .map(b -> Named.of("line " + page.substring(0, b.start()).lines().count(), b));
  }

  @ParameterizedTest
  @MethodSource("examples")
  void holds(FencedBlock block) throws IOException {
    var source = new SourceText("example.tc", block.body());
    Options options = Options.DEFAULT.withImports(importable());
    Optional<String> wrong = head(block, "wrong");
    if (wrong.isPresent()) {
      assertThat(Tensorc.check(source, options))
          .isNotEmpty()
          .extracting(Diagnostic::id)
          .containsOnly(wrong.get());
      return;
    }
    var rendering = new Rendering(source, options);
    assertThat(rendering.mistakes()).isEmpty();
    Analysed program = rendering.analysed();
    Optional<Path> weights =
        program.compiled().program().weights().map(w -> WEIGHTS.resolve(w.file()));
    Engines engines = Engines.of(program, weights, ClassChecks::check);
    for (Section s : GoldenFile.of(Path.of("example.tc"), block.body()).sections()) {
      switch (s.kind()) {
        case "run" -> GoldenTest.run(engines, s);
        case "error" -> assertThat(GoldenTest.failure(engines, s)).startsWith(s.body());
        default -> throw new IllegalArgumentException("no such section here: " + s.header());
      }
    }
  }

  /** The word behind {@code # wrong:} or {@code # file:}, if the block begins with that. */
  private static Optional<String> head(FencedBlock block, String kind) {
    Matcher m = HEAD.matcher(block.body());
    return m.lookingAt() && m.group(1).equals(kind) ? Optional.of(m.group(2)) : Optional.empty();
  }

  private static Imports importable() throws IOException {
    Map<String, SourceText> files = new HashMap<>();
    for (FencedBlock block : FencedBlock.of(Files.readString(PAGE))) {
      head(block, "file").ifPresent(n -> files.put(n, new SourceText(n, block.body())));
    }
    return (path, from) -> Imports.Result.of(Optional.ofNullable(files.get(path)));
  }
}
