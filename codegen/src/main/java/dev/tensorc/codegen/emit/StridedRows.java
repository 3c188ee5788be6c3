package dev.tensorc.codegen.emit;

import dev.tensorc.codegen.emit.Code.Local;
import dev.tensorc.codegen.emit.KernelCall.Tensor;
import dev.tensorc.codegen.loop.LoopIr.Kernel;
import dev.tensorc.ir.DType;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * The tensors of a kernel along a row, some of them narrow integers that lie a few elements apart.
 * These are read as whole vectors of all elements in between. A permutation of words as wide as a
 * lane brings the word with its element to each lane; a shift to the left, different for each lane,
 * drops what is above the element there, and one to the right what is below.
 *
 * <pre>
 * bytes 3 apart, lanes of 4 bytes:  R g b R | g b R g | b R g b | R ...
 * word of lane 0, 1, 2, 3, 4:       0, 0, 1, 2, 3
 * </pre>
 *
 * <p>So there is neither a gather nor a permutation of bytes, which only few machines have.
 */
final class StridedRows extends RowTensors {

  private static final Type BINARY = Type.getObjectType(VectorTypes.OPERATORS + "$Binary");

  /**
   * How an operand's elements come to their lanes.
   *
   * @param word of which word of what is read
   * @param shift by how many bits to the left
   */
  private record Lanes(Local stride, Local word, Local shift) {}

  /**
   * What is read along a row.
   *
   * @param offset of its first element
   * @param capacity how many elements the base has, a long
   */
  private record Run(DType dtype, Local stride, Local base, Local offset, Local capacity) {}

  private record Operand(Run run, Lanes lanes) {}

  private final Code code;
  private final int axis;
  private final DType lane;
  private final DType wide;
  private final List<Integer> operands;
  private final @Nullable Local nearest;
  private final RowMemory memory;
  private final List<Lanes> lanes = new ArrayList<>();
  private final List<Local> distances = new ArrayList<>();
  private final List<Run> runs = new ArrayList<>();
  private final Map<RowTensor, Operand> reads = new IdentityHashMap<>();
  private @Nullable Local vector;

  /**
   * @param operands the inputs that are read so, in order
   * @param nearest the least of their offsets where one load serves all of them, else null
   */
  StridedRows(
      Code code, Kernel kernel, DType lane, List<Integer> operands, @Nullable Local nearest) {
    super(code, kernel, lane);
    this.code = code;
    this.axis = kernel.innermost();
    this.lane = lane;
    this.wide = WideLoads.dtype(lane);
    this.operands = operands;
    this.nearest = nearest;
    this.memory = new RowMemory(code);
  }

  @Override
  void prologue(List<Tensor> tensors) {
    super.prologue(tensors);
    for (int k : operands) {
      Tensor t = tensors.get(k);
      Local distance = code.newLocal(Type.INT_TYPE, () -> pushDistance(t));
      distances.add(distance);
      lanes.add(lanes(t, distance));
    }
  }

  /** Pushes how many elements after the first one that is read the tensor begins. */
  private void pushDistance(Tensor t) {
    if (nearest == null) {
      code.pushInt(0);
    } else {
      code.load(t.offset());
      code.load(nearest);
      code.op(code.memory().index().getOpcode(Opcodes.ISUB));
      code.memory().toLong(code);
      code.op(Opcodes.L2I);
    }
  }

  private Lanes lanes(Tensor t, Local distance) {
    int perWord = wide.bytes() / t.dtype().bytes();
    Local stride =
        code.newLocal(
            Type.INT_TYPE,
            () -> {
              code.load(t.strides()[axis]);
              code.memory().toLong(code);
              code.op(Opcodes.L2I);
            });
    Local element =
        code.newLocal(
            VectorTypes.of(wide),
            () -> {
              VectorTypes.broadcast(code, wide, lane, () -> pushWide(distance));
              code.load(stride);
              call("addIndex", VectorTypes.of(wide), Type.INT_TYPE);
            });
    Local word =
        code.newLocal(
            VectorTypes.of(wide),
            () -> {
              code.load(element);
              lanewise("LSHR", "Binary", log2(perWord));
            });
    Local shift =
        code.newLocal(
            VectorTypes.of(wide),
            () -> {
              code.load(element);
              call("not", VectorTypes.of(wide));
              lanewise("AND", "Associative", perWord - 1);
              lanewise("LSHL", "Binary", log2(8 * t.dtype().bytes()));
            });
    return new Lanes(stride, word, shift);
  }

  private void pushWide(Local value) {
    code.load(value);
    if (wide == DType.I64) {
      code.op(Opcodes.I2L);
    }
  }

  private static int log2(int powerOfTwo) {
    return Integer.numberOfTrailingZeros(powerOfTwo);
  }

  @Override
  List<RowTensor> row(List<Tensor> tensors) {
    List<RowTensor> row = super.row(tensors);
    for (int j = 0; j < operands.size(); j++) {
      int k = operands.get(j);
      if (nearest == null || runs.isEmpty()) {
        runs.add(run(tensors.get(k), lanes.get(j).stride(), distances.get(j)));
      }
      reads.put(row.get(k), new Operand(runs.getLast(), lanes.get(j)));
    }
    return row;
  }

  private Run run(Tensor t, Local stride, Local distance) {
    Local offset =
        code.newLocal(
            code.memory().index(),
            () -> {
              code.load(t.offset());
              code.load(distance);
              code.memory().fromInt(code);
              code.op(code.memory().index().getOpcode(Opcodes.ISUB));
            });
    Local base = memory.base(t.at(offset));
    Local capacity =
        code.newLocal(
            Type.LONG_TYPE,
            () -> {
              code.load(base);
              code.memory().pushCapacity(code, t.dtype());
            });
    return new Run(t.dtype(), stride, base, offset, capacity);
  }

  /** Pushes where the whole vectors of a row of {@code n} elements end that lie in their arrays. */
  void pushBound(Local n) {
    VectorKernel.pushLoopBound(code, lane, n);
    code.op(Opcodes.I2L);
    for (Run run : runs) {
      code.load(run.capacity());
      memory.pushFirst(run.offset());
      code.op(Opcodes.LSUB);
      VectorTypes.pushLength(code, run.dtype());
      code.op(Opcodes.I2L);
      code.op(Opcodes.LSUB);
      code.load(run.stride());
      code.op(Opcodes.I2L);
      code.callStatic("java/lang/Math", "floorDiv", "(JJ)J");
      code.pushLong(1);
      code.op(Opcodes.LADD);
      code.callStatic("java/lang/Math", "min", "(JJ)J");
    }
    code.op(Opcodes.L2I);
  }

  /** Emits what stands before the vectors at index {@code i} of the row. */
  void beginStep(Local i) {
    if (nearest != null) {
      vector = code.newLocal(VectorTypes.of(wide), () -> pushWords(runs.getFirst(), i));
    }
  }

  @Override
  void load(RowTensor t, Local i, @Nullable Local tail) {
    Operand operand = reads.get(t);
    if (operand == null) {
      super.load(t, i, tail);
      return;
    }
    code.load(operand.lanes().word());
    if (vector == null) {
      pushWords(operand.run(), i);
    } else {
      code.load(vector);
    }
    call("selectFrom", VectorTypes.of(wide), VectorTypes.VECTOR);
    VectorTypes.operator(code, "LSHL", "Binary");
    code.load(operand.lanes().shift());
    call("lanewise", VectorTypes.of(wide), BINARY, VectorTypes.VECTOR);
    DType d = t.dtype();
    lanewise(d.isUnsigned() ? "LSHR" : "ASHR", "Binary", 8 * (wide.bytes() - d.bytes()));
  }

  /** Pushes all elements from the one at {@code i} on, as words. */
  private void pushWords(Run run, Local i) {
    DType d = run.dtype();
    VectorTypes.pushSpecies(code, d);
    code.load(run.base());
    memory.pushStridedPlace(d, run.offset(), i, run.stride());
    memory.load(d, null);
    String words = wide == DType.I64 ? "reinterpretAsLongs" : "reinterpretAsInts";
    code.callVirtual(VectorTypes.vector(d), words, Type.getMethodDescriptor(VectorTypes.of(wide)));
  }

  private void lanewise(String operator, String kind, int operand) {
    VectorTypes.operator(code, operator, kind);
    JvmTypes.pushConstant(code, wide, wide == DType.I64 ? (Object) (long) operand : operand);
    call("lanewise", VectorTypes.of(wide), BINARY, JvmTypes.element(wide));
  }

  private void call(String name, Type result, Type... args) {
    code.callVirtual(VectorTypes.vector(wide), name, Type.getMethodDescriptor(result, args));
  }
}
