package dev.tensorc.lsp;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.BigStack;
import dev.tensorc.frontend.CompilationInterruptedException;
import dev.tensorc.frontend.Imports;
import dev.tensorc.frontend.Linker;
import dev.tensorc.frontend.SourceText;
import dev.tensorc.frontend.SourceUnit;
import dev.tensorc.frontend.Span;
import dev.tensorc.infer.Inference;
import dev.tensorc.ir.DisciplineName;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;

/**
 * The syntax tree of one version of a text, half-typed or not, and the types of its parts.
 *
 * @param program its readable part; empty where nothing is readable
 * @param imported the files that it imports, directly
 */
record Analysis(
    SourceText source,
    Positions positions,
    Optional<Ast.Program> program,
    List<Ast.Program> imported,
    Findings findings) {

  private static final Logger LOG = Logger.getLogger(Analysis.class.getName());

  /** All of a text. */
  static Analysis of(SourceText source, Optional<Ast.Program> program, Imports imports) {
    return of(source, program, imports, p -> p);
  }

  /** An analysis without the types in functions that the one around a place does not need. */
  static Analysis around(
      int offset, SourceText source, Optional<Ast.Program> program, Imports imports) {
    return of(source, program, imports, p -> Needed.around(offset, p));
  }

  private static Analysis of(
      SourceText source,
      Optional<Ast.Program> program,
      Imports imports,
      UnaryOperator<Ast.Program> inferred) {
    // Spans of a text with lines left out have the same offsets: findings are asked by these.
    var findings = new Findings(program.map(p -> p.span().source()).orElse(source));
    var imported = new ArrayList<Ast.Program>();
    program.ifPresent(
        p -> {
          var linked = Linker.link(inferred.apply(p), imports).unit();
          linked.ifPresent(unit -> unit.imports().forEach(i -> imported.add(i.unit().program())));
          infer(linked.orElse(new SourceUnit(inferred.apply(p), List.of())), findings);
        });
    return new Analysis(
        source, new Positions(source.text()), program, List.copyOf(imported), findings);
  }

  /** Findings from before a failure of inference are kept. */
  private static void infer(SourceUnit unit, Findings findings) {
    try {
      BigStack.call(() -> Inference.infer(unit, DisciplineName.NUMPY, false, findings));
    } catch (CompilationInterruptedException e) {
      throw e;
    } catch (RuntimeException | StackOverflowError e) {
      LOG.log(Level.WARNING, "inference failed", e);
    }
  }

  List<Ast.Function> functions() {
    return program.map(Analysis::functionsOf).orElse(List.of());
  }

  static List<Ast.Function> functionsOf(Ast.Program program) {
    return program.items().stream()
        .flatMap(i -> i instanceof Ast.Function f ? Stream.of(f) : Stream.empty())
        .toList();
  }

  /** The functions that the files export to this one, but for private ones. */
  List<Ast.Function> importedFunctions() {
    return imported.stream()
        .flatMap(p -> functionsOf(p).stream())
        .filter(f -> !f.name().text().startsWith("_"))
        .toList();
  }

  /** The function around a place. */
  Optional<Ast.Function> functionAt(int offset) {
    return functionAt(offset, functions());
  }

  static Optional<Ast.Function> functionAt(int offset, List<Ast.Function> functions) {
    return functions.stream()
        .filter(f -> f.span().start() <= offset && offset <= f.span().end())
        .findFirst();
  }

  /** The name around a place, as offsets; empty where there is none. */
  Optional<int[]> wordAt(int offset) {
    String text = source.text();
    int start = offset;
    while (start > 0 && isNamePart(text.charAt(start - 1))) {
      start--;
    }
    int end = offset;
    while (end < text.length() && isNamePart(text.charAt(end))) {
      end++;
    }
    return start == end ? Optional.empty() : Optional.of(new int[] {start, end});
  }

  static boolean isNamePart(char c) {
    return c == '_' || c < 128 && Character.isLetterOrDigit(c);
  }

  /** Where the name is bound that stands in that part of the text. */
  Optional<Span> definition(int start, int end) {
    String name = source.text().substring(start, end);
    return findings
        .definitionOf(start, end)
        .or(() -> bound(name, start).map(b -> b.name().span()))
        .or(() -> function(name).map(f -> f.name().span()))
        .or(() -> constant(name).map(c -> c.name().span()))
        .or(() -> weight(name).map(w -> w.name().span()));
  }

  /** The innermost binding of a name that is in sight at a place, or stands there. */
  Optional<Binding> bound(String name, int offset) {
    return functionAt(offset).stream()
        .flatMap(f -> Binding.of(f).stream())
        .filter(b -> b.name().text().equals(name))
        .filter(b -> b.isInSight(offset) || b.name().span().start() == offset)
        .reduce((first, second) -> second);
  }

  Optional<Ast.Function> function(String name) {
    return Stream.concat(functions().stream(), importedFunctions().stream())
        .filter(f -> f.name().text().equals(name))
        .findFirst();
  }

  Optional<Ast.Const> constant(String name) {
    return constants().stream().filter(c -> c.name().text().equals(name)).findFirst();
  }

  /** The constants of the text and of the files that it imports. */
  List<Ast.Const> constants() {
    return Stream.concat(program.stream(), imported.stream())
        .flatMap(p -> p.items().stream())
        .flatMap(i -> i instanceof Ast.Const c ? Stream.of(c) : Stream.empty())
        .toList();
  }

  Optional<Ast.Weight> weight(String name) {
    return weights().stream().filter(w -> w.name().text().equals(name)).findFirst();
  }

  /** The weights of the text and of the files that it imports. */
  List<Ast.Weight> weights() {
    return Stream.concat(program.stream(), imported.stream())
        .flatMap(p -> p.items().stream())
        .flatMap(i -> i instanceof Ast.Weights w ? w.tensors().stream() : Stream.empty())
        .toList();
  }
}
