package dev.tensorc.compiler;

import dev.tensorc.Findings;
import dev.tensorc.Options;
import dev.tensorc.frontend.CompilationException;
import dev.tensorc.frontend.CompilationInterruptedException;
import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.Severity;
import dev.tensorc.frontend.SourceText;
import dev.tensorc.frontend.Span;
import dev.tensorc.infer.report.Allowed;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The state that the passes of one compilation share: its input, its options and their findings.
 */
public final class PassContext {

  /** Tests run with assertions, so that all of them verify. */
  private static final boolean ASSERTIONS = PassContext.class.desiredAssertionStatus();

  private final SourceText source;
  private final Options options;
  private final boolean verifies;
  private final List<Diagnostic> diagnostics = new ArrayList<>();
  private final List<Allowed> allowed = new ArrayList<>();
  private final Set<Allowed> used = new HashSet<>();
  private final List<Diagnostic> silenced = new ArrayList<>();
  private List<Span> exported = List.of();

  public PassContext(SourceText source, Options options) {
    this(source, options, ASSERTIONS);
  }

  /**
   * @param asserting whether passes are verified without being asked for
   */
  PassContext(SourceText source, Options options, boolean asserting) {
    this.source = source;
    this.options = options;
    this.verifies = asserting || options.verifyEach();
  }

  public SourceText source() {
    return source;
  }

  public Options options() {
    return options;
  }

  /** Has later passes keep warnings to themselves that the program allows. */
  void allow(List<Allowed> some) {
    allowed.addAll(some);
  }

  /** Keeps the findings of a pass. */
  public void report(List<Diagnostic> found) {
    for (Diagnostic d : found) {
      List<Allowed> by = allowed.stream().filter(a -> a.covers(d)).toList();
      if (by.isEmpty()) {
        diagnostics.add(d);
      } else {
        used.addAll(by);
        silenced.add(d);
      }
    }
  }

  /** Remembers the places of all code that the program exports. */
  void exports(List<Span> code) {
    exported = code;
  }

  /**
   * Tells of warnings that the program allows and does not have, after the last pass that warns.
   */
  void reportUnusedAllowed() {
    report(
        allowed.stream()
            .filter(a -> !used.contains(a) && a.place().source().equals(source))
            .flatMap(a -> a.unused(exported).stream())
            .toList());
  }

  /** The findings of all passes so far. */
  public List<Diagnostic> diagnostics() {
    return List.copyOf(diagnostics);
  }

  /** The findings, and the warnings that the program allows. */
  public Findings findings() {
    return new Findings(diagnostics, silenced);
  }

  /**
   * Runs a pass, tells the dump hook, and verifies the pass's result if that is asked for.
   *
   * @throws CompilationException with everything found so far, if that holds an error
   * @throws CompilationInterruptedException if the thread was interrupted
   * @throws dev.tensorc.ir.CompilerBug if its result is verified and wrong
   */
  public <I, O> O run(Pass<I, O> pass, I in) {
    CompilationInterruptedException.check();
    long begin = System.nanoTime();
    O out = pass.run(in, this);
    long nanos = System.nanoTime() - begin;
    options
        .dump()
        .after(new Dump.Step(pass.name(), nanos, () -> pass.size(out), () -> pass.print(out)));
    if (verifies && out != in) {
      pass.verify(out);
    }
    return out;
  }

  /** The exception that ends this compilation; some diagnostic is an error. */
  CompilationException failure() {
    if (diagnostics.stream().noneMatch(d -> d.severity() == Severity.ERROR)) {
      throw new IllegalStateException("a pass failed without an error for " + source.name());
    }
    return new CompilationException(diagnostics);
  }
}
