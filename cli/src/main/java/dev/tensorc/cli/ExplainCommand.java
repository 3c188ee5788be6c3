package dev.tensorc.cli;

import dev.tensorc.CompiledProgram;
import dev.tensorc.EngineMode;
import dev.tensorc.Options;
import dev.tensorc.Tensorc;
import dev.tensorc.cli.data.Functions;
import dev.tensorc.cli.error.ExitCodes;
import dev.tensorc.cli.error.Failure;
import dev.tensorc.cli.explain.HtmlPage;
import dev.tensorc.cli.option.OptionValue;
import dev.tensorc.compiler.Explanation;
import dev.tensorc.frontend.SourceText;
import dev.tensorc.infer.report.ErrorId;
import dev.tensorc.runtime.io.StagedFiles;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** {@code tensorc explain}. */
final class ExplainCommand extends Verb {

  /** Warnings that the summary states in its own words. */
  private static final Set<String> IN_SUMMARY =
      Set.of(ErrorId.SLOW_KERNEL.code(), ErrorId.VERSIONS.code());

  private final ProgramOptions programs = new ProgramOptions(options);

  private final LoopOptions loops = new LoopOptions(options);

  private final OptionValue<Path> file =
      options.word(
          "FILE", Path.class, "A program (.tc), - for standard input, or the id of an error.");

  private final OptionValue<Optional<String>> function =
      options.optionalWord("FUNCTION", String.class, "Only this exported function.");

  private final OptionValue<Boolean> showLoops =
      options.flag("--loops", "Print the loops, the arrays that they store, and why.");

  private final OptionValue<Boolean> showTypes =
      options.flag("--types", "Print the type of each step, and its sizes.");

  private final OptionValue<Boolean> showBytes =
      options.flag("--bytes", "Print the bytes of each method.");

  private final OptionValue<Optional<Path>> html =
      options.optional(
          "--html",
          "PAGE",
          Path.class,
          "Write all of it into one file for a browser: the program beside its loops, "
              + "shapes and predicted times, linked line by line.");

  ExplainCommand() {
    super(
        """
        Explains the compiled form of a program, or an error.
        Of a program: how long it takes by a rule of thumb, its slow loops, its stored
        arrays, and better code. An error is named by its id, such as TC-S001.\
        """,
        """

        Examples:
          $ tensorc explain samples/edges.tc edges
          $ tensorc explain samples/edges.tc --loops
          $ tensorc explain samples/edges.tc --html edges.html
          $ tensorc explain tc-s001\
        """);
  }

  @Override
  public Integer call() throws IOException {
    String id = file.get().toString();
    if (ErrorPages.isId(id)) {
      out().print(ErrorPages.find(id).orElseThrow(() -> Failure.usage("there is no error " + id)));
      out().flush();
      return ExitCodes.OK;
    }
    Options options = loops.in(programs.options(file.get())).withEngine(EngineMode.INTERPRETER);
    SourceText source = programs.read(file.get());
    CompiledProgram program = Tensorc.compile(source, options);
    Explanation explanation =
        function.get().isEmpty()
            ? program.explain()
            : program.explain(
                Functions.find(program, function.get().orElseThrow()).getFirst().name());
    Sources.print(
        program.diagnostics().stream().filter(d -> !IN_SUMMARY.contains(d.id())).toList(), err());
    if (html.get().isPresent()) {
      writePage(html.get().orElseThrow(), HtmlPage.of(source, explanation.functions()));
    }
    out().print(text(explanation));
    out().flush();
    return ExitCodes.OK;
  }

  /** The parts that are asked for; the summary where none is, and no page either. */
  private String text(Explanation e) {
    boolean summary =
        !showLoops.get() && !showTypes.get() && !showBytes.get() && html.get().isEmpty();
    return Stream.of(
            summary ? e.summary() : "",
            showLoops.get() ? e.loops() : "",
            showTypes.get() ? e.types() : "",
            showBytes.get() ? e.bytes() : "")
        .filter(part -> !part.isEmpty())
        .collect(Collectors.joining("\n"));
  }

  private void writePage(Path page, String text) throws IOException {
    StagedFiles.write(page, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
    PrintWriter err = err();
    err.println("tensorc: wrote " + page);
    err.flush();
  }
}
