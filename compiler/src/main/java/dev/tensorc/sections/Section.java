package dev.tensorc.sections;

import dev.tensorc.frontend.SourceText;
import dev.tensorc.frontend.Span;
import dev.tensorc.runtime.AllocationLimit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * One expectation of a program. A program ends where the first line begins with {@code #>}; each
 * such line opens a section, which ends at the next:
 *
 * <pre>
 * #> run f(a=[1, 2]:f32, s=3)     the result; a dtype that is left out is the declared one
 * [3, 6]:f32
 * #> run g(a=[1, 2])              several results have their names
 * (lo=1:f32, hi=[2, 3]:f32)
 * #> error                        the compiler's message
 * #> error --strict-results       the message with that option, and only then
 * #> error f(a=[1])               the exception that a call throws
 * </pre>
 *
 * <p>A call with {@code limit 4K} behind it runs under that allocation limit. A result with {@code
 * ~ulp 1} behind it may be one representable number off, in each engine another way.
 *
 * @param kind the first word
 * @param argument the rest of the line, such as the call; may be empty
 * @param body the lines below, without leading and trailing blank ones
 * @param line where its first line is, from 1
 */
public record Section(String kind, String argument, String body, int line) {

  private static final String OPENS = "#>";
  private static final String LIMIT = ") limit ";

  /** All of a file, in order. */
  public static List<Section> of(String text) {
    var sections = new ArrayList<Section>();
    String[] parts = ("\n" + text).split("\n" + OPENS, -1);
    int line = 1 + lineEnds(parts[0]);
    for (String part : List.of(parts).subList(1, parts.length)) {
      sections.add(section(part, line));
      line += lineEnds(part) + 1;
    }
    return sections;
  }

  private static int lineEnds(String text) {
    return Math.toIntExact(text.chars().filter(c -> c == '\n').count());
  }

  private static Section section(String part, int line) {
    String[] lines = part.split("\n", 2);
    String[] head = lines[0].strip().split("\\s+", 2);
    // only blank lines go: the first line of a printed plan may be indented
    String body = lines.length > 1 ? lines[1].replaceAll("^(\\s*\n)+", "").stripTrailing() : "";
    return new Section(head[0], head.length > 1 ? head[1] : "", body, line);
  }

  /** The text before the first section. */
  public static String programOf(String text) {
    String lines = "\n" + text;
    int end = lines.indexOf("\n" + OPENS);
    return (end < 0 ? lines : lines.substring(0, end)).stripLeading();
  }

  /** The call of a run or error section. */
  public String call() {
    int end = argument.indexOf(LIMIT);
    return end < 0 ? argument : argument.substring(0, end + 1);
  }

  /**
   * Does something under the allocation limit that it states, if it states one.
   *
   * @throws SectionException if that is no limit
   */
  public <T> T limited(Supplier<T> body) {
    int end = argument.indexOf(LIMIT);
    return end < 0
        ? body.get()
        : AllocationLimit.during(limit(argument.substring(end + LIMIT.length())), body::get);
  }

  private static long limit(String text) {
    try {
      return AllocationLimit.parse(text.strip());
    } catch (IllegalArgumentException e) {
      throw new SectionException("limit: " + e.getMessage());
    }
  }

  /** Its first line in the file that it was read from. */
  Span place(SourceText source) {
    int start = 0;
    for (int i = 1; i < line; i++) {
      start = source.text().indexOf('\n', start) + 1;
    }
    int end = source.text().indexOf('\n', start);
    return new Span(source, start, end < 0 ? source.text().length() : end, line, 1);
  }

  /** Whether the section is an error of the program itself, not of a call. */
  public boolean isRefusal() {
    return kind.equals("error") && (argument.isEmpty() || isStrict());
  }

  /** Whether the section is an error with --strict-results only. */
  public boolean isStrict() {
    return argument.equals("--strict-results");
  }

  /** The expected text: the body without its comments. */
  public String expected() {
    return body.lines()
        .filter(l -> !l.equals("#") && !l.startsWith("# "))
        .collect(Collectors.joining("\n"))
        .strip();
  }

  /** The same section with another body. */
  public Section withBody(String text) {
    return new Section(kind, argument, text.stripTrailing(), line);
  }

  /** Its first line. */
  public String header() {
    return (OPENS + " " + kind + " " + argument).strip();
  }
}
