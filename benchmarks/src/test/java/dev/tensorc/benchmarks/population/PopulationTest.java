package dev.tensorc.benchmarks.population;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tensorc.Options;
import dev.tensorc.benchmarks.BenchmarkException;
import dev.tensorc.codegen.CodeGenerator;
import dev.tensorc.codegen.loop.LoopIr;
import dev.tensorc.codegen.plan.PlanOptions;
import dev.tensorc.compiler.PassContext;
import dev.tensorc.compiler.Pipeline;
import dev.tensorc.frontend.CompilationException;
import dev.tensorc.frontend.SourceText;
import dev.tensorc.ir.TensorIr;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Programs of the population compile, describe their arguments, and have C. */
class PopulationTest {

  private static final int DRAWN = 100;

  private static final String WINDOWS =
      """
      export fn windows(x: f32[n, m], scale: f32) {
          let y[i, j] = sum[r](x[i + r, j] for r in 0:3) for i in 0:n - 2
          return y * scale
      }

      #> measure windows
      n = 10 | 100 | 1000
      m = 8
      scale = 0.5
      x in 1:n
      numpy: x
      """;

  private record Planned(LoopIr.Program program, LoopIr.Plan plan, TensorIr.Function function) {}

  /** By source: a file of idioms has dozens of functions. */
  private static final Map<String, TensorIr.Module> MODULES = new HashMap<>();

  private static Planned planned(Specimen s) {
    TensorIr.Module module = MODULES.computeIfAbsent(s.source(), PopulationTest::analysed);
    TensorIr.Function function = TensorIr.function(module, s.function()).orElseThrow();
    LoopIr.Program program =
        CodeGenerator.plan(
            new TensorIr.Module(List.of(function)),
            new PlanOptions(Options.DEFAULT_VERSIONS, true));
    return new Planned(program, program.plans().getFirst(), function);
  }

  private static TensorIr.Module analysed(String source) {
    return Pipeline.analyse(new PassContext(new SourceText("p.tc", source), Options.DEFAULT));
  }

  private static Optional<String> inC(Specimen s, boolean byRows) {
    Planned p = planned(s);
    return CPlan.source(p.program(), p.plan(), Arguments.sizes(s, p.function()), byRows);
  }

  @Test
  void aSpecimenIsReadFromWhatItPrints() {
    Specimen s = Specimen.of("windows", WINDOWS, Specimen.Size.MEDIUM).getFirst();
    assertThat(s.numbers()).containsEntry("n", 100.0).containsEntry("m", 8.0);
    assertThat(s.ranges()).containsEntry("x", List.of("1", "n"));
    assertThat(s.numpy()).contains("x");
    Specimen again = Specimen.of("windows", s.text(), Specimen.Size.LARGE).getFirst();
    assertThat(again.numbers()).isEqualTo(s.numbers());
    assertThat(again.source().strip()).isEqualTo(s.source().strip());
  }

  @Test
  void argumentsAreInTheirRanges() {
    Specimen s = Specimen.of("windows", WINDOWS, Specimen.Size.SMALL).getFirst();
    Arguments a = Arguments.of(s, planned(s).function());
    assertThat(a.sizes().values()).containsExactly(10L, 8L);
    double[] elements = Arguments.numbers(a.values().getFirst());
    assertThat(Arrays.stream(elements).boxed()).hasSize(80).allMatch(x -> x >= 1 && x < 10);
    assertThat(a.values().get(1)).isEqualTo(0.5f);
  }

  @Test
  void whatASectionDoesNotSayIsAnError() {
    Specimen s = Specimen.of("w", WINDOWS.replace("m = 8\n", ""), Specimen.Size.SMALL).getFirst();
    var function = planned(s).function();
    assertThatThrownBy(() -> Arguments.of(s, function))
        .isInstanceOf(BenchmarkException.class)
        .hasMessage("w.windows.small does not say what `m` is");
  }

  @Test
  void loopsInCAreThoseOfTheKernel() {
    Specimen s = Specimen.of("windows", WINDOWS, Specimen.Size.SMALL).getFirst();
    assertThat(inC(s, false).orElseThrow())
        .contains("for (long x2 = 0; x2 < 3; x2++) {")
        .contains(
            "void task(float *result0, const float *p_x, float p_scale, long d0_n, long d1_m)")
        .contains("i0[(x0 * d1_m) + x1 + (x2 * d1_m)]");
    assertThat(inC(s, true).orElseThrow()).contains("row_float[x1] += ");
  }

  /** All of the list: a few steps have no C yet. */
  @Test
  void idiomsCompile() throws IOException {
    var notInC = new ArrayList<String>();
    List<Specimen> all = Population.idioms(1, "");
    assertThat(all).hasSizeGreaterThan(300).extracting(Specimen::name).doesNotHaveDuplicates();
    for (Specimen s : all) {
      try {
        assertThat(inC(s, false)).as(s.name()).isPresent();
      } catch (NotInCException e) {
        notInC.add(s.name() + ": " + e.getMessage());
      }
    }
    assertThat(notInC).hasSizeLessThan(all.size() / 20);
  }

  @Test
  void nearlyAllDrawnProgramsCompile() {
    int refused = 0;
    for (long seed = 0; seed < DRAWN; seed++) {
      Specimen s = DrawnPrograms.draw(seed);
      assertThat(DrawnPrograms.draw(seed)).isEqualTo(s);
      try {
        assertThat(inC(s, false)).isPresent();
      } catch (CompilationException | NotInCException e) {
        refused++;
      }
    }
    assertThat(refused).isLessThan(DRAWN / 10);
  }
}
