package dev.tensorc.cli;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.cli.CommandLineFixture.Outcome;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the examples of docs/cli.md: each command prints the lines that the page shows. */
class CliPageTest {

  private static final Path PAGE = Path.of("..", "docs", "cli.md");
  private static final Pattern BLOCK =
      Pattern.compile(
          "^```(\\w+)(?: file=(\\S+))?\\n(.*?)^```$", Pattern.DOTALL | Pattern.MULTILINE);
  private static final String MORE = "...";
  private static final String PROMPT = "tc> ";
  private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");

  @TempDir Path folder;

  @Test
  void everyExampleDoesWhatThePageSays() throws IOException {
    var cli = new CommandLineFixture(folder);
    Matcher block = BLOCK.matcher(Files.readString(PAGE));
    int commands = 0;
    while (block.find()) {
      if (block.group(2) != null) {
        cli.write(block.group(2), block.group(3));
      } else if (block.group(1).equals("console")) {
        for (String example : block.group(3).split("(?m)^\\$ ")) {
          if (!example.isEmpty()) {
            runs(cli, example);
            commands++;
          }
        }
      }
    }
    assertThat(commands).isGreaterThan(10);
  }

  /** A command line, and below it its output. */
  private void runs(CommandLineFixture cli, String example) throws IOException {
    String line = example.lines().findFirst().orElseThrow();
    String expected = example.substring(line.length()).strip();
    InputStream before = System.in;
    try {
      int pipe = line.indexOf(" | ");
      if (pipe >= 0) {
        assertThat(line).startsWith("cat ");
        byte[] piped = Files.readAllBytes(cli.path(line.substring("cat ".length(), pipe)));
        System.setIn(new ByteArrayInputStream(piped));
      }
      if (expected.startsWith(PROMPT)) { // a dialogue: the lines entered, and the answers
        System.setIn(new ByteArrayInputStream(entered(expected).getBytes(StandardCharsets.UTF_8)));
        expected = expected.lines().filter(l -> !l.startsWith(PROMPT)).collect(joining("\n"));
      }
      List<String> words = words(line.substring(pipe < 0 ? 0 : pipe + 3));
      assertThat(words.getFirst()).isEqualTo("tensorc");
      Outcome outcome = cli.run(words.subList(1, words.size()).toArray(String[]::new));
      String shown = (outcome.out() + outcome.err()).replace(folder + "/", "");
      if (expected.endsWith(MORE)) {
        String start = expected.substring(0, expected.length() - MORE.length());
        assertThat(shown).as(line).startsWith(start).hasSizeGreaterThan(start.length());
      } else {
        assertThat(shown.strip()).as(line).isEqualTo(expected);
      }
    } finally {
      System.setIn(before);
    }
  }

  /** The lines behind prompts, with the files of the folder. */
  private String entered(String dialogue) {
    return dialogue
        .lines()
        .filter(line -> line.startsWith(PROMPT))
        .map(
            line ->
                line.substring(PROMPT.length()).replaceFirst("(?<=^:load \\w{1,9}=)", folder + "/"))
        .collect(joining("\n"));
  }

  /** As a shell makes them, with the names of files in the folder. */
  private List<String> words(String line) throws IOException {
    List<String> names;
    try (var files = Files.list(folder)) {
      names = files.map(file -> file.getFileName().toString()).toList();
    }
    var words = new ArrayList<String>();
    Matcher word = WORD.matcher(line);
    while (word.find()) {
      String text = word.group(1) == null ? word.group(2) : word.group(1);
      boolean output = !words.isEmpty() && List.of("-o", "-d", "--html").contains(words.getLast());
      String found = output && !text.equals("-") ? "@" + text : text;
      for (String name : names) {
        found = found.replaceFirst("^(\\w+=)?(" + Pattern.quote(name) + ")(?=$|:)", "$1@$2");
      }
      words.add(found);
    }
    return words;
  }
}
