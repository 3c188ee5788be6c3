package dev.tensorc.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.Options;
import dev.tensorc.Tensorc;
import dev.tensorc.frontend.SourceText;
import org.junit.jupiter.api.Test;

class WholeCompileTest {

  @Test
  void theProgramIsAsLongAsTheGoalSaysAndHasNoWarnings() {
    String text = ProgramText.of(WholeCompile.PROGRAM);
    assertThat(text.lines().count()).isGreaterThanOrEqualTo(500);
    var program = Tensorc.compile(new SourceText(WholeCompile.PROGRAM, text), Options.DEFAULT);
    assertThat(program.classFiles()).isNotEmpty();
    assertThat(program.diagnostics()).isEmpty();
  }
}
