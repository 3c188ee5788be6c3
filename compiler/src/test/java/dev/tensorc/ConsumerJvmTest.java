package dev.tensorc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.frontend.SourceText;
import dev.tensorc.runtime.Program;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A program in JVMs as consumers start them: with and without the vector module, on the class path
 * and in a named module, with the runtime alone.
 */
class ConsumerJvmTest {

  private static final String ADD_VECTOR = "--add-modules=jdk.incubator.vector";
  private static final String MAY_LOAD_MODULES =
      "--add-exports=java.base/jdk.internal.module=ALL-UNNAMED";
  private static final String ONE_WARNING = "--add-modules jdk.incubator.vector";

  /** The bits of a sum whose order matters, so that engines that differ would show. */
  private static final String SOURCE =
      """
      export fn total(x: f32[n]) -> f32 { return sum(exp(x)) }
      export fn scaled(x: f32[n]) -> f32[n] { return x * total_of(x) }
      fn total_of(x: f32[n]) -> f32 { return sum(x) }
      """;

  private static final String MAIN =
      """
      package com.acme;

      import dev.tensorc.runtime.FloatTensor;
      import dev.tensorc.runtime.Program;

      public final class Main {
        public interface Totals {
          float total(FloatTensor x);
        }

        public static void main(String[] args) {
          float[] x = new float[1000];
          for (int i = 0; i < x.length; i++) {
            x[i] = i * 0.001f;
          }
          FloatTensor t = FloatTensor.of(x, 1000);
          System.out.println(Integer.toHexString(Float.floatToRawIntBits(Kernels.total(t))));
          System.out.println(Integer.toHexString(Kernels.scaled(t).hashCode()));
          System.out.println(Second.total(t) == Kernels.total(t));
          Program program = Program.of(Kernels.class);
          System.out.println(program.function("total").invoke(t).equals(Kernels.total(t)));
          System.out.println(program.as(Totals.class).total(t) == Kernels.total(t));
        }
      }
      """;

  @TempDir private static Path folder;
  private static Path runtime;
  private static Path classes;

  @BeforeAll
  static void makeTheConsumer() throws Exception {
    runtime = runtimeJar();
    classes = folder.resolve("classes");
    for (String name : List.of("kernels.tc", "second.tc")) {
      var options = Options.DEFAULT.withPackageName("com.acme");
      for (var file :
          Tensorc.compile(new SourceText(name, SOURCE), options).classFiles().entrySet()) {
        Path path = classes.resolve(file.getKey().replace('.', '/') + ".class");
        Files.createDirectories(path.getParent());
        Files.write(path, file.getValue());
      }
    }
    javac("-cp", runtime + java.io.File.pathSeparator + classes, source("Main.java", MAIN));
  }

  /** As the build packs it: the reactor may have a folder of classes only. */
  private static Path runtimeJar() throws Exception {
    Path place = Path.of(Program.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    if (Files.isRegularFile(place)) {
      return place;
    }
    var manifest = new Manifest();
    manifest.getMainAttributes().putValue("Manifest-Version", "1.0");
    Path jar = folder.resolve("tensorc-runtime.jar");
    try (var out = new JarOutputStream(Files.newOutputStream(jar), manifest);
        Stream<Path> files = Files.walk(place)) {
      for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
        out.putNextEntry(new JarEntry(place.relativize(file).toString().replace('\\', '/')));
        out.write(Files.readAllBytes(file));
      }
    }
    return jar;
  }

  private static String source(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  private static void javac(String... arguments) {
    var all = new ArrayList<>(List.of("-d", classes.toString()));
    all.addAll(List.of(arguments));
    var errors = new ByteArrayOutputStream();
    int code =
        ToolProvider.getSystemJavaCompiler().run(null, null, errors, all.toArray(String[]::new));
    assertThat(code).as(errors::toString).isZero();
  }

  private static ForkedJvm onClassPath(String... options) throws Exception {
    var arguments = new ArrayList<>(List.of(options));
    arguments.addAll(
        List.of("-cp", runtime + java.io.File.pathSeparator + classes, "com.acme.Main"));
    return ForkedJvm.run(arguments.toArray(String[]::new));
  }

  @Test
  void theLogSaysOnceWhatRuns() throws Exception {
    Path settings =
        Files.writeString(
            folder.resolve("logging.properties"),
            """
            handlers = java.util.logging.ConsoleHandler
            java.util.logging.ConsoleHandler.level = ALL
            dev.tensorc.level = FINE
            """);
    String log = "-Djava.util.logging.config.file=" + settings;
    assertThat(onClassPath(log, ADD_VECTOR).err())
        .as("the warm-up, which does not begin here, says what it does")
        .doesNotContain("tensorc runs");
    assertThat(onClassPath(log, ADD_VECTOR, "-Dtensorc.engine=vector").err())
        .containsOnlyOnce("tensorc runs vector code, as -Dtensorc.engine says.");
    assertThat(onClassPath(log, "-Dtensorc.engine=scalar").err())
        .containsOnlyOnce("tensorc runs scalar code, as -Dtensorc.engine says.");
    assertThat(onClassPath(ADD_VECTOR).err()).doesNotContain("tensorc");
  }

  @Test
  void withoutTheModuleScalarCodeGivesTheSameBitsAndOneWarning() throws Exception {
    ForkedJvm vector = onClassPath(ADD_VECTOR, "-Dtensorc.engine=vector");
    assertThat(vector.exit()).as(vector::err).isZero();
    assertThat(vector.out().lines()).hasSize(5).endsWith("true", "true", "true");
    assertThat(vector.err()).doesNotContain("tensorc");

    ForkedJvm forgotten = onClassPath();
    assertThat(forgotten.exit()).as(forgotten::err).isZero();
    assertThat(forgotten.out()).isEqualTo(vector.out());
    assertThat(forgotten.err()).containsOnlyOnce(ONE_WARNING).contains("-Dtensorc.engine=scalar");

    ForkedJvm wanted = onClassPath("-Dtensorc.engine=scalar");
    assertThat(wanted.out()).isEqualTo(vector.out());
    assertThat(wanted.err()).isEmpty();
  }

  @Test
  void theModuleIsLoadedWhenItIsNeeded() throws Exception {
    String expected = onClassPath("-Dtensorc.engine=scalar").out();
    for (String engine : List.of("vector", "auto")) {
      ForkedJvm jvm = onClassPath(MAY_LOAD_MODULES, "-Dtensorc.engine=" + engine);
      assertThat(jvm.out()).as(jvm::err).isEqualTo(expected);
      assertThat(jvm.err()).isEmpty();
    }
  }

  @Test
  void anEngineThatIsNotThereIsAClearError() throws Exception {
    ForkedJvm missing = onClassPath("-Dtensorc.engine=vector");
    assertThat(missing.exit()).isEqualTo(1);
    assertThat(missing.err().lines().findFirst())
        .contains(
            "Exception in thread \"main\" dev.tensorc.runtime.ProgramLinkError:"
                + " -Dtensorc.engine=vector needs a JVM that is started with --add-modules"
                + " jdk.incubator.vector");
    ForkedJvm unknown = onClassPath("-Dtensorc.engine=fast");
    assertThat(unknown.err())
        .startsWith(
            "Exception in thread \"main\" dev.tensorc.runtime.ProgramLinkError:"
                + " -Dtensorc.engine=fast is none of auto, vector, scalar");
  }

  @Test
  void anAllocationLimitThatIsNoSizeIsAClearError() throws Exception {
    ForkedJvm words = onClassPath("-Dtensorc.engine=scalar", "-Dtensorc.allocationLimit=much");
    assertThat(words.err())
        .contains(
            "system property tensorc.allocationLimit: not an allocation limit: `much`; write a"
                + " number of bytes such as 4096, 512M or 2G");
    ForkedJvm small = onClassPath("-Dtensorc.engine=scalar", "-Dtensorc.allocationLimit=1K");
    assertThat(small.err()).contains("AllocationException").contains("at most 1 KiB here");
  }

  @Test
  void thePropertySaysHowManyThreads() throws Exception {
    ForkedJvm words = onClassPath("-Dtensorc.engine=scalar", "-Dtensorc.threads=many");
    assertThat(words.err())
        .startsWith(
            "Exception in thread \"main\" dev.tensorc.runtime.ProgramLinkError:"
                + " -Dtensorc.threads: not a number of threads: `many`; write 1 for plain loops, or"
                + " how many a call may use");
    ForkedJvm one = onClassPath(ADD_VECTOR, "-Dtensorc.threads=1");
    assertThat(one.exit()).as(one::err).isZero();
    assertThat(onClassPath(ADD_VECTOR, "-Dtensorc.threads=3").out()).isEqualTo(one.out());
  }

  private static ForkedJvm asModule(String... options) throws Exception {
    var arguments = new ArrayList<>(List.of(options));
    String path = runtime + java.io.File.pathSeparator + classes;
    arguments.addAll(List.of("--module-path", path, "--module", "com.acme/com.acme.Main"));
    return ForkedJvm.run(arguments.toArray(String[]::new));
  }

  /** The second requires the vector module itself, and needs no option then. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "module com.acme { requires dev.tensorc.runtime; exports com.acme; }",
        "module com.acme { requires dev.tensorc.runtime; requires jdk.incubator.vector; exports"
            + " com.acme; }"
      })
  void namedModulesRun(String module) throws Exception {
    String expected = onClassPath("-Dtensorc.engine=scalar").out();
    javac(
        "-proc:none",
        "--module-path",
        runtime.toString(),
        "--add-modules=jdk.incubator.vector",
        source("module-info.java", module));
    boolean requires = module.contains("incubator");
    ForkedJvm vector =
        requires
            ? asModule("-Dtensorc.engine=vector")
            : asModule(ADD_VECTOR, "-Dtensorc.engine=vector");
    assertThat(vector.out()).as(vector::err).isEqualTo(expected);
    if (!requires) {
      ForkedJvm forgotten = asModule();
      assertThat(forgotten.out()).as(forgotten::err).isEqualTo(expected);
      assertThat(forgotten.err()).containsOnlyOnce(ONE_WARNING);
    }
    Files.delete(classes.resolve("module-info.class"));
  }
}
