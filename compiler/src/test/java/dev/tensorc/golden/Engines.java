package dev.tensorc.golden;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.Analysed;
import dev.tensorc.CompiledProgram;
import dev.tensorc.EngineMode;
import dev.tensorc.Options;
import dev.tensorc.Sample;
import dev.tensorc.codegen.tuning.Tuning;
import dev.tensorc.frontend.SourceText;
import dev.tensorc.runtime.Function;
import dev.tensorc.runtime.Program;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.Threads;
import dev.tensorc.runtime.link.Engine;
import dev.tensorc.sections.Bits;
import dev.tensorc.sections.Call;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** One program in every way in which it can run. All must give the same bits and messages. */
public final class Engines {

  private static final String REFERENCE = "interpreter";
  private static final String WITH_VERSIONS = " with versions";

  /** Whatever can be split is. */
  static final Threads SPLIT = Threads.of(3).fromNanos(0);

  private final Map<String, Program> programs = new LinkedHashMap<>();

  /** By which each call is made in one engine and way, if it is not made in all of them. */
  private final Optional<Sample> draw;

  /** Draws the layouts of outputs. */
  private final Sample layout = new Sample("layouts");

  private Engines(
      Analysed program,
      Optional<Path> weights,
      Consumer<Map<String, byte[]>> check,
      Optional<Sample> draw) {
    this.draw = draw;
    assertThat(Engine.vectorAvailable()).as("the JVM has the vector module").isTrue();
    Options options = program.options();
    programs.put(REFERENCE, program.interpreted(options));
    Analysed.Compiled versions = program.compiled();
    check.accept(versions.classFiles());
    programs.put("VECTOR" + WITH_VERSIONS, versions.in(EngineMode.VECTOR));
    programs.put("SCALAR" + WITH_VERSIONS, versions.in(EngineMode.SCALAR));
    if (new Sample("unfused", program.source().text()).takesOneOf(3)) {
      Analysed.Compiled unfused = program.compiled(options.withFusion(false));
      programs.put("VECTOR unfused", unfused.in(EngineMode.VECTOR));
    }
    boolean hasFallback = new Sample("fallback", program.source().text()).takesOneOf(3);
    if (hasFallback && versions.hasVersions()) { // else it is the same, as VersionsTest shows
      Analysed.Compiled fallback = program.compiled(options.withVersions(0));
      check.accept(fallback.classFiles());
      programs.put("VECTOR fallback", fallback.in(EngineMode.VECTOR));
      programs.put("SCALAR fallback", fallback.in(EngineMode.SCALAR));
    }
    weights.ifPresent(this::load);
  }

  /** Vector and scalar code with other thresholds. */
  private Engines(Analysed program, Options options, Tuning tuning) {
    draw = Optional.empty();
    programs.put(REFERENCE, program.interpreted(options));
    Analysed.Compiled tuned = program.compiled(options, tuning);
    ClassChecks.verify(tuned.classFiles());
    programs.put("VECTOR" + WITH_VERSIONS, tuned.in(EngineMode.VECTOR));
    programs.put("SCALAR" + WITH_VERSIONS, tuned.in(EngineMode.SCALAR));
  }

  private Engines(CompiledProgram interpreted, Optional<Path> weights) {
    draw = Optional.empty();
    programs.put(REFERENCE, interpreted);
    weights.ifPresent(this::load);
  }

  private void load(Path weights) {
    programs.replaceAll(
        (_, program) -> {
          try {
            return program.withWeights(weights);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  /** The interpreter alone. */
  static Engines interpreted(Analysed program, Optional<Path> weights) {
    return new Engines(program.interpreted(program.options()), weights);
  }

  /** A program whose code is chosen by other thresholds. */
  static Engines tuned(Analysed program, Options options, Tuning tuning) {
    return new Engines(program, options, tuning);
  }

  public static Engines of(String program) {
    return of(new SourceText("test.tc", program));
  }

  /** Fails, rather than skips, where the vector module is missing. */
  public static Engines of(SourceText source) {
    return of(source, Options.DEFAULT);
  }

  static Engines of(SourceText source, Options options) {
    return of(new Analysed(source, options));
  }

  static Engines of(Analysed program) {
    return of(program, Optional.empty(), ClassChecks::check);
  }

  /**
   * @param weights the file of its weights, where it has some
   * @param check that is made of its classes
   */
  static Engines of(Analysed program, Optional<Path> weights, Consumer<Map<String, byte[]>> check) {
    return new Engines(program, weights, check, Optional.empty());
  }

  /**
   * As {@link #of}, for programs that test a library, and not the engines. Each call runs in one
   * engine and in one way that are drawn: arrays or native memory, one thread or several, one
   * layout of the outputs; one call of three also runs in the interpreter.
   */
  static Engines inDrawnWays(
      Analysed program, Optional<Path> weights, Consumer<Map<String, byte[]>> check) {
    var draw = new Sample("ways", program.source().text());
    return new Engines(program, weights, check, Optional.of(draw));
  }

  /** Engines of a program that nobody wrote: its plan may be too long for the JIT. */
  public static Engines ofAnyLength(SourceText source) {
    var program = new Analysed(source, Options.DEFAULT);
    return new Engines(program, Optional.empty(), ClassChecks::verify, Optional.empty());
  }

  public Function reference(String function) {
    return Call.find(programs.get(REFERENCE), function);
  }

  /** The function in each engine, by the engine's name. */
  Map<String, Function> functions(String function) {
    var functions = new LinkedHashMap<String, Function>();
    programs.forEach((name, program) -> functions.put(name, Call.find(program, function)));
    return functions;
  }

  /**
   * Runs every engine and compares with the expected result: the interpreter once, compiled code
   * with arguments in arrays and in native memory, and also into existing outputs of each layout.
   */
  void expectInEachLayout(Object expected, long ulp, String function, Object... args) {
    if (draw.map(d -> d.takesOneOf(3)).orElse(true)) {
      expectOfInterpreter(expected, ulp, function, args);
    }
    expectOfCompiled(expected, ulp, () -> drawn(CallChecks.LAYOUTS), function, args);
  }

  /** As {@link #expectOfCompiled}, and of the interpreter. */
  void expect(Object expected, String function, Object... args) {
    expectOfInterpreter(expected, 0, function, args);
    expectOfCompiled(expected, function, args);
  }

  private void expectOfInterpreter(Object expected, long ulp, String function, Object... args) {
    assertThat(Bits.difference(expected, run(reference(function), args), ulp))
        .as(() -> CallChecks.describe(REFERENCE, function, args))
        .isEmpty();
  }

  /**
   * Compares compiled code with a result that is expected, with arguments in arrays and in native
   * memory. As everywhere but in {@link #expectInEachLayout}, each engine writes into an output of
   * one layout, which is drawn for each call: there are many calls.
   */
  void expectOfCompiled(Object expected, String function, Object... args) {
    expectOfCompiled(expected, 0, this::anyLayout, function, args);
  }

  /** Compares every engine with the interpreter, with arguments in arrays and in native memory. */
  void agreeInAnyStorage(String function, Object... args) {
    expectOfCompiled(run(reference(function), args), function, args);
  }

  /** As {@link #agreeInAnyStorage}; then also with gaps between the first argument's elements. */
  void agreeInAnyLayout(String function, Object... args) {
    Object expected = run(reference(function), args);
    expectOfCompiled(expected, function, args);
    Object[] spread = args.clone();
    spread[0] = Views.spreadCopy((Tensor) args[0]);
    expectOfCompiled(expected, function, spread);
  }

  private void expectOfCompiled(
      Object expected,
      long ulp,
      Supplier<List<UnaryOperator<Tensor>>> layouts,
      String function,
      Object... args) {
    int before = Arrays.hashCode(args);
    var storages = new ArrayList<Object[]>();
    storages.add(args);
    if (hasTensors(args)) {
      storages.add(inNative(args));
    }
    for (Map.Entry<String, Function> engine : drawn(List.copyOf(compiled(function).entrySet()))) {
      for (Object[] in : drawn(storages)) {
        check(engine.getKey(), engine.getValue(), expected, ulp, layouts, in);
      }
    }
    assertThat(Arrays.hashCode(args)).as("arguments of " + function).isEqualTo(before);
  }

  private <T> List<T> drawn(List<T> ways) {
    return draw.map(d -> d.of(1, ways)).orElse(ways);
  }

  private List<UnaryOperator<Tensor>> anyLayout() {
    return layout.of(1, CallChecks.LAYOUTS);
  }

  /** Compares every engine with the interpreter, with arguments as they are. */
  public void agree(String function, Object... args) {
    Object expected = run(reference(function), args);
    compiled(function).forEach((engine, f) -> check(engine, f, expected, 0, this::anyLayout, args));
  }

  /** The function in each engine but the interpreter, by the engine's name. */
  private Map<String, Function> compiled(String function) {
    Map<String, Function> compiled = functions(function);
    compiled.remove(REFERENCE);
    return compiled;
  }

  private static boolean hasTensors(Object... args) {
    return Arrays.stream(args).anyMatch(Tensor.class::isInstance);
  }

  /** The same arguments in native memory. */
  static Object[] inNative(Object... args) {
    return Arrays.stream(args).map(a -> a instanceof Tensor t ? Views.inNative(t) : a).toArray();
  }

  private void check(
      String engine,
      Function f,
      Object expected,
      long ulp,
      Supplier<List<UnaryOperator<Tensor>>> layouts,
      Object... args) {
    List<Threads> threads =
        engine.contains(WITH_VERSIONS) ? List.of(Threads.ONE, SPLIT) : List.of(Threads.ONE);
    for (Threads several : drawn(threads)) {
      several.during(
          () -> {
            String how = engine + " in " + several;
            CallChecks.hold(how, f, expected, ulp, layouts.get(), args);
            return null;
          });
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
                    .as(() -> CallChecks.describe(engine, function, args))
                    .hasOnlyElementsOfType(String.class)
                    .containsOnly(expected));
    return (String) expected;
  }

  /** As {@link Call#result}. */
  public static Object run(Function f, Object... args) {
    return Call.result(f, args);
  }
}
