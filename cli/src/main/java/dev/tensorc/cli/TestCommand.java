package dev.tensorc.cli;

import dev.tensorc.EngineMode;
import dev.tensorc.cli.error.ExitCodes;
import dev.tensorc.cli.option.OptionValue;
import dev.tensorc.runtime.link.Engine;
import dev.tensorc.sections.SectionRunner;
import dev.tensorc.sections.SectionRunner.Outcome;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** {@code tensorc test}. */
final class TestCommand extends Verb {

  private final ProgramOptions programs = new ProgramOptions(options);

  private final WeightsOption weights = new WeightsOption(options);

  private final OptionValue<List<Path>> files =
      options.words("FILE", Path.class, "1..*", "Programs (.tc), or folders of them.");

  private final OptionValue<EngineMode> engine =
      options.value(
          "--engine",
          "ENGINE",
          EngineMode.class,
          EngineMode.AUTO,
          "vector, scalar or interpreter alone; all that the JVM has unless given.");

  TestCommand() {
    super(
        "Runs the `#> run` and `#> error` sections at the ends of programs.",
        """

        A program ends where the first line begins with #>. These sections may follow:

          #> run scaled(x=[1, 2], k=3)      a call, and its result
          [3, 6]
          #> run bounds(x=[1, 2])           several results have their names
          (lo=1, hi=2)
          #> run third(x=1)                 within one representable number
          0.333333333333333 ~ulp 1
          #> error scaled(x=[], k=1)        the text of the exception, or a part of it
          ShapeException
          #> error                          the compiler's messages, or parts of them
          TC-S003

        A value without a dtype has the declared one; [1, 2]:f32 says it.
        zeros(2, 3), ones(4) and arange(5) are values, too. f[f32](x=1) calls an
        instance of a generic function; `limit 4K` behind a call is its allocation
        limit. Lines that begin with `# ` are comments.

        Example:
          $ tensorc test samples/tour.tc --engine=interpreter\
        """);
  }

  @Override
  public Integer call() throws IOException {
    List<EngineMode> engines = engines();
    List<Path> tested = Sources.programs(files.get());
    PrintWriter err = err();
    var empty = new ArrayList<Path>();
    var all = new Outcome(0, 0, 0, List.of());
    for (Path file : tested) {
      Outcome one =
          SectionRunner.run(programs.read(file), programs.options(file), engines, weights.file());
      if (one.sections() == 0) {
        empty.add(file);
      }
      all = all.and(one);
    }
    Sources.print(all.diagnostics(), err);
    for (Path file : empty) {
      err.println(
          "tensorc: nothing to test in %s: write `#> run f(x=[1])` at its end, and the value of that call in the line below"
              .formatted(file));
    }
    out().println(summary(tested.size(), all));
    return all.failed() > 0 || !empty.isEmpty() ? ExitCodes.ERROR : ExitCodes.OK;
  }

  private List<EngineMode> engines() {
    VectorModule.requireFor(engine.get());
    if (engine.get() != EngineMode.AUTO) {
      return List.of(engine.get());
    }
    return Engine.vectorAvailable()
        ? List.of(EngineMode.INTERPRETER, EngineMode.SCALAR, EngineMode.VECTOR)
        : List.of(EngineMode.INTERPRETER, EngineMode.SCALAR);
  }

  /** {@code 3 files: 41 calls hold}. */
  private static String summary(int files, Outcome all) {
    String head = count(files, "file") + ": ";
    if (all.failed() > 0) {
      return head
          + all.failed()
          + " of "
          + count(all.sections(), "section")
          + (all.failed() == 1 ? " does not hold" : " do not hold");
    }
    String calls = count(all.calls(), "call") + (all.calls() == 1 ? " holds" : " hold");
    return head + (all.refusals() == 0 ? calls : calls + ", " + count(all.refusals(), "refusal"));
  }

  private static String count(int n, String noun) {
    return n + " " + noun + (n == 1 ? "" : "s");
  }
}
