package dev.tensorc.cli.explain;

import dev.tensorc.frontend.SourceText;
import dev.tensorc.frontend.parser.TensorLexer;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * The program's text: each line with its part of the time, and the shapes of the values that it
 * names.
 */
final class SourcePane {

  private static final Pattern WORDS =
      Pattern.compile(
          ("(?<comment>#.*)|(?<string>\"[^\"]*\")|(?<number>\\b\\d[\\w.]*)"
                  + "|(?<keyword>\\b(?:%s)\\b)|(?<call>\\b\\w+(?=\\())")
              .formatted(String.join("|", keywords())));

  private static final List<String> CLASSES =
      List.of("comment", "string", "number", "keyword", "call");

  private final SourceText source;

  /** The part of the costliest kernel's time, from 0 to 1, by line. */
  private final Map<Integer, Double> heat = new TreeMap<>();

  private final Map<Integer, TreeSet<String>> shapes = new TreeMap<>();
  private final Map<Integer, String> targets = new TreeMap<>();

  SourcePane(SourceText source) {
    this.source = source;
  }

  private static List<String> keywords() {
    return IntStream.rangeClosed(1, TensorLexer.VOCABULARY.getMaxTokenType())
        .mapToObj(TensorLexer.VOCABULARY::getLiteralName)
        .filter(name -> name != null && name.matches("'[a-z]+'"))
        .map(name -> name.substring(1, name.length() - 1))
        .toList();
  }

  /** A kernel computes something on these lines. */
  void computes(List<Integer> lines, double part, String target) {
    for (int line : lines) {
      heat.merge(line, part, Math::max);
      targets.putIfAbsent(line, target);
    }
  }

  /** A line names a value of this type. */
  void names(int line, String name, String type) {
    shapes.computeIfAbsent(line, _ -> new TreeSet<>()).add(name + ": " + type);
  }

  void print(Html html) {
    html.open("ol", "class", "source");
    List<String> lines = source.text().lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      line(html, i + 1, lines.get(i));
    }
    html.close("ol");
  }

  private void line(Html html, int number, String text) {
    String target = targets.getOrDefault(number, "");
    html.open("li", "id", "L" + number, "data-line", String.valueOf(number));
    double part = heat.getOrDefault(number, 0.0);
    html.open("span", "class", "heat", "style", part > 0 ? "--part:%.3f".formatted(part) : "");
    html.close("span");
    html.element(
        "a",
        String.valueOf(number),
        "class",
        "number",
        "href",
        target.isEmpty() ? "" : "#" + target);
    html.open("code");
    highlighted(html, text);
    html.close("code");
    if (shapes.containsKey(number)) {
      html.element("span", String.join("   ", shapes.get(number)), "class", "shape");
    }
    html.close("li").raw("\n");
  }

  private static void highlighted(Html html, String line) {
    Matcher word = WORDS.matcher(line);
    int done = 0;
    while (word.find()) {
      html.text(line.substring(done, word.start()));
      String kind = CLASSES.stream().filter(c -> word.group(c) != null).findFirst().orElseThrow();
      html.element("span", word.group(), "class", kind);
      done = word.end();
    }
    html.text(line.substring(done));
  }
}
