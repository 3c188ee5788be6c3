package dev.tensorc.infer.scope;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.SourceUnit;
import dev.tensorc.frontend.Span;
import dev.tensorc.infer.report.Annotations;
import dev.tensorc.infer.report.Diagnostics;
import dev.tensorc.infer.report.ErrorId;
import dev.tensorc.infer.rule.Discipline;
import dev.tensorc.infer.rule.Disciplines;
import dev.tensorc.infer.rule.Typed;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The top level of a file: its functions and constants by name, and those of the files that it
 * imports.
 */
public final class Declarations {

  private final Map<String, Ast.Function> functions = new LinkedHashMap<>();
  private final Map<String, Ast.Const> constants = new LinkedHashMap<>();
  private Optional<Ast.Weights> weights = Optional.empty();

  /** The names of weights, and of sizes that their file gives. */
  private final Map<String, Span> ofWeights = new LinkedHashMap<>();

  private final Map<String, Span> places = new LinkedHashMap<>();
  private final Map<String, Span> imported = new LinkedHashMap<>();

  /** Functions that were refused as a whole: calls of them say nothing more. */
  private final Set<String> refused = new HashSet<>();

  private final Set<String> called = new HashSet<>();
  private final Set<String> evaluating = new HashSet<>();
  private final Map<String, Typed> knownConstants = new HashMap<>();
  private final List<Declarations> imports = new ArrayList<>();
  private final Map<String, Discipline> disciplines = new HashMap<>();
  private Discipline discipline;

  private final Diagnostics diagnostics;

  private Declarations(Discipline discipline, Diagnostics diagnostics) {
    this.discipline = discipline;
    this.diagnostics = diagnostics;
  }

  /** A function and the file that it stands in. */
  public record FunctionOf(Declarations file, Ast.Function function) {}

  /** A constant and the file that it stands in. */
  record ConstantOf(Declarations file, Ast.Const constant) {}

  /**
   * @param known the files that were read already, for those that several import
   * @param discipline of the files that name none
   */
  public static Declarations of(
      SourceUnit unit,
      Map<SourceUnit, Declarations> known,
      Discipline discipline,
      Diagnostics diagnostics) {
    Declarations earlier = known.get(unit);
    if (earlier != null) {
      return earlier;
    }
    var d = new Declarations(discipline, diagnostics);
    known.put(unit, d);
    for (SourceUnit.Imported i : unit.imports()) {
      d.include(i.at(), of(i.unit(), known, discipline, diagnostics));
    }
    d.items(unit.program());
    return d;
  }

  private void items(Ast.Program program) {
    program
        .broadcasting()
        .flatMap(name -> Disciplines.named(name, diagnostics))
        .ifPresent(named -> discipline = named);
    for (Ast.TopLevel item : program.items()) {
      switch (item) {
        case Ast.Import _ -> {}
        case Ast.Const c -> declare(c);
        case Ast.Weights w -> declare(w);
        case Ast.Function f -> declare(f);
      }
    }
    weights.ifPresent(this::sizes);
  }

  /**
   * The names that the imported file defines itself are visible, but for those that begin with
   * {@code _}; the names that it imports are not.
   */
  private void include(Ast.Import at, Declarations file) {
    if (imports.contains(file)) {
      diagnostics.report(
          ErrorId.DUPLICATE_NAME
              .at(at.span(), "\"" + at.path() + "\" is imported twice")
              .hint("remove one of the imports"));
      return;
    }
    imports.add(file);
    file.places.forEach(
        (name, place) -> {
          Span earlier = isPrivate(name) ? null : imported.putIfAbsent(name, place);
          if (earlier != null) {
            diagnostics.report(
                ErrorId.DUPLICATE_NAME
                    .at(at.span(), "two imported files define `" + name + "`")
                    .related(earlier, "the first definition")
                    .related(place, "the second definition")
                    .hint("give one of them another name"));
          }
        });
  }

  private void declare(Ast.Weights w) {
    weights.ifPresent(first -> diagnostics.report(ErrorId.secondWeights(w, first)));
    weights = weights.or(() -> Optional.of(w));
    for (Ast.Weight tensor : w.tensors()) {
      if (free(tensor.name(), "weight")) {
        ofWeights.put(tensor.name().text(), tensor.name().span());
      }
    }
  }

  /** Names of sizes that are no constants stand for the sizes in the file of the weights. */
  private void sizes(Ast.Weights w) {
    w.tensors().stream()
        .flatMap(t -> t.type().levels().stream())
        .flatMap(l -> l.dims().stream())
        .forEach(
            d -> {
              if (d instanceof Ast.ExprDim(boolean _, Ast.Ref r, Span _)
                  && constant(r.name()).isEmpty()
                  && !ofWeights.containsKey(r.name())
                  && free(new Ast.Name(r.name(), r.span()), "size")) {
                ofWeights.put(r.name(), r.span());
              }
            });
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
    Disciplines.annotated(f, diagnostics).ifPresent(d -> disciplines.put(f.name().text(), d));
    Annotations.refuse(f)
        .or(() -> notForJava(f))
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
    Span imports = imported.get(text);
    if (imports != null) {
      diagnostics.report(
          ErrorId.DUPLICATE_NAME
              .at(name.span(), "`" + text + "` is also defined in an imported file")
              .related(imports, "the imported definition")
              .hint("give one of them another name"));
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

  /** The functions of this file. */
  public Map<String, Ast.Function> functions() {
    return functions;
  }

  /** The constants of this file. */
  public Map<String, Ast.Const> constants() {
    return constants;
  }

  /** The function that the name means here: this file's or an imported one's. */
  public Optional<FunctionOf> function(String name) {
    return sight(name)
        .filter(file -> file.functions.containsKey(name))
        .findFirst()
        .map(file -> new FunctionOf(file, Objects.requireNonNull(file.functions.get(name))));
  }

  /** The constant that the name means here: this file's or an imported one's. */
  public Optional<ConstantOf> constant(String name) {
    return sight(name)
        .filter(file -> file.constants.containsKey(name))
        .findFirst()
        .map(file -> new ConstantOf(file, Objects.requireNonNull(file.constants.get(name))));
  }

  /** Where a weight, or a size of weights, that the name means here is defined. */
  public Optional<Span> weights(String name) {
    return sight(name)
        .flatMap(f -> Optional.ofNullable(f.ofWeights.get(name)).stream())
        .findFirst();
  }

  /** The weights that this file declares. */
  public Optional<Ast.Weights> weights() {
    return weights;
  }

  /** All functions that can be called here, for advice. */
  List<String> visibleFunctions() {
    return visible(file -> file.functions);
  }

  /** All constants and weights that can be used here, for advice. */
  List<String> visibleConstants() {
    return Stream.concat(
            visible(file -> file.constants).stream(), visible(file -> file.ofWeights).stream())
        .toList();
  }

  private List<String> visible(Function<Declarations, Map<String, ?>> names) {
    return Stream.concat(
            names.apply(this).keySet().stream(),
            imports.stream()
                .flatMap(file -> names.apply(file).keySet().stream())
                .filter(name -> !isPrivate(name)))
        .toList();
  }

  /** The files in which a name is looked for. */
  private Stream<Declarations> sight(String name) {
    return Stream.concat(Stream.of(this), isPrivate(name) ? Stream.empty() : imports.stream());
  }

  private static boolean isPrivate(String name) {
    return name.startsWith("_");
  }

  /** The constants that are being evaluated, to find those defined by themselves. */
  Set<String> evaluating() {
    return evaluating;
  }

  /** Constants that came out as numbers, or as nothing. */
  Map<String, Typed> knownConstants() {
    return knownConstants;
  }

  public boolean refused(String function) {
    return refused.contains(function);
  }

  /** The discipline of the file. */
  Discipline discipline() {
    return discipline;
  }

  /** The discipline of a function: its own, else the file's. */
  Discipline discipline(Ast.Function f) {
    return disciplines.getOrDefault(f.name().text(), discipline);
  }

  public void markCalled(String function) {
    called.add(function);
  }

  public boolean wasCalled(String function) {
    return called.contains(function);
  }

  /** Why a function cannot be exported: Java passes values, and all of them. */
  private static Optional<Diagnostic> notForJava(Ast.Function f) {
    if (!f.exported()) {
      return Optional.empty();
    }
    for (Ast.Parameter p : f.parameters()) {
      String name = p.name().text();
      if (p instanceof Ast.ConstParam) {
        return Optional.of(
            ErrorId.EXPORTED_PARAMETER
                .at(p.span(), "`" + name + "` is a constant of each call, which Java cannot give")
                .hint("export a function that calls this one with a constant"));
      }
      if (p.otherwise().isPresent()) {
        return Optional.of(
            ErrorId.EXPORTED_PARAMETER
                .at(p.span(), "`" + name + "` has a default, but callers in Java pass everything")
                .hint("leave the default out, or export a function that calls this one"));
      }
    }
    return Optional.empty();
  }
}
