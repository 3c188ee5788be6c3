package dev.tensorc.frontend;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the imports of a file, and their imports. */
public final class Linker {

  /** More files than this are a mistake; also how deep imports may nest. */
  private static final int MAX_FILES = 1_000;

  private final Imports imports;
  private final List<Diagnostic> diagnostics = new ArrayList<>();
  private final Map<String, SourceUnit> units = new HashMap<>();

  /** The files that are being linked, outermost first, each with the import that it has reached. */
  private final Map<String, Ast.Import> open = new LinkedHashMap<>();

  private Linker(Imports imports) {
    this.imports = imports;
  }

  /**
   * @param unit the whole program; empty where a diagnostic is an error
   * @param diagnostics those of the imported files, and of the imports themselves
   */
  public record LinkResult(Optional<SourceUnit> unit, List<Diagnostic> diagnostics) {}

  /** Links a file; never throws, whatever the text of the imported files. */
  public static LinkResult link(Ast.Program program, Imports imports) {
    return BigStack.call(
        () -> {
          var linker = new Linker(imports);
          SourceUnit unit = linker.unit(program);
          return new LinkResult(
              linker.diagnostics.isEmpty() ? Optional.of(unit) : Optional.empty(),
              List.copyOf(linker.diagnostics));
        });
  }

  private SourceUnit unit(Ast.Program program) {
    String name = program.span().source().name();
    var imported = new ArrayList<SourceUnit.Imported>();
    for (Ast.TopLevel item : program.items()) {
      if (item instanceof Ast.Import i) {
        open.put(name, i);
        imported(i).ifPresent(unit -> imported.add(new SourceUnit.Imported(i, unit)));
        open.remove(name);
      }
    }
    var unit = new SourceUnit(program, imported);
    units.put(name, unit);
    return unit;
  }

  private Optional<SourceUnit> imported(Ast.Import i) {
    Imports.Result result =
        StandardLibrary.names(i.path())
            ? StandardLibrary.find(i.path())
            : imports.find(i.path(), i.span().source());
    return switch (result) {
      case Imports.Found f -> linked(i, f.source());
      case Imports.Result refusal -> {
        diagnostics.add(ImportMessages.of(i, refusal));
        yield Optional.empty();
      }
    };
  }

  private Optional<SourceUnit> linked(Ast.Import i, SourceText text) {
    String name = text.name();
    SourceUnit known = units.get(name);
    if (known != null) {
      return Optional.of(known);
    }
    if (open.containsKey(name)) {
      diagnostics.add(circle(i, name));
      return Optional.empty();
    }
    if (units.size() + open.size() >= MAX_FILES) {
      if (diagnostics.stream().noneMatch(d -> d.id().equals(ParseError.IMPORT_LIMIT.id()))) {
        diagnostics.add(
            ParseError.IMPORT_LIMIT
                .at(i.span(), "the program has more than " + MAX_FILES + " files")
                .hint("join some of them into one file"));
      }
      return Optional.empty();
    }
    var parsed = Parser.parse(text);
    diagnostics.addAll(parsed.diagnostics());
    return parsed.program().map(this::unit);
  }

  private Diagnostic circle(Ast.Import i, String name) {
    Diagnostic d =
        ParseError.IMPORT_CIRCLE.at(
            i.span(), "\"" + i.path() + "\" is imported while it is being read itself");
    boolean inside = false;
    for (var entry : open.entrySet()) {
      inside |= entry.getKey().equals(name);
      if (inside && entry.getValue() != i) {
        d = d.related(entry.getValue().span(), "through this import");
      }
    }
    return d.hint("move the definitions that both files need into a third file");
  }
}
