package dev.tensorc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tensorc.frontend.SourceText;
import dev.tensorc.runtime.FloatTensor;
import dev.tensorc.runtime.Function;
import dev.tensorc.runtime.Program;
import dev.tensorc.runtime.ProgramLinkError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs that were compiled ahead of time behave as those that have just been compiled. */
class ProgramLoadTest {

  private static final SourceText PRICING =
      new SourceText(
          "pricing.tc",
          """
          ## Scales, `1 µ`.
          export fn scale(x: f32[n, ?], s: f32) -> f32[n, ?] { return x * s }
          export fn bounds(x: f32[n]) -> (lo: f32, hi: f32) { return (min(x), max(x)) }
          export fn twice[T: f32 | f64](x: T[...]) -> T[...] { return x + x }
          export fn both(c: u8[3], flag: bool) -> (u8[3], i64) {
              return (where(flag, c, c), astype(1, i64))
          }
          """);

  private static final SourceText TWICE =
      new SourceText("twice.tc", "export fn twice(x: f32[n]) -> f32[n] { return x + x }");

  @TempDir private Path folder;

  private static CompiledProgram compile(SourceText source) {
    return Tensorc.compile(source, Options.DEFAULT.withPackageName("com.acme"));
  }

  private Path write(Path target, SourceText... sources) throws IOException {
    for (SourceText source : sources) {
      for (Map.Entry<String, byte[]> file : compile(source).classFiles().entrySet()) {
        Path path = target.resolve(file.getKey().replace('.', '/') + ".class");
        Files.createDirectories(path.getParent());
        Files.write(path, file.getValue());
      }
    }
    return target;
  }

  private Path jar(SourceText source) throws IOException {
    Path jar = folder.resolve("pricing.jar");
    try (var out = new JarOutputStream(Files.newOutputStream(jar))) {
      for (Map.Entry<String, byte[]> file : compile(source).classFiles().entrySet()) {
        out.putNextEntry(new JarEntry(file.getKey().replace('.', '/') + ".class"));
        out.write(file.getValue());
      }
    }
    return jar;
  }

  private static List<String> describe(Program program) {
    return program.functions().stream()
        .map(f -> f.signature() + f.types() + f.doc() + f.parameters() + f.results())
        .toList();
  }

  @Test
  void aLoadedProgramSaysWhatTheCompiledOneSays() throws IOException {
    Program loaded = Program.load(write(folder, PRICING));
    assertThat(describe(loaded)).isEqualTo(describe(compile(PRICING))).hasSize(5);
    assertThat(loaded.source()).isEqualTo("pricing.tc");
    assertThat(loaded.function("scale").doc()).isEqualTo("Scales, `1 µ`.");
    assertThat(loaded.function("twice", "f64").signature())
        .isEqualTo(compile(PRICING).function("twice", "f64").signature());
  }

  @Test
  void loadedFunctionsRun() throws IOException {
    for (Path place : List.of(write(folder.resolve("classes"), PRICING), jar(PRICING))) {
      Program loaded = Program.load(place);
      FloatTensor x = FloatTensor.of(new float[] {3, 1, 2}, 3);
      assertThat(loaded.function("bounds").invoke(x)).isEqualTo(List.of(1f, 3f));
      FloatTensor out = FloatTensor.zeros(1, 3);
      loaded.function("scale").invokeInto(out, FloatTensor.of(new float[] {1, 2, 3}, 1, 3), 2);
      assertThat(out).isEqualTo(FloatTensor.of(new float[] {2, 4, 6}, 1, 3));
      assertThat(loaded.function("twice", "f32").invoke(2f))
          .isEqualTo(FloatTensor.of(new float[] {4}));
    }
  }

  @Test
  void oneOfSeveralIsNamed() throws IOException {
    write(folder, PRICING, TWICE);
    Files.writeString(folder.resolve("Broken.class"), "no class file");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Program.load(folder))
        .withMessage(
            folder
                + " holds 2 programs: name one, as in Program.load(path, \"com.acme.Pricing\");"
                + " they are com.acme.Pricing, com.acme.Twice");
    Function twice = Program.load(folder, "com.acme.Twice").function("twice");
    assertThat(twice.invoke(FloatTensor.of(new float[] {1}, 1)))
        .isEqualTo(FloatTensor.of(new float[] {2}, 1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Program.load(folder, "Twice"))
        .withMessage(
            folder + " has no class Twice; its programs are com.acme.Pricing, com.acme.Twice");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Program.load(folder, "com.acme.Twice$Plan"))
        .withMessageContaining("com.acme.Twice$Plan is not the class of a program");
  }

  @Test
  void whatIsNoProgramIsSaid() throws IOException {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Program.load(folder))
        .withMessage(folder + " holds no class that the compiler has made of a program");
    assertThatThrownBy(() -> Program.load(folder.resolve("missing.jar")))
        .isInstanceOf(NoSuchFileException.class);
    Path text = Files.writeString(folder.resolve("a.tc"), "export fn");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Program.load(text))
        .withMessageContaining("is neither a folder nor a jar")
        .withMessageContaining("Tensorc.compile");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Program.of(String.class))
        .withMessage("java.lang.String is not the class of a program: it lacks @TensorProgram");
  }

  @Test
  void unknownFunctionsOfLoadedProgramsAreListed() throws IOException {
    Program loaded = Program.load(write(folder, TWICE));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> loaded.function("thrice"))
        .withMessage("twice.tc exports no function `thrice`; it exports twice");
  }

  /** The number after the annotation's `link` in the constant pool is another. */
  private byte[] withLink(byte[] classFile, int version) {
    byte[] changed = classFile.clone();
    for (int i = 0; i + 4 < changed.length; i++) {
      if (changed[i] == 'l'
          && changed[i - 1] == 4 // a whole text, not part of a class name
          && new String(changed, i, 4, java.nio.charset.StandardCharsets.US_ASCII).equals("link")) {
        assertThat(changed[i + 4]).as("an integer constant follows").isEqualTo((byte) 3);
        changed[i + 8] = (byte) version;
        return changed;
      }
    }
    throw new AssertionError("no link version");
  }

  @Test
  void programsOfOtherVersionsAreRefused() throws IOException {
    Path file = write(folder, TWICE).resolve("com/acme/Twice.class");
    byte[] original = Files.readAllBytes(file);
    Files.write(file, withLink(original, 99));
    assertThatThrownBy(() -> Program.load(folder))
        .isInstanceOf(ProgramLinkError.class)
        .hasMessageStartingWith("com.acme.Twice was compiled for a newer runtime");
    Files.write(file, withLink(original, 0));
    assertThatThrownBy(() -> Program.load(folder))
        .isInstanceOf(ProgramLinkError.class)
        .hasMessageStartingWith(
            "com.acme.Twice was compiled for an older runtime: compile it again");
  }
}
