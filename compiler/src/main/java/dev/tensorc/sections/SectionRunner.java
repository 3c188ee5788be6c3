package dev.tensorc.sections;

import dev.tensorc.EngineMode;
import dev.tensorc.Options;
import dev.tensorc.Tensorc;
import dev.tensorc.frontend.CompilationException;
import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.DiagnosticRenderer;
import dev.tensorc.frontend.SourceText;
import dev.tensorc.frontend.Span;
import dev.tensorc.frontend.Spelling;
import dev.tensorc.runtime.Program;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds out whether the sections of a program are true. */
public final class SectionRunner {

  private static final List<String> KINDS = List.of("run", "error");

  /** The folders of a place that diagnostics name: they depend on where the command runs. */
  private static final Pattern FOLDERS = Pattern.compile("(?m)^( *--> ).*[/\\\\](?=[^/\\\\]+$)");

  private final SourceText source;
  private final Options options;
  private final Collection<EngineMode> engines;
  private final Optional<Path> weights;

  private SectionRunner(
      SourceText source, Options options, Collection<EngineMode> engines, Optional<Path> weights) {
    this.source = source;
    this.options = options;
    this.engines = engines;
    this.weights = weights;
  }

  /**
   * The outcome of a program's sections.
   *
   * @param calls how many sections are of calls
   * @param refusals how many are of errors of the program itself
   * @param failed how many of both do not hold
   * @param diagnostics why; also the errors of a program that does not compile
   */
  public record Outcome(int calls, int refusals, int failed, List<Diagnostic> diagnostics) {

    public Outcome {
      diagnostics = List.copyOf(diagnostics);
    }

    /** This program's and another's. */
    public Outcome and(Outcome other) {
      return new Outcome(
          calls + other.calls,
          refusals + other.refusals,
          failed + other.failed,
          Stream.concat(diagnostics.stream(), other.diagnostics.stream()).toList());
    }

    /** How many sections there are. */
    public int sections() {
      return calls + refusals;
    }
  }

  /**
   * Compiles a program and checks its sections; never throws for their contents, nor for mistakes
   * of the program.
   *
   * @param engines those that run each call, at least one
   * @param weights the file of its weights; where it is empty they are beside the program
   * @throws IOException if the file of its weights cannot be read, or does not fit the program
   */
  public static Outcome run(
      SourceText source, Options options, Collection<EngineMode> engines, Optional<Path> weights)
      throws IOException {
    return new SectionRunner(source, options, engines, weights).run();
  }

  private Outcome run() throws IOException {
    List<Section> sections = Section.of(source.text());
    int refusals = Math.toIntExact(sections.stream().filter(Section::isRefusal).count());
    int calls = sections.size() - refusals;
    Map<EngineMode, Program> programs;
    List<Diagnostic> mistakes = List.of();
    try {
      programs = programs();
    } catch (CompilationException e) {
      programs = Map.of();
      mistakes = e.diagnostics();
      if (sections.stream().noneMatch(s -> s.isRefusal() && !s.isStrict())) {
        return new Outcome(calls, refusals, sections.size(), mistakes);
      }
    }
    var found = new ArrayList<Diagnostic>();
    for (Section s : sections) {
      failure(s, programs, mistakes).ifPresent(found::add);
    }
    return new Outcome(calls, refusals, found.size(), found);
  }

  private Map<EngineMode, Program> programs() throws IOException {
    var analysed = Tensorc.compile(source, options.withEngine(EngineMode.INTERPRETER));
    Optional<Path> file = analysed.weightsFile().map(weights::orElse);
    var programs = new LinkedHashMap<EngineMode, Program>();
    for (EngineMode engine : engines) {
      Program program = analysed.in(engine);
      programs.put(engine, file.isPresent() ? program.withWeights(file.get()) : program);
    }
    return programs;
  }

  private Optional<Diagnostic> failure(
      Section s, Map<EngineMode, Program> programs, List<Diagnostic> mistakes) {
    Span place = s.place(source);
    try {
      requireKind(s);
      if (s.isRefusal()) {
        return refusal(s, place, s.isStrict() ? strictly() : mistakes);
      }
      if (programs.isEmpty()) {
        throw new SectionException("nothing can be called: the program does not compile");
      }
      var check = new CallCheck(s, place, programs);
      return s.kind().equals("run") ? check.gives() : check.fails();
    } catch (SectionException e) {
      return Optional.of(Diagnostic.error("", place, String.valueOf(e.getMessage())));
    }
  }

  private static void requireKind(Section s) {
    if (!KINDS.contains(s.kind())) {
      String advice =
          Spelling.closest(s.kind(), KINDS).map(k -> "did you mean `#> " + k + "`? ").orElse("");
      throw new SectionException(
          "no section `#> %s`; %sthere are `#> run f(x=[1])` and `#> error f(x=[1])`"
              .formatted(s.kind(), advice));
    }
  }

  /** The program's errors under --strict-results. */
  private List<Diagnostic> strictly() {
    try {
      var _ = Tensorc.compile(source, options.withStrictResults(true));
      return List.of();
    } catch (CompilationException e) {
      return e.diagnostics();
    }
  }

  /** Holds where the printed text has each paragraph of the section. */
  private static Optional<Diagnostic> refusal(Section s, Span place, List<Diagnostic> mistakes) {
    if (mistakes.isEmpty()) {
      return Optional.of(
          Diagnostic.error("", place, "the program compiles, but is expected not to")
              .expected(s.expected()));
    }
    String printed = DiagnosticRenderer.renderAll(mistakes);
    String missing =
        s.expected()
            .transform(Pattern.compile("\n\\s*\n")::splitAsStream)
            .filter(paragraph -> !normal(printed).contains(normal(paragraph)))
            .collect(Collectors.joining("\n\n"));
    return missing.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Diagnostic.error("", place, "the program has another error")
                .found(printed.strip())
                .expected(missing));
  }

  private static String normal(String text) {
    return CallCheck.normal(FOLDERS.matcher(text).replaceAll("$1"));
  }
}
