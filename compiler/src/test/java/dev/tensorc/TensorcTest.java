package dev.tensorc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tensorc.compiler.Pass;
import dev.tensorc.compiler.Pipeline;
import dev.tensorc.frontend.CompilationException;
import dev.tensorc.frontend.SourceText;
import dev.tensorc.runtime.DoubleTensor;
import dev.tensorc.runtime.ElementType;
import dev.tensorc.runtime.FloatTensor;
import dev.tensorc.runtime.Function;
import dev.tensorc.runtime.Parameter;
import dev.tensorc.runtime.ShapeException;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.link.Engine;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class TensorcTest {

  private static final String SCALE =
      """
      ## Scales.
      export fn scale(x: f32[n], s: f32) -> f32[n] { return x * s }
      export fn total(x: f32[n], k: u8) -> f64 { return astype(sum(x), f64) + astype(k, f64) }
      """;

  private static final String JOIN =
      "export fn plus(a: f32[?, ?], b: f32[?, ?]) -> f32[?, ?] { return a + b }";

  private static CompiledProgram compile(String text, EngineMode engine) {
    return Tensorc.compile(new SourceText("my-maths.tc", text), Options.DEFAULT.withEngine(engine));
  }

  private static FloatTensor vector(float... data) {
    return FloatTensor.of(data, data.length);
  }

  @Test
  void theTestsHaveTheVectorModule() {
    assertThat(Engine.vectorAvailable()).isTrue();
  }

  @ParameterizedTest
  @EnumSource(EngineMode.class)
  void everyEngineRuns(EngineMode engine) {
    CompiledProgram program = compile(SCALE, engine);
    assertThat(program.function("scale").invoke(vector(1, 2, 3), 2f)).isEqualTo(vector(2, 4, 6));
    assertThat(program.function("total").invoke(vector(1, 2), 255)).isEqualTo(258.0);
    FloatTensor out = FloatTensor.zeros(3);
    program.function("scale").invokeInto(out, vector(1, 2, 3), 3);
    assertThat(out).isEqualTo(vector(3, 6, 9));
  }

  @ParameterizedTest
  @EnumSource(EngineMode.class)
  void resultsGoIntoStridedOutputs(EngineMode engine) {
    var data = new float[6];
    FloatTensor out = FloatTensor.view(data, 4, new long[] {3}, new long[] {-2});
    compile(SCALE, engine).function("scale").invokeInto(out, vector(1, 2, 3), 1f);
    assertThat(data).containsExactly(3, 0, 2, 0, 1, 0);
  }

  @ParameterizedTest
  @EnumSource(EngineMode.class)
  void errorsOfEveryEngineAreEqual(EngineMode engine) {
    var a = FloatTensor.zeros(2, 3);
    var b = FloatTensor.zeros(2, 4);
    assertThatThrownBy(() -> compile(JOIN, engine).function("plus").invoke(a, b))
        .isInstanceOf(ShapeException.class)
        .hasMessage(messageOf(() -> interpreted().invoke(a, b)));
    Tensor wrong = FloatTensor.zeros(1, 1);
    assertThatThrownBy(() -> compile(JOIN, engine).function("plus").invokeInto(wrong, a, a))
        .isInstanceOf(ShapeException.class);
  }

  private static Function interpreted() {
    return compile(JOIN, EngineMode.INTERPRETER).function("plus");
  }

  private static String messageOf(Runnable action) {
    try {
      action.run();
      return "nothing was thrown";
    } catch (RuntimeException e) {
      return String.valueOf(e.getMessage());
    }
  }

  @Test
  void functionsDescribeThemselves() {
    CompiledProgram program = Tensorc.compile(SCALE);
    assertThat(program.functions()).extracting(Function::name).containsExactly("scale", "total");
    Function scale = program.function("scale");
    assertThat(scale.parameters())
        .containsExactly(
            new Parameter("x", "f32[n]", ElementType.F32, 1),
            new Parameter("s", "f32", ElementType.F32, 0));
    assertThat(scale.signature()).isEqualTo("scale(x: f32[n], s: f32) -> f32[n]");
    assertThat(scale.doc()).isEqualTo("Scales.");
  }

  @Test
  void unknownFunctionsHaveAdvice() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Tensorc.compile(SCALE).function("scael"))
        .withMessageContaining("no function `scael`")
        .withMessageContaining("did you mean `scale`?");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Tensorc.compile(SCALE).function("xyzzy"))
        .withMessageContaining("it exports scale, total");
  }

  @Test
  void wrongArgumentsNameTheParameter() {
    Function scale = Tensorc.compile(SCALE).function("scale");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> scale.invoke(vector(1)))
        .withMessage("scale(x: f32[n], s: f32) -> f32[n] takes 2 arguments, got 1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> scale.invoke(DoubleTensor.zeros(1), 1f))
        .withMessage("`x` is f32[n]: it takes a FloatTensor, got a tensor of f64");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> scale.invoke(vector(1), 1.0))
        .withMessage("`s` is f32: it takes a Java float, got a value of class Double");
    assertThatNullPointerException()
        .isThrownBy(() -> scale.invoke(null, 1f))
        .withMessage("x of scale is null");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> scale.invokeInto(DoubleTensor.zeros(1), vector(1), 1f))
        .withMessageStartingWith("`out` is f32[n]");
    Function total = Tensorc.compile(SCALE).function("total");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> total.invoke(vector(1), 256))
        .withMessage("`k` is u8: from 0 to 255, got 256");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> total.invokeInto(vector(1), vector(1), 1))
        .withMessage("total gives a scalar: call invoke");
  }

  @Test
  void mistakesComeTogether() {
    assertThatThrownBy(
            () ->
                Tensorc.compile(
                    """
                    export fn f(x: f32[n]) -> f32[n] { return y }
                    export fn g(x: f32[n]) -> f32[n] { return z }
                    """))
        .isInstanceOfSatisfying(
            CompilationException.class, e -> assertThat(e.diagnostics()).hasSize(2));
    assertThat(Tensorc.check(new SourceText("a.tc", "export fn"))).isNotEmpty();
    assertThat(Tensorc.check(new SourceText("a.tc", SCALE))).isEmpty();
  }

  @Test
  void classesAreNamedAfterTheFile() {
    Options options = Options.DEFAULT.withPackageName("com.acme");
    CompiledProgram program = Tensorc.compile(new SourceText("dir/my-maths.tc", SCALE), options);
    assertThat(program.className()).isEqualTo("com.acme.MyMaths");
    assertThat(program.classFiles()).containsKey("com.acme.MyMaths");
    assertThat(program.function("scale").invoke(vector(1), 2f)).isEqualTo(vector(2));
    assertThat(Tensorc.compile(SCALE).className()).isEqualTo("Source");
    assertThatIllegalArgumentException().isThrownBy(() -> options.withPackageName("com.class"));
    assertThatIllegalArgumentException().isThrownBy(() -> options.withClassName("a.b"));
    assertThatIllegalArgumentException().isThrownBy(() -> options.withVersions(-1));
  }

  @Test
  void zeroVersionsGiveTheSame() {
    var a = FloatTensor.of(new float[] {1, 2}, 2, 1);
    var b = FloatTensor.of(new float[] {10, 20, 30}, 1, 3);
    Options fallback = Options.DEFAULT.withVersions(0);
    Object sum = Tensorc.compile(JOIN).function("plus").invoke(a, b);
    assertThat(sum).isEqualTo(FloatTensor.of(new float[] {11, 21, 31, 12, 22, 32}, 2, 3));
    assertThat(
            Tensorc.compile(new SourceText("j.tc", JOIN), fallback).function("plus").invoke(a, b))
        .isEqualTo(sum);
  }

  @Test
  void explainsAmbiguousJoins() {
    assertThat(Tensorc.compile(JOIN).explain("plus").types())
        .contains("ambiguous join of `a + b` at <source>:1:")
        .contains("a: f32[?, ?]")
        .contains("axis 1: ? of a (could be 1) against ? of b (could be 1)");
    assertThat(Tensorc.compile(SCALE).explain().types()).contains("no ambiguous joins");
  }

  static Stream<String> passes() {
    return Pipeline.passes().stream().map(Pass::name);
  }

  @ParameterizedTest
  @MethodSource("passes")
  void everyPassCanBeDumped(String name) {
    var seen = new ArrayList<String>();
    var options =
        Options.DEFAULT.withDump(
            step -> {
              if (step.pass().equals(name)) {
                seen.add(step.text().get());
                seen.add(step.size().get());
                assertThat(step.nanos()).isPositive();
              }
            });
    Tensorc.compile(new SourceText("s.tc", SCALE), options);
    assertThat(seen).hasSize(2);
    assertThat(seen.getFirst()).isNotBlank();
    assertThat(seen.getLast()).matches("[1-9].*");
  }

  @Test
  void passesHaveNamesOfTheirOwnAndAPurpose() {
    assertThat(Set.copyOf(passes().toList())).hasSize(Pipeline.passes().size());
    assertThat(Pipeline.passes()).allSatisfy(p -> assertThat(p.purpose()).isNotBlank());
  }

  private static final String BOUNDS =
      """
      export fn bounds(x: f32[n]) -> (lo: f32, hi: f32) { return (min(x), max(x)) }
      export fn both(x: f32[n]) -> (f32[n], toString: f32[n]) { return (x, -x) }
      """;

  @ParameterizedTest
  @EnumSource(EngineMode.class)
  void severalResultsAreAList(EngineMode engine) {
    Function bounds = compile(BOUNDS, engine).function("bounds");
    assertThat(bounds.signature()).isEqualTo("bounds(x: f32[n]) -> (lo: f32, hi: f32)");
    assertThat(bounds.results()).extracting(Parameter::name).containsExactly("lo", "hi");
    assertThat(bounds.invoke(vector(3, 1, 2))).isEqualTo(List.of(1f, 3f));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> bounds.invokeInto(List.of(), vector(1)))
        .withMessageContaining("gives a scalar");
  }

  @ParameterizedTest
  @EnumSource(EngineMode.class)
  void outputsOfSeveralResultsAreChecked(EngineMode engine) {
    Function both = compile(BOUNDS, engine).function("both");
    FloatTensor x = vector(1, 2);
    List<FloatTensor> outs = List.of(FloatTensor.zeros(2), FloatTensor.zeros(2));
    both.invokeInto(outs, x);
    assertThat(outs).containsExactly(vector(1, 2), vector(-1, -2));
    assertThatThrownBy(() -> both.invokeInto(List.of(outs.get(0), outs.get(0)), x))
        .isInstanceOf(ShapeException.class)
        .hasMessage(
            "cannot write to the output toString of both: it shares memory with the output result0;"
                + " give an array of its own");
    assertThatThrownBy(() -> both.invokeInto(List.of(FloatTensor.zeros(3), outs.get(0)), x))
        .isInstanceOf(ShapeException.class)
        .hasMessageStartingWith("cannot write to the output result0 of both: it has shape [3]");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> both.invokeInto(outs.get(0), x))
        .withMessageContaining("gives 2 results, not 1");
  }

  /** Java code sees a nested record whose components are the results. */
  @Test
  void javaCodeNamesTheRecord(@TempDir Path folder) throws IOException {
    for (var file : compile(BOUNDS, EngineMode.SCALAR).classFiles().entrySet()) {
      Files.write(folder.resolve(file.getKey() + ".class"), file.getValue());
    }
    Path source = folder.resolve("Use.java");
    Files.writeString(
        source,
        """
        class Use {
          static float range(dev.tensorc.runtime.FloatTensor x) {
            MyMaths.BoundsResult b = MyMaths.bounds(x);
            return b.hi() - b.lo();
          }

          static boolean any(Object o) {
            return o instanceof MyMaths.BothResult(var same, var negative) && same.equals(negative);
          }
        }
        """);
    var errors = new ByteArrayOutputStream();
    String path = folder + java.io.File.pathSeparator + System.getProperty("java.class.path");
    int code =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, errors, "-cp", path, "-d", folder.toString(), source.toString());
    assertThat(code).as(errors::toString).isZero();
  }
}
