package dev.tensorc.codegen.explain;

import java.util.ArrayList;
import java.util.List;

/** A {@link Summary} as text: a heading, and beside it its items, in lines of a screen. */
final class SummaryPrinter {

  /** More of a list is only counted. */
  private static final int MAX_LISTED = 6;

  private static final int WIDTH = 110;
  private static final int COLUMN = 12;

  private final StringBuilder out = new StringBuilder();

  private SummaryPrinter() {}

  static String print(Summary s) {
    var printer = new SummaryPrinter();
    printer.out.append(s.signature()).append('\n');
    printer.part("time", List.of(s.time()));
    printer.calls(s.calls());
    printer.part("slow", s.slow().isEmpty() ? List.of("nothing") : listed(s.slow()));
    printer.part(
        "stored",
        s.stored().isEmpty() ? List.of("nothing beside the results") : listed(s.stored()));
    printer.part("weights", s.weights());
    if (!s.advice().isEmpty()) {
      printer.part("write", listed(s.advice()));
    }
    printer.part("versions", List.of(s.versions()));
    printer.part("native", List.of(s.natively()));
    return printer.out.toString();
  }

  private static List<String> listed(List<String> all) {
    if (all.size() <= MAX_LISTED) {
      return all;
    }
    var some = new ArrayList<>(all.subList(0, MAX_LISTED));
    some.add("and %d more".formatted(all.size() - MAX_LISTED));
    return some;
  }

  private void calls(List<String> calls) {
    listed(calls).forEach(c -> line("", "  " + c));
  }

  /** The heading stands before the first line alone. */
  private void part(String heading, List<String> texts) {
    String before = heading;
    for (String text : texts) {
      for (String line : text.split("\n")) {
        wrapped(before, line);
        before = "";
      }
    }
  }

  private void wrapped(String heading, String text) {
    String before = heading;
    String rest = text;
    while (rest.length() > WIDTH - COLUMN && rest.lastIndexOf(' ', WIDTH - COLUMN) > 2) {
      int end = rest.lastIndexOf(' ', WIDTH - COLUMN);
      line(before, rest.substring(0, end));
      before = "";
      rest = "  " + rest.substring(end + 1);
    }
    line(before, rest);
  }

  private void line(String heading, String text) {
    out.append(("  %-" + (COLUMN - 2) + "s").formatted(heading)).append(text).append('\n');
  }
}
