package dev.tensorc.golden;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.EngineMode;
import dev.tensorc.Options;
import dev.tensorc.Tensorc;
import dev.tensorc.frontend.SourceText;
import dev.tensorc.runtime.link.Engine;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.classfile.Annotation;
import java.lang.classfile.AnnotationValue;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The class that Java code calls: its methods, their names, and javac's opinion of it. */
class GeneratedClassTest {

  private static final String PRICING =
      """
      export fn call(s: f64[n], k: f64[n], r: f64) -> f64[n] { return s * r - k }
      export fn total(x: f32[n], w: f32[m]) -> f32 { return sum(x) + sum(w) }
      export fn bounds(x: i32[n]) -> (lo: i32, hi: i32) { return (min(x), max(x)) }
      export fn parts(x: f32[n], y: bool[n]) -> (default: f32[n], wait: bool[n], n: i64) {
        return (x * 2, logical_not(y), len(x))
      }
      export fn both(x: i8[n], y: i16[n]) -> (i8[n], i16[n]) { return (x + 1, y + 1) }
      export fn bytes(x: u8[n]) -> u8[n] { return x + 1 }
      export fn count(n: i64) -> i64[n] { return arange(n) }
      export fn norm[T: float](x: T[n], by: T) -> T[n] { return x / by }
      export fn table(x: f32[n]) -> f32[n, 1] { return x[:, newaxis] }
      export fn any_rank(x: f32[...]) -> f32[...] { return x + 1 }
      export fn inc(x: u16, y: u32, z: bf16) -> f32 { return astype(x, f32) + astype(y, f32) + astype(z, f32) }
      export fn out(out: i64[n], class: i64) -> i64[n] { return out + class }
      """;

  private static final String USE =
      """
      import dev.tensorc.runtime.*;

      final class Use {
        static String all() {
          var text = new StringBuilder();
          double[] s = {1, 2, 3};
          double[] k = {1, 1, 1};
          text.append(java.util.Arrays.toString(Pricing.call(s, k, 10)));
          text.append(Pricing.call(DoubleTensor.of(s, 3), DoubleTensor.of(k, 3), 10));
          double[] prices = new double[3];
          Pricing.callInto(prices, s, k, 2);
          text.append(java.util.Arrays.toString(prices));
          text.append(Pricing.total(new float[] {1, 2}, new float[] {4}));
          Pricing.BoundsResult b = Pricing.bounds(new int[] {3, 1, 2});
          text.append(b.lo() + b.hi()).append(b);
          Pricing.PartsArrays p = Pricing.parts(new float[] {1, 2}, new boolean[] {true, false});
          text.append(p.default_()[1]).append(p.wait_()[1]).append(p.n());
          byte[] bytes = new byte[1];
          short[] shorts = new short[1];
          Pricing.bothInto(bytes, shorts, new byte[] {127}, new short[] {1});
          text.append(bytes[0]).append(shorts[0]);
          long[] counted = new long[3];
          Pricing.countInto(counted, 3);
          text.append(java.util.Arrays.toString(counted)).append(Pricing.count(2));
          text.append(Pricing.norm(new float[] {1}, 2f)[0]).append(Pricing.norm(new double[] {1}, 4.0)[0]);
          text.append(Pricing.table(FloatTensor.of(new float[] {1}, 1)));
          text.append(Pricing.inc(65536 + 1, 2, 3f));
          text.append(Pricing.out(new long[] {1}, 2)[0]);
          return text.toString();
        }
      }
      """;

  private static final String PRINTED =
      "[9.0, 19.0, 29.0][ 9. 19. 29.] : f64[3]"
          + "[1.0, 3.0, 5.0]"
          + "7.0"
          + "4BoundsResult[lo=1, hi=3]"
          + "4.0true2"
          + "-1282"
          + "[0, 1, 2][0 1] : i64[2]"
          + "0.50.25"
          + "[[1.]] : f32[1, 1]"
          + "6.0"
          + "3";

  private static Map<String, byte[]> compile(String text) {
    return Tensorc.compile(new SourceText("pricing.tc", text), Options.DEFAULT).classFiles();
  }

  private static Path runtime() throws URISyntaxException {
    URI place = Engine.class.getProtectionDomain().getCodeSource().getLocation().toURI();
    return Path.of(place);
  }

  /** Compiles Java that calls a program, with nothing else to see but the runtime's classes. */
  private static void javac(Path folder, Map<String, byte[]> classFiles, String use)
      throws IOException, URISyntaxException {
    for (var file : classFiles.entrySet()) {
      Files.write(folder.resolve(file.getKey() + ".class"), file.getValue());
    }
    Path source = folder.resolve("Use.java");
    Files.writeString(source, use);
    var errors = new ByteArrayOutputStream();
    int code =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                errors,
                "-Xlint:all",
                "-Werror",
                "-proc:none",
                "-cp",
                folder + java.io.File.pathSeparator + runtime(),
                "-d",
                folder.toString(),
                source.toString());
    assertThat(code).as(errors::toString).isZero();
  }

  @ParameterizedTest
  @EnumSource(
      value = EngineMode.class,
      names = {"VECTOR", "SCALAR"})
  void javaCallsArraysAndTensors(EngineMode engine, @TempDir Path folder) throws Exception {
    Map<String, byte[]> classFiles = new TreeMap<>(compile(PRICING));
    javac(folder, classFiles, USE);
    classFiles.put("Use", Files.readAllBytes(folder.resolve("Use.class")));
    var loader = new TestLoader(classFiles, engine == EngineMode.VECTOR);
    Method all = loader.loadClass("Use").getDeclaredMethod("all");
    all.setAccessible(true);
    assertThat(all.invoke(null)).isEqualTo(PRINTED);
  }

  @Test
  void methodsHaveTheNamesOfTheProgram() throws ClassNotFoundException {
    Class<?> facade = new TestLoader(compile(PRICING), false).loadClass("Pricing");
    assertThat(Modifier.isFinal(facade.getModifiers())).isTrue();
    assertThat(facade.getDeclaredConstructors())
        .singleElement()
        .satisfies(c -> assertThat(Modifier.isPrivate(c.getModifiers())).isTrue());
    assertThat(facade.getDeclaredMethods())
        .allSatisfy(m -> assertThat(m.getModifiers()).isEqualTo(Modifier.PUBLIC | Modifier.STATIC));
    assertThat(Arrays.stream(facade.getDeclaredMethods()).map(GeneratedClassTest::text))
        .containsExactlyInAnyOrder(
            "double[] call(double[] s, double[] k, double r)",
            "DoubleTensor call(DoubleTensor s, DoubleTensor k, double r)",
            "void callInto(double[] out, double[] s, double[] k, double r)",
            "void callInto(DoubleTensor out, DoubleTensor s, DoubleTensor k, double r)",
            "float total(float[] x, float[] w)",
            "float total(FloatTensor x, FloatTensor w)",
            "BoundsResult bounds(int[] x)",
            "BoundsResult bounds(IntTensor x)",
            "PartsArrays parts(float[] x, boolean[] y)",
            "PartsResult parts(FloatTensor x, BooleanTensor y)",
            "BothArrays both(byte[] x, short[] y)",
            "BothResult both(ByteTensor x, ShortTensor y)",
            "void bothInto(byte[] result0, short[] result1, byte[] x, short[] y)",
            "void bothInto(ByteTensor result0, ShortTensor result1, ByteTensor x, ShortTensor y)",
            "UByteTensor bytes(UByteTensor x)",
            "void bytesInto(UByteTensor out, UByteTensor x)",
            "LongTensor count(long n)",
            "void countInto(long[] out, long n)",
            "void countInto(LongTensor out, long n)",
            "float[] norm(float[] x, float by)",
            "FloatTensor norm(FloatTensor x, float by)",
            "void normInto(float[] out, float[] x, float by)",
            "void normInto(FloatTensor out, FloatTensor x, float by)",
            "double[] norm(double[] x, double by)",
            "DoubleTensor norm(DoubleTensor x, double by)",
            "void normInto(double[] out, double[] x, double by)",
            "void normInto(DoubleTensor out, DoubleTensor x, double by)",
            "FloatTensor table(FloatTensor x)",
            "void tableInto(FloatTensor out, FloatTensor x)",
            "FloatTensor any_rank(FloatTensor x)",
            "void any_rankInto(FloatTensor out, FloatTensor x)",
            "float inc(int x, int y, float z)",
            "long[] out(long[] out, long class_)",
            "LongTensor out(LongTensor out, long class_)",
            "void outInto(long[] out_, long[] out, long class_)",
            "void outInto(LongTensor out_, LongTensor out, long class_)");
  }

  private static String text(Method m) {
    return Arrays.stream(m.getParameters())
        .map(GeneratedClassTest::text)
        .collect(
            Collectors.joining(
                ", ", m.getReturnType().getSimpleName() + " " + m.getName() + "(", ")"));
  }

  private static String text(Parameter p) {
    assertThat(p.isNamePresent()).isTrue();
    return p.getType().getSimpleName() + " " + p.getName();
  }

  /**
   * Tools read annotations that are not there at run time: a program without JSpecify misses
   * nothing.
   */
  @Test
  void classFilesSayWhatTheyAre() {
    Map<String, byte[]> classFiles = compile(PRICING);
    assertThat(classFiles).hasSizeGreaterThan(8);
    classFiles.forEach(
        (name, bytes) -> {
          ClassModel model = ClassFile.of().parse(bytes);
          assertThat(model.findAttribute(Attributes.sourceFile()).orElseThrow().sourceFile())
              .as(name)
              .hasToString("pricing.tc");
          var generated =
              model.findAttribute(Attributes.runtimeInvisibleAnnotations()).orElseThrow();
          assertThat(generated.annotations())
              .as(name)
              .filteredOn(
                  a -> a.className().stringValue().equals("Ldev/tensorc/runtime/Generated;"))
              .extracting(
                  a -> ((AnnotationValue.OfString) a.elements().getFirst().value()).stringValue())
              .containsExactly("pricing.tc");
          assertThat(model.findAttribute(Attributes.runtimeVisibleAnnotations()).isPresent())
              .as(name)
              .isEqualTo(name.equals("Pricing"));
        });
    ClassModel marked = ClassFile.of().parse(classFiles.get("Pricing"));
    assertThat(
            names(
                marked
                    .findAttribute(Attributes.runtimeVisibleAnnotations())
                    .orElseThrow()
                    .annotations()))
        .containsExactly("Ldev/tensorc/runtime/TensorProgram;");
    assertThat(
            names(
                marked
                    .findAttribute(Attributes.runtimeInvisibleAnnotations())
                    .orElseThrow()
                    .annotations()))
        .containsExactlyInAnyOrder(
            "Ldev/tensorc/runtime/Generated;", "Lorg/jspecify/annotations/NullMarked;");
  }

  private static List<String> names(List<Annotation> annotations) {
    return annotations.stream().map(a -> a.className().stringValue()).toList();
  }
}
