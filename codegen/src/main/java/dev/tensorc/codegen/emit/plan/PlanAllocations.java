package dev.tensorc.codegen.emit.plan;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.JvmTypes;
import dev.tensorc.codegen.emit.code.Memory;
import dev.tensorc.codegen.emit.code.RuntimeTypes;
import dev.tensorc.codegen.loop.LoopIr;
import dev.tensorc.codegen.loop.LoopIr.Plan;
import dev.tensorc.codegen.loop.LoopIr.Stmt;
import dev.tensorc.ir.Allocations;
import dev.tensorc.ir.TensorIr.Value;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Emits the new tensors of a plan, and before them the refusal of those above the allocation limit.
 */
final class PlanAllocations {

  private static final Type STRING = Type.getType(String.class);
  private static final Type ARENA = Type.getObjectType("java/lang/foreign/Arena");
  private static final Type LONGS = Type.getType(long[].class);

  private final Code code;
  private final PlanDims dims;
  private final PlanArrays arrays;
  private final Allocations allocations;
  private final Memory memory;
  private final Set<Value> checked = new HashSet<>();

  PlanAllocations(Code code, PlanDims dims, PlanArrays arrays, Allocations allocations) {
    this.code = code;
    this.dims = dims;
    this.memory = code.memory();
    this.arrays = arrays;
    this.allocations = allocations;
  }

  /**
   * Refuses the results, then the other tensors that unconditional statements will store, as far as
   * the sizes are known at entry.
   *
   * @param ifNone emits something for the case that no output is given
   */
  void atEntry(Plan plan, Consumer<Code.Part> ifNone) {
    for (Value v : plan.results()) {
      if (claim(v)) {
        code.item(() -> ifNone.accept(() -> require(v)));
      }
    }
    plan.body().stream()
        .flatMap(s -> stored(s).stream())
        .filter(this::claim)
        .forEach(v -> code.item(() -> require(v)));
  }

  /** Whether the sizes of a value are known at entry. */
  boolean isKnownAtEntry(Value v) {
    return allocations.atEntry(v);
  }

  private boolean claim(Value v) {
    return !v.isScalar() && isKnownAtEntry(v) && checked.add(v);
  }

  /** The tensors that a statement makes itself, and not those of the statements inside it. */
  static List<Value> stored(Stmt s) {
    return switch (s) {
      case LoopIr.Cluster c -> c.made();
      case LoopIr.Literal l -> List.of(l.value());
      case LoopIr.Allocate a -> List.of(a.value());
      case LoopIr.Copy c -> List.of(c.value());
      case LoopIr.Ordered o -> List.of(o.value());
      case LoopIr.Check _,
          LoopIr.Scalar _,
          LoopIr.Bind _,
          LoopIr.Alias _,
          LoopIr.Reshape _,
          LoopIr.Reuse _,
          LoopIr.Store _,
          LoopIr.Scatter _,
          LoopIr.Branch _,
          LoopIr.Loop _ ->
          List.of();
    };
  }

  /** Refuses a tensor that is about to be stored, unless that was done at entry. */
  void requireOnce(Value v) {
    if (!checked.contains(v)) {
      require(v);
    }
  }

  /** Pushes a new runtime tensor. */
  void pushNew(Value v) {
    requireOnce(v);
    Type tensor = JvmTypes.tensorType(v.dtype());
    if (memory == Memory.ARRAYS) {
      arrays.pushShape(v);
      code.callStatic(tensor, "zeros", tensor, LONGS);
    } else {
      code.callStaticInterface(ARENA, "ofAuto", ARENA);
      arrays.pushShape(v);
      code.callStatic(tensor, "zeros", tensor, ARENA, LONGS);
    }
  }

  private void require(Value v) {
    code.ifThen(
        (k, no) -> {
          k.pushInt(v.dtype().bytes());
          dims.pushCount(v.shape());
          k.callStatic(RuntimeTypes.ALLOCATION_LIMIT, "refuses", "(IJ)Z");
          k.mv().visitJumpInsn(Opcodes.IFEQ, no);
        },
        () -> refuse(v));
  }

  private void refuse(Value v) {
    var origin = allocations.origin(v);
    List<Value> operands = origin.map(Allocations.Origin::operands).orElse(List.of());
    code.pushString(v.name());
    code.pushString(v.span().runtimeLocation());
    code.pushString(v.dtype().label());
    arrays.pushShape(v);
    code.pushString(origin.map(Allocations.Origin::operation).orElse(""));
    arrays.pushStrings(operands.stream().map(Value::name).toList());
    arrays.pushShapes(operands);
    code.callStatic(
        RuntimeTypes.ALLOCATION_EXCEPTION,
        "of",
        RuntimeTypes.ALLOCATION_EXCEPTION,
        STRING,
        STRING,
        STRING,
        LONGS,
        STRING,
        Type.getType(String[].class),
        Type.getType(long[][].class));
    code.op(Opcodes.ATHROW);
  }
}
