package dev.tensorc.compiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tensorc.Options;
import dev.tensorc.codegen.loop.LoopIr;
import dev.tensorc.frontend.SourceText;
import dev.tensorc.ir.CompilerBug;
import dev.tensorc.ir.TensorIr;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * A pass's result is verified where passes are run: in tests without being asked for, else with
 * {@code --verify-each}.
 */
class PassContextTest {

  private static final SourceText SOURCE =
      new SourceText("t.tc", "export fn f(a: f32[?]) -> f32[?] { return a + 1 }");

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

  /** Forgets the kernels that the plans call. */
  private static final class Forgetting implements LoopPass<LoopIr.Program> {
    @Override
    public String name() {
      return "forget";
    }

    @Override
    public String purpose() {
      return "leaves out all kernels";
    }

    @Override
    public LoopIr.Program run(LoopIr.Program in, PassContext cx) {
      return new LoopIr.Program(in.plans(), List.of(), in.tuning());
    }

    @Override
    public String size(LoopIr.Program out) {
      return "";
    }

    @Override
    public String print(LoopIr.Program out) {
      return "";
    }
  }

  @Test
  void aPassThatBreaksAnInvariantIsNamed() {
    var cx = new PassContext(SOURCE, Options.DEFAULT);
    TensorIr.Module module = Pipeline.analyse(cx);
    assertThatThrownBy(() -> cx.run(new Doubling(), module))
        .isInstanceOf(CompilerBug.class)
        .hasMessageContaining("after pass `double`: in f: function f stands twice");
  }

  @Test
  void verifyEachNamesThePass() {
    var cx = new PassContext(SOURCE, Options.DEFAULT.withVerifyEach(true), false);
    TensorIr.Module module = Pipeline.analyse(cx);
    assertThatThrownBy(() -> cx.run(new Doubling(), module))
        .isInstanceOf(CompilerBug.class)
        .hasMessageContaining("after pass `double`: in f: function f stands twice");
    LoopIr.Program program = Pipeline.plan(module, cx);
    assertThatThrownBy(() -> cx.run(new Forgetting(), program))
        .isInstanceOf(CompilerBug.class)
        .hasMessageContaining("after pass `forget`");
  }

  @Test
  void withoutAssertionsNothingIsVerifiedUnasked() {
    var cx = new PassContext(SOURCE, Options.DEFAULT, false);
    TensorIr.Module module = Pipeline.analyse(cx);
    assertThat(cx.run(new Doubling(), module).functions()).hasSize(2);
    assertThat(cx.run(new Forgetting(), Pipeline.plan(module, cx)).kernels()).isEmpty();
  }
}
