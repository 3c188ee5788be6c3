package dev.tensorc.golden;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.OnBigStack;
import dev.tensorc.Options;
import dev.tensorc.Sample;
import dev.tensorc.Tensorc;
import dev.tensorc.codegen.loop.LoopIr;
import dev.tensorc.codegen.loop.Stored;
import dev.tensorc.codegen.loop.Stored.Why;
import dev.tensorc.frontend.CompilationException;
import dev.tensorc.frontend.SourceText;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.attribute.CodeAttribute;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The output of {@code tensorc explain}, beside the golden files in {@code explain}. */
@ExtendWith(OnBigStack.class)
class ExplainTest {

  /** A program that stores a value for that reason. */
  private static String program(Why why) {
    String x = "export fn f(x: f32[n, d]) -> f32";
    return switch (why) {
      case RETURNED, UNFUSED -> x + "[n, d] { return exp(x) * 2 }";
      case CARRIED -> x + "[n, d] { var y = x\n if n > 3 { y = exp(x) }\n return y }";
      case USED_INSIDE ->
          x + "[n, d] { let t = exp(x)\n var y = t\n if n > 3 { y = t * t }\n return y }";
      case NUMBER -> x + " { return sum(x) * 2 }";
      case UPDATE, UPDATED -> x + "[n, d] { var y = exp(x)\n y[0, :] = x[1, :]\n return y * 2 }";
      case OVERWRITTEN -> x + "[n, d] { var y = exp(x)\n y[1:, :] = y[:-1, :] * 2\n return y }";
      case RESHAPED -> x + "[?] { return reshape(exp(x), (-1,)) * 2 }";
      case SCATTERED ->
          "export fn f(x: f32[n], i: i64[n]) -> f32[n] { var y = x\n y[i[k]] += exp(x[k])\n"
              + " return y }";
      case GATHERED, GATHERS ->
          "export fn f(x: f32[n], i: i64[k]) -> f32[k] { return exp(take(exp(x), i)) }";
      case IN_ORDER, ORDERED -> x + "[n, d] { return exp(sort(exp(x))) + sort(exp(x + 1)) }";
      case VIEWED ->
          "export fn f(x: f32[n], i: i64[k]) -> f32[k] { return take(exp(x)[1:], i) * 2 }";
      case MAY_END -> "export fn f(x: i32[n], y: i32[n]) -> i32[n] { return x // y + 1 }";
      case MATERIALIZED -> x + "[n, d] { return materialize(exp(x)) * 2 }";
      case INDICES -> "export fn f(x: i64[...]) -> i64[...] { return x + arange(3) }";
      case LANES -> x + "[n] { return sum(x * astype(arange(d), f32), axis=1) }";
      case FUNCTION -> x + "[n] { return exp(sum(x, axis=1)) }";
      case REREAD -> "export fn f(a: f32[n, k], b: f32[k, m]) -> f32[n, m] { return exp(a) @ b }";
      case SHARED -> x + "[n, d] { let e = exp(x)\n return e / sum(e, axis=0) }";
      case SHIFTED -> x + "[?, d] { let e = exp(x)\n return e[1:, :] - e[:-1, :] }";
      case HOISTED -> "export fn f(r: f32[d], x: f32[n, d]) -> f32[n, d] { return exp(r) * x }";
      case FULL -> x + "[n, d] { return " + "exp(sin(".repeat(12) + "x" + "))".repeat(12) + " }";
      case CONTRACTION ->
          "export fn f(a: f32[n, k], b: f32[k, m]) -> f32[n] { return sum(a @ b, axis=1) }";
      case SEARCH -> "export fn f(x: f32[n, d]) -> i64 { return sum(argmax(x, axis=1)) }";
      case ANY_RANK ->
          "export fn f(x: f32[...]) -> f32[...] { return x - sum(x, axis=-1, keepdims=true) }";
      case OUTER -> x + " { return max(sum(x, axis=0)) }";
      case OTHER_ROWS -> x + " { return max(sum(x, axis=1)) }";
      case ROWS_OF_UPDATE ->
          x + "[n, d] { var y = x\n y[:, :] = x / sum(x, axis=1, keepdims=true)\n return y }";
    };
  }

  @ParameterizedTest
  @EnumSource
  void eachReasonIsGivenSomewhere(Why why) {
    var source = new SourceText("example.tc", program(why));
    Options options = Options.DEFAULT.withFusion(why != Why.UNFUSED);
    List<Stored> reasons = new ArrayList<>();
    collect(new Rendering(source, options).program().plans().getFirst().body(), reasons);
    assertThat(reasons).extracting(Stored::why).contains(why);
    for (Stored reason : reasons) {
      assertThat(reason.text(source)).isNotEmpty().doesNotContain("{").doesNotContain("  ");
    }
    assertThat(Tensorc.compile(source, options).explain().text())
        .isEqualTo(Tensorc.compile(source, options).explain().text());
  }

  private static void collect(List<LoopIr.Stmt> body, List<Stored> reasons) {
    for (LoopIr.Stmt s : body) {
      switch (s) {
        case LoopIr.Cluster c ->
            c.versions()
                .forEach(v -> v.launches().forEach(l -> reasons.addAll(l.origin().reasons())));
        case LoopIr.Branch b -> {
          collect(b.then().body(), reasons);
          collect(b.otherwise().body(), reasons);
        }
        case LoopIr.Loop l -> collect(l.body(), reasons);
        case LoopIr.Check _, LoopIr.Scalar _, LoopIr.Bind _, LoopIr.Literal _ -> {}
        case LoopIr.Ordered o -> reasons.add(o.reason());
        case LoopIr.Allocate _, LoopIr.Reshape _, LoopIr.Alias _ -> {}
        case LoopIr.Copy _, LoopIr.Reuse _, LoopIr.Store _, LoopIr.Scatter _ -> {}
      }
    }
  }

  static Stream<Named<GoldenFile>> files() throws IOException {
    return new Sample("explained").of(30, GoldenTest.files().toList()).stream();
  }

  /** Any program is explained. */
  @ParameterizedTest
  @MethodSource("files")
  void anyProgramIsExplained(GoldenFile file) {
    try {
      String text = Tensorc.compile(file.source(), file.options()).explain().text();
      assertThat(text).contains("the kernels and their lines\n", "bytes of each method");
    } catch (CompilationException _) { // a refused program is not explained
      assertThat(file.sections()).extracting(s -> s.kind()).contains("error");
    }
  }

  @Test
  void everyMethodIsInTheTableWithItsBytes() {
    var program =
        Tensorc.compile(
            new SourceText(
                "example.tc",
                """
                export fn f(x: f32[?, ?], y: f32[?, ?]) -> f32[?, ?] { return exp(x) + y }
                export fn g[T: float](x: T[n]) -> T { return sum(x) }
                """),
            Options.DEFAULT);
    String table = program.explain().bytes();
    var methods = new ArrayList<Integer>();
    var entries = new TreeMap<String, Integer>(); // of each name the largest
    program
        .classFiles()
        .forEach(
            (name, bytes) ->
                ClassFile.of()
                    .parse(bytes)
                    .methods()
                    .forEach(
                        m -> {
                          String method = m.methodName().stringValue();
                          if (name.matches(".*\\$(Start|Split|SegmentSplit)")) { // lead to others
                            return;
                          }
                          int size = ((CodeAttribute) m.code().orElseThrow()).codeLength();
                          if (name.equals(program.className()) && !method.startsWith("<")) {
                            entries.merge(method, size, Math::max);
                          } else if (!method.startsWith("<")) {
                            methods.add(size);
                          }
                        }));
    methods.addAll(entries.values());
    List<Integer> printed =
        table
            .lines()
            .skip(2)
            .flatMap(
                line -> Stream.of(line.replaceFirst("^  \\S+( \\S+\\))?", "").strip().split(" +")))
            .filter(cell -> !cell.isEmpty())
            .map(Integer::parseInt)
            .toList();
    assertThat(printed).containsExactlyInAnyOrderElementsOf(methods);
  }

  /** A sum of one number again and again reads nothing at a point, and computes nothing there. */
  @Test
  void threadsDoNotShareWhatTakesNoTime() {
    var program =
        Tensorc.compile(
            new SourceText(
                "example.tc",
                """
                export fn f(x: f64[n]) -> f64[n] {
                    return sum(broadcast_to(x[:, newaxis], (n, 3)), axis=1)
                }
                """),
            Options.DEFAULT);
    assertThat(program.explain().loops()).contains("vector code").doesNotContain("threads share");
  }

  /** `scales` is read by the loop that computes results, and by no factor. */
  @Test
  void weightsHaveTheirBytes() {
    var program =
        Tensorc.compile(
            new SourceText(
                "example.tc",
                """
                weights "layers.safetensors" {
                    layers: f32[6, 64, 32]
                    small: i8[32, 16]
                    scales: f32[32]
                    sized: f32[k, 16]
                }
                export fn f(x: f32[n, 64]) -> f32[n, 16] {
                    var y = zeros((n, 32), f32)
                    for i in 0:6 { y = y + x @ layers[i] * scales }
                    return y @ astype(small, f32)
                }
                export fn g(x: f32[n, 16]) -> f32[n, 16] { return x + sum(sized, axis=0) }
                export fn h(x: f32[n]) -> f32[n] { return exp(x) }
                """),
            Options.DEFAULT);
    assertThat(program.explain("f").summary())
        .startsWith("f(x: f32[n, 64]) -> f32[n, 16]\n")
        .contains(
            "  weights   3 of layers.safetensors, 49,792 bytes; the first call on arrays reads"
                + " them",
            "            laid out once for products: layers, small, 51,200 bytes\n");
    assertThat(program.explain("g").summary())
        .contains(
            "  weights   one of layers.safetensors, whose sizes the file says; the first call")
        .doesNotContain("laid out");
    assertThat(program.explain("h").summary()).doesNotContain("weights");
  }

  @Test
  void oneFunctionHasTheMethodsThatItCalls() {
    var program =
        Tensorc.compile(
            new SourceText(
                "example.tc",
                """
                export fn f(x: f32[n]) -> f32[n] { return exp(x) }
                export fn first(x: f32[n]) -> f32[n] { return x * 2 }
                """),
            Options.DEFAULT);
    assertThat(program.explain("f").text())
        .contains("\n  f ", "\n  fInto ", "\n  kernel0 ")
        .doesNotContain("first", "kernel1");
  }

  @Test
  void aFunctionCalledLikeAKernelHasARowOfItsOwn() {
    var program =
        Tensorc.compile(
            new SourceText(
                "example.tc", "export fn kernel0(x: f32[n]) -> f32[n] { return exp(x) }"),
            Options.DEFAULT);
    String table = program.explain().bytes().replaceFirst(".*\n", "");
    assertThat(table.lines().filter(line -> line.startsWith("  kernel0 ")))
        .as(table)
        .hasSize(2)
        .satisfiesExactly(
            function -> assertThat(function.strip().split(" +")).hasSize(1 + 3),
            kernel -> assertThat(kernel.strip().split(" +")).hasSize(1 + 4));
  }
}
