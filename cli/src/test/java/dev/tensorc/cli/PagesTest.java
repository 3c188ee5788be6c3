package dev.tensorc.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
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
  private static final Pattern ANCHOR = Pattern.compile("\\]\\(([\\w./-]+\\.md)?#([\\w-]+)\\)");
  private static final Pattern NAMED_PAGE =
      Pattern.compile("docs/(?:decisions|measurements|errors)/[\\w-]+\\.md");
  private static final Pattern NUMBERS =
      Pattern.compile("\\b[Dd]ecisions?((?:,?\\s(?:and\\s|to\\s)?\\d+)+)");
  private static final Pattern NUMBER = Pattern.compile("\\d+");

  /** Pages that name classes of the project. */
  private static final Pattern OF_CODE =
      Pattern.compile("architecture|add-a-.*|testing|glossary|\\d{4}-.*");

  /** The decision whose tables have names that were not taken. */
  private static final String NAMES = "0074-names-that-were-kept";

  private static final Pattern CLASS =
      Pattern.compile("`([A-Z][a-z0-9]+(?:[A-Z][a-z0-9]*)+)(?:\\.\\w+)*`");
  private static final Pattern COMMENT_OR_LITERAL =
      Pattern.compile("(?s)/\\*.*?\\*/|//[^\n]*+|\"[^\"\\\\\n]*+(?:\\\\.[^\"\\\\\n]*+)*+\"");
  private static final Pattern WORD = Pattern.compile("\\w+");

  /** Classes of the JDK and of Spark that pages name and sources do not. */
  private static final Set<String> OF_OTHERS =
      Set.of(
          "ArrayIndexOutOfBoundsException",
          "ColumnarToRow",
          "MutableCallSite",
          "NoClassDefFoundError",
          "NoSuchMethodError",
          "SharedSecrets",
          "SparkSessionExtensions",
          "UnsafeRow",
          "WeakHashMap");

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
  void namedAnchorsExist() throws IOException {
    List<String> faults = new ArrayList<>();
    for (Path page : allPages()) {
      for (MatchResult link : ANCHOR.matcher(Files.readString(page)).results().toList()) {
        Path target = link.group(1) == null ? page : page.resolveSibling(link.group(1));
        if (!anchors(target).contains(link.group(2))) {
          faults.add(page + ": " + link.group());
        }
      }
    }
    assertThat(faults).isEmpty();
  }

  /** A class exists where its name stands in the code of a source. */
  @Test
  void namedClassesExist() throws IOException {
    Set<String> known = new HashSet<>(OF_OTHERS);
    for (Path source :
        SourceTree.files(ROOT, _ -> false, f -> f.toString().matches(".*\\.java(\\.template)?"))) {
      String code = COMMENT_OR_LITERAL.matcher(Files.readString(source)).replaceAll("");
      WORD.matcher(code).results().map(MatchResult::group).forEach(known::add);
    }
    List<String> faults = new ArrayList<>();
    for (Path page : below(ROOT.resolve("docs"))) {
      String name = page.getFileName().toString().replace(".md", "");
      boolean isLog = page.getParent().endsWith("measurements");
      if (OF_CODE.matcher(name).matches() && !name.equals(NAMES) && !isLog) {
        CLASS
            .matcher(Files.readString(page))
            .results()
            .filter(m -> !known.contains(m.group(1)))
            .forEach(m -> faults.add(page + ": " + m.group()));
      }
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

  /** The anchors of a page's headings, as GitHub makes them. */
  private static Set<String> anchors(Path page) throws IOException {
    return new Prose(Files.readAllLines(page))
        .lines().stream()
            .map(Prose.Line::text)
            .filter(line -> line.startsWith("#"))
            .map(line -> line.replaceFirst("#+ ", "").toLowerCase(Locale.ROOT))
            .map(title -> title.replaceAll("[^\\p{L}\\p{N}_ -]", "").replace(' ', '-'))
            .collect(Collectors.toSet());
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
