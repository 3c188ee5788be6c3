package dev.tensorc;

import dev.tensorc.codegen.explain.Explain;
import dev.tensorc.codegen.explain.Workload;
import dev.tensorc.codegen.facade.JavaSource;
import dev.tensorc.codegen.loop.LoopIr;
import dev.tensorc.compiler.CallWorkload;
import dev.tensorc.compiler.ClassNames;
import dev.tensorc.compiler.Explanation;
import dev.tensorc.compiler.PassContext;
import dev.tensorc.compiler.Pipeline;
import dev.tensorc.frontend.BigStack;
import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.Spelling;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.runtime.Function;
import dev.tensorc.runtime.Invoker;
import dev.tensorc.runtime.Lazy;
import dev.tensorc.runtime.LimitedInvoker;
import dev.tensorc.runtime.LoadOptions;
import dev.tensorc.runtime.Program;
import dev.tensorc.runtime.weights.Weights;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * A program that was compiled in this JVM: a {@link Program} with its class files, its warnings,
 * and the compiler's report on it.
 */
public final class CompiledProgram extends Program {

  private final PassContext cx;
  private final TensorIr.Module module;
  private final Supplier<LoopIr.Program> plans;
  private final Supplier<Map<String, byte[]>> classFiles;

  /** One that runs as class files. */
  private CompiledProgram(
      TensorIr.Module module,
      PassContext cx,
      Supplier<LoopIr.Program> plans,
      Supplier<Map<String, byte[]>> classFiles) {
    super(
        cx.source().name(),
        module.functions().stream().map(Signatures::of).toList(),
        Signatures.weights(module),
        Lazy.of(
            () ->
                define(
                    classFiles.get(), className(cx), engine(cx.options()), cx.options().threads())),
        cx.options().allocationLimit());
    this.cx = cx;
    this.module = module;
    this.plans = plans;
    this.classFiles = classFiles;
  }

  /** One that the reference interpreter runs. */
  private CompiledProgram(
      TensorIr.Module module,
      List<Function> functions,
      PassContext cx,
      Supplier<LoopIr.Program> plans,
      Supplier<Map<String, byte[]>> classFiles) {
    super(cx.source().name(), functions, Signatures.weights(module));
    this.cx = cx;
    this.module = module;
    this.plans = plans;
    this.classFiles = classFiles;
  }

  static CompiledProgram of(TensorIr.Module module, PassContext cx) {
    Supplier<LoopIr.Program> plans = Lazy.of(() -> Pipeline.plan(module, cx));
    return of(module, cx, plans, Lazy.of(() -> Pipeline.emit(plans.get(), cx)));
  }

  /** One whose plans and class files another program may have too: all but the engine is equal. */
  static CompiledProgram of(
      TensorIr.Module module,
      PassContext cx,
      Supplier<LoopIr.Program> plans,
      Supplier<Map<String, byte[]>> classFiles) {
    if (cx.options().engine() != EngineMode.INTERPRETER) {
      return new CompiledProgram(module, cx, plans, classFiles);
    }
    List<Function> functions = interpreted(module, cx.options(), Optional.empty());
    return new CompiledProgram(module, functions, cx, plans, classFiles);
  }

  private static List<Function> interpreted(
      TensorIr.Module module, Options options, Optional<Weights> weights) {
    return module.functions().stream()
        .map(
            f -> new Function(Signatures.of(f), interpreter(f, weights, options.allocationLimit())))
        .toList();
  }

  @Override
  public Program withWeights(Path file) throws IOException {
    if (cx.options().engine() != EngineMode.INTERPRETER) {
      return super.withWeights(file);
    }
    requireWeights();
    Weights loaded = Weights.open(weights().orElseThrow(), file, LoadOptions.in(Arena.ofAuto()));
    return new CompiledProgram(
        module, interpreted(module, cx.options(), Optional.of(loaded)), cx, plans, classFiles);
  }

  /**
   * The same program in another engine. Class files are made once for all of them; each has a class
   * loader of its own.
   *
   * @throws dev.tensorc.frontend.CompilationException if it is too large for class files
   * @throws IllegalStateException if vector kernels are asked for in a JVM that was started without
   *     the vector module
   */
  public CompiledProgram in(EngineMode engine) {
    Tensorc.requireModuleOf(engine);
    var other = new PassContext(cx.source(), cx.options().withEngine(engine));
    CompiledProgram program = of(module, other, plans, classFiles).made();
    other.report(cx.diagnostics()); // those of the plans, too, which are made by now
    return program;
  }

  /** This, once it has the class files that its engine needs. */
  CompiledProgram made() {
    if (cx.options().engine() != EngineMode.INTERPRETER) {
      classFiles();
    }
    return this;
  }

  private static Invoker interpreter(
      TensorIr.Function f, Optional<Weights> weights, OptionalLong limit) {
    var invoker = new InterpretedInvoker(f, weights);
    return limit.isPresent() ? new LimitedInvoker(invoker, limit.getAsLong()) : invoker;
  }

  /** Whether vector kernels are to run; empty where the JVM decides. */
  private static Optional<Boolean> engine(Options options) {
    return switch (options.engine()) {
      case VECTOR -> Optional.of(true);
      case SCALAR -> Optional.of(false);
      case AUTO, INTERPRETER -> Optional.empty();
    };
  }

  @Override
  protected String advice(String name, Set<String> known) {
    return Spelling.closest(name, known)
        .map(best -> "did you mean `" + best + "`?")
        .orElseGet(() -> super.advice(name, known));
  }

  /** The class files, by binary class name. */
  public Map<String, byte[]> classFiles() {
    return classFiles.get();
  }

  /**
   * The class that has the exported functions as Java source, by file name such as {@code
   * com/acme/Pricing.java}: its methods with their documentation, without their code. For javadoc
   * and the sources jar; the {@code .tc} file belongs beside it.
   */
  public Map<String, String> stubSources() {
    String simple = className().substring(className().lastIndexOf('.') + 1);
    String text = JavaSource.of(module, cx.source().fileName(), cx.options().packageName(), simple);
    return Map.of(className().replace('.', '/') + ".java", text);
  }

  /** The binary name of the class that has the exported functions as static methods. */
  public String className() {
    return className(cx);
  }

  private static String className(PassContext cx) {
    return ClassNames.facade(cx.source(), cx.options());
  }

  /**
   * The file of the program's weights, beside the file that declares them; empty where it has none.
   */
  public Optional<Path> weightsFile() {
    return module.weights().map(w -> Path.of(w.span().source().name()).resolveSibling(w.file()));
  }

  /** The warnings. */
  public List<Diagnostic> diagnostics() {
    return cx.diagnostics();
  }

  /** The warnings, and those that the program allows. */
  public Findings findings() {
    return cx.findings();
  }

  /**
   * The compiler's report on the program, with its reasons.
   *
   * @throws dev.tensorc.frontend.CompilationException if it is too large for class files
   */
  public Explanation explain() {
    return explain(functions());
  }

  /**
   * The compiler's report on one function, with its reasons.
   *
   * @throws IllegalArgumentException as {@link #function} does
   * @throws dev.tensorc.frontend.CompilationException if the program is too large for class files
   */
  public Explanation explain(String name) {
    return explain(instances(name));
  }

  /**
   * The work of a call of one of the functions, computed from the sizes of its arguments: versions,
   * operations, and about how long its kernels take.
   *
   * @param function of this program, or of the same program in another engine
   * @param arguments as {@link Function#invoke} takes them
   */
  public Workload workload(Function function, Object... arguments) {
    int index =
        IntStream.range(0, functions().size())
            .filter(i -> isSame(functions().get(i), function))
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException("no function " + function.name()));
    LoopIr.Plan plan = plans.get().plans().get(index);
    return BigStack.call(() -> CallWorkload.of(plans.get(), plan, arguments));
  }

  private static boolean isSame(Function a, Function b) {
    return a.name().equals(b.name()) && a.types().equals(b.types());
  }

  private Explanation explain(List<Function> some) {
    List<LoopIr.Plan> wanted =
        some.stream().map(f -> plans.get().plans().get(functions().indexOf(f))).toList();
    var explain = new Explain(plans.get(), classFiles(), className());
    return new Explanation(explain, wanted, cx.options().versions());
  }
}
