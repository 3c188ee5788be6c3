package dev.tensorc.fuzz;

import static dev.tensorc.fuzz.Target.require;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tensorc.CompiledProgram;
import dev.tensorc.FileImports;
import dev.tensorc.Options;
import dev.tensorc.Tensorc;
import dev.tensorc.frontend.AstPrinter;
import dev.tensorc.frontend.CompilationException;
import dev.tensorc.frontend.DiagnosticRenderer;
import dev.tensorc.frontend.Parser;
import dev.tensorc.frontend.SourceText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Texts as programs: each compiles, or is refused with diagnostics. */
final class Programs {

  /** Compiling a longer text takes time in which shorter ones find more. */
  private static final int MAX_COMPILED_BYTES = 4_000;

  /** Stands on a line between two files. */
  static final String BETWEEN_FILES = "----\n";

  private static final List<String> FILES =
      List.of("main.tc", "a.tc", "b.tc", "sub/a.tc", "sub/b.tc");

  private Programs() {}

  private static SourceText source(byte[] data) {
    return new SourceText("fuzzed.tc", new String(data, UTF_8));
  }

  /** Parses, and prints the parsed tree: the text has the same tree. */
  static void parse(byte[] data) {
    Parser.ParseResult parsed = Parser.parse(source(data));
    DiagnosticRenderer.renderAll(parsed.diagnostics());
    require(parsed.program().isPresent() == parsed.diagnostics().isEmpty(), "refused in silence");
    if (parsed.program().isPresent()) {
      String text = AstPrinter.print(parsed.program().get());
      var again = Parser.parse(new SourceText("printed.tc", text)).orThrow();
      require(AstPrinter.print(again).equals(text), "printed differently:\n" + text);
    }
  }

  static void check(byte[] data) {
    check(source(data), Options.DEFAULT);
  }

  private static void check(SourceText source, Options options) {
    DiagnosticRenderer.renderAll(Tensorc.check(source, options));
  }

  /** Loads the classes: the JVM verifies them. */
  static void compile(byte[] data) throws ClassNotFoundException {
    if (data.length > MAX_COMPILED_BYTES) {
      return;
    }
    try {
      CompiledProgram program = Tensorc.compileAnew(source(data), Options.DEFAULT);
      var loader = new Loader(program.classFiles());
      for (String name : program.classFiles().keySet()) {
        Class.forName(name, true, loader);
      }
      require(!program.explain().text().isBlank(), "explained in silence");
      program.stubSources();
    } catch (CompilationException e) {
      require(!DiagnosticRenderer.renderAll(e.diagnostics()).isBlank(), "refused in silence");
    }
  }

  /** Several files; the first imports others by any paths. */
  static void imports(byte[] data) throws IOException {
    Scratch.clear();
    String[] texts = new String(data, ISO_8859_1).split("(?m)^" + BETWEEN_FILES, FILES.size());
    for (int i = 0; i < texts.length; i++) {
      Scratch.write(FILES.get(i), texts[i].getBytes(ISO_8859_1));
    }
    var main = new SourceText(FILES.getFirst(), new String(texts[0].getBytes(ISO_8859_1), UTF_8));
    check(main, Options.DEFAULT.withImports(new FileImports(Path.of(""))));
  }

  private static final class Loader extends ClassLoader {
    private final Map<String, byte[]> classFiles;

    Loader(Map<String, byte[]> classFiles) {
      super(Programs.class.getClassLoader());
      this.classFiles = classFiles;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      byte[] bytes = classFiles.get(name);
      if (bytes == null) {
        throw new ClassNotFoundException(name);
      }
      return defineClass(name, bytes, 0, bytes.length);
    }
  }
}
