package dev.tensorc.generated;

import dev.tensorc.Analysed;
import dev.tensorc.Options;
import dev.tensorc.frontend.CompilationException;
import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.DiagnosticRenderer;
import dev.tensorc.frontend.Severity;
import dev.tensorc.frontend.SourceText;
import dev.tensorc.golden.DrawnEngine;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Runs a program in the interpreter and in an engine that its seed draws. */
final class Runner {

  /**
   * @param results the interpreter's result for each call: a value, or an exception's class and
   *     message
   */
  record Outcome(Optional<Failure> failure, List<Object> results) {}

  /** How the kind of a failure begins where inference refuses a program. */
  static final String REFUSED = "refused with ";

  /** The error of programs that nobody writes: more than a JVM method holds. */
  private static final String TOO_LARGE = "TC-U100";

  private static final int LONGEST_MESSAGE = 2000;

  private Runner() {}

  static Optional<Failure> failure(GeneratedProgram program) {
    return run(program).failure();
  }

  static Outcome run(GeneratedProgram program) {
    var source = new SourceText("generated.tc", program.source());
    var results = new ArrayList<Object>();
    int call = -1;
    try {
      Analysed analysed;
      try {
        analysed = new Analysed(source, Options.DEFAULT);
      } catch (CompilationException e) {
        List<Diagnostic> errors =
            e.diagnostics().stream().filter(d -> d.severity() == Severity.ERROR).toList();
        String kind = REFUSED + errors.getFirst().id();
        return failed(kind, call, DiagnosticRenderer.renderAll(errors), results);
      }
      var engine = new DrawnEngine(analysed, new Random(program.seed()));
      for (List<Argument> arguments : program.calls()) {
        call++;
        Object[] args = arguments.stream().map(Argument::value).toArray();
        String called = program.called(arguments);
        Object expected = engine.expected(called, args);
        results.add(expected);
        engine.expect(expected, called, args);
      }
      return new Outcome(Optional.empty(), results);
    } catch (CompilationException e) {
      return TOO_LARGE.equals(e.diagnostics().getFirst().id())
          ? new Outcome(Optional.empty(), List.of(TOO_LARGE))
          : failed("refused late", call, String.valueOf(e.getMessage()), results);
    } catch (AssertionError e) {
      return failed(
          call < 0 ? "bad class files" : "engines disagree",
          call,
          String.valueOf(e.getMessage()),
          results);
    } catch (Exception | LinkageError | StackOverflowError e) {
      return failed("internal error " + e.getClass().getName(), call, trace(e), results);
    }
  }

  private static Outcome failed(String kind, int call, String message, List<Object> results) {
    String shown = message.substring(0, Math.min(message.length(), LONGEST_MESSAGE));
    return new Outcome(Optional.of(new Failure(kind, call, shown)), results);
  }

  private static String trace(Throwable e) {
    return Stream.of(e.getStackTrace())
        .map(frame -> "\n    at " + frame)
        .collect(Collectors.joining("", e.toString(), ""));
  }
}
