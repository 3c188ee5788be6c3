package dev.tensorc.codegen.emit.code;

import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.LoopIr;
import dev.tensorc.frontend.CompilationException;
import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.Span;
import dev.tensorc.infer.report.ErrorId;
import dev.tensorc.ir.CheckText;
import dev.tensorc.ir.TensorIr;
import java.util.List;

/**
 * The limits of class files, which are the user's to know of: a method has at most 65,535 bytes of
 * code and 255 parameter slots, a class at most 65,535 constants.
 */
public final class JvmLimits {

  static final int CODE_BYTES = 65_535;

  /** HotSpot compiles no longer method. */
  public static final int COMPILED_BYTES = 8000;

  public static final int SLOTS = 255;

  private JvmLimits() {}

  /** Refuses a function that takes too many arguments. */
  public static void requireSlots(TensorIr.Function f, int slots) {
    if (slots > SLOTS) {
      throw refusal(
          ErrorId.JVM_LIMIT
              .at(signature(f), "`" + f.name() + "` has more parameters than a JVM method takes")
              .found(slots + " slots")
              .expected("at most " + SLOTS)
              .because(
                  "an i64 or f64 takes two slots, any other parameter one, and each array that is"
                      + " returned one more")
              .hint("pass scalars of one dtype as one array"));
    }
  }

  /** Refuses an operation over so many axes that its sizes and strides are too many. */
  public static void requireSlots(Kernel k, int slots) {
    if (slots > SLOTS) {
      throw refusal(
          ErrorId.JVM_LIMIT
              .at(
                  k.span(),
                  "`%s` walks %d axes, too many for one JVM method"
                      .formatted(CheckText.source(k.span()), k.rank()))
              .found(slots + " sizes, strides and arrays")
              .expected("at most " + SLOTS)
              .hint("join axes before the operation"));
    }
  }

  /** The exception where the code of a function can be divided no further, and does not fit. */
  public static CompilationException tooLarge(TensorIr.Function f) {
    return refusal(
        ErrorId.JVM_LIMIT
            .at(signature(f), "`" + f.name() + "` is too large for one JVM method")
            .because(
                "a method has at most 65,535 bytes of code, and code inside many loops and"
                    + " branches inside each other cannot be divided among several")
            .hint("split it into several exported functions"));
  }

  /** The exception where all functions together are too much for one class. */
  public static CompilationException tooManyConstants(TensorIr.Function first) {
    return refusal(
        ErrorId.JVM_LIMIT
            .at(signature(first), "the program is too large for one JVM class")
            .because("a class has at most 65,535 constants, such as names and numbers")
            .hint("split it into several files, each with some of the exported functions"));
  }

  /** The error for a program whose class files together are above the limit. */
  public static CompilationException tooManyBytes(LoopIr.Program program, long mostBytes) {
    TensorIr.Function first = program.plans().getFirst().function();
    return refusal(
        ErrorId.JVM_LIMIT
            .at(signature(first), "the program is too large")
            .found(
                "%d kernels for %d exported functions"
                    .formatted(program.kernels().size(), program.plans().size()))
            .expected("at most %d KiB of class files".formatted(mostBytes >> 10))
            .because(
                "each kernel is emitted for vectors and scalars, arrays and native memory; calls"
                    + " are expanded where they stand; sizes that are not declared equal give"
                    + " versions")
            .hint(
                "compute repeated expressions once, with `let`; declare equal sizes under one"
                    + " name, or compile with fewer versions (`--versions=0`)"));
  }

  private static CompilationException refusal(Diagnostic d) {
    return new CompilationException(List.of(d));
  }

  /** The function's first line says enough. */
  private static Span signature(TensorIr.Function f) {
    Span all = f.span();
    int end = all.text().indexOf('\n');
    return end < 0
        ? all
        : new Span(all.source(), all.start(), all.start() + end, all.line(), all.column());
  }
}
