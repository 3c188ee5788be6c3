package dev.tensorc.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Outputs that README.md and docs/architecture.md show are printed by the commands beside them. */
class ShownOutputTest {

  private static final Path ROOT = Path.of("..");
  private static final Pattern PROGRAM = Pattern.compile("(?s)```tensor\n(.*?)```");
  private static final Pattern COMMAND =
      Pattern.compile("`(?:bin/)?tensorc run (\\w+\\.tc) (\\w+) '([^']*)' '([^']*)'([^`]*)`");
  private static final Pattern TEXT = Pattern.compile("(?s)```text\n(.*?)```");
  private static final Pattern DUMP = Pattern.compile("(?s)```\n *(== after .*?) *```");
  private static final Pattern KERNEL = Pattern.compile("(?s)```\n(export fn.*?)```");

  @TempDir private Path folder;

  @Test
  void theWalkOfOneKernelHasItsDumps() throws IOException {
    String page = Files.readString(ROOT.resolve("docs/architecture.md"));
    String printed = printed(page);

    List<String> dumps =
        all(DUMP, page).map(dump -> dump.group(1).replaceAll("(?m)^ {3}", "")).toList();
    assertThat(dumps).hasSize(3).allSatisfy(dump -> assertThat(printed).contains(dump));
  }

  @Test
  void theReadmeShowsTheMessageOfABadBroadcast() throws IOException {
    String page = Files.readString(ROOT.resolve("README.md"));

    assertThat(printed(page)).isEqualTo(all(TEXT, page).findFirst().orElseThrow().group(1));
  }

  @Test
  void theReadmeShowsAKernelOfTheSamples() throws IOException {
    String page = Files.readString(ROOT.resolve("README.md"));
    String sample = Files.readString(ROOT.resolve("samples/edges.tc"));

    assertThat(sample).contains(all(KERNEL, page).findFirst().orElseThrow().group(1));
  }

  /** The output of a page's first command about the page's first program: errors and dumps. */
  private String printed(String page) throws IOException {
    var fixture = new CommandLineFixture(folder);
    MatchResult command = all(COMMAND, page).findFirst().orElseThrow();
    fixture.write(command.group(1), all(PROGRAM, page).findFirst().orElseThrow().group(1));
    String option = command.group(5).strip();
    String[] words = {
      "run", "@" + command.group(1), command.group(2), command.group(3), command.group(4), option
    };
    return fixture.run(option.isEmpty() ? Arrays.copyOf(words, words.length - 1) : words).err();
  }

  private static Stream<MatchResult> all(Pattern pattern, String page) {
    return pattern.matcher(page).results();
  }
}
