package dev.tensorc.golden;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.Analysed;
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
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** One program in every way in which it can run. All must give the same bits and messages. */
public final class Engines {

  private static final String REFERENCE = "interpreter";
  private static final String WITH_VERSIONS = " with versions";

  /** Of so many programs one is also compiled without fusion, and one without versions. */
  private static final int VARIANTS = 16;

  /** Whether arguments lie in native memory. */
  private static final List<Boolean> STORAGES = List.of(false, true);

  /** Every loop that can be split is. */
  static final Threads SPLIT = Threads.of(3).fromNanos(0);

  private final Map<String, Program> programs = new LinkedHashMap<>();

  /** By which each call is made in one engine, if it is not made in all of them. */
  private final Optional<Sample> engine;

  /** Draws storages, numbers of threads and layouts of outputs. */
  private final Sample ways;

  private Engines(
      Analysed program,
      Optional<Path> weights,
      Consumer<Map<String, byte[]>> check,
      Optional<Sample> engine) {
    this.engine = engine;
    this.ways = ways(program);
    assertThat(Engine.vectorAvailable()).as("the JVM has the vector module").isTrue();
    Options options = program.options();
    programs.put(REFERENCE, program.interpreted(options));
    Analysed.Compiled versions = program.compiled();
    check.accept(versions.classFiles());
    programs.put("VECTOR" + WITH_VERSIONS, versions.in(EngineMode.VECTOR));
    programs.put("SCALAR" + WITH_VERSIONS, versions.in(EngineMode.SCALAR));
    if (new Sample("unfused", program.source().text()).takesOneOf(VARIANTS)) {
      Analysed.Compiled unfused = program.compiled(options.withFusion(false));
      programs.put("VECTOR unfused", unfused.in(EngineMode.VECTOR));
    }
    boolean hasFallback = new Sample("fallback", program.source().text()).takesOneOf(VARIANTS);
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
    engine = Optional.empty();
    ways = ways(program);
    programs.put(REFERENCE, program.interpreted(options));
    Analysed.Compiled tuned = program.compiled(options, tuning);
    ClassChecks.verify(tuned.classFiles());
    programs.put("VECTOR" + WITH_VERSIONS, tuned.in(EngineMode.VECTOR));
    programs.put("SCALAR" + WITH_VERSIONS, tuned.in(EngineMode.SCALAR));
  }

  private Engines(Analysed program, Optional<Path> weights) {
    engine = Optional.empty();
    ways = ways(program);
    programs.put(REFERENCE, program.interpreted(program.options()));
    weights.ifPresent(this::load);
  }

  private static Sample ways(Analysed program) {
    return new Sample("ways", program.source().text());
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
    return new Engines(program, weights);
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
   * engine, which is drawn; one call of eight also runs in the interpreter.
   */
  static Engines inDrawnEngines(
      Analysed program, Optional<Path> weights, Consumer<Map<String, byte[]>> check) {
    var engine = new Sample("engines", program.source().text());
    return new Engines(program, weights, check, Optional.of(engine));
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

  /** As {@link #expectOfCompiled}, and of the interpreter. */
  void expect(Object expected, String function, Object... args) {
    expectOfInterpreter(expected, 0, function, args);
    expectOfCompiled(expected, function, args);
  }

  /**
   * As {@link #expect}, for programs of few calls: arguments lie in arrays and in native memory,
   * unless the engine is drawn, too.
   */
  void expectInEachStorage(Object expected, long ulp, String function, Object... args) {
    if (engine.map(d -> d.takesOneOf(8)).orElse(true)) {
      expectOfInterpreter(expected, ulp, function, args);
    }
    List<Boolean> storages = engine.isPresent() ? ways.of(1, STORAGES) : STORAGES;
    expectOfCompiled(expected, ulp, storages, function, args);
  }

  private void expectOfInterpreter(Object expected, long ulp, String function, Object... args) {
    assertThat(Bits.difference(expected, run(reference(function), args), ulp))
        .as(() -> CallChecks.describe(REFERENCE, function, args))
        .isEmpty();
  }

  /**
   * Compares compiled code with a result that is expected. Whether arguments lie in arrays or in
   * native memory is drawn for each call, and for each engine one thread or several and the layout
   * of the output that it writes into: there are many calls.
   */
  void expectOfCompiled(Object expected, String function, Object... args) {
    expectOfCompiled(expected, 0, ways.of(1, STORAGES), function, args);
  }

  /** Compares every engine with the interpreter, in drawn ways. */
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
      Object expected, long ulp, List<Boolean> storages, String function, Object... args) {
    int before = Arrays.hashCode(args);
    List<Map.Entry<String, Function>> all = List.copyOf(compiled(function).entrySet());
    for (Map.Entry<String, Function> e : engine.map(d -> d.of(1, all)).orElse(all)) {
      for (boolean inNative : storages) {
        check(e.getKey(), e.getValue(), expected, ulp, inNative ? inNative(args) : args);
      }
    }
    assertThat(Arrays.hashCode(args)).as("arguments of " + function).isEqualTo(before);
  }

  /** As {@link #agreeInAnyStorage}, with arguments where they are. */
  public void agree(String function, Object... args) {
    Object expected = run(reference(function), args);
    compiled(function).forEach((engine, f) -> check(engine, f, expected, 0, args));
  }

  /** The function in each engine but the interpreter, by the engine's name. */
  private Map<String, Function> compiled(String function) {
    Map<String, Function> compiled = functions(function);
    compiled.remove(REFERENCE);
    return compiled;
  }

  /** The same arguments in native memory. */
  static Object[] inNative(Object... args) {
    return Arrays.stream(args).map(a -> a instanceof Tensor t ? Views.inNative(t) : a).toArray();
  }

  private void check(String engine, Function f, Object expected, long ulp, Object... args) {
    List<Threads> threads =
        engine.contains(WITH_VERSIONS) ? List.of(Threads.ONE, SPLIT) : List.of(Threads.ONE);
    for (Threads several : ways.of(1, threads)) {
      several.during(
          () -> {
            String how = engine + " in " + several;
            CallChecks.hold(how, f, expected, ulp, ways.of(1, CallChecks.LAYOUTS), args);
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
