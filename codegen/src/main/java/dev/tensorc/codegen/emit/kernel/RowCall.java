package dev.tensorc.codegen.emit.kernel;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.JvmTypes;
import dev.tensorc.codegen.emit.code.Memory;
import dev.tensorc.codegen.emit.code.RuntimeTypes;
import dev.tensorc.codegen.emit.form.Vectorizable;
import dev.tensorc.codegen.loop.Access;
import dev.tensorc.codegen.loop.Expr;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.LoopIr;
import dev.tensorc.codegen.loop.LoopIr.Argument;
import dev.tensorc.codegen.loop.LoopIr.Call;
import dev.tensorc.codegen.loop.LoopIr.Plan;
import dev.tensorc.codegen.loop.LoopIr.Target;
import dev.tensorc.codegen.loop.LoopIr.Version;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Value;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * The fast path of a plan over native memory that computes one row of rows, all of one length. A
 * few questions answer all checks of the plan where each tensor is the whole of its memory, all
 * sizes are equal and the output lies apart; then a form of the kernel that takes memory and a size
 * alone does the work ({@link ShortRow}). Any other call, and memory that the JDK refuses (freed,
 * another thread's, read-only), is left to the plan, which has the message for it. The fast path
 * does not ask whether threads should share the row, which takes microseconds.
 *
 * <pre>
 * try {
 *   long n = NativeRow.size(out);
 *   if (n &lt;= most &amp;&amp; NativeRow.size(a) == n &amp;&amp; NativeRow.size(b) == n
 *       &amp;&amp; NativeRow.areApart(out, a, 4 * n) &amp;&amp; NativeRow.areApart(out, b, 4 * n)
 *       &amp;&amp; READY[1] &amp;&amp; kernel0Row(memory of out, (int) n, memory of a, memory of b)) {
 *     return out;
 *   }
 * } catch (RuntimeException e) {
 * }
 * </pre>
 */
public final class RowCall {

  /** The dtypes of a scalar parameter: others are cut to their width first. */
  private static final Set<DType> SCALARS = EnumSet.of(DType.I32, DType.I64, DType.F32, DType.F64);

  private final Plan plan;
  private final Kernel kernel;
  private final Call call;

  /** The size that the program says, where it says one. */
  private final OptionalLong size;

  private RowCall(Plan plan, Kernel kernel, Call call, OptionalLong size) {
    this.plan = plan;
    this.kernel = kernel;
    this.call = call;
    this.size = size;
  }

  // ---------------------------------------------------------------- whether there is one

  /** The short way of a plan, where it has one. */
  public static Optional<RowCall> of(Plan plan, List<Kernel> kernels) {
    TensorIr.Function f = plan.function();
    boolean simple =
        plan.body().size() == 1
            && plan.results().size() == 1
            && !plan.results().getFirst().isScalar()
            && f.weights().isEmpty()
            && f.params().stream().allMatch(p -> isRow(p.value()) || isPlainScalar(p.value()))
            && f.bindings().stream().allMatch(b -> b.axis() == 0)
            && f.entryChecks().stream().allMatch(c -> compared(c).isPresent());
    return simple && plan.body().getFirst() instanceof LoopIr.Cluster c
        ? c.versions().stream().flatMap(v -> of(plan, v, kernels).stream()).findFirst()
        : Optional.empty();
  }

  private static Optional<RowCall> of(Plan plan, Version version, List<Kernel> kernels) {
    if (version.launches().size() != 1) {
      return Optional.empty();
    }
    Target target = version.launches().getFirst().target();
    Call call = version.launches().getFirst().call();
    Kernel kernel = kernels.get(call.kernel());
    List<Dim> sizes =
        Stream.of(
                target.extents().stream(),
                version.guard().stream().flatMap(e -> Stream.of(e.left(), e.right())),
                plan.function().params().stream().flatMap(p -> p.value().shape().stream()),
                plan.function().entryChecks().stream()
                    .flatMap(c -> compared(c).orElseThrow().stream()))
            .flatMap(s -> s)
            .toList();
    long[] said = sizes.stream().flatMapToLong(RowCall::constant).distinct().toArray();
    return ShortRow.possible(kernel)
            && target.extents().size() == 1
            && sizes.stream().allMatch(RowCall::isSize)
            && said.length <= 1
            && writesResult(plan, target)
            && call.inputs().stream().allMatch(in -> isParam(plan, in.base()) && isWhole(in))
            && call.scalars().stream()
                .allMatch(e -> e instanceof Expr.PlanScalar s && isParam(plan, s.value()))
        ? Optional.of(
            new RowCall(
                plan,
                kernel,
                call,
                said.length == 0 ? OptionalLong.empty() : OptionalLong.of(said[0])))
        : Optional.empty();
  }

  private static boolean isRow(Value v) {
    return !v.isUnranked() && v.rank() == 1;
  }

  private static boolean isPlainScalar(Value v) {
    return v.isScalar() && SCALARS.contains(v.dtype());
  }

  /** The sizes that a check of equal sizes compares; empty for another check. */
  private static Optional<List<Dim>> compared(TensorIr.Check check) {
    return switch (check) {
      case TensorIr.ParamCheck c -> Optional.of(List.of(c.actual(), c.expected()));
      case TensorIr.SizeCheck c -> Optional.of(List.of(c.actual(), c.expected()));
      case TensorIr.JoinCheck c when !c.equalRanks() -> Optional.of(List.of());
      default -> Optional.empty();
    };
  }

  private static boolean isSize(Dim d) {
    return isAnySize(d) || d instanceof Dim.Const;
  }

  /** Whether the dim is the size of some operands, or that of all where they are equally long. */
  private static boolean isAnySize(Dim d) {
    return d instanceof Dim.Sym
        || (d instanceof Dim.Join j && j.operands().stream().allMatch(RowCall::isAnySize));
  }

  private static LongStream constant(Dim d) {
    return d instanceof Dim.Const c ? LongStream.of(c.value()) : LongStream.empty();
  }

  private static boolean writesResult(Plan plan, Target target) {
    LoopIr.Written written = target.written().getFirst();
    return target.written().size() == 1
        && written.region().isEmpty()
        && written.value().equals(plan.results().getFirst())
        && plan.homes().get(written.value()) instanceof LoopIr.Output;
  }

  private static boolean isParam(Plan plan, Value v) {
    return plan.function().params().stream().anyMatch(p -> p.value().equals(v));
  }

  /** Whether an operand is walked from its first element to its last. */
  private static boolean isWhole(Argument in) {
    List<List<Access.AxisPath>> axes = in.access().axes();
    return axes.size() == 1
        && axes.getFirst().size() == 1
        && axes.getFirst().getFirst().axis() == 0
        && axes.getFirst().getFirst().layers().stream()
            .allMatch(l -> l instanceof Access.ZeroIfOne);
  }

  // ---------------------------------------------------------------- its code

  /** The number of its kernel. */
  int number() {
    return call.kernel();
  }

  /**
   * Emits the code before all else.
   *
   * @param code of the plan over native memory
   * @param out the output, null where it is to be made
   */
  public void emit(Code code, KernelNames kernels, Local out, List<Local> params) {
    if (!kernels.hasVectorLoops(call.kernel(), Memory.SEGMENTS)) {
      return; // they were too long
    }
    Local n = code.newLocal(Type.LONG_TYPE, () -> pushSize(code, out));
    List<Local> rows = params.stream().filter(p -> p.type().getSort() == Type.OBJECT).toList();
    code.unless(
        JvmTypes.RUNTIME_EXCEPTION,
        () ->
            code.ifThen(
                Code.and(
                    Code.and(areRows(rows, n), areApart(out, rows, n)),
                    Code.and(
                        kernels.isReady(code, call.kernel(), Memory.SEGMENTS),
                        Code.isTrue(() -> pushCall(code, kernels, out, n, params)))),
                () -> {
                  code.load(out);
                  code.op(Opcodes.ARETURN);
                }));
  }

  private BiConsumer<Code, Label> areRows(List<Local> rows, Local n) {
    return (c, no) -> {
      c.load(n).jumpIf(Opcodes.IFGT, ShortRow.most(kernel), no);
      if (size.isPresent()) {
        c.load(n).jumpIf(Opcodes.IFNE, () -> c.pushLong(size.getAsLong()), no);
      }
      for (Local row : rows) {
        Code.longsEqual(() -> pushSize(c, row), () -> c.load(n)).accept(c, no);
      }
    };
  }

  private BiConsumer<Code, Label> areApart(Local out, List<Local> rows, Local n) {
    return (c, no) -> {
      for (Local row : rows) {
        c.load(out);
        c.load(row);
        c.load(n).times(Vectorizable.lane(kernel).bytes());
        call(
            c,
            "areApart",
            Type.BOOLEAN_TYPE,
            RuntimeTypes.TENSOR,
            RuntimeTypes.TENSOR,
            Type.LONG_TYPE);
        c.mv().visitJumpInsn(Opcodes.IFEQ, no);
      }
    };
  }

  private void pushCall(Code code, KernelNames kernels, Local out, Local n, List<Local> params) {
    Memory.pushSegment(code, out);
    code.load(n).toInt();
    call.inputs().forEach(in -> Memory.pushSegment(code, param(in.base(), params)));
    call.scalars().forEach(e -> code.load(param(((Expr.PlanScalar) e).value(), params)));
    code.callStatic(
        kernels.vectorHolder(Memory.SEGMENTS),
        ShortRow.method(KernelNames.method(call.kernel())),
        ShortRow.descriptor(kernel));
  }

  private Local param(Value v, List<Local> params) {
    List<TensorIr.Param> all = plan.function().params();
    for (int i = 0; i < all.size(); i++) {
      if (all.get(i).value().equals(v)) {
        return params.get(i);
      }
    }
    throw new IllegalStateException("no parameter: " + v.name());
  }

  private static void pushSize(Code code, Local tensor) {
    code.load(tensor);
    call(code, "size", Type.LONG_TYPE, RuntimeTypes.TENSOR);
  }

  private static void call(Code code, String method, Type result, Type... parameters) {
    code.callStatic(RuntimeTypes.NATIVE_ROW, method, result, parameters);
  }
}
