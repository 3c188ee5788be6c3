package dev.tensorc.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Replays the inputs that the fuzzer found worth keeping: {@code fuzz/corpus}, a folder for each
 * target.
 */
class CorpusTest {

  private static final Path CORPUS = Path.of(System.getProperty("basedir", ""), "corpus");

  @ParameterizedTest
  @EnumSource
  @Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void replays(Target target) throws IOException {
    List<Path> inputs = inputs(target);
    assertThat(inputs).isNotEmpty();
    for (Path input : inputs) {
      try {
        target.run(Files.readAllBytes(input));
      } catch (Exception | Error e) {
        throw new AssertionError("fuzz/corpus/%s".formatted(CORPUS.relativize(input)), e);
      }
    }
  }

  private static List<Path> inputs(Target target) throws IOException {
    try (var files = Files.list(CORPUS.resolve(target.label()))) {
      return files.sorted().toList();
    }
  }
}
