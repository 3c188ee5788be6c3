package dev.tensorc.cli;

import dev.tensorc.CompiledProgram;
import dev.tensorc.EngineMode;
import dev.tensorc.Options;
import dev.tensorc.Tensorc;
import dev.tensorc.cli.data.Functions;
import dev.tensorc.cli.error.ExitCodes;
import dev.tensorc.cli.error.Failure;
import dev.tensorc.cli.explain.HtmlPage;
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
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tensorc explain}. */
@Command(
    mixinStandardHelpOptions = true,
    description = {
      "Says what the compiler makes of a program: how long it takes by a rule of thumb,",
      "its slow loops, its stored arrays, and better code. Or, given the id of an error",
      "such as TC-S001, what it means."
    },
    footer = {
      "",
      "Examples:",
      "  $ tensorc explain samples/edges.tc edges",
      "  $ tensorc explain samples/edges.tc --loops",
      "  $ tensorc explain samples/edges.tc --html edges.html",
      "  $ tensorc explain tc-s001",
    })
final class ExplainCommand implements Callable<Integer> {

  /** Warnings that the summary states in its own words. */
  private static final Set<String> IN_SUMMARY =
      Set.of(ErrorId.SLOW_KERNEL.code(), ErrorId.VERSIONS.code());

  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private ProgramOptions programs = new ProgramOptions();

  @Mixin private LoopOptions loops = new LoopOptions();

  @Parameters(
      index = "0",
      paramLabel = "FILE",
      description = "A program (.tc), - for standard input, or the id of an error.")
  private Path file = Path.of("");

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "FUNCTION",
      description = "Only this exported function.")
  private Optional<String> function = Optional.empty();

  @Option(names = "--loops", description = "Print the loops, what they store, and why.")
  private boolean showLoops;

  @Option(names = "--types", description = "Print the type of each step, and its sizes.")
  private boolean showTypes;

  @Option(names = "--bytes", description = "Print the bytes of each method.")
  private boolean showBytes;

  @Option(
      names = "--html",
      paramLabel = "PAGE",
      description = {
        "Write all of it into one file for a browser: the program beside its loops,",
        "shapes and predicted times, linked line by line."
      })
  private Optional<Path> html = Optional.empty();

  @Override
  public Integer call() throws IOException {
    String id = file.toString();
    if (ErrorPages.isId(id)) {
      spec.commandLine()
          .getOut()
          .print(ErrorPages.find(id).orElseThrow(() -> Failure.usage("there is no error " + id)));
      spec.commandLine().getOut().flush();
      return ExitCodes.OK;
    }
    Options options = loops.in(programs.options(file)).withEngine(EngineMode.INTERPRETER);
    SourceText source = programs.read(file);
    CompiledProgram program = Tensorc.compile(source, options);
    Explanation explanation =
        function.isEmpty()
            ? program.explain()
            : program.explain(Functions.find(program, function.get()).getFirst().name());
    Sources.print(
        program.diagnostics().stream().filter(d -> !IN_SUMMARY.contains(d.id())).toList(),
        spec.commandLine().getErr());
    if (html.isPresent()) {
      writePage(html.get(), HtmlPage.of(source, explanation.functions()));
    }
    spec.commandLine().getOut().print(text(explanation));
    spec.commandLine().getOut().flush();
    return ExitCodes.OK;
  }

  /** The parts that are asked for; the summary where none is, and no page either. */
  private String text(Explanation e) {
    boolean summary = !showLoops && !showTypes && !showBytes && html.isEmpty();
    return Stream.of(
            summary ? e.summary() : "",
            showLoops ? e.loops() : "",
            showTypes ? e.types() : "",
            showBytes ? e.bytes() : "")
        .filter(part -> !part.isEmpty())
        .collect(Collectors.joining("\n"));
  }

  private void writePage(Path page, String text) throws IOException {
    StagedFiles.write(page, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
    PrintWriter err = spec.commandLine().getErr();
    err.println("tensorc: wrote " + page);
    err.flush();
  }
}
