package dev.tensorc.golden;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.Options;
import dev.tensorc.Tensorc;
import dev.tensorc.frontend.SourceText;
import dev.tensorc.runtime.link.Engine;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.Method;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeSet;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The Java source of the class that users call: javac and javadoc take it, and it says the same.
 */
class JavaSourceTest {

  private static final String PROGRAM =
      """
      ## Prices, & what <they> are: {@link Foo} */ \\u0041 \\\\u0041
      ## @deprecated "é".
      ##
      ## Second paragraph.
      export fn call(s: f64[n], k: f64[n], class: f64) -> f64[n] { return s / k * class }
      @broadcasting(strict)
      export fn ratio(a: i32[n], b: i32[m]) -> (q: i32[n], default: i64) { return (a // b, len(a)) }
      export fn norm[T: float](x: T[..., n]) -> T[...] { return x / sum(x, axis=-1, keepdims=true) }
      export fn one(x: i64) -> i64 { return x + 1 }
      export fn two(class: i64, class_: i64) -> i64 { return class - class_ }
      export fn bytes(x: u8[n], y: bf16[2, 3]) -> (u8[n], bf16[2, 3]) { return (x, y) }
      export fn FloatTensor(out: f32[n]) -> f32[n] { return out }
      """;

  private static String source(String file, String text, String packageName) {
    Map<String, String> sources =
        Tensorc.compile(new SourceText(file, text), Options.DEFAULT.withPackageName(packageName))
            .stubSources();
    assertThat(sources).hasSize(1);
    return sources.values().iterator().next();
  }

  private static String runtime() throws Exception {
    URI place = Engine.class.getProtectionDomain().getCodeSource().getLocation().toURI();
    return Path.of(place).toString();
  }

  private static void tool(String name, String... arguments) {
    var said = new StringWriter();
    var writer = new PrintWriter(said);
    int code = ToolProvider.findFirst(name).orElseThrow().run(writer, writer, arguments);
    assertThat(code).as(() -> name + ": " + said).isZero();
    assertThat(said.toString()).as(name).isEmpty();
  }

  @Test
  void javacAndJavadocTakeIt(@TempDir Path folder) throws Exception {
    var program =
        Tensorc.compile(
            new SourceText("pricing.tc", PROGRAM), Options.DEFAULT.withPackageName("com.acme"));
    assertThat(program.stubSources()).containsOnlyKeys("com/acme/Pricing.java");
    Path source = folder.resolve("com/acme/Pricing.java");
    Files.createDirectories(source.getParent());
    Files.writeString(source, program.stubSources().get("com/acme/Pricing.java"));
    String classes = folder.resolve("classes").toString();
    tool(
        "javac",
        "-Xlint:all",
        "-Werror",
        "-proc:none",
        "-parameters",
        "-encoding",
        "UTF-8",
        "-cp",
        runtime(),
        "-d",
        classes,
        source.toString());
    tool(
        "javadoc",
        "-quiet",
        "-Xdoclint:all",
        "-Werror",
        "-encoding",
        "UTF-8",
        "-cp",
        runtime(),
        "-d",
        folder.resolve("doc").toString(),
        source.toString());

    var compiled = new TestLoader(program.classFiles(), false).loadClass("com.acme.Pricing");
    URL[] place = {Path.of(classes).toUri().toURL()};
    try (var loader = new URLClassLoader(place, JavaSourceTest.class.getClassLoader())) {
      var shown = loader.loadClass("com.acme.Pricing");
      assertThat(methods(shown)).isEqualTo(methods(compiled)).hasSize(18);
      for (Class<?> record : shown.getDeclaredClasses()) {
        Class<?> real = Class.forName(record.getName(), false, compiled.getClassLoader());
        assertThat(Arrays.toString(real.getRecordComponents()))
            .isEqualTo(Arrays.toString(record.getRecordComponents()));
      }
      assertThat(shown.getDeclaredClasses()).hasSize(3);
    }
  }

  /** The class of a program with weights is made by {@code load}. */
  @Test
  void weightsAreLoadedByMethods(@TempDir Path folder) throws Exception {
    var program =
        Tensorc.compile(
            new SourceText(
                "model.tc",
                """
                weights "model.safetensors" { w: f32[n] }
                export fn shifted(x: f32[n]) -> f32[n] { return x + w }
                export fn twice(x: f32[n]) -> f32[n] { return x * 2 }
                """),
            Options.DEFAULT);
    Path source = folder.resolve("Model.java");
    Files.writeString(source, program.stubSources().get("Model.java"));
    tool("javac", "-Xlint:all", "-Werror", "-parameters", "-cp", runtime(), source.toString());
    String doc = folder.resolve("doc").toString();
    tool(
        "javadoc",
        "-quiet",
        "-Xdoclint:all",
        "-Werror",
        "-cp",
        runtime(),
        "-d",
        doc,
        source.toString());
    var compiled = new TestLoader(program.classFiles(), false).loadClass("Model");
    URL[] place = {folder.toUri().toURL()};
    try (var loader = new URLClassLoader(place, JavaSourceTest.class.getClassLoader())) {
      var shown = loader.loadClass("Model");
      assertThat(methods(shown)).isEqualTo(methods(compiled)).hasSize(12);
      assertThat(AutoCloseable.class).isAssignableFrom(compiled).isAssignableFrom(shown);
    }
  }

  private static TreeSet<String> methods(Class<?> c) {
    var methods = new TreeSet<String>();
    for (Method m : c.getDeclaredMethods()) {
      methods.add(m.toGenericString() + Arrays.toString(m.getParameters()));
    }
    return methods;
  }

  @Test
  void saysWhatTheProgramSays() {
    String text = source("pricing.tc", PROGRAM, "com.acme");
    assertThat(text)
        .startsWith("package com.acme;\n")
        .contains(
            """
               * Prices, &amp; what &lt;they&gt; are: &#123;&#64;link Foo&#125; &#42;&#47; &#92;u0041
            """,
            """
               *
               * <p>Second paragraph.
               *
               * <p><code>call(s: f64[n], k: f64[n], class: f64) -&gt; f64[n]</code>
               *
               * @param s <code>f64[n]</code>
               * @param k <code>f64[n]</code>
               * @param class_ <code>f64</code>, <code>class</code> of the program
               * @return <code>f64[n]</code>, in new memory
               * @throws NullPointerException if an argument is null
            """,
            "   * @throws BroadcastException if",
            "   * @throws ArithmeticException if an integer is divided by zero",
            "   * <p><code>norm(x: f64[..., n]) -&gt; f64[...]</code>\n",
            "    // pricing.tc:5: export fn call(s: ");
  }

  @Test
  void aClassMayBeCalledAsOneOfTheRuntime(@TempDir Path folder) throws Exception {
    String text = source("float-tensor.tc", "export fn f(x: f32[n]) -> f32[n] { return x }", "");
    Path source = Files.writeString(folder.resolve("FloatTensor.java"), text);
    tool(
        "javac",
        "-Xlint:all",
        "-Werror",
        "-proc:none",
        "-cp",
        runtime(),
        "-d",
        folder.toString(),
        source.toString());
  }

  /** Equal input gives equal bytes, after any other compilations, and in any JVM. */
  @Test
  void bytesAreTheSameInAnyJvm() throws IOException, InterruptedException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    Process other =
        new ProcessBuilder(
                java,
                "-XX:+UnlockExperimentalVMOptions",
                "-XX:hashCode=2", // all identity hashes are equal
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                ClassDigests.class.getName(),
                "backwards")
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    var printed = new ByteArrayOutputStream();
    other.getInputStream().transferTo(printed);
    assertThat(other.waitFor()).isZero();
    assertThat(printed.toString(StandardCharsets.UTF_8).lines())
        .containsExactlyInAnyOrderElementsOf(ClassDigests.of(ClassDigests.programs()))
        .hasSizeGreaterThan(20);
  }
}
