package dev.tensorc.golden;

import dev.tensorc.Analysed;
import dev.tensorc.EngineMode;
import dev.tensorc.Options;
import dev.tensorc.Tensorc;
import dev.tensorc.codegen.loop.LoopIr;
import dev.tensorc.codegen.loop.LoopPrinter;
import dev.tensorc.codegen.loop.NestPrinter;
import dev.tensorc.compiler.Explanation;
import dev.tensorc.frontend.CompilationException;
import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.DiagnosticRenderer;
import dev.tensorc.frontend.SourceText;
import dev.tensorc.infer.report.ErrorId;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.runtime.Lazy;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The compiler's reports on a program, as the text of a section. Each object compiles it anew, and
 * once: a compiler that has changed under the test, as mutants do, does not find the results of
 * another.
 */
final class Rendering {

  private final SourceText source;
  private final Options options;
  private final Supplier<Analysed> program;

  Rendering(SourceText source, Options options) {
    this.source = source;
    this.options = options;
    this.program = Lazy.of(() -> new Analysed(source, options));
  }

  /**
   * The program, to be run, too.
   *
   * @throws CompilationException if it has mistakes
   */
  Analysed analysed() {
    return program.get();
  }

  String diagnostics() {
    return DiagnosticRenderer.renderAll(found()).stripTrailing();
  }

  /** Without warnings of things that tests do on purpose: sizes left open, and slow kernels. */
  String mistakes() {
    Set<String> meant = Set.of(ErrorId.VERSIONS.code(), ErrorId.SLOW_KERNEL.code());
    return DiagnosticRenderer.renderAll(
        found().stream().filter(d -> !meant.contains(d.id())).toList());
  }

  /** Everything that the compiler has to say; the limits of class files show when they are made. */
  List<Diagnostic> found() {
    if (options.engine() == EngineMode.INTERPRETER) { // it makes no loops to be told of
      return Tensorc.check(source, options);
    }
    try {
      return analysed().compiled().program().diagnostics();
    } catch (CompilationException e) {
      return e.diagnostics();
    }
  }

  /** The text of a section that is neither {@code run} nor a failing call. */
  String section(String kind, String function) {
    return switch (kind) {
      case "warnings" -> found().isEmpty() ? "none" : diagnostics();
      case "shape" -> shape(function);
      case "versions" -> versions(function);
      case "loops" -> loops(function);
      case "schedule" -> schedule(function);
      case "explain" -> explain(function);
      case "rows" -> rows(function);
      default -> throw new IllegalArgumentException("no such section: " + kind);
    };
  }

  TensorIr.Module module() {
    return analysed().module();
  }

  LoopIr.Program program() {
    return analysed().plans();
  }

  static LoopIr.Plan plan(LoopIr.Program program, String function) {
    return program.plans().stream()
        .filter(p -> p.function().name().equals(function))
        .findFirst()
        .orElseThrow();
  }

  /** Exact dims, where a declared type may have {@code ?}. */
  private String shape(String function) {
    TensorIr.Function f = TensorIr.function(module(), function).orElseThrow();
    var types = new ArrayList<String>();
    for (TensorIr.Value result : f.body().yields()) {
      List<Dim> shape = result.shape().stream().map(d -> f.facts().resolve(d)).toList();
      types.add(
          result.isUnranked()
              ? result.type()
              : result.dtype() + (shape.isEmpty() ? "" : shape.toString()));
    }
    return types.size() == 1 ? types.getFirst() : "(" + String.join(", ", types) + ")";
  }

  /** The nests and short rows of the kernels that a function calls, by number. */
  private String schedule(String function) {
    LoopIr.Program program = program();
    List<String> nests =
        plan(program, function).launches().stream()
            .map(l -> program.kernels().get(l.call().kernel()))
            .distinct()
            .flatMap(
                k ->
                    Stream.of(
                            k.nests().stream().map(nest -> NestPrinter.line(k, nest)),
                            k.schedule().shortRows().stream()
                                .map(rows -> NestPrinter.line(k, rows)),
                            k.schedule().tiled().stream().map(tiles -> NestPrinter.line(k, tiles)))
                        .flatMap(lines -> lines))
            .toList();
    return nests.isEmpty() ? "none" : String.join("\n", nests);
  }

  private String versions(String function) {
    var lines = new ArrayList<String>();
    versions(plan(program(), function).body(), "", lines);
    return String.join("\n", lines);
  }

  /** The values computed together, then one line for each version. */
  private static void versions(List<LoopIr.Stmt> body, String indent, List<String> lines) {
    for (LoopIr.Stmt statement : body) {
      switch (statement) {
        case LoopIr.Cluster c -> {
          lines.add(
              c.fallback().launches().stream()
                  .flatMap(l -> l.target().written().stream())
                  .map(w -> w.value().name())
                  .collect(Collectors.joining("; ", indent, "")));
          c.versions().forEach(v -> lines.add(indent + "  " + guard(v)));
        }
        case LoopIr.Branch b -> {
          lines.add(indent + "then");
          versions(b.then().body(), indent + "  ", lines);
          lines.add(indent + "else");
          versions(b.otherwise().body(), indent + "  ", lines);
        }
        case LoopIr.Loop l -> {
          lines.add(indent + "loop");
          if (l.head() instanceof LoopIr.Asked asked) {
            versions(asked.steps(), indent + "  ", lines);
          }
          versions(l.body(), indent + "  ", lines);
        }
        case LoopIr.Check _, LoopIr.Scalar _, LoopIr.Bind _ -> {}
        case LoopIr.Ordered o -> lines.add(indent + o.value().name() + ", row by row");
        case LoopIr.Literal _, LoopIr.Allocate _, LoopIr.Alias _, LoopIr.Reshape _ -> {}
        case LoopIr.Copy _, LoopIr.Reuse _, LoopIr.Store _ -> {}
        case LoopIr.Scatter s -> lines.add(indent + s.value().name() + ", one after the other");
      }
    }
  }

  private static String guard(LoopIr.Version version) {
    return version.guard().isEmpty()
        ? "always"
        : version.guard().stream().map(Object::toString).collect(Collectors.joining(" and "));
  }

  /**
   * Without the contents of other sections, and without bytes, which change with every improvement.
   */
  private String explain(String function) {
    Explanation e = analysed().compiled().program().explain(function);
    String types = e.types();
    String broadcasts = types.substring(types.indexOf("broadcasts\n"), types.indexOf("\nrows\n"));
    return String.join("\n", e.summary(), broadcasts, e.loops()).stripTrailing();
  }

  /** As compiled; the program that is called must say the same. */
  private String rows(String function) {
    TensorIr.Function f = TensorIr.function(module(), function).orElseThrow();
    return Explanation.rows(f);
  }

  private String loops(String function) {
    LoopIr.Program program = program();
    return LoopPrinter.print(program, plan(program, function), _ -> "").stripTrailing();
  }
}
