package dev.tensorc;

import dev.tensorc.compiler.PassContext;
import dev.tensorc.compiler.Pipeline;
import dev.tensorc.frontend.CompilationException;
import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.SourceText;
import dev.tensorc.runtime.Engine;
import java.util.List;

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
 */
public final class Tensorc {

  private static final String NO_NAME = "<source>";

  private Tensorc() {}

  /**
   * Compiles a program given as text.
   *
   * @throws CompilationException with all diagnostics, if one is an error
   */
  public static Program compile(String source) {
    return compile(new SourceText(NO_NAME, source), Options.DEFAULT);
  }

  /**
   * Compiles a program.
   *
   * @throws CompilationException with all diagnostics, if one is an error
   * @throws IllegalStateException if the options ask for vector kernels in a JVM that was started
   *     without the vector module
   */
  public static Program compile(SourceText source, Options options) {
    if (options.engine() == EngineMode.VECTOR && !Engine.vectorAvailable()) {
      throw new IllegalStateException(
          "the vector engine needs a JVM started with --add-modules jdk.incubator.vector");
    }
    var cx = new PassContext(source, options);
    var module = Pipeline.analyse(cx);
    var program = new Program(module, cx);
    if (options.engine() != EngineMode.INTERPRETER) {
      program.classFiles();
    }
    return program;
  }

  /**
   * Everything that can be said about a program without compiling it; never throws for mistakes.
   */
  public static List<Diagnostic> check(SourceText source) {
    return check(source, Options.DEFAULT);
  }

  /** As {@link #check(SourceText)}; of the options, where imports are found counts. */
  public static List<Diagnostic> check(SourceText source, Options options) {
    var cx = new PassContext(source, options);
    try {
      Pipeline.analyse(cx);
      return cx.diagnostics();
    } catch (CompilationException e) {
      return e.diagnostics();
    }
  }
}
