package dev.tensorc.golden;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.Options;
import dev.tensorc.Tensorc;
import dev.tensorc.frontend.SourceText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The {@code text} blocks of {@code docs/explain.md} are the output of {@code tensorc explain} for
 * the program in the {@code tensor} block before them: the part that has the same first line.
 *
 * <p>With {@code -Dtensorc.bless=PATH} they are rewritten.
 */
class ExplainPageTest {

  private static final Path PAGE = Path.of("..", "docs", "explain.md");

  @Test
  void showsWhatIsPrinted() throws IOException {
    String page = Files.readString(PAGE);
    var text = new StringBuilder(page);
    String explained = "";
    int moved = 0;
    for (FencedBlock block : FencedBlock.of(page)) {
      if (block.language().equals("tensor")) {
        explained =
            Tensorc.compile(new SourceText("example.tc", block.body()), Options.DEFAULT)
                .explain()
                .text();
      } else if (block.language().equals("text")) {
        String printed = part(explained, block.body().lines().findFirst().orElse(""));
        text.replace(block.start() + moved, block.end() + moved, printed);
        moved += printed.length() - block.body().length();
      }
    }
    if (GoldenTest.blesses(PAGE)) {
      Files.writeString(PAGE, text);
    } else {
      assertThat(page)
          .as("if the new text is right: ./bless docs/explain.md")
          .isEqualTo(text.toString());
    }
  }

  /** The part that begins with that line, up to a blank one. */
  private static String part(String explained, String first) {
    List<String> parts = Stream.of(explained.split("\n\n")).map(p -> p.stripTrailing()).toList();
    return parts.stream().filter(p -> p.startsWith(first + "\n")).findFirst().orElseThrow() + "\n";
  }
}
