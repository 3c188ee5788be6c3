package dev.tensorc.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The lines of a page in Markdown that are neither code nor rows of a table. */
final class Prose {

  /** Characters of a line. */
  static final int MAX_LINE = 120;

  /** Verbs of saying and knowing: the clause behind one is an indirect question. */
  private static final String ASKING =
      "\\b(?:says?|said|tells?|told|knows?|known|asks?|asked|sees?|decides?)";

  /**
   * A clause that is the subject or object of a sentence and does not name its thing, and pronouns
   * that stand for a thing of another sentence. Parameters and files may have "what" in their
   * names.
   */
  private static final Pattern HEADLESS =
      Pattern.compile(
          "(?i)(?<!(?:"
              + ASKING
              + "|@param)\\s{1,9}|-)\\bwhat\\b(?![-,)])"
              + "|\\b(?:of|that|those)\\s+which\\b|\\bthe\\s+(?:former|latter)\\b"
              + "|(?:\\A\\W*|[.!?]\\s{1,9})those\\s+(?:that|who)\\b");

  /** Words between quotation marks or backquotes are those of somebody else. */
  private static final Pattern QUOTED = Pattern.compile("`[^`]*`|\"[^\"]*\"");

  private final List<Line> rows = new ArrayList<>();
  private final List<Line> lines = new ArrayList<>();

  /**
   * A line of text.
   *
   * @param number of the line, from 1
   */
  record Line(int number, String text) {}

  Prose(List<String> page) {
    boolean fenced = false;
    for (int i = 0; i < page.size(); i++) {
      Line line = new Line(i + 1, page.get(i));
      boolean fence = line.text().strip().startsWith("```");
      fenced ^= fence;
      if (!fenced && !fence) {
        (line.text().startsWith("|") ? rows : lines).add(line);
      }
    }
  }

  List<Line> lines() {
    return lines;
  }

  /** Each headless clause of the page after the number of its line: {@code "12: what is"}. */
  List<String> headless() {
    return Stream.concat(rows.stream().map(List::of), paragraphs().stream())
        .flatMap(Prose::headless)
        .toList();
  }

  /** Where some lines have headless clauses, also across their ends. */
  static Stream<String> headless(List<Line> paragraph) {
    String text = paragraph.stream().map(Line::text).collect(Collectors.joining("\n"));
    String own = QUOTED.matcher(text).replaceAll(m -> m.group().replaceAll("[^\n]", "."));
    return HEADLESS
        .matcher(own)
        .results()
        .map(
            found -> {
              long before = own.substring(0, found.start()).chars().filter(c -> c == '\n').count();
              return (paragraph.getFirst().number() + before) + ": " + found.group();
            });
  }

  private List<List<Line>> paragraphs() {
    List<List<Line>> paragraphs = new ArrayList<>();
    List<Line> open = new ArrayList<>();
    for (Line line : lines) {
      boolean next = !open.isEmpty() && open.getLast().number() + 1 != line.number();
      if (line.text().isBlank() || next) {
        paragraphs.add(open);
        open = new ArrayList<>();
      }
      if (!line.text().isBlank()) {
        open.add(line);
      }
    }
    paragraphs.add(open);
    return paragraphs.stream().filter(p -> !p.isEmpty()).toList();
  }
}
