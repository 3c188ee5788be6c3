package dev.tensorc;

import dev.tensorc.compiler.PassContext;
import dev.tensorc.compiler.Pipeline;
import dev.tensorc.frontend.BigStack;
import dev.tensorc.frontend.CompilationException;
import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.Imports;
import dev.tensorc.frontend.SourceText;
import dev.tensorc.runtime.link.Engine;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The compiler as a library.
 *
 * <pre>{@code
 * Program program = Tensorc.compile(
 *     """
 *     export fn scale(x: f32[n], s: f32) -> f32[n] { return x * s }
 *     """);
 * var y = (FloatTensor) program.function("scale").invoke(FloatTensor.of(data, 3), 2f);
 * }</pre>
 *
 * <p>The programs that were compiled last are kept, softly: the same text with the same options and
 * imports gives the same program again, with the same classes. {@link #compileAnew} does without.
 */
public final class Tensorc {

  private static final String NO_NAME = "<source>";
  private static final ProgramCache CACHE = new ProgramCache();

  private Tensorc() {}

  /**
   * Compiles a program given as text.
   *
   * @throws CompilationException with all diagnostics, if one is an error
   */
  public static CompiledProgram compile(String source) {
    return compile(source, Options.DEFAULT);
  }

  /** As {@link #compile(SourceText, Options)}, of a text without a name. */
  public static CompiledProgram compile(String source, Options options) {
    return compile(new SourceText(NO_NAME, source), options);
  }

  /**
   * As {@link #compile(Path, Options)}, with the usual options.
   *
   * @throws IOException if the file cannot be read, or is not UTF-8
   */
  public static CompiledProgram compile(Path file) throws IOException {
    return compile(file, Options.DEFAULT);
  }

  /**
   * Compiles a file. Its imports are files below its folder, unless the options say where they come
   * from: {@link FileImports} for another root.
   *
   * @throws IOException if the file cannot be read, is not UTF-8, or has more than {@link
   *     FileImports#MAX_BYTES}
   * @throws CompilationException with all diagnostics, if one is an error
   * @throws IllegalStateException as {@link #compile(SourceText, Options)} does
   */
  public static CompiledProgram compile(Path file, Options options) throws IOException {
    var files =
        options.imports() instanceof FileImports given
            ? given
            : FileImports.beside(file, StandardCharsets.UTF_8);
    return compile(
        files.program(file),
        options.imports() == Imports.NONE ? options.withImports(files) : options);
  }

  /**
   * Compiles a program, unless its result is kept.
   *
   * @throws CompilationException with all diagnostics, if one is an error
   * @throws IllegalStateException if the options ask for vector kernels in a JVM that was started
   *     without the vector module
   */
  public static CompiledProgram compile(SourceText source, Options options) {
    if (!ProgramCache.mayKeep(options)) {
      return compileAnew(source, options);
    }
    Optional<CompiledProgram> known = CACHE.find(source, options);
    if (known.isPresent()) {
      return known.get();
    }
    var recorder = new ProgramCache.Recorder(options.imports());
    CompiledProgram made = compileAnew(source, options.withImports(recorder));
    return CACHE.keep(source, options, recorder, made);
  }

  /**
   * As {@link #compile(SourceText, Options)}, whether or not the program is known; it is not kept
   * either, so that its classes can be unloaded as soon as the caller has dropped them.
   */
  public static CompiledProgram compileAnew(SourceText source, Options options) {
    requireModuleOf(options.engine());
    return BigStack.call( // one thread for all passes
        () -> {
          var cx = new PassContext(source, options);
          return CompiledProgram.of(Pipeline.analyse(cx), cx).made();
        });
  }

  static void requireModuleOf(EngineMode engine) {
    if (engine == EngineMode.VECTOR && !Engine.vectorAvailable()) {
      throw new IllegalStateException(
          "the vector engine needs a JVM started with --add-modules jdk.incubator.vector");
    }
  }

  /**
   * Everything that can be said about a program without making class files; never throws for
   * mistakes.
   */
  public static List<Diagnostic> check(SourceText source) {
    return check(source, Options.DEFAULT);
  }

  /** As {@link #check(SourceText)}; of the options, where imports are found counts. */
  public static List<Diagnostic> check(SourceText source, Options options) {
    return findings(source, options).diagnostics();
  }

  /** As {@link #check(SourceText, Options)}, with the warnings that the program allows. */
  public static Findings findings(SourceText source, Options options) {
    var cx = new PassContext(source, options);
    try {
      BigStack.call(() -> Pipeline.plan(Pipeline.analyse(cx), cx));
      return cx.findings();
    } catch (CompilationException e) {
      return new Findings(e.diagnostics(), cx.findings().silenced());
    }
  }
}
