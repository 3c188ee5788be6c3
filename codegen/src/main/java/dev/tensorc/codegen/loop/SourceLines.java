package dev.tensorc.codegen.loop;

import dev.tensorc.frontend.SourceText;
import dev.tensorc.frontend.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Places of a program as the lines that they are in. */
public final class SourceLines {

  private SourceLines() {}

  /**
   * {@code lines 2 to 4 and 7}; those of an imported file with its name: {@code line 3 of lib.tc}.
   *
   * @param home the file whose name is left out
   */
  public static String of(List<Span> spans, SourceText home) {
    Map<String, TreeSet<Integer>> files = new TreeMap<>();
    for (Span s : spans) {
      String file = s.source().equals(home) ? "" : s.source().fileName();
      files.computeIfAbsent(file, _ -> new TreeSet<>()).add(s.line());
    }
    return files.entrySet().stream()
        .map(e -> lines(e.getValue()) + (e.getKey().isEmpty() ? "" : " of " + e.getKey()))
        .collect(Collectors.joining(", "));
  }

  private static String lines(TreeSet<Integer> lines) {
    var runs = new ArrayList<String>();
    int first = lines.first();
    for (int line : lines) {
      if (!lines.contains(line + 1)) {
        String between = line == first + 1 ? ", " : " to ";
        runs.add(line == first ? String.valueOf(line) : first + between + line);
        Integer next = lines.higher(line);
        first = next == null ? line : next;
      }
    }
    String last = runs.removeLast();
    String all = runs.isEmpty() ? last : String.join(", ", runs) + " and " + last;
    return (lines.size() == 1 ? "line " : "lines ") + all;
  }
}
