package dev.tensorc.benchmarks;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** The programs that are measured, which lie beside the classes. */
final class ProgramText {

  private ProgramText() {}

  /**
   * @param file its name, such as {@code chain.tc}
   * @throws BenchmarkException if there is none, or it cannot be read
   */
  static String of(String file) {
    try (InputStream in = ProgramText.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new BenchmarkException("no program " + file);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new BenchmarkException("cannot read " + file, e);
    }
  }
}
