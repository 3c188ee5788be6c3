package dev.tensorc.golden;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.tensorc.EngineMode;
import dev.tensorc.Options;
import dev.tensorc.Tensorc;
import dev.tensorc.frontend.Imports;
import dev.tensorc.frontend.SourceText;
import dev.tensorc.runtime.BroadcastException;
import dev.tensorc.runtime.FloatTensor;
import dev.tensorc.runtime.IntTensor;
import dev.tensorc.runtime.LongTensor;
import dev.tensorc.runtime.ShapeException;
import dev.tensorc.runtime.Tensor;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.CodeAttribute;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Stack traces and debuggers know the program: its lines, and the names of its values. */
class StackTraceTest {

  private static final String PROGRAM =
      """
      @broadcasting(numpy)
      export fn join(a: f32[?], b: f32[?]) -> f32[?] {
        let c = exp(a)
        return c + b
      }
      export fn quotient(x: i32[n], y: i32[n]) -> i32[n] {
        let z = x + 1
        return z * 2 -
          x // y
      }
      export fn plain(x: i64, y: i64) -> i64 {
        let z = x + 1
        return z % y
      }
      export fn pick(x: f32[n], i: i64[m]) -> f32[m] {
        let y = x * 2
        return take(y, i) + 1
      }
      export fn late(x: f32[n], y: f32[n], k: i64) -> f32[?] {
        var s = x
        for i in 0:k {
          let part = x[:i] +
            y[1:]
          s += sum(part)
        }
        return s
      }
      """;

  /** The lines of the stack trace that are the program's, from the innermost. */
  private static List<String> places(EngineMode engine, String function, Object... args) {
    return places(Options.DEFAULT.withEngine(engine), PROGRAM, function, args);
  }

  private static List<String> places(
      Options options, String text, String function, Object... args) {
    var program = Tensorc.compile(new SourceText("folder/pricing.tc", text), options);
    Throwable thrown = catchThrowable(() -> program.function(function).invoke(args));
    assertThat(thrown)
        .isInstanceOfAny(BroadcastException.class, ShapeException.class, ArithmeticException.class);
    return Arrays.stream(thrown.getStackTrace())
        .filter(e -> "pricing.tc".equals(e.getFileName()))
        .map(e -> e.getClassName().replaceFirst(".*\\$", "") + ":" + e.getLineNumber())
        .filter(place -> !place.contains("Split:")) // an earlier test may split
        .toList();
  }

  private static IntTensor ints(int... data) {
    return IntTensor.of(data, data.length);
  }

  @ParameterizedTest
  @EnumSource(
      value = EngineMode.class,
      names = {"VECTOR", "SCALAR"})
  void theLineOfTheOperationIsThere(EngineMode engine) {
    Tensor two = FloatTensor.zeros(2);
    Tensor three = FloatTensor.zeros(3);
    assertThat(places(engine, "join", two, three)).containsExactly("Plan:4", "Pricing:2");
    assertThat(places(engine, "plain", 1L, 0L)).containsExactly("Plan:13", "Pricing:11");
    var inKernel =
        engine == EngineMode.VECTOR ? List.of("Vector:9") : List.of("Scalar:9", "Start:9");
    assertThat(places(engine, "quotient", ints(1, 2, 3), ints(1, 0, 2)))
        .startsWith(inKernel.toArray(String[]::new))
        .endsWith("Plan:9", "Pricing:6")
        .hasSize(inKernel.size() + 2);
    String dispatcher = engine == EngineMode.VECTOR ? "Vector:17" : "Start:17";
    assertThat(places(engine, "pick", three, LongTensor.of(new long[] {5}, 1)))
        .containsExactly("Scalar:17", dispatcher, "Plan:17", "Pricing:15");
    assertThat(places(engine, "late", three, three, 3L)).containsExactly("Plan:22", "Pricing:19");
  }

  @Test
  void inNativeMemoryToo() {
    Tensor x = Views.inNative(ints(1, 2, 3));
    assertThat(places(EngineMode.VECTOR, "quotient", x, ints(1, 0, 2)))
        .startsWith("SegmentVector:9")
        .endsWith("Segments:9", "Pricing:6");
  }

  /** A class file names one source: lines of others would be of the wrong file. */
  @Test
  void linesOfImportedFilesAreNotTakenForTheProgramsOwn() {
    String library = "\n\n\nfn ratio(x: i32[n], y: i32[n]) -> i32[n] {\n  return x //\n    y\n}";
    Options options =
        Options.DEFAULT.withImports(
            (path, from) -> new Imports.Found(new SourceText("folder/" + path, library)));
    String program =
        """
        import "ratios.tc"
        export fn f(x: i32[n], y: i32[n]) -> i32[n] {
          return ratio(x, y)
        }
        """;
    assertThat(places(options, program, "f", ints(1), ints(0)))
        .containsExactly("Scalar:1", "Start:1", "Plan:2", "Pricing:2");
  }

  /** For each method of a class the names of its locals. */
  private static Set<String> locals(byte[] classFile, String method) {
    return ClassFile.of().parse(classFile).methods().stream()
        .filter(m -> m.methodName().stringValue().replaceFirst("\\$.*", "").equals(method))
        .flatMap(m -> names(m).stream())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> names(MethodModel method) {
    return ((CodeAttribute) method.code().orElseThrow())
        .findAttribute(Attributes.localVariableTable()).stream()
            .flatMap(t -> t.localVariables().stream())
            .map(l -> l.name().stringValue() + ": " + l.typeSymbol().displayName())
            .collect(Collectors.toSet());
  }

  @Test
  void valuesKeepTheirNames() {
    var files =
        Tensorc.compile(
                new SourceText(
                    "k.tc",
                    """
                    export fn f(x: f32[n, m], w: f32, k: i64) -> f32[n] {
                      let middle = sum(x) / (n * m)
                      let centred = x - middle
                      let rows = materialize(centred * 2)
                      var best = w
                      var u = rows[:, 0]
                      for i in 0:k {
                        best = best + w
                        u = u[::-1] * best
                      }
                      return u + sum(rows, axis=1)
                    }
                    """),
                Options.DEFAULT)
            .classFiles();
    for (String holder : List.of("K$Plan", "K$Segments")) {
      String array = holder.equals("K$Plan") ? "float[]" : "MemorySegment";
      assertThat(locals(files.get(holder), "f"))
          .as(holder)
          .contains(
              "x: FloatTensor",
              "w: float",
              "k: long",
              "n: long",
              "m: long",
              "out: FloatTensor",
              "middle: float",
              "best: float",
              "i: long",
              "rows: " + array,
              "u: " + array)
          .noneMatch(local -> !local.matches("\\w+: [\\w\\[\\]]+"));
    }
  }

  /** A plan that is several methods: each of them has the names of its parameters. */
  @Test
  void valuesOfLongPlansKeepTheirNames() {
    String lines =
        IntStream.range(1, 150)
            .mapToObj(i -> "  let v%d = materialize(v%d * %d + sum(x))\n".formatted(i, i - 1, i))
            .collect(Collectors.joining());
    String program =
        "export fn f(x: f32[n]) -> f32[n] {\n  let v0 = materialize(x + 1)\n"
            + lines
            + "  return v149 + v0\n}";
    var files = Tensorc.compile(new SourceText("k.tc", program), Options.DEFAULT).classFiles();
    ClassChecks.check(files);
    Set<String> names = locals(files.get("K$Plan"), "f");
    assertThat(names).contains("x: FloatTensor", "n: long");
    assertThat(names)
        .containsAll(IntStream.range(0, 150).mapToObj(i -> "v" + i + ": float[]").toList());
  }
}
