package dev.tensorc.generated;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An expression, as the text that it is in the language and in Python. In both {@code $1} stands
 * for the first part.
 */
record Expr(String text, String python, List<Expr> parts, Type type) {

  private static final Pattern PART = Pattern.compile("\\$(\\d+)");

  Expr {
    parts = List.copyOf(parts);
  }

  /** A variable or literal that is written alike in both languages. */
  static Expr leaf(String text, Type type) {
    return new Expr(text, text, List.of(), type);
  }

  /** Text that is the same in both languages. */
  static Expr same(String text, Type type, Expr... parts) {
    return new Expr(text, text, List.of(parts), type);
  }

  static Expr call(String function, Type type, Expr... parts) {
    var places = new ArrayList<String>();
    for (int i = 1; i <= parts.length; i++) {
      places.add("$" + i);
    }
    return same(function + "(" + String.join(", ", places) + ")", type, parts);
  }

  /** As it is written in a program. */
  String source() {
    return fill(text, parts, Expr::source);
  }

  /** The same for NumPy. */
  String numpy() {
    return fill(python, parts, Expr::numpy);
  }

  static String fill(String template, List<Expr> parts, Function<Expr, String> spell) {
    return PART.matcher(template)
        .replaceAll(
            m ->
                Matcher.quoteReplacement(spell.apply(parts.get(Integer.parseInt(m.group(1)) - 1))));
  }

  Expr withPart(int i, Expr part) {
    var other = new ArrayList<>(parts);
    other.set(i, part);
    return new Expr(text, python, other, type);
  }

  /** How many nodes it has. */
  int size() {
    return 1 + parts.stream().mapToInt(Expr::size).sum();
  }
}
