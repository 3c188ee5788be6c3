package dev.tensorc;

import dev.tensorc.codegen.CodeGenerator;
import dev.tensorc.codegen.loop.LoopIr;
import dev.tensorc.codegen.plan.PlanOptions;
import dev.tensorc.codegen.tuning.Tuning;
import dev.tensorc.codegen.verify.LoopIrVerifier;
import dev.tensorc.compiler.PassContext;
import dev.tensorc.compiler.Pipeline;
import dev.tensorc.frontend.SourceText;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.runtime.Lazy;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * A program that is parsed and inferred once, to be run in several ways. Engines that differ in
 * nothing but their loader share class files.
 */
public final class Analysed {

  private final PassContext cx;
  private final TensorIr.Module module;
  private final Supplier<LoopIr.Program> plans = Lazy.of(() -> Pipeline.plan(module(), cx()));
  private final Supplier<Compiled> compiled = Lazy.of(this::asUsual);

  /**
   * @throws dev.tensorc.frontend.CompilationException if the program has mistakes
   */
  public Analysed(SourceText source, Options options) {
    this.cx = new PassContext(source, options);
    this.module = Pipeline.analyse(cx);
  }

  private PassContext cx() {
    return cx;
  }

  public SourceText source() {
    return cx.source();
  }

  /** The options of {@link #compiled()}. */
  public Options options() {
    return cx.options();
  }

  public TensorIr.Module module() {
    return module;
  }

  /** The compiler's plans with the usual options. */
  public LoopIr.Program plans() {
    return plans.get();
  }

  /** The program as users compile it, with all warnings; made once. */
  public Compiled compiled() {
    return compiled.get();
  }

  private Compiled asUsual() {
    return new Compiled(cx, plans(), Pipeline.emit(plans(), cx));
  }

  /** The program in the reference interpreter. */
  public CompiledProgram interpreted(Options options) {
    return CompiledProgram.of(
        module, new PassContext(source(), options.withEngine(EngineMode.INTERPRETER)));
  }

  /** Class files of the program, which no engine has loaded yet. */
  public Compiled compiled(Options options) {
    return compiled(options, Tuning.DEFAULT);
  }

  /** As {@link #compiled(Options)}, with other thresholds. */
  public Compiled compiled(Options options, Tuning tuning) {
    return compiled(options, tuning, plans -> plans);
  }

  /** As {@link #compiled(Options)}, with the versions of each cluster tried in a drawn order. */
  public Compiled compiledInAnyOrder(Options options, Random random) {
    return compiled(options, Tuning.DEFAULT, plans -> VersionOrder.shuffled(plans, random));
  }

  private Compiled compiled(Options options, Tuning tuning, UnaryOperator<LoopIr.Program> change) {
    var other = new PassContext(source(), options);
    var planned = new PlanOptions(options.versions(), options.fusion(), tuning);
    TensorIr.Module reduced = Pipeline.reduce(module, other);
    LoopIr.Program plans = change.apply(CodeGenerator.plan(reduced, planned));
    LoopIrVerifier.verify(plans, "plan");
    LoopIr.Program scheduled = CodeGenerator.schedule(plans);
    LoopIrVerifier.verify(scheduled, "schedule");
    return new Compiled(other, scheduled, Pipeline.emit(scheduled, other));
  }

  /** Class files and the plans that they were made of. */
  public final class Compiled {
    private final PassContext cx;
    private final Supplier<LoopIr.Program> plans;
    private final Supplier<Map<String, byte[]>> classFiles;

    private Compiled(PassContext cx, LoopIr.Program plans, Map<String, byte[]> classFiles) {
      this.cx = cx;
      this.plans = Lazy.of(() -> plans);
      this.classFiles = Lazy.of(() -> classFiles);
    }

    public Map<String, byte[]> classFiles() {
      return classFiles.get();
    }

    /** Whether some kernels have versions, without which the program is the same as with none. */
    public boolean hasVersions() {
      return plans.get().plans().stream().anyMatch(p -> hasVersions(p.body()));
    }

    private static boolean hasVersions(List<LoopIr.Stmt> body) {
      return body.stream()
          .anyMatch(
              s ->
                  switch (s) {
                    case LoopIr.Cluster c -> c.versions().size() > 1;
                    case LoopIr.Branch b ->
                        hasVersions(b.then().body()) || hasVersions(b.otherwise().body());
                    case LoopIr.Loop l ->
                        hasVersions(l.body())
                            || (l.head() instanceof LoopIr.Asked asked
                                && hasVersions(asked.steps()));
                    default -> false;
                  });
    }

    /** The program with a loader of its own, and with the warnings. */
    public CompiledProgram program() {
      return CompiledProgram.of(module, cx, plans, classFiles);
    }

    /** The program with a loader of its own, which runs vector or scalar kernels. */
    public CompiledProgram in(EngineMode engine) {
      var other = new PassContext(source(), cx.options().withEngine(engine));
      return CompiledProgram.of(module, other, plans, classFiles);
    }
  }
}
