package dev.tensorc.benchmarks.population;

import dev.tensorc.benchmarks.BenchmarkException;
import dev.tensorc.sections.Section;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * One program of the population: a function of a source, and its arguments.
 *
 * <p>As text it is the source with a section after it; a file may have several:
 *
 * <pre>
 * #> measure take_rows
 * n = 1000 | 30000 | 2000000     sizes of a dim, for calls of a few kB, of 1 MB, and of 50 MB
 * x.0 = 8                        the size of an axis without a name, which is always the same
 * rows in 0:n                    elements of an array are drawn from there; the end is not
 * scale = 0.5                    a number
 * numpy: np.take(table, rows, axis=0)
 * </pre>
 *
 * @param name unique in the population
 * @param numbers sizes and scalar arguments, by name
 * @param ranges of the elements of arrays: two numbers, or names of sizes
 * @param numpy the same in NumPy, if that is one expression
 */
record Specimen(
    String name,
    String source,
    String function,
    Map<String, Double> numbers,
    Map<String, List<String>> ranges,
    Optional<String> numpy) {

  private static final String KIND = "measure";
  private static final Pattern NUMBER = Pattern.compile("([\\w.]+)\\s*=\\s*(.+)");
  private static final Pattern RANGE = Pattern.compile("(\\w+)\\s+in\\s+([^:]+):(.+)");
  private static final Pattern NUMPY = Pattern.compile("numpy:\\s*(.+)");

  /** How much memory a call takes. */
  enum Size {
    /** As much as the first cache holds. */
    SMALL,
    /** As much as the second or third. */
    MEDIUM,
    /** More than caches hold. */
    LARGE
  }

  /** All of a text, in that size. */
  static List<Specimen> of(String family, String text, Size size) {
    String source = Section.programOf(text);
    return Section.of(text).stream()
        .filter(s -> s.kind().equals(KIND))
        .map(s -> of(family, source, s, size))
        .toList();
  }

  private static Specimen of(String family, String source, Section section, Size size) {
    Map<String, Double> numbers = new LinkedHashMap<>();
    Map<String, List<String>> ranges = new LinkedHashMap<>();
    Optional<String> numpy = Optional.empty();
    String function = section.argument();
    for (String line : section.expected().lines().map(String::strip).toList()) {
      Matcher python = NUMPY.matcher(line);
      Matcher range = RANGE.matcher(line);
      Matcher number = NUMBER.matcher(line);
      if (line.isEmpty()) {
        continue;
      }
      if (python.matches()) {
        numpy = Optional.of(python.group(1));
      } else if (range.matches()) {
        ranges.put(range.group(1), List.of(range.group(2).strip(), range.group(3).strip()));
      } else if (number.matches()) {
        String[] choices = number.group(2).split("\\|");
        String choice = choices.length == 1 ? choices[0] : choices[size.ordinal()];
        numbers.put(number.group(1), Double.parseDouble(choice.strip()));
      } else {
        throw new BenchmarkException(family + ", " + function + ": cannot be read: " + line);
      }
    }
    String name = family + "." + function + "." + size.name().toLowerCase(java.util.Locale.ROOT);
    return new Specimen(name, source, function, numbers, ranges, numpy);
  }

  /** Its one text, from which {@link #of} reads it again. */
  String text() {
    var lines = new ArrayList<String>();
    numbers.forEach((k, v) -> lines.add(k + " = " + v));
    ranges.forEach((k, v) -> lines.add(k + " in " + String.join(":", v)));
    numpy.ifPresent(n -> lines.add("numpy: " + n));
    return source.stripTrailing()
        + "\n\n#> "
        + KIND
        + " "
        + function
        + "\n"
        + lines.stream().collect(Collectors.joining("\n"))
        + "\n";
  }

  /** The value of a number, or of a name. */
  double number(String text) {
    Double named = numbers.get(text);
    if (named != null) {
      return named;
    }
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw new BenchmarkException(name + " does not say what `" + text + "` is", e);
    }
  }
}
