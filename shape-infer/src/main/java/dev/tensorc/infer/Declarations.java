package dev.tensorc.infer;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Span;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** What stands at the top level of a file: its functions and constants by name. */
final class Declarations {

  private final Map<String, Ast.Function> functions = new LinkedHashMap<>();
  private final Map<String, Ast.Const> constants = new LinkedHashMap<>();
  private final Map<String, Span> places = new LinkedHashMap<>();

  /** Functions that were refused as a whole: calls of them say nothing more. */
  private final Set<String> refused = new HashSet<>();

  private final Set<String> called = new HashSet<>();
  private final Set<String> evaluating = new HashSet<>();
  private final Map<String, Typed> knownConstants = new HashMap<>();
  private boolean imports;
  private boolean usable = true;

  private final Diagnostics diagnostics;

  private Declarations(Diagnostics diagnostics) {
    this.diagnostics = diagnostics;
  }

  static Declarations of(Ast.Program program, Diagnostics diagnostics) {
    var d = new Declarations(diagnostics);
    program
        .broadcasting()
        .filter(name -> !name.text().equals("numpy"))
        .ifPresent(
            name -> {
              diagnostics.report(Unsupported.discipline(name.text(), name.span()));
              d.usable = false;
            });
    for (Ast.TopLevel item : program.items()) {
      switch (item) {
        case Ast.Import i -> {
          diagnostics.report(
              ErrorId.UNSUPPORTED_IMPORT
                  .at(i.span(), "`import` is not supported yet")
                  .hint("put the functions of \"" + i.path() + "\" into this file"));
          d.imports = true;
        }
        case Ast.Const c -> d.declare(c);
        case Ast.Function f -> d.declare(f);
      }
    }
    return d;
  }

  private void declare(Ast.Const c) {
    if (free(c.name(), "constant")) {
      constants.put(c.name().text(), c);
    }
  }

  private void declare(Ast.Function f) {
    if (!free(f.name(), "function")) {
      return;
    }
    functions.put(f.name().text(), f);
    Unsupported.inFunction(f)
        .ifPresent(
            problem -> {
              diagnostics.report(problem);
              refused.add(f.name().text());
            });
  }

  /** Whether a top-level name is new; reports where it is not. */
  private boolean free(Ast.Name name, String what) {
    String text = name.text();
    if (Names.reserved(text)) {
      diagnostics.report(Names.reservedName(name, what));
      refused.add(text);
      return false;
    }
    Span earlier = places.putIfAbsent(text, name.span());
    if (earlier == null) {
      return true;
    }
    diagnostics.report(
        ErrorId.DUPLICATE_NAME
            .at(name.span(), "`" + text + "` is defined twice in this file")
            .related(earlier, "the first definition")
            .hint("give one of them another name"));
    return false;
  }

  Map<String, Ast.Function> functions() {
    return functions;
  }

  Map<String, Ast.Const> constants() {
    return constants;
  }

  /** The constants that are being evaluated, to find those defined by themselves. */
  Set<String> evaluating() {
    return evaluating;
  }

  /** Constants that came out as numbers, or as nothing. */
  Map<String, Typed> knownConstants() {
    return knownConstants;
  }

  boolean refused(String function) {
    return refused.contains(function);
  }

  /** Names that are unknown may come from a file whose import was refused. */
  boolean imports() {
    return imports;
  }

  /** False where the file as a whole is in a discipline that is not compiled. */
  boolean usable() {
    return usable;
  }

  void markCalled(String function) {
    called.add(function);
  }

  boolean wasCalled(String function) {
    return called.contains(function);
  }
}
