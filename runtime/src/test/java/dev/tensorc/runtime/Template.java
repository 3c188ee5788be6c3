package dev.tensorc.runtime;

import com.google.googlejavaformat.FormatterDiagnostic;
import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.FormatterException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A Java source in which some words and lines depend on a dtype. {@code $type$} and its kind are
 * words of {@link DtypeWords}. The following lines name dtypes by their names in {@link
 * ElementType}:
 *
 * <ul>
 *   <li>{@code #classes F32 F64}, the first line if it is there: the template gives one class for
 *       each of these dtypes. Without it the template gives a single class.
 *   <li>{@code #for F32 F64}: the lines up to {@code #end} are repeated for each of these dtypes.
 *   <li>{@code #if F32 F64}: the lines up to {@code #end} are for these dtypes alone. Before the
 *       {@code #end} there may be an {@code #elif I32} and an {@code #else}, as in C. {@code not}
 *       before the dtypes means all others.
 * </ul>
 *
 * <p>The result is formatted, so a template may break its lines anywhere.
 */
final class Template {

  /** How the first line of each class begins that a template gives. */
  static final String HEAD = "// Made from ";

  private static final String SUFFIX = ".template";
  private static final Pattern LINE = Pattern.compile("#(classes|for|if|elif|else|end)\\b *(.*)");
  private static final Pattern WORD = Pattern.compile("\\$(\\w+)\\$");

  private final String name;
  private final List<String> lines;

  /**
   * A template.
   *
   * @param name of its file, below the folder of all templates, such as {@code
   *     link/math/XSum.java.template}; a class of {@code #classes} has the dtype's word {@code $X$}
   *     for the first letter
   */
  Template(String name, List<String> lines) {
    this.name = name;
    this.lines = lines;
  }

  /** One of the templates in a folder. */
  static Template read(Path folder, Path file) throws IOException {
    String name = folder.relativize(file).toString().replace(File.separatorChar, '/');
    return new Template(name, Files.readAllLines(file));
  }

  /**
   * The text of each class, by its file below the folder of the runtime's package.
   *
   * @throws IllegalArgumentException naming the line that is wrong, or that is no Java
   */
  Map<String, String> classes() {
    String file = name.substring(0, name.length() - SUFFIX.length());
    Map<String, String> classes = new TreeMap<>();
    if (is("classes", 0)) {
      for (ElementType type : types(0)) {
        int x = file.lastIndexOf('/') + 1;
        String named = DtypeWords.of(type).get("X") + file.substring(x + 1);
        classes.put(file.substring(0, x) + named, text(1, type));
      }
    } else {
      classes.put(file, text(0, null));
    }
    return classes;
  }

  private String text(int from, ElementType type) {
    List<String> out = new ArrayList<>();
    out.add(HEAD + name + " by ./bless: edit the template.");
    int end = expand(from, type, out);
    if (end < lines.size()) {
      throw wrong(end, "nothing to end here");
    }
    try {
      return new Formatter().formatSourceAndFixImports(String.join("\n", out) + "\n");
    } catch (FormatterException e) {
      FormatterDiagnostic first = e.diagnostics().getFirst();
      throw new IllegalArgumentException(
          "%s: %s: %s".formatted(name, first.message(), out.get(first.line() - 1)), e);
    }
  }

  /**
   * Writes lines up to the {@code #elif}, {@code #else} or {@code #end} of the block around them.
   *
   * @param type null where no {@code #classes} or {@code #for} says a dtype
   * @return where it stopped
   */
  private int expand(int from, ElementType type, List<String> out) {
    int at = from;
    while (at < lines.size() && !is("elif|else|end", at)) {
      if (is("for", at)) {
        at = each(at, out);
      } else if (is("if", at)) {
        at = choose(at, type, out);
      } else if (is("classes", at)) {
        throw wrong(at, "not the first line");
      } else {
        out.add(filled(at, type));
        at++;
      }
    }
    return at;
  }

  private int each(int at, List<String> out) {
    int end = at;
    for (ElementType type : types(at)) {
      end = expand(at + 1, type, out);
    }
    return behindEnd(at, end);
  }

  private int choose(int at, ElementType type, List<String> out) {
    boolean chosen = false;
    int branch = at;
    do {
      boolean holds = !chosen && (is("else", branch) || holds(branch, type));
      branch = expand(branch + 1, type, holds ? out : new ArrayList<>());
      chosen |= holds;
    } while (is("elif|else", branch));
    return behindEnd(at, branch);
  }

  private boolean holds(int at, ElementType type) {
    boolean not = argument(at).startsWith("not ");
    return types(at).contains(dtype(at, type)) != not;
  }

  private int behindEnd(int at, int end) {
    if (!is("end", end)) {
      throw wrong(at, "no #end follows");
    }
    return end + 1;
  }

  private boolean is(String directive, int at) {
    Matcher line = LINE.matcher(at < lines.size() ? lines.get(at) : "");
    return line.matches() && line.group(1).matches(directive);
  }

  private String argument(int at) {
    return LINE.matcher(lines.get(at)).replaceFirst("$2");
  }

  private List<ElementType> types(int at) {
    String[] names = argument(at).replaceFirst("^not ", "").split(" ");
    try {
      return Arrays.stream(names).map(ElementType::valueOf).toList();
    } catch (IllegalArgumentException e) {
      throw wrong(at, e.getMessage());
    }
  }

  private String filled(int at, ElementType type) {
    return WORD.matcher(lines.get(at)).replaceAll(word -> word(word.group(1), at, type));
  }

  private String word(String key, int at, ElementType type) {
    String word = DtypeWords.of(dtype(at, type)).get(key);
    if (word == null) {
      throw wrong(at, "dtypes have no word " + key);
    }
    return word;
  }

  private ElementType dtype(int at, ElementType type) {
    if (type == null) {
      throw wrong(at, "neither #classes nor #for says a dtype");
    }
    return type;
  }

  private IllegalArgumentException wrong(int at, String what) {
    return new IllegalArgumentException(
        "%s:%d: %s: %s".formatted(name, at + 1, what, lines.get(at)));
  }
}
