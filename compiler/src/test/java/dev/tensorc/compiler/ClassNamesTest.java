package dev.tensorc.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClassNamesTest {

  @ParameterizedTest
  @CsvSource({
    "edges.tc, Edges",
    "black-scholes.tc, BlackScholes",
    "my pictures.v2.tc, MyPicturesV2",
    "already_Named.tc, Already_Named",
    "2d.tc, _2d",
    "<source>, Source",
    "-.tc, Program",
    "_.tc, Program",
    "édges.tc, Édges",
    ".tc, Tc",
  })
  void areMadeFromFileNames(String file, String className) {
    assertThat(ClassNames.fromFileName(file)).isEqualTo(className);
  }
}
