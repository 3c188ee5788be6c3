package dev.tensorc.codegen.emit.plan;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toSet;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.Memory;
import dev.tensorc.codegen.emit.code.RuntimeTypes;
import dev.tensorc.codegen.loop.LoopIr;
import dev.tensorc.codegen.loop.LoopIr.Plan;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.TensorIr.Value;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * The arrays, or the native memory, of a plan's own tensors: locals that keep it until a larger one
 * is needed. They are the thread's, which keeps them from call to call: see the runtime's {@code
 * Buffers}.
 */
final class PlanBuffers {

  private final Code code;
  private final PlanDims dims;
  private final PlanAllocations allocations;
  private final Memory memory;
  private final boolean any;
  private final Local opened;
  private final List<DType> dtypes;
  private final Map<Integer, Local> arrays = new HashMap<>();

  /** Emits the locals of buffers that may be filled again, without arrays. */
  PlanBuffers(Code code, Plan plan, PlanDims dims, PlanAllocations allocations) {
    this.code = code;
    this.memory = code.memory();
    this.dims = dims;
    this.allocations = allocations;
    this.dtypes = plan.buffers();
    this.any = plan.homes().values().stream().anyMatch(LoopIr.Buffer.class::isInstance);
    this.opened = code.newLocal(RuntimeTypes.BUFFERS);
    Set<Integer> once = filledOnce(plan);
    for (int buffer = 0; buffer < dtypes.size(); buffer++) {
      if (!once.contains(buffer)) {
        Type type = memory.base(dtypes.get(buffer));
        arrays.put(buffer, code.newLocal(type, () -> code.op(Opcodes.ACONST_NULL)));
      }
    }
  }

  /** The buffers of one value each that no loop and no branch makes. */
  private static Set<Integer> filledOnce(Plan plan) {
    Map<Integer, Long> values =
        plan.homes().values().stream()
            .filter(LoopIr.Buffer.class::isInstance)
            .collect(groupingBy(home -> ((LoopIr.Buffer) home).number(), counting()));
    Set<Integer> once =
        plan.body().stream()
            .flatMap(s -> PlanAllocations.stored(s).stream())
            .map(plan.homes()::get)
            .filter(LoopIr.Buffer.class::isInstance)
            .map(home -> ((LoopIr.Buffer) home).number())
            .filter(buffer -> values.getOrDefault(buffer, 0L) == 1)
            .collect(toSet());
    removeExchanged(plan.body(), once);
    return once;
  }

  private static void removeExchanged(List<LoopIr.Stmt> body, Set<Integer> buffers) {
    for (LoopIr.Stmt s : body) {
      switch (s) {
        case LoopIr.Branch b -> {
          for (LoopIr.Arm arm : List.of(b.then(), b.otherwise())) {
            arm.exchanges().forEach(e -> buffers.removeAll(List.of(e.buffer(), e.from())));
            removeExchanged(arm.body(), buffers);
          }
        }
        case LoopIr.Loop l -> {
          l.exchanges().forEach(e -> buffers.removeAll(List.of(e.buffer(), e.from())));
          removeExchanged(l.body(), buffers);
        }
        default -> {}
      }
    }
  }

  /** The buffer's local, with room for the value's elements. */
  Local fill(int buffer, Value v) {
    Local array = arrays.get(buffer);
    if (array == null) {
      return arrays.computeIfAbsent(
          buffer, _ -> code.newLocal(memory.base(v.dtype()), () -> pushNew(v)));
    }
    code.ifThen(
        (_, no) -> jumpIfEnough(array, v, no),
        () -> {
          code.load(opened);
          code.load(array);
          call("drop", Type.VOID_TYPE, Type.getType(Object.class));
          code.assign(array, () -> pushNew(v));
        });
    return array;
  }

  private void jumpIfEnough(Local array, Value v, Label enough) {
    var small = new Label();
    code.load(array);
    code.mv().visitJumpInsn(Opcodes.IFNULL, small);
    code.load(array);
    memory.pushCapacity(code, v.dtype());
    dims.pushCount(v.shape());
    code.op(Opcodes.LCMP);
    code.mv().visitJumpInsn(Opcodes.IFGE, enough);
    code.mv().visitLabel(small);
  }

  private void pushNew(Value v) {
    allocations.requireOnce(v);
    code.load(opened);
    dims.pushCount(v.shape());
    if (memory == Memory.SEGMENTS) {
      code.pushLong(v.dtype().bytes());
      code.op(Opcodes.LMUL);
    }
    call(memory.scratch(v.dtype()), memory.base(v.dtype()), Type.LONG_TYPE);
  }

  /** Gets the thread's buffers. */
  void open() {
    if (any) {
      code.assign(
          opened, () -> code.callStatic(RuntimeTypes.BUFFERS, "open", RuntimeTypes.BUFFERS));
    }
  }

  /** Leaves them to the next call. */
  void close() {
    if (any) {
      code.load(opened);
      call("close", Type.VOID_TYPE);
    }
  }

  private void call(String name, Type result, Type... args) {
    code.callVirtual(RuntimeTypes.BUFFERS, name, result, args);
  }

  /** Buffers take each other's arrays, all at once. */
  void exchange(List<LoopIr.Exchange> exchanges) {
    exchanges.forEach(e -> code.load(kept(e.from())));
    exchanges.reversed().forEach(e -> code.store(kept(e.buffer())));
  }

  private Local kept(int buffer) {
    return Objects.requireNonNull(arrays.get(buffer));
  }
}
