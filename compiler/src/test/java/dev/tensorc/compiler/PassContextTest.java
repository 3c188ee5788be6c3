package dev.tensorc.compiler;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tensorc.Options;
import dev.tensorc.frontend.SourceText;
import dev.tensorc.ir.CompilerBug;
import dev.tensorc.ir.TensorIr;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A pass's result is verified where passes are run: in tests without being asked for. */
class PassContextTest {

  /** Writes each function twice. */
  private static final class Doubling implements TensorPass<TensorIr.Module> {
    @Override
    public String name() {
      return "double";
    }

    @Override
    public String purpose() {
      return "writes each function twice";
    }

    @Override
    public TensorIr.Module run(TensorIr.Module in, PassContext cx) {
      TensorIr.Function f = in.functions().getFirst();
      return new TensorIr.Module(List.of(f, f));
    }
  }

  @Test
  void aPassThatBreaksAnInvariantIsNamed() {
    var source = new SourceText("t.tc", "export fn f(a: f32[?]) -> f32[?] { return a + 1 }");
    var cx = new PassContext(source, Options.DEFAULT);
    TensorIr.Module module = Pipeline.analyse(cx);
    assertThatThrownBy(() -> cx.run(new Doubling(), module))
        .isInstanceOf(CompilerBug.class)
        .hasMessageContaining("after pass `double`: in f: function f stands twice");
  }
}
