package dev.tensorc.golden;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tensorc.Options;
import dev.tensorc.Tensorc;
import dev.tensorc.frontend.SourceText;
import dev.tensorc.runtime.FloatTensor;
import dev.tensorc.runtime.ShapeException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LabelTarget;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Rows of docs/conformance.md that no golden file can show. */
class BroadcastingRowsTest {

  @Test
  void d1_explainSaysWhatCouldBeOneAndWhy() {
    assertThat(
            explain(
                "export fn f(x: f32[?, 4], w: f32[?]) -> f32[?, 4] { return x * w[:, newaxis] }"))
        .contains("ambiguous join of `x * w[:, newaxis]` at example.tc:1:60\n    x: f32[?, 4]\n")
        .contains(
            "  axis 0: ? of x (could be 1) against ? of w[:, newaxis] (could be 1):"
                + " nothing says that they are equal\n")
        .doesNotContain("    axis 1:");
    assertThat(explain("export fn f(x: f32[7], w: f32[n]) -> f32[7] { return x * w }"))
        .contains("  axis 0: 7 of x against n of w (could be 1): nothing says that they are equal");
  }

  /** Equal names, clauses, strict dims and earlier operations take the bits away. */
  @Test
  void d1_noBitWhereItDoesNotMatter() {
    String decided = "no ambiguous joins: every broadcast is decided when compiling";
    assertThat(explain("export fn f(x: f32[n], w: f32[n]) -> f32[n] { return x * w }"))
        .contains(decided);
    assertThat(explain("export fn f(x: f32[n], w: f32[m]) -> f32[n] where n == m { return x * w }"))
        .contains(decided);
    assertThat(
            explain(
                "@broadcasting(strict) export fn f(x: f32[?], w: f32[?]) -> f32[?] { return x * w"
                    + " }"))
        .contains(decided);
    assertThat(explain("export fn f(x: f32[?, 1], w: f32[n]) -> f32[?, n] { return x * w }"))
        .contains(decided);
  }

  private static String explain(String program) {
    return Tensorc.compile(new SourceText("example.tc", program), Options.DEFAULT)
        .explain()
        .types();
  }

  private static final String SUM =
      "export fn f(x: f32[?, ?], y: f32[n, m]) -> f32[?, ?] { return x + y * 2 }";

  /** A broadcast view of stride 0 as an argument gives the same as a copy of it. */
  @Test
  void d13_broadcastViewsAreInputs() {
    Engines engines = Engines.of(SUM);
    var random = new Random(7);
    for (int columns : new int[] {0, 1, 7, 8, 9, 33}) {
      FloatTensor y = Floats.ROW_MAJOR.make(random, 4, columns);
      for (Floats repeated : List.of(Floats.FIRST_REPEATED, Floats.LAST_REPEATED)) {
        FloatTensor x = repeated.make(random, 4, columns);
        FloatTensor copy = FloatTensor.of(x.toArray(), 4, columns);
        engines.expect(Engines.run(engines.reference("f"), copy, y), "f", x, y);
      }
    }
  }

  @Test
  void d13_broadcastViewsAreNoOutputs() {
    FloatTensor x = FloatTensor.zeros(2, 3);
    FloatTensor out = FloatTensor.view(new float[3], 0, new long[] {2, 3}, new long[] {0, 1});
    Engines.of(SUM)
        .functions("f")
        .forEach(
            (engine, f) ->
                assertThatThrownBy(() -> f.invokeInto(out, x, x))
                    .as(engine)
                    .isInstanceOf(ShapeException.class)
                    .hasMessageContaining("axis 0 of size 2 has stride 0"));
  }

  /** A scalar is made a vector before all loops, a column's element once for each row. */
  @Test
  void d14_splatsAreMadeOutsideTheInnermostLoop() {
    assertSplats(
        "export fn f(x: f32[n, m], c: f32[n], s: f32) -> f32[n, m] { return x * c[:, newaxis] + s"
            + " }",
        2);
    assertSplats(
        """
        export fn f(x: f64[n, m], a: f64[n], b: f64[n], s: f64) -> f64[n, m] {
          return (x - a[:, newaxis]) / b[:, newaxis] * s + 0.5
        }
        """,
        3);
  }

  private static void assertSplats(String program, int atLeast) {
    var compiled = Tensorc.compile(new SourceText("example.tc", program), Options.DEFAULT);
    byte[] vector = compiled.classFiles().get(compiled.className() + "$Vector");
    int outside = 0;
    for (MethodModel method : ClassFile.of().parse(vector).methods()) {
      String name = method.methodName().stringValue();
      if (name.endsWith("Blocks") || name.contains("Vectors")) {
        continue; // a splat is a row there, or the innermost loop is the one over rows
      }
      List<Integer> splats = new ArrayList<>();
      List<int[]> loops = loops(method.code().orElseThrow(), splats);
      List<int[]> innermost =
          loops.stream()
              .filter(l -> loops.stream().noneMatch(o -> o != l && l[0] <= o[0] && o[1] <= l[1]))
              .toList();
      assertThat(splats)
          .as(name)
          .noneMatch(at -> innermost.stream().anyMatch(l -> l[0] <= at && at <= l[1]));
      outside += innermost.isEmpty() ? 0 : splats.size();
    }
    assertThat(outside).as("splats beside loops").isGreaterThanOrEqualTo(atLeast);
  }

  /** Where each loop begins and ends, counted in instructions; adds where splats are. */
  private static List<int[]> loops(CodeModel code, List<Integer> splats) {
    var labels = new HashMap<Object, Integer>();
    var loops = new ArrayList<int[]>();
    int at = 0;
    for (CodeElement element : code) {
      at++;
      switch (element) {
        case LabelTarget target -> labels.put(target.label(), at);
        case BranchInstruction b when labels.containsKey(b.target()) ->
            loops.add(new int[] {labels.get(b.target()), at});
        case InvokeInstruction i when i.name().equalsString("broadcast") -> splats.add(at);
        default -> {}
      }
    }
    return loops;
  }
}
