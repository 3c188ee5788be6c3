package dev.tensorc.benchmarks;

import dev.tensorc.Options;
import dev.tensorc.codegen.CodeGenerator;
import dev.tensorc.codegen.loop.LoopIr;
import dev.tensorc.compiler.PassContext;
import dev.tensorc.compiler.Pipeline;
import dev.tensorc.frontend.SourceText;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.runtime.Tensor;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A program of the language, compiled and loaded. */
public final class CompiledProgram {

  private static final String CLASS = "Measured";

  private final TensorIr.Module module;
  private final LoopIr.Program plan;
  private final Class<?> facade;

  public CompiledProgram(String source) {
    var cx = new PassContext(new SourceText("measured.tc", source), Options.DEFAULT);
    this.module = Pipeline.analyse(cx);
    this.plan = CodeGenerator.plan(module, Options.DEFAULT_VERSIONS);
    this.facade = new Loader(CodeGenerator.emit(plan, "measured.tc", "", CLASS)).facade();
  }

  /**
   * A generated method. Kept in a {@code static final} field it costs as little as a call that
   * javac compiled.
   */
  public MethodHandle method(String name, Class<?> result, Class<?>... params) {
    try {
      return MethodHandles.publicLookup()
          .findStatic(facade, name, MethodType.methodType(result, params));
    } catch (ReflectiveOperationException e) {
      throw new BenchmarkException("the program has no method " + name, e);
    }
  }

  /** The guards that arguments of these shapes meet, one for each cluster of kernels. */
  public String versionTaken(String function, Tensor... args) {
    TensorIr.Function f = TensorIr.function(module, function).orElseThrow();
    Map<Dim, Long> sizes = new HashMap<>();
    f.bindings().forEach(b -> sizes.put(b.symbol(), args[b.param()].size(b.axis())));
    var taken = new ArrayList<String>();
    for (LoopIr.Plan p : plan.plans()) {
      if (p.function().name().equals(function)) {
        for (LoopIr.Stmt s : p.body()) {
          if (s instanceof LoopIr.Cluster c) {
            taken.add(taken(c.versions(), sizes));
          }
        }
      }
    }
    return String.join("; ", taken);
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

  private static final class Loader extends ClassLoader {
    private final Map<String, byte[]> classFiles;

    Loader(Map<String, byte[]> classFiles) {
      super(CompiledProgram.class.getClassLoader());
      this.classFiles = classFiles;
    }

    Class<?> facade() {
      try {
        return loadClass(CLASS);
      } catch (ClassNotFoundException e) {
        throw new BenchmarkException("no class " + CLASS, e);
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
}
