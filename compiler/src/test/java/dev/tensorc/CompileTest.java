package dev.tensorc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tensorc.frontend.CompilationException;
import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.Severity;
import dev.tensorc.frontend.SourceText;
import dev.tensorc.runtime.FloatTensor;
import dev.tensorc.runtime.Function;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files, mistakes as objects, and programs that are kept. */
class CompileTest {

  @Test
  void theSameSourceGivesTheSameClasses() {
    String text = "export fn f(x: f32[n]) -> f32[n] { return x + 77 }";
    CompiledProgram first = Tensorc.compile(text);
    assertThat(Tensorc.compile(text)).isSameAs(first);
    assertThat(Tensorc.compile(text, Options.DEFAULT.withVersions(0))).isNotSameAs(first);
    assertThat(Tensorc.compile(text + " ")).isNotSameAs(first);
    Function f = first.function("f");
    assertThat(Tensorc.compile(text).function("f")).isSameAs(f);
    assertThat(Tensorc.compileAnew(new SourceText("<source>", text), Options.DEFAULT))
        .isNotSameAs(first);
  }

  @Test
  void importsCountAsSource(@TempDir Path folder) throws IOException {
    Path main = folder.resolve("main.tc");
    Path other = folder.resolve("other.tc");
    Files.writeString(
        main,
        """
        import "other.tc"
        export fn f(x: f32[n]) -> f32[n] { return g(x) }
        """);
    Files.writeString(other, "fn g(x: f32[n]) -> f32[n] { return x + 1 }\n");
    CompiledProgram first = Tensorc.compile(main);
    assertThat(Tensorc.compile(main)).isSameAs(first);
    Files.writeString(other, "fn g(x: f32[n]) -> f32[n] { return x + 2 }\n");
    CompiledProgram second = Tensorc.compile(main);
    FloatTensor x = FloatTensor.zeros(1);
    assertThat(first.function("f").invoke(x)).isEqualTo(FloatTensor.of(new float[] {1}, 1));
    assertThat(second.function("f").invoke(x)).isEqualTo(FloatTensor.of(new float[] {2}, 1));
  }

  @Test
  void filesThatCannotBeReadAreNamed(@TempDir Path folder) throws IOException {
    Path missing = folder.resolve("missing.tc");
    assertThatThrownBy(() -> Tensorc.compile(missing))
        .isInstanceOf(NoSuchFileException.class)
        .hasMessageContaining("missing.tc");
    Path latin =
        Files.write(folder.resolve("latin.tc"), "# é".getBytes(StandardCharsets.ISO_8859_1));
    assertThatThrownBy(() -> Tensorc.compile(latin))
        .isInstanceOf(IOException.class)
        .hasMessage(latin + ": not a program: the file is not UTF-8 text");
  }

  @Test
  void diagnosticsAreObjects() {
    String text =
        """
        export fn f(x: f32[2], y: f32[3]) -> f32[?] {
            return x + y
        }
        """;
    assertThatThrownBy(() -> Tensorc.compile(new SourceText("a/sizes.tc", text), Options.DEFAULT))
        .isInstanceOfSatisfying(
            CompilationException.class,
            e -> {
              assertThat(e.diagnostics()).hasSize(1);
              Diagnostic d = e.diagnostics().getFirst();
              assertThat(d.severity()).isEqualTo(Severity.ERROR);
              assertThat(d.id()).startsWith("TC-");
              assertThat(d.span().source().name()).isEqualTo("a/sizes.tc");
              assertThat(d.span().line()).isEqualTo(2);
              assertThat(d.span().column()).isEqualTo(12);
              assertThat(e.getMessage()).contains(d.title(), d.id(), d.span().location());
              assertThat(d.because()).isNotEmpty();
            });
  }
}
