package dev.tensorc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.tensorc.frontend.SourceText;
import dev.tensorc.runtime.FloatTensor;
import dev.tensorc.runtime.Function;
import dev.tensorc.runtime.Program;
import dev.tensorc.runtime.ProgramLinkError;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Classes of two compilations of one program do not run together, wherever they come from. */
class MixedBuildsTest {

  private static final String FACADE = "com.acme.Rates";

  @TempDir private Path folder;

  /** Programs that differ in their expressions alone: every class of one links with the other's. */
  private static Map<String, byte[]> build(int constant) {
    var source =
        new SourceText(
            "rates.tc",
            """
            export fn rate(x: f32[n]) -> f32[n] { return exp(x) + C }
            export fn bounds(x: f32[n]) -> (lo: f32, hi: f32[n]) { return (min(x), x - C) }
            export fn product(x: f32[n, m], y: f32[m, k]) -> f32[n, k] { return x @ y + C }
            """
                .replace("C", Integer.toString(constant)));
    return Tensorc.compile(source, Options.DEFAULT.withPackageName("com.acme")).classFiles();
  }

  static Stream<String> parts() {
    return build(1).keySet().stream().filter(name -> !name.equals(FACADE));
  }

  private static Map<String, byte[]> newWithOld(String old) {
    var mixed = new TreeMap<>(build(2));
    mixed.put(old, build(1).get(old));
    return mixed;
  }

  private Path write(Map<String, byte[]> classFiles) throws IOException {
    for (var file : classFiles.entrySet()) {
      Path path = folder.resolve(file.getKey().replace('.', '/') + ".class");
      Files.createDirectories(path.getParent());
      Files.write(path, file.getValue());
    }
    return folder;
  }

  private static ClassLoader loader(Map<String, byte[]> classFiles) {
    return new ClassLoader(MixedBuildsTest.class.getClassLoader()) {
      @Override
      protected Class<?> findClass(String name) throws ClassNotFoundException {
        byte[] file = classFiles.get(name);
        if (file == null) {
          throw new ClassNotFoundException(name);
        }
        return defineClass(name, file, 0, file.length);
      }
    };
  }

  @Test
  void theProgramHasEveryKindOfClass() {
    assertThat(build(1).keySet())
        .extracting(name -> name.replaceFirst(".*\\$", ""))
        .contains("Plan", "Scalar", "Vector", "Start", "Split", "BoundsResult")
        .contains("Segments", "SegmentVector", "SegmentSplit", "Staged");
    assertThat(build(1)).isNotEqualTo(build(2)).hasSameSizeAs(build(2));
  }

  @ParameterizedTest
  @MethodSource("parts")
  void eachClassIsAskedBeforeItRuns(String part) throws ClassNotFoundException {
    ClassLoader mixed = loader(newWithOld(part));
    Class.forName(FACADE, true, mixed);
    assertThatThrownBy(() -> Class.forName(part, true, mixed))
        .isInstanceOf(ProgramLinkError.class)
        .hasMessageStartingWith(FACADE + " and " + part + " are of different compilations")
        .hasMessageContaining("compile it again");
    ClassLoader whole = loader(build(2));
    assertThat(Class.forName(part, true, whole).getClassLoader()).isSameAs(whole);
  }

  @Test
  void anOldFacadeIsRefusedToo() throws ClassNotFoundException {
    ClassLoader mixed = loader(newWithOld(FACADE));
    Class.forName(FACADE, true, mixed);
    assertThatThrownBy(() -> Class.forName(FACADE + "$Plan", true, mixed))
        .isInstanceOf(ProgramLinkError.class)
        .hasMessageContainingAll(FACADE + " and ", FACADE + "$Plan");
  }

  /** Two programs of one name in two loaders are two programs. */
  @Test
  void loadersDoNotMeet() throws ClassNotFoundException {
    for (int constant : new int[] {1, 2}) {
      ClassLoader own = loader(build(constant));
      for (String name : build(constant).keySet()) {
        assertThat(Class.forName(name, true, own)).isNotNull();
      }
    }
  }

  @Test
  void loadedProgramsRefuseTheMixWhenTheyMeetIt() throws IOException {
    Function rate = Program.load(write(newWithOld(FACADE + "$Scalar"))).function("rate");
    assertThatThrownBy(() -> rate.invoke(FloatTensor.zeros(3)))
        .isInstanceOf(ProgramLinkError.class)
        .hasMessageContaining(FACADE + "$Scalar");
  }

  /** The vector form is first run by a thread of the runtime's, whose errors nobody would see. */
  @Tag("jit")
  @Test
  void whatTheWarmUpMeetsIsThrownToTheCaller() throws IOException {
    Function rate = Program.load(write(newWithOld(FACADE + "$Vector"))).function("rate");
    FloatTensor x = FloatTensor.zeros(100_000);
    Throwable thrown = null;
    for (long end = System.nanoTime() + 60_000_000_000L; thrown == null; ) {
      assertThat(System.nanoTime()).as("nothing was thrown").isLessThan(end);
      thrown = catchThrowable(() -> rate.invoke(x));
    }
    assertThat(thrown)
        .isInstanceOf(ProgramLinkError.class)
        .hasMessageContaining(FACADE + "$Vector");
  }

  @Test
  void onTheClassPathToo() throws Exception {
    write(newWithOld(FACADE + "$Scalar"));
    String runtime =
        Path.of(Program.class.getProtectionDomain().getCodeSource().getLocation().toURI())
            .toString();
    Path main =
        Files.writeString(
            folder.resolve("Main.java"),
            """
            public class Main {
              public static void main(String[] args) {
                System.out.println(com.acme.Rates.rate(new float[] {0})[0]);
              }
            }
            """);
    String classPath = folder + File.pathSeparator + runtime;
    int compiled =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-cp", classPath, "-d", folder.toString(), main.toString());
    assertThat(compiled).isZero();
    for (String engine : List.of("scalar", "vector")) {
      ForkedJvm jvm =
          ForkedJvm.run(
              "--add-modules=jdk.incubator.vector",
              "-Dtensorc.engine=" + engine,
              "-cp",
              classPath,
              "Main");
      if (engine.equals("vector")) {
        assertThat(jvm.out()).as(jvm::err).isEqualTo("3.0\n"); // of the new build throughout
      } else {
        assertThat(jvm.exit()).isNotZero();
        assertThat(jvm.err())
            .contains("ProgramLinkError: com.acme.Rates and com.acme.Rates$Scalar are of");
      }
    }
  }
}
