package dev.tensorc.golden;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.Analysed;
import dev.tensorc.OnBigStack;
import dev.tensorc.Options;
import dev.tensorc.Sample;
import dev.tensorc.frontend.SourceText;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A program whose kernels have no versions has the same class files when it is compiled without
 * versions, byte by byte: {@link Engines} runs them once.
 */
@ExtendWith(OnBigStack.class)
class VersionsTest {

  static Stream<GoldenFile> files() {
    return new Sample("versions")
        .of(30, GoldenTest.all().filter(f -> !f.isRefused()).toList()).stream();
  }

  @ParameterizedTest
  @MethodSource("files")
  void withoutVersionsTheFallbackIsTheProgram(GoldenFile file) {
    var analysed = new Analysed(file.source(), file.options());
    Analysed.Compiled compiled = analysed.compiled();
    if (!compiled.hasVersions()) {
      Map<String, byte[]> fallback =
          analysed.compiled(analysed.options().withVersions(0)).classFiles();
      assertThat(fallback.keySet()).isEqualTo(compiled.classFiles().keySet());
      fallback.forEach(
          (name, bytes) -> assertThat(bytes).as(name).isEqualTo(compiled.classFiles().get(name)));
    }
  }

  /** The common parts of a kernel's versions stand in the class files once. */
  @Test
  void aChainOverUnknownSizesHasSmallClassFiles() {
    String chain =
        """
        export fn chain(a: f32[n, m], b: f32[?, ?], c: f32[m]) -> f32[n, m] {
            return sqrt(a * b + c) / 2
        }
        """;
    Analysed.Compiled compiled =
        new Analysed(new SourceText("chain.tc", chain), Options.DEFAULT).compiled();
    assertThat(compiled.hasVersions()).isTrue();
    assertThat(compiled.classFiles().values().stream().mapToInt(bytes -> bytes.length).sum())
        .isLessThanOrEqualTo(70_000);
  }
}
