package dev.tensorc.golden;

import dev.tensorc.FileImports;
import dev.tensorc.Options;
import dev.tensorc.frontend.Imports;
import dev.tensorc.frontend.SourceText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A program and what is expected of it, in one file. The program ends where the first line begins
 * with {@code #>}; each such line opens a section:
 *
 * <pre>
 * #> run f(a=[1, 2]:f32, s=3)     the result; a dtype that is left out is the parameter's
 * [3, 6]:f32
 * #> run g(a=[1, 2]:f32)          several results have their names
 * (lo=1:f32, hi=[2, 3]:f32)
 * #> error                        what the compiler reports
 * #> error --strict-results       what it reports with that option, and only then
 * #> error f(a=[1]:f32)           the exception that a call throws
 * #> warnings                    what it warns of, or none
 * #> shape f                      the inferred type of the result
 * #> versions f                   the versions of each kernel, with their guards
 * #> loops f                      the kernels
 * #> explain f                    what became of it and why, without types and bytes
 * </pre>
 *
 * <p>A call with {@code limit 4K} behind it runs under that allocation limit. A result with {@code
 * ~ulp 1} behind it may be one representable number off, in each engine another way.
 */
record GoldenFile(Path path, String program, List<Section> sections) {

  private static final String OPENS = "#> ";

  /**
   * @param kind run, error, warnings, shape, versions, loops or explain
   * @param argument what follows the kind; may be empty
   * @param body without leading and trailing blank lines
   */
  record Section(String kind, String argument, String body) {

    private static final String LIMIT = ") limit ";

    /** The call of a run or error section. */
    String call() {
      int end = argument.indexOf(LIMIT);
      return end < 0 ? argument : argument.substring(0, end + 1);
    }

    /** The allocation limit that it states. */
    Optional<String> limit() {
      int end = argument.indexOf(LIMIT);
      return end < 0
          ? Optional.empty()
          : Optional.of(argument.substring(end + LIMIT.length()).strip());
    }

    /** Whether it is an error with --strict-results only. */
    boolean isStrict() {
      return argument.equals("--strict-results");
    }

    Section withBody(String text) {
      return new Section(kind, argument, text.stripTrailing());
    }

    String header() {
      return (OPENS + kind + " " + argument).strip();
    }
  }

  static GoldenFile read(Path path) {
    String text;
    try {
      text = Files.readString(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return of(path, text);
  }

  static GoldenFile of(Path path, String text) {
    String[] parts = ("\n" + text).split("\n#> ");
    var sections = new ArrayList<Section>();
    for (String part : List.of(parts).subList(1, parts.length)) {
      String[] lines = part.split("\n", 2);
      String[] head = lines[0].split(" ", 2);
      String argument = head.length > 1 ? head[1].strip() : "";
      // only blank lines go: the first line of a printed plan may be indented
      String body = lines.length > 1 ? lines[1].replaceAll("^(\\s*\n)+", "").stripTrailing() : "";
      sections.add(new Section(head[0].strip(), argument, body));
    }
    return new GoldenFile(path, parts[0].stripLeading(), sections);
  }

  /** The whole file as the compiler sees it: it is to ignore the sections. */
  SourceText source() {
    return new SourceText(path.getFileName().toString(), text());
  }

  /** Imported files lie beside this one, or below; they are called by their path from there. */
  Options options() {
    Path folder = path.resolveSibling("");
    var files = new FileImports(folder);
    return Options.DEFAULT.withImports(
        (imported, from) -> {
          Path file = folder.resolve(from.name());
          return switch (files.find(imported, new SourceText(file.toString(), from.text()))) {
            case Imports.Found(SourceText text) ->
                new Imports.Found(
                    new SourceText(text.runtimeName(), read(Path.of(text.name())).text()));
            case Imports.Result refusal -> refusal;
          };
        });
  }

  /** Whether the program has a mistake, and the file says nothing else. */
  boolean isRefused() {
    return sections.stream().anyMatch(s -> s.header().equals("#> error"));
  }

  String text() {
    var text = new StringBuilder(program.stripTrailing()).append('\n');
    for (Section s : sections) {
      text.append('\n').append(s.header()).append('\n').append(s.body()).append('\n');
    }
    return text.toString();
  }

  void write() {
    try {
      Files.writeString(path, text());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
