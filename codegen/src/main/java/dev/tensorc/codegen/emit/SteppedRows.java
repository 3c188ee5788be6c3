package dev.tensorc.codegen.emit;

import dev.tensorc.codegen.emit.Code.Local;
import dev.tensorc.codegen.emit.KernelCall.Tensor;
import dev.tensorc.codegen.loop.LoopIr.Kernel;
import dev.tensorc.codegen.loop.Nest;
import dev.tensorc.ir.DType;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * The tensors of a kernel along a row, some of whose elements lie a few apart, or backwards. A
 * vector of those that lie three apart is read as three vectors of all elements in between; each is
 * permuted, so that its elements come to their lanes, and the three are blended. A store permutes
 * and stores each of the three under a mask, so that what lies in between is left alone.
 */
final class SteppedRows extends RowTensors {

  private final Code code;
  private final DType lane;
  private final List<Integer> steps;
  private final LaneConstants constants;
  private final RowMemory memory;
  private final Map<RowTensor, Integer> stepped = new IdentityHashMap<>();

  /** How many elements a row has; null where all vectors are whole. */
  private @Nullable Local end;

  SteppedRows(Code code, Kernel kernel, DType lane, Nest nest, LaneConstants constants) {
    super(code, kernel, lane);
    this.code = code;
    this.lane = lane;
    this.steps = nest.steps();
    this.constants = constants;
    this.memory = new RowMemory(code);
  }

  /** Rows end there, so what is masked is in them. */
  void endsAt(Local n) {
    end = n;
  }

  @Override
  List<RowTensor> row(List<Tensor> tensors) {
    List<RowTensor> row = super.row(tensors);
    for (int t = 0; t < row.size(); t++) {
      int step = steps.get(t);
      if (step != 0 && step != 1) {
        stepped.put(row.get(t), step);
      }
    }
    return row;
  }

  @Override
  void load(RowTensor t, Local i, @Nullable Local tail) {
    Integer step = stepped.get(t);
    if (step == null) {
      super.load(t, i, tail);
      return;
    }
    for (int part = 0; part < Math.max(1, step); part++) {
      LaneSpecies.push(code, t.dtype(), lane);
      pushPlace(t, i, step, part);
      int number = part;
      memory.load(t.dtype(), end == null ? null : () -> pushInRow(t.dtype(), step, number));
      constants.pushShuffle(code, t.dtype(), lane, "loaded", step);
      call(t.dtype(), "rearrange", VectorTypes.SHUFFLE);
      if (part > 0) {
        constants.pushMask(code, t.dtype(), lane, "loadedFrom", step, part);
        call(t.dtype(), "blend", VectorTypes.VECTOR, VectorTypes.MASK);
      }
    }
  }

  @Override
  void store(RowTensor out, Local value, Local i, @Nullable Local tail) {
    Integer step = stepped.get(out);
    if (step == null) {
      super.store(out, value, i, tail);
      return;
    }
    DType d = out.dtype();
    for (int part = 0; part < Math.max(1, step); part++) {
      code.load(value);
      if (step < 0) {
        constants.pushShuffle(code, d, lane, "loaded", step);
      } else {
        constants.pushShuffle(code, d, lane, "stored", step, part);
      }
      call(d, "rearrange", VectorTypes.SHUFFLE);
      pushPlace(out, i, step, part);
      int number = part;
      memory.store(d, end == null && step < 0 ? null : () -> pushStored(d, step, number));
    }
  }

  private void pushStored(DType d, int step, int part) {
    if (step < 0) {
      pushInRow(d, step, part);
      return;
    }
    constants.pushMask(code, d, lane, "storedAt", step, part);
    if (end != null) {
      pushInRow(d, step, part);
      code.callVirtual(
          VectorTypes.MASK.getInternalName(),
          "and",
          Type.getMethodDescriptor(VectorTypes.MASK, VectorTypes.MASK));
    }
  }

  /** Pushes the mask over a part's places that are in the row, which ends with a single vector. */
  private void pushInRow(DType d, int step, int part) {
    Local n = Objects.requireNonNull(end);
    LaneSpecies.push(code, d, lane);
    if (step < 0) { // the last n places
      code.load(n);
      VectorTypes.pushLength(code, lane);
      code.op(Opcodes.ISUB);
      VectorTypes.pushLength(code, lane);
    } else {
      VectorTypes.pushLanesTimes(code, lane, part);
      code.load(n);
      code.pushInt(1);
      code.op(Opcodes.ISUB);
      code.pushInt(step);
      code.op(Opcodes.IMUL);
      code.pushInt(1);
      code.op(Opcodes.IADD);
    }
    code.callInterface(
        VectorTypes.SPECIES.getInternalName(),
        "indexInRange",
        Type.getMethodDescriptor(VectorTypes.MASK, Type.INT_TYPE, Type.INT_TYPE));
  }

  private void call(DType d, String name, Type... arguments) {
    code.callVirtual(
        VectorTypes.vector(d), name, Type.getMethodDescriptor(VectorTypes.of(d), arguments));
  }

  /**
   * Pushes the memory and where in it a part of the vector at index {@code i} begins: what goes
   * backwards leaves the slice of native memory that begins with the row.
   */
  private void pushPlace(RowTensor t, Local i, int step, int part) {
    boolean arrays = code.memory() == Memory.ARRAYS;
    boolean whole = arrays || step < 0;
    code.load(whole ? t.whole() : t.array());
    code.load(i);
    code.pushInt(step);
    code.op(Opcodes.IMUL);
    pushDistance(step, part);
    code.op(Opcodes.IADD);
    code.memory().fromInt(code);
    if (whole) {
      code.load(t.offset());
      code.memory().add(code);
    }
    if (!arrays) {
      code.pushLong(t.dtype().bytes());
      code.op(Opcodes.LMUL);
    }
  }

  /** Pushes how many elements after its first lane's a part begins. */
  private void pushDistance(int step, int part) {
    if (step < 0) {
      code.pushInt(1);
      VectorTypes.pushLength(code, lane);
      code.op(Opcodes.ISUB);
    } else {
      VectorTypes.pushLanesTimes(code, lane, part);
    }
  }
}
