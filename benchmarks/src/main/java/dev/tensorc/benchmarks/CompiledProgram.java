package dev.tensorc.benchmarks;

import dev.tensorc.Options;
import dev.tensorc.codegen.CodeGenerator;
import dev.tensorc.codegen.loop.LoopIr;
import dev.tensorc.codegen.plan.PlanOptions;
import dev.tensorc.compiler.PassContext;
import dev.tensorc.compiler.Pipeline;
import dev.tensorc.frontend.SourceText;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.runtime.EngineChoice;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A program of the language, compiled and loaded. */
public final class CompiledProgram {

  private final TensorIr.Module module;
  private final LoopIr.Program plan;
  private final Map<String, byte[]> classFiles;
  private final Class<?> facade;

  /** The code that the kernels of a program are. */
  public enum Code {
    /** Vector code from the first call on. */
    VECTOR,
    /** Scalar code for good. */
    SCALAR,
    /** As users have it: scalar code until vector code is compiled. */
    AUTO
  }

  /** One function of a program. */
  public static CompiledProgram of(String className, String source, String f, Code code) {
    return of(className, source, f, Options.DEFAULT_VERSIONS, code);
  }

  /**
   * As {@link #of(String, String, String, Code)}.
   *
   * @param versions of a cluster of kernels, at most
   */
  static CompiledProgram of(String className, String source, String f, int versions, Code code) {
    TensorIr.Function function =
        TensorIr.function(analysed(source), f)
            .orElseThrow(() -> new BenchmarkException("no function " + f));
    return new CompiledProgram(className, new TensorIr.Module(List.of(function)), versions, code);
  }

  private static TensorIr.Module analysed(String source) {
    var cx = new PassContext(new SourceText("measured.tc", source), Options.DEFAULT);
    return Pipeline.reduce(Pipeline.analyse(cx), cx);
  }

  private CompiledProgram(String className, TensorIr.Module module, int versions, Code code) {
    this.module = module;
    this.plan = CodeGenerator.schedule(CodeGenerator.plan(module, new PlanOptions(versions, true)));
    this.classFiles = CodeGenerator.emit(plan, "measured.tc", "", className);
    var loader =
        code == Code.AUTO
            ? new Loader(classFiles)
            : new ChoosingLoader(classFiles, code == Code.VECTOR);
    this.facade = loader.facade(className);
  }

  public TensorIr.Module module() {
    return module;
  }

  public LoopIr.Program plan() {
    return plan;
  }

  /** The class that users call. */
  public Class<?> facade() {
    return facade;
  }

  /** The class files, by binary name. */
  public Map<String, byte[]> classFiles() {
    return classFiles;
  }

  /** Whether some cluster of kernels has versions beside its fallback. */
  boolean hasVersions() {
    return plan.plans().stream()
        .flatMap(p -> p.body().stream())
        .anyMatch(s -> s instanceof LoopIr.Cluster c && c.versions().size() > 1);
  }

  /** Calls a function, into the result that the call names. */
  Contender contender(Kernel.Call call, Operand scalarResult) {
    var args = new ArrayList<Object>();
    call.result().ifPresent(r -> args.add(r.tensor()));
    call.args().forEach(a -> args.add(a instanceof Operand o ? o.tensor() : a));
    MethodType type =
        MethodType.methodType(
            void.class, args.stream().<Class<?>>map(CompiledProgram::type).toList());
    if (call.result().isPresent()) {
      return RepeatedCall.of(method(call.function() + "Into", type), args.toArray());
    }
    MethodHandle scalar = method(call.function(), type.changeReturnType(float.class));
    return RepeatedCall.of(
        MethodHandles.filterReturnValue(scalar, setter(scalarResult)), args.toArray());
  }

  private static Class<?> type(Object argument) {
    Class<?> type = argument.getClass();
    return MethodType.methodType(type).unwrap().returnType();
  }

  private static MethodHandle setter(Operand result) {
    try {
      return MethodHandles.lookup()
          .bind(result, "set", MethodType.methodType(void.class, float.class));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private MethodHandle method(String name, MethodType type) {
    try {
      return MethodHandles.publicLookup().findStatic(facade, name, type);
    } catch (ReflectiveOperationException e) {
      throw new BenchmarkException("the program has no method " + name + " " + type, e);
    }
  }

  /** The guards that arguments of these shapes meet, one for each cluster of kernels. */
  String versionTaken(Kernel.Call call) {
    TensorIr.Function f = TensorIr.function(module, call.function()).orElseThrow();
    Map<Dim, Long> sizes = new HashMap<>();
    f.bindings()
        .forEach(
            b ->
                sizes.put(
                    b.symbol(), ((Operand) call.args().get(b.param())).tensor().size(b.axis())));
    var taken = new ArrayList<String>();
    for (LoopIr.Plan p : plan.plans()) {
      if (p.function().name().equals(call.function())) {
        for (LoopIr.Stmt s : p.body()) {
          if (s instanceof LoopIr.Cluster c) {
            taken.add(taken(c.versions(), sizes));
          }
        }
      }
    }
    return String.join("; ", taken.stream().distinct().toList());
  }

  private static String taken(List<LoopIr.Version> versions, Map<Dim, Long> sizes) {
    if (versions.size() == 1) {
      return "the only version";
    }
    for (LoopIr.Version v : versions) {
      boolean holds =
          v.guard().stream()
              .allMatch(
                  e -> Dims.evaluate(e.left(), sizes::get) == Dims.evaluate(e.right(), sizes::get));
      if (holds && !v.guard().isEmpty()) {
        return v.guard().toString();
      }
    }
    return "fallback";
  }

  /** Loads a program whose kernels go over to vector code when that is compiled. */
  private static class Loader extends ClassLoader {
    private final Map<String, byte[]> classFiles;

    Loader(Map<String, byte[]> classFiles) {
      super(CompiledProgram.class.getClassLoader());
      this.classFiles = classFiles;
    }

    Class<?> facade(String name) {
      try {
        return loadClass(name);
      } catch (ClassNotFoundException e) {
        throw new BenchmarkException("no class " + name, e);
      }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      byte[] bytes = classFiles.get(name);
      if (bytes == null) {
        throw new ClassNotFoundException(name);
      }
      return defineClass(name, bytes, 0, bytes.length);
    }
  }

  /**
   * Loads a program whose kernels are vector code from the first call on, or remain scalar code.
   */
  private static final class ChoosingLoader extends Loader implements EngineChoice {
    private final boolean vector;

    ChoosingLoader(Map<String, byte[]> classFiles, boolean vector) {
      super(classFiles);
      this.vector = vector;
    }

    @Override
    public boolean vector() {
      return vector;
    }
  }
}
