package dev.tensorc.cli.repl;

import dev.tensorc.CompiledProgram;
import dev.tensorc.FileImports;
import dev.tensorc.Options;
import dev.tensorc.Tensorc;
import dev.tensorc.cli.error.Failure;
import dev.tensorc.frontend.CompilationException;
import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.Imports;
import dev.tensorc.frontend.Severity;
import dev.tensorc.frontend.SourceText;
import dev.tensorc.frontend.Spelling;
import dev.tensorc.runtime.Function;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The values and definitions of a dialogue. */
final class Session {

  /** The name of the last expression's value. */
  static final String LAST = "it";

  /** A function's first line, and its name; those that begin with _ are a file's own. */
  private static final Pattern HEADER =
      Pattern.compile("(?m)^(?:export\\s+)?(fn\\s+([A-Za-z]\\w*).*)$");

  private final Map<String, Named> values = new LinkedHashMap<>();
  private final Map<String, String> definitions = new LinkedHashMap<>();
  private final Options options;

  /**
   * @param folder in which imports are found
   */
  Session(Path folder) {
    Path here = folder.resolve(Generated.NAME);
    var files = FileImports.beside(here, StandardCharsets.UTF_8);
    options =
        Options.DEFAULT.withImports(
            (path, from) ->
                files.find(path, from.name().equals(Generated.NAME) ? at(here, from) : from));
  }

  /** The text, as if it were a file there. */
  private static SourceText at(Path file, SourceText text) {
    return new SourceText(file.toString(), text.text());
  }

  Map<String, Named> values() {
    return values;
  }

  Map<String, String> definitions() {
    return definitions;
  }

  /** The functions that can be called, with their first lines: those of imported files, too. */
  Map<String, String> functions() {
    var functions = new LinkedHashMap<String, String>();
    for (String text : definitions.values()) {
      Matcher imported = Entered.IMPORT.matcher(text);
      String source = imported.matches() ? imported(imported.group(1)) : text;
      Matcher header = HEADER.matcher(source);
      while (header.find()) {
        functions.put(header.group(2), header.group(1));
      }
    }
    return functions;
  }

  /** The text of a file; empty where it is no longer there. */
  private String imported(String path) {
    return options.imports().find(path, new SourceText(Generated.NAME, ""))
            instanceof Imports.Found found
        ? found.source().text()
        : "";
  }

  /** The value of that name. */
  Named value(String name) {
    Named found = values.get(name);
    if (found == null) {
      String advice =
          Spelling.closest(name, values.keySet())
              .map(best -> "; did you mean `" + best + "`?")
              .orElse(
                  ": `let %s = ...` makes one, `:load %s=FILE` reads one".formatted(name, name));
      throw Failure.data("there is no value `" + name + "`" + advice);
    }
    return found;
  }

  void put(String name, Named value) {
    values.remove(name); // the latest stands last
    values.put(name, value);
  }

  /** Keeps a definition, unless it has a mistake. */
  void define(Entered.Definition d) {
    var others = new LinkedHashMap<>(definitions);
    others.remove(d.name());
    String text = d.text() + "\n" + String.join("\n", others.values()) + "\n";
    List<Diagnostic> found = Tensorc.check(new SourceText(Generated.NAME, text), options);
    if (found.stream().anyMatch(m -> m.severity() == Severity.ERROR)) {
      throw new CompilationException(found);
    }
    definitions.remove(d.name());
    definitions.put(d.name(), d.text());
  }

  /** The values that a {@code let} names. */
  List<Named> run(Entered.Let let) {
    Generated program =
        Generated.ofLet(let.text(), let.names(), without(let.names()), definitions.values());
    List<Named> results = run(program);
    for (int i = 0; i < results.size(); i++) {
      put(let.names().get(i), results.get(i));
    }
    return results;
  }

  /** The value that a {@code let} names, which may be computed from its older one. */
  Named run(Entered.Assigned a) {
    List<Named> results = run(Generated.of(a.text(), a.start(), values, definitions.values()));
    if (results.size() > 1) {
      throw Failure.data(
          "`%s` gives %d values: write `let (%s1, %s2, ...) = ...`"
              .formatted(a.text().substring(a.start()), results.size(), a.name(), a.name()));
    }
    put(a.name(), results.getFirst());
    return results.getFirst();
  }

  /** The values without those that a {@code let} is about to replace: a name is given once. */
  private Map<String, Named> without(List<String> names) {
    var others = new LinkedHashMap<>(values);
    names.forEach(others::remove);
    return others;
  }

  /** The value of an expression; several results have no common name. */
  List<Named> run(Entered.Expression e) {
    List<Named> results = run(generated(e.text()));
    if (results.size() == 1) {
      put(LAST, results.getFirst());
    }
    return results;
  }

  /** The program of an expression. */
  Generated generated(String expression) {
    return Generated.of(expression, values, definitions.values());
  }

  /** A program, compiled. */
  CompiledProgram compiled(Generated g) {
    try {
      return Tensorc.compile(g.program(), options);
    } catch (CompilationException e) {
      throw new CompilationException(e.diagnostics().stream().map(g::placed).toList());
    }
  }

  private List<Named> run(Generated g) {
    Function f = compiled(g).functions().getFirst();
    Object[] arguments = g.parameters().stream().map(name -> value(name).value()).toArray();
    Object result = f.invoke(arguments);
    List<?> all = f.results().size() == 1 ? List.of(result) : (List<?>) result;
    var results = new ArrayList<Named>();
    for (int i = 0; i < all.size(); i++) {
      results.add(Named.of(f.results().get(i), all.get(i)));
    }
    return results;
  }
}
