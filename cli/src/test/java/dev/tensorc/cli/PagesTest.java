package dev.tensorc.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The rules of words in CONTRIBUTING.md, as far as a test can hold them, in all pages. */
class PagesTest {

  private static final Path ROOT = Path.of("..");
  private static final Path DECISIONS = ROOT.resolve("docs/decisions");
  private static final List<String> SECTIONS =
      List.of("Problem", "Decision", "Why", "Cost", "Not done");

  /** Words of a decision page outside tables and code. */
  private static final int MAX_WORDS = 600;

  private static final Pattern TITLE = Pattern.compile("# (\\d+)\\. [A-Z].*[^.]");
  private static final Pattern LINK = Pattern.compile("\\]\\(([\\w./-]*\\w)(?:#[^)]*)?\\)");
  private static final Pattern NAMED_PAGE =
      Pattern.compile("docs/(?:decisions|measurements|errors)/[\\w-]+\\.md");
  private static final Pattern NUMBERS =
      Pattern.compile("\\b[Dd]ecisions?((?:,?\\s(?:and\\s|to\\s)?\\d+)+)");
  private static final Pattern NUMBER = Pattern.compile("\\d+");

  @Test
  void decisionsHaveFiveSectionsAndFewWords() throws IOException {
    List<String> faults = new ArrayList<>();
    for (Path page : decisions()) {
      List<String> lines = Files.readAllLines(page);
      Matcher title = TITLE.matcher(lines.getFirst());
      int number = Integer.parseInt(page.getFileName().toString().substring(0, 4));
      if (!title.matches() || Integer.parseInt(title.group(1)) != number) {
        faults.add(page + ": its title is not \"# " + number + ". Do something\"");
      }
      List<String> sections =
          lines.stream().filter(l -> l.startsWith("## ")).map(l -> l.substring(3)).toList();
      if (!sections.equals(SECTIONS)) {
        faults.add(page + ": its sections are " + sections + ", not " + SECTIONS);
      }
      long words =
          new Prose(lines)
              .lines().stream()
                  .flatMap(line -> Stream.of(line.text().split("\\s+")))
                  .filter(word -> word.chars().anyMatch(Character::isLetterOrDigit))
                  .count();
      if (words > MAX_WORDS) {
        faults.add(page + ": " + words + " words, at most " + MAX_WORDS);
      }
    }
    assertThat(faults).isEmpty();
  }

  @Test
  void theIndexHasEachDecisionOnce() throws IOException {
    List<String> lines = Files.readAllLines(DECISIONS.resolve("README.md"));
    List<String> entries = lines.stream().filter(line -> line.startsWith("- ")).toList();
    List<String> expected = new ArrayList<>();
    for (Path page : decisions()) {
      String title = Files.readAllLines(page).getFirst().substring("# ".length());
      expected.add("- [%s](%s)".formatted(title, page.getFileName()));
    }
    assertThat(entries).containsExactlyInAnyOrderElementsOf(expected);
  }

  /** A log has the name of its decision, or of its page in {@code docs}. */
  @Test
  void measurementsBelongToPages() throws IOException {
    for (Path log : below(ROOT.resolve("docs/measurements"))) {
      Path name = log.getFileName();
      assertThat(List.of(DECISIONS.resolve(name), ROOT.resolve("docs").resolve(name)))
          .anyMatch(Files::exists);
    }
  }

  /** Also of pages that stand beside sources. */
  @Test
  void linesAreShort() throws IOException {
    List<String> faults = new ArrayList<>();
    for (Path page : allPages()) {
      for (Prose.Line line : new Prose(Files.readAllLines(page)).lines()) {
        if (line.text().length() > Prose.MAX_LINE) {
          faults.add(page + ":" + line.number() + ": " + line.text().length() + " characters");
        }
      }
    }
    assertThat(faults).isEmpty();
  }

  @Test
  void clausesHaveHeads() throws IOException {
    List<String> faults = new ArrayList<>();
    for (Path page : pages()) {
      new Prose(Files.readAllLines(page)).headless().forEach(f -> faults.add(page + ":" + f));
    }
    assertThat(faults).isEmpty();
  }

  @Test
  void namedFilesExist() throws IOException {
    List<String> faults = new ArrayList<>();
    for (Path page : pages()) {
      String text = String.join("\n", Files.readAllLines(page));
      LINK.matcher(text)
          .results()
          .map(m -> m.group(1))
          .filter(target -> !Files.exists(page.resolveSibling(target)))
          .forEach(target -> faults.add(page + ": " + target));
      NAMED_PAGE
          .matcher(text)
          .results()
          .map(MatchResult::group)
          .filter(target -> !Files.exists(ROOT.resolve(target)))
          .forEach(target -> faults.add(page + ": " + target));
    }
    assertThat(faults).isEmpty();
  }

  @Test
  void namedDecisionsExist() throws IOException {
    List<Integer> numbers =
        decisions().stream()
            .map(page -> Integer.parseInt(page.getFileName().toString().substring(0, 4)))
            .toList();
    List<String> faults = new ArrayList<>();
    for (Path page : pages()) {
      NUMBERS
          .matcher(Files.readString(page))
          .results()
          .flatMap(m -> NUMBER.matcher(m.group(1)).results())
          .map(MatchResult::group)
          .filter(number -> !numbers.contains(Integer.parseInt(number)))
          .forEach(number -> faults.add(page + ": decision " + number));
    }
    assertThat(faults).isEmpty();
  }

  private static List<Path> pages() throws IOException {
    try (Stream<Path> top = Files.list(ROOT)) {
      List<Path> pages =
          new ArrayList<>(top.filter(p -> p.toString().endsWith(".md")).sorted().toList());
      pages.addAll(below(ROOT.resolve("docs")));
      return pages;
    }
  }

  private static List<Path> allPages() throws IOException {
    List<Path> pages = SourceTree.files(ROOT, _ -> false, file -> file.toString().endsWith(".md"));
    assertThat(pages).containsAll(pages());
    return pages;
  }

  private static List<Path> decisions() throws IOException {
    return below(DECISIONS).stream().filter(page -> !page.endsWith("README.md")).toList();
  }

  private static List<Path> below(Path folder) throws IOException {
    try (Stream<Path> walk = Files.walk(folder)) {
      return walk.filter(p -> p.toString().endsWith(".md")).sorted().toList();
    }
  }
}
