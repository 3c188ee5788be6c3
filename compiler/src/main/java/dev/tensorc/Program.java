package dev.tensorc;

import dev.tensorc.codegen.Explain;
import dev.tensorc.codegen.loop.LoopIr;
import dev.tensorc.compiler.ClassNames;
import dev.tensorc.compiler.Explanation;
import dev.tensorc.compiler.PassContext;
import dev.tensorc.compiler.Pipeline;
import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.ir.Spelling;
import dev.tensorc.ir.TensorIr;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** A compiled program. Immutable and safe to use from several threads. */
public final class Program {

  private final TensorIr.Module module;
  private final PassContext cx;
  private final Supplier<LoopIr.Program> plans;
  private final Supplier<Map<String, byte[]>> classFiles;
  private final Supplier<Class<?>> facade;
  private final Map<String, Function> functions = new LinkedHashMap<>();

  Program(TensorIr.Module module, PassContext cx) {
    this.module = module;
    this.cx = cx;
    this.plans = Lazy.of(() -> Pipeline.plan(module, cx));
    this.classFiles = Lazy.of(() -> Pipeline.emit(plans.get(), cx));
    this.facade = Lazy.of(this::load);
    for (TensorIr.Function f : module.functions()) {
      functions.put(f.name(), new Function(f, invoker(f)));
    }
  }

  private Invoker invoker(TensorIr.Function f) {
    Invoker invoker =
        cx.options().engine() == EngineMode.INTERPRETER
            ? new InterpretedInvoker(f)
            : new CompiledInvoker(f, facade);
    OptionalLong limit = cx.options().allocationLimit();
    return limit.isPresent() ? new LimitedInvoker(invoker, limit.getAsLong()) : invoker;
  }

  private Class<?> load() {
    boolean vector = cx.options().engine() != EngineMode.SCALAR;
    return new ProgramLoader(classFiles(), vector)
        .facade(ClassNames.facade(cx.source(), cx.options()));
  }

  /** The exported functions, in source order. */
  public List<Function> functions() {
    return List.copyOf(functions.values());
  }

  /**
   * The exported function called that.
   *
   * @throws IllegalArgumentException if there is none; the message lists those there are
   */
  public Function function(String name) {
    Function f = functions.get(name);
    if (f == null) {
      String advice =
          Spelling.closest(name, functions.keySet())
              .map(best -> "did you mean `" + best + "`?")
              .orElse(
                  functions.isEmpty()
                      ? "it exports none"
                      : "it exports " + String.join(", ", functions.keySet()));
      throw new IllegalArgumentException(
          cx.source().name() + " exports no function `" + name + "`; " + advice);
    }
    return f;
  }

  /** The class files, by binary class name. */
  public Map<String, byte[]> classFiles() {
    return classFiles.get();
  }

  /** The binary name of the class that has the exported functions as static methods. */
  public String className() {
    return ClassNames.facade(cx.source(), cx.options());
  }

  /** The warnings. */
  public List<Diagnostic> diagnostics() {
    return cx.diagnostics();
  }

  /** What the compiler made of the program and why, as text. */
  public String explain() {
    return functions.keySet().stream().map(this::explain).collect(Collectors.joining("\n"));
  }

  /**
   * What the compiler made of one function and why, as text.
   *
   * @throws IllegalArgumentException as {@link #function} does
   */
  public String explain(String name) {
    String known = function(name).name();
    return Explanation.of(TensorIr.function(module, known).orElseThrow())
        + "\n"
        + Explain.function(plans.get(), known);
  }
}
