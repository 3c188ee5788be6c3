package dev.tensorc.generated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tensorc.EngineMode;
import dev.tensorc.Options;
import dev.tensorc.Sample;
import dev.tensorc.Tensorc;
import dev.tensorc.frontend.CompilationException;
import dev.tensorc.frontend.SourceText;
import dev.tensorc.golden.Engines;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Random programs give the results of the same programs in NumPy, within a tolerance, where a
 * Python with NumPy is: {@code -Dgenerated.python=python3}. Programs that throw here are left out
 * (NumPy divides integers by zero, and stretches strict axes), and those whose results hang on the
 * last bit of an argument.
 */
class GeneratedAgainstNumpyTest {

  private static final String PYTHON = System.getProperty("generated.python", "python3");
  private static final int COUNT =
      Integer.getInteger("generated.numpy", Sample.isFull() ? 300 : 50);
  private static final long SEED = Long.getLong("generated.seed", 1);

  @Test
  void numpyAgrees() throws Exception {
    assumeTrue(Numpy.isPresent(PYTHON), PYTHON + " with NumPy 2 is not here: nothing is compared");
    List<GeneratedProgram> programs =
        LongStream.range(SEED, SEED + COUNT)
            .mapToObj(ProgramGenerator::generate)
            .filter(Numpy::covers)
            .toList();
    Map<Long, String> expected = Numpy.run(PYTHON, programs);
    var differences = new ArrayList<String>();
    int compared = 0;
    for (GeneratedProgram program : programs) {
      Object given = given(program);
      String numpy = expected.get(program.seed());
      if (!(given instanceof String) && !numpy.equals(Numpy.ILL_CONDITIONED)) {
        compared++;
        String difference =
            numpy.startsWith("error: ") ? "NumPy: " + numpy : Numpy.difference(given, numpy);
        if (!difference.isEmpty()) {
          differences.add(
              "\nseed %d: %s\n%s".formatted(program.seed(), difference, program.source()));
        }
      }
    }
    System.out.printf("compared with NumPy: %d of %d programs%n", compared, programs.size());
    assertThat(differences).isEmpty();
    assertThat(compared).as("programs compared, of " + programs.size()).isGreaterThan(COUNT / 4);
  }

  /** The results for the witness; a text where that is nothing to compare. */
  private static Object given(GeneratedProgram program) {
    try {
      var source = new SourceText("generated.tc", program.source());
      var compiled = Tensorc.compile(source, Options.DEFAULT.withEngine(EngineMode.INTERPRETER));
      List<Argument> arguments = program.calls().getFirst();
      String[] called = program.called(arguments).split("[\\[\\]]");
      var function =
          called.length == 1
              ? compiled.function(called[0])
              : compiled.function(called[0], called[1]);
      return Engines.run(function, arguments.stream().map(Argument::value).toArray());
    } catch (CompilationException e) {
      return "not compiled: " + e.getMessage();
    }
  }
}
