package dev.tensorc.golden;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.CompiledProgram;
import dev.tensorc.EngineMode;
import dev.tensorc.Options;
import dev.tensorc.Tensorc;
import dev.tensorc.frontend.SourceText;
import dev.tensorc.interp.TensorBridge;
import dev.tensorc.runtime.Checks;
import dev.tensorc.runtime.Function;
import dev.tensorc.runtime.Program;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.TensorException;
import dev.tensorc.runtime.Threads;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** One program in every way in which it can run. All must give the same bits and messages. */
public final class Engines {

  private static final String REFERENCE = "interpreter";
  private static final String WITH_VERSIONS = " with versions";

  /** Whatever can be split is. */
  private static final Threads SPLIT = Threads.of(3).fromNanos(0);

  private final Map<String, CompiledProgram> programs = new LinkedHashMap<>();

  private Engines(SourceText source, Options options, Consumer<Map<String, byte[]>> check) {
    add(REFERENCE, source, options.withEngine(EngineMode.INTERPRETER));
    for (EngineMode mode : List.of(EngineMode.VECTOR, EngineMode.SCALAR)) {
      add(mode + WITH_VERSIONS, source, options.withEngine(mode));
      add(mode + " fallback", source, options.withEngine(mode).withVersions(0));
    }
    add("VECTOR unfused", source, options.withEngine(EngineMode.VECTOR).withFusion(false));
    check.accept(programs.get("VECTOR with versions").classFiles());
    check.accept(programs.get("VECTOR fallback").classFiles());
  }

  public static Engines of(String program) {
    return of(new SourceText("test.tc", program));
  }

  /** Fails, rather than skips, where the vector module is missing. */
  public static Engines of(SourceText source) {
    return of(source, Options.DEFAULT);
  }

  static Engines of(SourceText source, Options options) {
    return new Engines(source, options, ClassChecks::check);
  }

  /** Engines of a program that nobody wrote: its plan may be too long for the JIT. */
  public static Engines ofAnyLength(SourceText source) {
    return new Engines(source, Options.DEFAULT, ClassChecks::verify);
  }

  private void add(String name, SourceText source, Options options) {
    programs.put(name, Tensorc.compile(source, options));
  }

  /** {@code f}, or {@code f[f32]} for an instance of a generic function. */
  static Function find(Program program, String function) {
    String[] parts = function.split("[\\[\\]]");
    return parts.length == 1 ? program.function(function) : program.function(parts[0], parts[1]);
  }

  public Function reference(String function) {
    return find(programs.get(REFERENCE), function);
  }

  /** The function in each engine, by the engine's name. */
  Map<String, Function> functions(String function) {
    var functions = new LinkedHashMap<String, Function>();
    programs.forEach((name, program) -> functions.put(name, find(program, function)));
    return functions;
  }

  /** Runs every engine, also into an existing output, and compares with what is expected. */
  void expect(Object expected, long ulp, String function, Object... args) {
    int before = Arrays.hashCode(args);
    Object[] inNative = inNative(args);
    functions(function)
        .forEach(
            (engine, f) -> {
              check(engine, f, expected, ulp, args);
              if (hasTensors(args)) {
                check(engine + ", native", f, expected, ulp, inNative);
              }
            });
    assertThat(Arrays.hashCode(args)).as("arguments of " + function).isEqualTo(before);
  }

  /**
   * As {@link #expect}, without the interpreter: it would take too long, or gave what is expected.
   */
  public void expectOfCompiled(Object expected, String function, Object... args) {
    Object[] inNative = inNative(args);
    Map<String, Function> compiled = functions(function);
    compiled.remove(REFERENCE);
    compiled.forEach(
        (engine, f) -> {
          check(engine, f, expected, 0, args);
          if (hasTensors(args)) {
            check(engine + ", native", f, expected, 0, inNative);
          }
        });
  }

  /** Runs every engine and compares with the interpreter. */
  public void agree(String function, Object... args) {
    Object expected = run(reference(function), args);
    Map<String, Function> compiled = functions(function);
    compiled.remove(REFERENCE);
    compiled.forEach((engine, f) -> check(engine, f, expected, 0, args));
  }

  private static boolean hasTensors(Object... args) {
    return Arrays.stream(args).anyMatch(Tensor.class::isInstance);
  }

  /** The same arguments in native memory. */
  static Object[] inNative(Object... args) {
    return Arrays.stream(args).map(a -> a instanceof Tensor t ? Views.inNative(t) : a).toArray();
  }

  private static void check(String engine, Function f, Object expected, long ulp, Object... args) {
    checkOnce(engine, f, expected, ulp, args);
    if (engine.contains(WITH_VERSIONS)) {
      SPLIT.during(
          () -> {
            checkOnce(engine + ", on 3 threads", f, expected, ulp, args);
            return null;
          });
    }
  }

  private static void checkOnce(
      String engine, Function f, Object expected, long ulp, Object... args) {
    Object result = run(f, args);
    assertThat(Bits.difference(expected, result, ulp))
        .as(() -> describe(engine, f.name(), args))
        .isEmpty();
    List<?> results = result instanceof List<?> several ? several : List.of(result);
    apart(results, args);
    if (results.stream().allMatch(Tensor.class::isInstance)) {
      into(engine, f, ulp, results.stream().map(Tensor.class::cast).toList(), args);
    }
    assertThat(Bits.difference(expected, result, ulp))
        .as(() -> "after the next call, " + describe(engine, f.name(), args))
        .isEmpty();
  }

  /** Results share no memory with arguments, nor with each other. */
  private static void apart(List<?> results, Object... args) {
    var others = new ArrayList<Object>(Arrays.asList(args));
    for (Object result : results) {
      if (result instanceof Tensor tensor) {
        assertThat(others)
            .as("memory of the result")
            .noneMatch(a -> a instanceof Tensor t && Checks.sharesMemory(tensor, t));
        others.add(tensor);
      }
    }
  }

  /** Runs every engine on arguments that it is to refuse, with one message, which is returned. */
  String agreeOnFailure(String function, Object... args) {
    Object expected = run(reference(function), args);
    functions(function)
        .forEach(
            (engine, f) ->
                assertThat(
                        List.of(
                            run(f, args),
                            run(f, inNative(args)),
                            SPLIT.<Object, RuntimeException>during(() -> run(f, args))))
                    .as(() -> describe(engine, function, args))
                    .hasOnlyElementsOfType(String.class)
                    .containsOnly(expected));
    return (String) expected;
  }

  /** An exception is a result too: its class and message. */
  public static Object run(Function f, Object... args) {
    try {
      return f.invoke(args);
    } catch (TensorException | ArithmeticException e) {
      return failure(e);
    }
  }

  private static String failure(Exception e) {
    return e.getClass().getSimpleName() + ": " + e.getMessage();
  }

  private static void into(
      String engine, Function f, long ulp, List<Tensor> results, Object... args) {
    boolean inNative = Arrays.stream(args).anyMatch(a -> a instanceof Tensor t && t.isNative());
    UnaryOperator<Tensor> home = inNative ? Views::inNative : t -> t;
    into(engine, f, ulp, results, t -> home.apply(Views.blank(t)), args);
    if (!engine.startsWith(REFERENCE)) {
      into(engine, f, ulp, results, t -> home.apply(Views.spread(t)), args);
      into(engine, f, ulp, results, t -> home.apply(Views.mirrored(t)), args);
    }
  }

  private static void into(
      String engine,
      Function f,
      long ulp,
      List<Tensor> results,
      UnaryOperator<Tensor> like,
      Object... args) {
    List<Tensor> outs = results.stream().map(like).toList();
    f.invokeInto(outs, args);
    assertThat(Bits.difference(results, outs, ulp))
        .as(() -> "Into, " + describe(engine, f.name(), args))
        .isEmpty();
    outs.forEach(Views::assertGapsUntouched);
  }

  static String describe(String engine, String function, Object... args) {
    return engine + ": " + function + Arrays.stream(args).map(Engines::shape).toList();
  }

  private static String shape(Object arg) {
    if (!(arg instanceof Tensor t)) {
      return arg.toString();
    }
    String strides = t.isContiguous() ? "" : " strided";
    String elements = t.count() <= 8 ? " " + TensorBridge.elements(t) : "";
    return Arrays.toString(t.shape()) + strides + elements;
  }
}
