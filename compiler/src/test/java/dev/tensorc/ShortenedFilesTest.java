package dev.tensorc;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A mapped file that is cut ends a call with one exception: in a JVM of its own, which it may end.
 * It does where HotSpot's second compiler has compiled vector code, which is not shown here.
 */
class ShortenedFilesTest {

  static Stream<Arguments> engines() {
    List<Arguments> all =
        List.of(
            Arguments.of(EngineMode.VECTOR, 1),
            Arguments.of(EngineMode.SCALAR, 4),
            Arguments.of(EngineMode.INTERPRETER, 1));
    return new Sample("shortened files").of(1, all).stream();
  }

  @ParameterizedTest
  @MethodSource("engines")
  void aMappedFileThatIsCutIsNamed(EngineMode engine, int tier, @TempDir Path folder)
      throws Exception {
    ForkedJvm jvm =
        ForkedJvm.run(
            "-XX:TieredStopAtLevel=" + tier,
            "-XX:ErrorFile=" + folder.resolve("error"),
            "-XX:-CreateCoredumpOnCrash",
            "--add-modules",
            "jdk.incubator.vector",
            "-cp",
            ForkedJvm.CLASS_PATH,
            ShortenedFile.class.getName(),
            folder.toString(),
            engine.name());
    int calls = engine == EngineMode.INTERPRETER ? 56 : 112;
    assertThat(jvm.out()).as(jvm::err).isEqualToIgnoringNewLines(calls + " calls");
    assertThat(jvm.exit()).isZero();
  }
}
