package dev.tensorc.codegen.emit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tensorc.Options;
import dev.tensorc.Tunings;
import dev.tensorc.codegen.loop.LoopIr;
import dev.tensorc.codegen.tuning.Tuning;
import dev.tensorc.compiler.PassContext;
import dev.tensorc.compiler.Pipeline;
import dev.tensorc.frontend.CompilationException;
import dev.tensorc.frontend.SourceText;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * All classes of a program together have a limit, whichever part of a program multiplies the
 * emitted code.
 */
class ClassBytesTest {

  @Test
  void largeProgramsAreRefused() {
    var source =
        new SourceText(
            "p.tc",
            """
            export fn f(x: f32[?, ?], y: f32[?, ?], z: f32[?]) -> f32[?, ?] {
                return exp(x + y) * z
            }
            """);
    var cx = new PassContext(source, Options.DEFAULT);
    LoopIr.Program plans = Pipeline.plan(Pipeline.analyse(cx), cx);
    Map<String, byte[]> classes = ClassEmitter.emit(plans, "p.tc", "P");
    long bytes = classes.values().stream().mapToLong(file -> file.length).sum();
    assertThat(ClassEmitter.emit(limited(plans, bytes), "p.tc", "P")).hasSameSizeAs(classes);
    assertThatThrownBy(() -> ClassEmitter.emit(limited(plans, bytes / 2), "p.tc", "P"))
        .isInstanceOf(CompilationException.class)
        .hasMessageContainingAll("TC-U100", "the program is too large", "KiB of class files");
  }

  private static LoopIr.Program limited(LoopIr.Program p, long bytes) {
    Tuning tuning = Tunings.with(Map.of("budgets.plans.programBytes", bytes));
    return new LoopIr.Program(p.plans(), p.kernels(), p.narrowed(), tuning, p.weights());
  }
}
