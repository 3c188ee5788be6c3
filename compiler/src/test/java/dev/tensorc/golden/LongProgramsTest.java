package dev.tensorc.golden;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.tensorc.EngineMode;
import dev.tensorc.Options;
import dev.tensorc.Sample;
import dev.tensorc.Tensorc;
import dev.tensorc.frontend.SourceText;
import dev.tensorc.runtime.FloatTensor;
import dev.tensorc.runtime.Function;
import java.lang.classfile.ClassFile;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Long programs are divided into methods that HotSpot compiles, and still run as vector code. All
 * engines agree on their results.
 */
class LongProgramsTest {

  private static String each(int count, String format) {
    return IntStream.range(0, count)
        .mapToObj(i -> format.replace("$1", "" + (i + 1)).replace("$", "" + i))
        .collect(joining("\n"));
  }

  private static String function(String body) {
    return "export fn f(x: f32[n], y: f32[m]) -> f32[n] {\n" + body + "\n}";
  }

  static Stream<Arguments> programs() {
    return new Sample("long programs").of(3, allPrograms()).stream();
  }

  private static List<Arguments> allPrograms() {
    return List.of(
        Arguments.of(
            "an expression of 5,000 operations",
            function("return x" + " * 0.5 + y[0]".repeat(2_500))),
        Arguments.of(
            "an expression of 5,000 operations on arrays",
            function("return x" + " * 0.5 + x".repeat(2_500))),
        Arguments.of(
            "300 statements, each with loops of its own",
            function(
                "let s0 = x[0]\n"
                    + each(300, "let s$1 = s$ + sum(x) * max(y + s$)")
                    + "\nreturn x + s300")),
        Arguments.of(
            "300 statements, each with an array that others need",
            function("let s0 = x\n" + each(300, "let s$1 = s$ - max(s$)") + "\nreturn s300")),
        Arguments.of(
            "a loop of 60 statements",
            function(
                "var s = x\nfor k in 0:2 {\n" + "s = s - max(s)\n".repeat(60) + "}\nreturn s")),
        Arguments.of(
            "a branch of 60 statements",
            function(
                "var s = x\nif y[0] > 0 {\n"
                    + "s = s - max(s) / 2\n".repeat(60)
                    + "} else {\n"
                    + "s = s - min(s) / 2\n".repeat(60)
                    + "}\nreturn s")));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("programs")
  void isDividedAndRunsAsVectorCode(String name, String program) {
    Engines engines = Engines.of(program);
    for (int n : List.of(1, 15, 64, 67)) {
      var x = new float[n];
      for (int i = 0; i < n; i++) {
        x[i] = (i * 7 % 11) - 4.5f;
      }
      engines.agree("f", FloatTensor.of(x, n), FloatTensor.of(new float[] {3, -2}, 2));
    }
    var source = new SourceText("long.tc", program);
    Map<String, byte[]> classes =
        Tensorc.compile(source, Options.DEFAULT.withEngine(EngineMode.VECTOR)).classFiles();
    assertThat(kernels(classes, "$Vector")).as(name).containsAll(kernels(classes, "$Scalar"));
  }

  /** A loop that is divided takes its buffers once, and not in each round. */
  @Test
  void roundsOfALongLoopUseTheSameMemory() {
    String body = each(60, "let t$ = materialize(s * 0.5)\ns[0] = t$[n - 1]");
    String program =
        "export fn f(x: f32[n], times: i64) -> f32[n] {\nvar s = x\nfor k in 0:times {\n"
            + body
            + "\n}\nreturn s\n}";
    Function f =
        Tensorc.compile(
                new SourceText("long.tc", program), Options.DEFAULT.withEngine(EngineMode.SCALAR))
            .function("f");
    FloatTensor x = FloatTensor.zeros(1_000);
    f.invoke(x, 1L);
    var thread = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = thread.getCurrentThreadAllocatedBytes();
    f.invoke(x, 300L);
    assertThat(thread.getCurrentThreadAllocatedBytes() - before).isLessThan(300_000);
  }

  private static List<String> kernels(Map<String, byte[]> classes, String holder) {
    return classes.entrySet().stream()
        .filter(e -> e.getKey().endsWith(holder))
        .flatMap(e -> ClassFile.of().parse(e.getValue()).methods().stream())
        .map(m -> m.methodName().stringValue())
        .filter(m -> m.startsWith("kernel"))
        .toList();
  }
}
