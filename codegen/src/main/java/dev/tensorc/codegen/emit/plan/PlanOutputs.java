package dev.tensorc.codegen.emit.plan;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.JvmTypes;
import dev.tensorc.codegen.emit.code.Memory;
import dev.tensorc.codegen.emit.code.RuntimeTypes;
import dev.tensorc.codegen.loop.LoopIr.Plan;
import dev.tensorc.ir.ResultNames;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Value;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * The tensors that a plan writes its results to: all given by the caller, and checked before they
 * are written, or all made here.
 */
public final class PlanOutputs {

  private static final Type TENSOR = RuntimeTypes.TENSOR;
  private static final Type STRING = JvmTypes.STRING;

  /**
   * @param name of the output in messages; empty for the only result
   * @param local the tensor that the caller gave, or gets
   * @param written the tensor that is written in its place: itself, or one of the plan's kind of
   *     storage
   */
  private record Output(Value value, String name, Local local, Local written) {}

  private final Code code;
  private final Plan plan;
  private final PlanDims dims;
  private final PlanArrays arrays;
  private final PlanAllocations allocations;
  private final Memory memory;
  private final List<Local> params;
  private final List<Output> outputs = new ArrayList<>();

  /** Locals that tell whether the caller gave a result's tensor. */
  private final Map<Value, Local> given = new HashMap<>();

  /**
   * @param outs the locals of the outputs, one for each tensor among the results: all null where
   *     they are to be made
   */
  PlanOutputs(
      Code code,
      Plan plan,
      PlanDims dims,
      PlanArrays arrays,
      PlanAllocations allocations,
      List<Local> outs,
      List<Local> params) {
    this.code = code;
    this.plan = plan;
    this.dims = dims;
    this.arrays = arrays;
    this.allocations = allocations;
    this.memory = code.memory();
    this.params = params;
    List<String> names = ResultNames.of(plan.function());
    for (int i = 0; i < plan.results().size(); i++) {
      Value v = plan.results().get(i);
      if (!v.isScalar()) {
        String name = names.size() == 1 ? "" : names.get(i);
        Local out = outs.get(outputs.size());
        Local written = code.newLocal(out.type(), () -> code.op(Opcodes.ACONST_NULL));
        outputs.add(new Output(v, name, out, written));
      }
    }
  }

  /**
   * Prepares the outputs whose sizes are known at entry. Of the others everything but their sizes
   * is checked: an output that nobody may write is refused before anything is written.
   */
  void atEntry() {
    for (Output out : outputs) {
      if (allocations.isKnownAtEntry(out.value())) {
        code.item(() -> prepare(out));
      } else {
        code.item(() -> code.ifNot(isNull(out.local()), () -> checkMemory(out)));
      }
    }
  }

  /** Keeps whether the caller gave these results, before the first is made. */
  void tellGiven(Collection<Value> results) {
    for (Value result : results) {
      Local told = code.newLocal(Type.BOOLEAN_TYPE, () -> code.pushInt(1));
      code.ifThen(isNull(find(result).local()), () -> code.assign(told, 0));
      given.put(result, told);
    }
  }

  /** Emits something for the case that the caller gave the result. */
  void ifGiven(Value result, Code.Part part) {
    code.ifThen(Code.isTrue(Objects.requireNonNull(given.get(result))), part);
  }

  /** Emits something for the case that the outputs are to be made. */
  void ifNoneGiven(Code.Part part) {
    if (!outputs.isEmpty()) {
      code.ifThen(isNull(outputs.getFirst().local()), part);
    }
  }

  /** The local of the tensor that is to hold the result, which is about to be computed. */
  Local of(Value result) {
    Output output = find(result);
    if (!allocations.isKnownAtEntry(result)) {
      prepare(output);
    }
    return output.written();
  }

  private Output find(Value result) {
    return outputs.stream().filter(o -> o.value().equals(result)).findFirst().orElseThrow();
  }

  /** Pushes an output that has been written. */
  void push(Value v) {
    code.load(find(v).local());
  }

  /** Brings the tensor that was written in the place of an output to the output. */
  void deliver() {
    for (Output out : outputs) {
      code.load(out.written());
      code.load(out.local());
      code.callStatic(RuntimeTypes.STAGING, "deliver", Type.VOID_TYPE, TENSOR, TENSOR);
    }
  }

  private void prepare(Output out) {
    code.ifElse(
        isNull(out.local()),
        () -> {
          code.assign(out.local(), () -> allocations.pushNew(out.value()));
          code.assign(out.written(), out.local());
        },
        () -> {
          checkShape(out);
          if (allocations.isKnownAtEntry(out.value())) {
            checkMemory(out);
          }
          code.assign(out.written(), () -> pushPlace(out));
        });
  }

  /** Pushes the tensor that is written in the place of an output that the caller gave. */
  private void pushPlace(Output out) {
    code.load(out.local());
    if (waits()) {
      memory.stageNewOutput(code);
    } else {
      memory.stageOutput(code);
    }
    code.cast(out.written().type().getInternalName());
  }

  /** Whether one output may be refused when another has been computed. */
  private boolean waits() {
    return outputs.size() > 1
        && outputs.stream().anyMatch(o -> !allocations.isKnownAtEntry(o.value()));
  }

  public static BiConsumer<Code, Label> isNull(Local l) {
    return (c, no) -> {
      c.load(l);
      c.mv().visitJumpInsn(Opcodes.IFNONNULL, no);
    };
  }

  /** An output must have the result's shape. */
  private void checkShape(Output out) {
    Value result = out.value();
    String owner = out.local().type().getInternalName();
    BiConsumer<Code, Label> fits =
        Code.intsEqual(
            () -> {
              code.load(out.local());
              code.callVirtual(owner, "rank", "()I");
            },
            () -> {
              if (result.isUnranked()) {
                dims.pushLargest(result.axes().ranks());
                code.op(Opcodes.L2I);
              } else {
                code.pushInt(result.rank());
              }
            });
    for (int axis = 0; axis < result.rank(); axis++) {
      int a = axis;
      fits =
          Code.and(
              fits,
              Code.longsEqual(
                  () -> {
                    if (result.isUnranked()) {
                      PlanValues.pushUnranked(code, out.local(), "size", result.axisName(a));
                    } else {
                      code.load(out.local());
                      code.pushInt(a);
                      code.callVirtual(owner, "size", "(I)J");
                    }
                  },
                  () -> dims.push(result.shape().get(a))));
    }
    code.ifNot(
        fits,
        () -> {
          code.load(out.local());
          arrays.pushShape(result);
          code.pushString(what(out));
          Type exception = RuntimeTypes.SHAPE_EXCEPTION;
          call("outputShape", exception, TENSOR, Type.getType(long[].class), STRING);
          code.op(Opcodes.ATHROW);
        });
  }

  /** An output must be writable, and share no memory with arguments or others. */
  private void checkMemory(Output out) {
    code.load(out.local());
    code.pushString(what(out));
    call("requireWritable", Type.VOID_TYPE, TENSOR, STRING);
    for (int i = 0; i < params.size(); i++) {
      TensorIr.Param p = plan.function().params().get(i);
      if (!p.value().isScalar() && p.weight().isEmpty()) {
        apart(out, params.get(i), "argument " + p.name());
      }
    }
    for (Output before : outputs.subList(0, outputs.indexOf(out))) {
      apart(out, before.local(), "output " + before.name());
    }
  }

  /** The words after {@code cannot write to the output}. */
  private String what(Output out) {
    String function = "of " + plan.function().name();
    return out.name().isEmpty() ? function : out.name() + " " + function;
  }

  private void apart(Output out, Local other, String what) {
    code.load(out.local());
    code.load(other);
    code.pushString(what);
    code.pushString(what(out));
    call("requireApart", Type.VOID_TYPE, TENSOR, TENSOR, STRING, STRING);
  }

  private void call(String name, Type result, Type... args) {
    code.callStatic(RuntimeTypes.CHECKS, name, result, args);
  }
}
