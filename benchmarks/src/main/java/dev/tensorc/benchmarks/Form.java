package dev.tensorc.benchmarks;

import dev.tensorc.Options;
import dev.tensorc.runtime.Threads;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The ways in which a program declares the sizes of its arguments. Its body is the same in all
 * forms.
 */
enum Form {
  /** As a user wrote it. */
  WRITTEN("ours", Options.DEFAULT_VERSIONS),
  /** Every size is a number. */
  STATIC("static dims", Options.DEFAULT_VERSIONS),
  /** Every size is {@code ?}. */
  DYNAMIC("every dim ?", Options.DEFAULT_VERSIONS),
  /** Every size is {@code ?}, and there are no versions. */
  FALLBACK("fallback alone", 0),
  /** As a user wrote it, with loops that two threads share. */
  THREADS("2 threads", Options.DEFAULT_VERSIONS),
  /** With {@code @fastmath}. */
  FASTMATH("@fastmath", Options.DEFAULT_VERSIONS),
  /** Another program, in which a user has done the compiler's work by hand. */
  BY_HAND("by hand", Options.DEFAULT_VERSIONS);

  private static final Threads TWO = Threads.of(2);

  private static final Pattern TENSOR = Pattern.compile("\\b([fiu]\\d+)\\[[^\\]]*\\]");

  private final String label;
  private final int versions;

  Form(String label, int versions) {
    this.label = label;
    this.versions = versions;
  }

  /** Its name in the table and in the file of results. */
  String label() {
    return label;
  }

  /**
   * Whether a call into an existing result allocates nothing. Handing work to threads takes some
   * objects, and so do functions that the JDK computes lane by lane, as it does powers in vectors
   * of 256 bits.
   */
  boolean allocatesNothing() {
    return this != THREADS && this != FASTMATH;
  }

  /** The name of the class that is generated for it, as far as it does not need the function's. */
  private String className() {
    return "Measured_" + name().toLowerCase(java.util.Locale.ROOT);
  }

  /** The same calls, with as many threads as the form has. */
  Contender on(Contender calls) {
    return this == THREADS
        ? times ->
            TWO.<Object, Throwable>during(
                () -> {
                  calls.run(times);
                  return calls;
                })
        : calls;
  }

  /** Compiles the function of a call. */
  CompiledProgram compile(Kernel.Call call) {
    String f = call.function();
    return CompiledProgram.of(
        className() + "_" + f, source(call), f, versions, CompiledProgram.Code.VECTOR);
  }

  /** The program of a call, with the sizes declared as this form does. */
  String source(Kernel.Call call) {
    return rewritten(ProgramText.of(call.source() + ".tc"), call);
  }

  private String rewritten(String source, Kernel.Call call) {
    if (this == WRITTEN || this == THREADS || this == BY_HAND) {
      return source;
    }
    int from = source.indexOf("export fn " + call.function() + "(");
    if (this == FASTMATH) {
      return source.substring(0, from) + "@fastmath " + source.substring(from);
    }
    int to = source.indexOf('{', from);
    Iterator<long[]> shapes = shapes(call).iterator();
    String signature =
        TENSOR
            .matcher(source.substring(from, to))
            .replaceAll(type -> type.group(1) + "[" + dims(type, shapes.next()) + "]");
    return source.substring(0, from) + signature + source.substring(to);
  }

  private String dims(MatchResult type, long[] shape) {
    if (this == STATIC) {
      return String.join(", ", Arrays.stream(shape).mapToObj(Long::toString).toList());
    }
    return String.join(", ", Collections.nCopies(type.group().split(",", -1).length, "?"));
  }

  /** The shapes of the tensors in the signature, in order. */
  private static List<long[]> shapes(Kernel.Call call) {
    return Stream.concat(call.args().stream(), call.result().stream())
        .filter(Operand.class::isInstance)
        .map(o -> ((Operand) o).tensor().shape())
        .toList();
  }
}
