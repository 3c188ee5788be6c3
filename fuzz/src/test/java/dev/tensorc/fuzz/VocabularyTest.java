package dev.tensorc.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class VocabularyTest {

  @ParameterizedTest
  @EnumSource
  void everyTargetHasWords(Target target) {
    assertThat(Vocabulary.words(target)).isNotEmpty().doesNotContain("");
  }

  @Test
  void programsHaveKeywordsBuiltinsParametersDtypesAndDisciplines() {
    assertThat(Vocabulary.words(Target.COMPILE))
        .contains("export", "//=", "einsum", "axis=", "bf16", "xla");
  }

  @Test
  void commandLinesHaveTheOptionsOfEveryCommand() {
    assertThat(Vocabulary.words(Target.COMMAND))
        .contains("--allocation-limit\n", "--source-root\n", "--time-passes\n", "explain\n");
  }
}
