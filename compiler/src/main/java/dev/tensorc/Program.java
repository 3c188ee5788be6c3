package dev.tensorc;

import static java.util.stream.Collectors.toCollection;

import dev.tensorc.codegen.explain.Explain;
import dev.tensorc.codegen.loop.LoopIr;
import dev.tensorc.compiler.ClassNames;
import dev.tensorc.compiler.Explanation;
import dev.tensorc.compiler.PassContext;
import dev.tensorc.compiler.Pipeline;
import dev.tensorc.frontend.BigStack;
import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.Spelling;
import dev.tensorc.ir.TensorIr;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** A compiled program. Immutable and safe to use from several threads. */
public final class Program {

  private final PassContext cx;
  private final Supplier<LoopIr.Program> plans;
  private final Supplier<Map<String, byte[]>> classFiles;
  private final Supplier<Class<?>> facade;
  private final List<Function> functions = new ArrayList<>();

  Program(TensorIr.Module module, PassContext cx) {
    this.cx = cx;
    this.plans = Lazy.of(() -> Pipeline.plan(module, cx));
    this.classFiles = Lazy.of(() -> Pipeline.emit(plans.get(), cx));
    this.facade = Lazy.of(this::load);
    for (TensorIr.Function f : module.functions()) {
      functions.add(new Function(f, invoker(f)));
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

  /** The exported functions, in source order; of a generic one, each instance. */
  public List<Function> functions() {
    return List.copyOf(functions);
  }

  /**
   * The exported function called that. Of a generic function, the instance with these dtypes.
   *
   * @param types what its type parameters stand for, such as {@code f32}
   * @throws IllegalArgumentException if there is none; the message lists those there are
   */
  public Function function(String name, String... types) {
    List<Function> instances = instances(name);
    if (instances.size() == 1 && types.length == 0) {
      return instances.getFirst();
    }
    return instances.stream()
        .filter(f -> f.types().equals(List.of(types)))
        .findFirst()
        .orElseThrow(() -> noInstance(name, instances));
  }

  /**
   * The exported functions called that: several where it is generic.
   *
   * @throws IllegalArgumentException if there is none; the message lists those there are
   */
  public List<Function> instances(String name) {
    List<Function> found = functions.stream().filter(f -> f.name().equals(name)).toList();
    if (found.isEmpty()) {
      String advice =
          Spelling.closest(name, names())
              .map(best -> "did you mean `" + best + "`?")
              .orElse(
                  functions.isEmpty()
                      ? "it exports none"
                      : "it exports " + String.join(", ", names()));
      throw new IllegalArgumentException(
          cx.source().name() + " exports no function `" + name + "`; " + advice);
    }
    return found;
  }

  private Set<String> names() {
    return functions.stream().map(Function::name).collect(toCollection(LinkedHashSet::new));
  }

  private static IllegalArgumentException noInstance(String name, List<Function> instances) {
    String known =
        instances.stream().map(f -> String.join(", ", f.types())).collect(Collectors.joining("; "));
    return new IllegalArgumentException(
        known.isEmpty()
            ? "`" + name + "` is not generic: it has no type parameters"
            : "`" + name + "` is generic: name its dtypes, one of: " + known);
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

  /**
   * What the compiler made of the program and why, as text.
   *
   * @throws dev.tensorc.frontend.CompilationException if it is too large for class files
   */
  public String explain() {
    return explain(functions);
  }

  /**
   * What the compiler made of one function and why, as text.
   *
   * @throws IllegalArgumentException as {@link #function} does
   * @throws dev.tensorc.frontend.CompilationException if the program is too large for class files
   */
  public String explain(String name) {
    return explain(instances(name));
  }

  private String explain(List<Function> some) {
    List<LoopIr.Plan> wanted =
        some.stream().map(f -> plans.get().plans().get(functions.indexOf(f))).toList();
    var explain = new Explain(plans.get(), classFiles(), className());
    return BigStack.call(() -> Explanation.of(explain, wanted));
  }
}
