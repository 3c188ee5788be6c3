package dev.tensorc.compiler;

import dev.tensorc.codegen.loop.LoopIr;
import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.BigStack;
import dev.tensorc.frontend.SourceText;
import dev.tensorc.frontend.SourceUnit;
import dev.tensorc.ir.TensorIr;
import java.util.List;
import java.util.Map;

/**
 * From text to class files: the passes, in the order in which they run.
 *
 * <pre>{@code
 * SourceText ─parse─► Ast ─link─► SourceUnit ─infer─► TensorIr ─lint─► TensorIr
 *     ─batch─► TensorIr ─products─► TensorIr ─common─► TensorIr ─parts─► TensorIr
 *     ─indices─► TensorIr ─carry─► TensorIr
 *     ─plan─► LoopIr ─schedule─► LoopIr ─speed─► LoopIr ─emit─► class files
 * }</pre>
 */
public final class Pipeline {

  private static final Pass<SourceText, Ast.Program> PARSE = new ParsePass();
  private static final Pass<Ast.Program, SourceUnit> LINK = new LinkPass();
  private static final Pass<SourceUnit, TensorIr.Module> INFER = new InferPass();
  private static final Pass<TensorIr.Module, TensorIr.Module> LINT = new LintPass();
  private static final Pass<TensorIr.Module, TensorIr.Module> BATCH = new BatchPass();
  private static final Pass<TensorIr.Module, TensorIr.Module> PRODUCTS = new ProductsPass();
  private static final Pass<TensorIr.Module, TensorIr.Module> COMMON = new CommonPass();
  private static final Pass<TensorIr.Module, TensorIr.Module> PARTS = new PartsPass();
  private static final Pass<TensorIr.Module, TensorIr.Module> INDICES = new IndicesPass();
  private static final Pass<TensorIr.Module, TensorIr.Module> CARRY = new StoredElementsPass();
  private static final Pass<TensorIr.Module, LoopIr.Program> PLAN = new PlanPass();
  private static final Pass<LoopIr.Program, LoopIr.Program> SCHEDULE = new SchedulePass();
  private static final Pass<LoopIr.Program, LoopIr.Program> SPEED = new SpeedPass();
  private static final Pass<LoopIr.Program, Map<String, byte[]>> EMIT = new EmitPass();

  private Pipeline() {}

  /** All passes, in order. */
  public static List<Pass<?, ?>> passes() {
    return List.of(
        PARSE, LINK, INFER, LINT, BATCH, PRODUCTS, COMMON, PARTS, INDICES, CARRY, PLAN, SCHEDULE,
        SPEED, EMIT);
  }

  /**
   * Everything before code generation.
   *
   * @throws dev.tensorc.frontend.CompilationException if the program has mistakes
   */
  public static TensorIr.Module analyse(PassContext cx) {
    return BigStack.call(
        () -> cx.run(LINT, cx.run(INFER, cx.run(LINK, cx.run(PARSE, cx.source())))));
  }

  /** The module without steps that are computed twice: the one that is planned. */
  public static TensorIr.Module reduce(TensorIr.Module module, PassContext cx) {
    return BigStack.call(
        () ->
            cx.run(
                CARRY,
                cx.run(
                    INDICES,
                    cx.run(PARTS, cx.run(COMMON, cx.run(PRODUCTS, cx.run(BATCH, module)))))));
  }

  /** Versions, kernels and the loops that these run in: with these, {@code check} knows all. */
  public static LoopIr.Program plan(TensorIr.Module module, PassContext cx) {
    return BigStack.call(() -> cx.run(SPEED, cx.run(SCHEDULE, cx.run(PLAN, reduce(module, cx)))));
  }

  /** Class files, by binary class name. */
  public static Map<String, byte[]> emit(LoopIr.Program program, PassContext cx) {
    return BigStack.call(() -> cx.run(EMIT, program));
  }
}
