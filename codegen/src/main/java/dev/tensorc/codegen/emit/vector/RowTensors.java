package dev.tensorc.codegen.emit.vector;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.KernelCall.Tensor;
import dev.tensorc.codegen.emit.code.Memory;
import dev.tensorc.codegen.emit.form.RowPiece;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.Kernel.AxisUse;
import dev.tensorc.ir.DType;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * The tensors of a kernel along one row of its innermost axis. Operands that stretch at run time
 * are read from a scratch vector that holds their one value, so that one loop serves both cases.
 */
public sealed class RowTensors permits RepeatedRows, SteppedRows {

  /**
   * A tensor along a row.
   *
   * @param whole the tensor's memory
   * @param array the memory that the row is walked on
   * @param offset where it begins in the memory
   * @param mask null where it is always walked; else -1 where it is walked and 0 where it stretches
   * @param end where whole vectors can be read at the end of the row; null where that is not known
   */
  public record RowTensor(
      DType dtype,
      AxisUse use,
      Local whole,
      Local array,
      Local offset,
      @Nullable Local mask,
      @Nullable RowTensor end) {

    public RowTensor(
        DType dtype, AxisUse use, Local whole, Local array, Local offset, @Nullable Local mask) {
      this(dtype, use, whole, array, offset, mask, null);
    }

    /** Where the tensor begins. */
    public RowPiece.Place place(Code code) {
      return new RowPiece.Place(whole, () -> code.load(offset));
    }
  }

  /** Slots of the elements that are read under masks at most: a vector for each accumulator. */
  private static final int END_SLOTS = VectorAccumulators.COUNT;

  private final Code code;
  private final int axis;
  private final DType lane;
  private final Map<Tensor, Local> masks = new IdentityHashMap<>();
  private final RowMemory memory;
  private final Map<DType, Local> scratch = new EnumMap<>(DType.class);
  private final List<Tensor> originals = new ArrayList<>();

  /** The memory of tensors that are the same for all rows. */
  private final Map<Tensor, Local> still = new IdentityHashMap<>();

  /** The tensors behind whose row there is room for a whole vector. */
  private final Map<Tensor, RowTensor> padded = new IdentityHashMap<>();

  /** Where the last elements are of tensors that are the same for all rows. */
  private final Map<Tensor, RowTensor> ends = new IdentityHashMap<>();

  private boolean few;

  /** Whether each lane has a reduction of its own, whose accumulator comes from a loop. */
  private final boolean reducesInLanes;

  /** Elements of a row, where slices of native memory end with it. */
  private final @Nullable Local length;

  public RowTensors(Code code, Kernel kernel, DType lane) {
    this(code, kernel, lane, null);
  }

  /**
   * @param length elements of a row whose slices of native memory end with it, else null
   */
  public RowTensors(Code code, Kernel kernel, DType lane, @Nullable Local length) {
    this.length = length;
    this.code = code;
    this.axis = kernel.innermost();
    this.lane = lane;
    this.memory = new RowMemory(code);
    this.reducesInLanes = !kernel.reductions().isEmpty() && axis < kernel.parallel();
    this.few =
        kernel.reductions().isEmpty()
            && kernel.inputs().size() <= kernel.tuning().budgets().steps().maskedOperands();
  }

  /**
   * From now on reads under masks at ends of rows, where a kernel reads few operands along them.
   */
  public void readsUnderMasks(Kernel kernel) {
    long along =
        IntStream.range(0, kernel.inputs().size()).filter(in -> kernel.follows(in, axis)).count();
    few =
        code.memory() == Memory.ARRAYS
            && along <= kernel.tuning().budgets().steps().maskedOperands();
  }

  /** Emits the code before all rows. */
  public void prologue(List<Tensor> tensors) {
    originals.addAll(tensors);
    for (Tensor t : tensors) {
      if (t.uses().get(axis) == AxisUse.OPEN) {
        masks.put(t, stretchMask(t));
      } else if (isStill(t)) {
        still.put(t, base(t));
      }
    }
    for (Tensor t : tensors) {
      if (masks.containsKey(t)) {
        scratch.computeIfAbsent(
            t.dtype(),
            d -> code.newLocal(code.memory().base(d), () -> memory.pushScratch(d, masks.size())));
      }
    }
  }

  /**
   * Emits a copy of each tensor that is the same for all rows where its memory ends with it, so
   * that whole vectors can be read at the ends of rows. Else its last elements would be copied in
   * each.
   *
   * @param most vectors of a row at most
   * @param more vectors that are read from its last element on
   */
  public void padStill(Local n, int most, int more) {
    int slots = most + more; // a slot has room for any vector
    int slot = masks.size();
    Local first = code.newInt(0);
    for (Tensor t : originals) {
      if (takesCopy(t)) {
        padded.put(t, withRoom(t, n, first, slot, slots, more));
        slot += slots;
      }
    }
  }

  /** Whether behind the row of the tensor with that number there is room for a whole vector. */
  public boolean isPadded(int number) {
    return padded.containsKey(originals.get(number));
  }

  private boolean takesCopy(Tensor t) {
    return still.containsKey(t) && code.memory() == Memory.ARRAYS;
  }

  /**
   * A tensor, of whose row the elements from the first one on are copied if its memory ends less
   * than some vectors behind the row.
   */
  private RowTensor withRoom(Tensor t, Local n, Local first, int slot, int slots, int more) {
    DType d = t.dtype();
    Local array = code.newLocal(t.array().type());
    Local offset = code.newLocal(code.memory().index());
    code.ifElse(
        memory.endsWithin(d, t.array(), t.offset(), () -> pushWithVectors(n, more)),
        () -> {
          code.assign(array, () -> memory.pushScratch(d, slot + slots));
          code.assign(offset, () -> memory.pushSlotOffset(d, slot));
          code.load(t.array());
          code.load(t.offset()).plus(first);
          code.load(array);
          code.load(offset);
          code.load(n).minus(first);
          code.callStatic(
              "java/lang/System", "arraycopy", "(Ljava/lang/Object;ILjava/lang/Object;II)V");
          code.assign(offset, () -> code.load(offset).minus(first));
        },
        () -> {
          code.assign(array, t.array());
          code.assign(offset, t.offset());
        });
    return new RowTensor(d, t.uses().get(axis), array, array, offset, null);
  }

  /**
   * Emits a copy of the last elements of each tensor that is the same for all rows, where its
   * memory ends with them: else each row would copy them.
   */
  public void copyEnds(Local n) {
    int slot = masks.size();
    Local first = code.newInt(() -> code.load(n).and(-END_SLOTS * RowMemory.SLOT));
    for (Tensor t : originals) {
      boolean inPart = t.dtype() == DType.BOOL || LaneSpecies.mayBePart(t.dtype(), lane);
      if (takesCopy(t) && !inPart) {
        ends.put(t, withRoom(t, n, first, slot, END_SLOTS + 1, 1));
        slot += END_SLOTS + 1; // one more for the vector behind the end
      }
    }
  }

  private void pushWithVectors(Local n, int more) {
    code.load(n).plus(() -> VectorTypes.pushLanesTimes(code, lane, more));
  }

  /** The memory of a row that begins at the tensor's offset. */
  private Local base(Tensor t) {
    return length == null ? memory.base(t) : memory.row(t, length);
  }

  private boolean isStill(Tensor t) {
    return t.uses().get(axis) != AxisUse.NONE
        && IntStream.range(0, t.uses().size())
            .allMatch(a -> a == axis || t.uses().get(a) == AxisUse.NONE);
  }

  private Local stretchMask(Tensor t) {
    return code.newInt(
        () ->
            code.ifElse(
                Code.isTrue(() -> code.memory().pushWalks(code, t.strides()[axis])),
                () -> code.pushInt(-1),
                () -> code.pushInt(0)));
  }

  /**
   * Emits the code before a row.
   *
   * @param tensors at the beginning of the row; the same ones, in order, as the prologue's
   */
  public List<RowTensor> row(List<Tensor> tensors) {
    var rows = new ArrayList<RowTensor>();
    int slot = 0;
    for (int k = 0; k < tensors.size(); k++) {
      Tensor t = tensors.get(k);
      Local mask = masks.get(originals.get(k));
      rows.add(mask == null ? walked(t) : staged(t, mask, slot++));
    }
    return rows;
  }

  private RowTensor walked(Tensor t) {
    RowTensor withRoom = padded.get(t);
    if (withRoom != null) {
      return withRoom;
    }
    AxisUse use = t.uses().get(axis);
    Local whole = still.get(t);
    Local base = use == AxisUse.NONE ? t.array() : whole != null ? whole : base(t);
    return new RowTensor(t.dtype(), use, t.array(), base, t.offset(), null, ends.get(t));
  }

  /** Where the operand stretches, a scratch vector full of its value takes its place. */
  private RowTensor staged(Tensor t, Local mask, int slot) {
    Local array = code.newLocal(t.array().type());
    Local offset = code.newLocal(code.memory().index());
    Local buffer = Objects.requireNonNull(scratch.get(t.dtype()));
    code.ifElse(
        Code.isTrue(mask),
        () -> {
          code.assign(array, () -> memory.pushBase(t));
          code.assign(offset, t.offset());
        },
        () -> {
          VectorTypes.broadcast(
              code,
              t.dtype(),
              lane,
              () -> {
                code.load(t.array());
                code.load(t.offset());
                code.memory().loadElement(code, t.dtype());
              });
          memory.pushSlot(buffer, slot);
          memory.pushSlotPlace(slot);
          memory.store(t.dtype(), null);
          code.assign(array, () -> memory.pushSlot(buffer, slot));
          code.assign(offset, () -> memory.pushSlotPlace(slot));
        });
    return new RowTensor(t.dtype(), AxisUse.OPEN, t.array(), array, offset, mask);
  }

  /**
   * A part of a native row that is walked, of constant size: its bounds are checked once, and not
   * with each vector.
   *
   * @param elements how many it has
   */
  public RowTensor part(RowTensor t, Local from, int elements) {
    Local part =
        code.newLocal(
            t.array().type(), () -> memory.pushPart(t.dtype(), t.array(), from, elements));
    return new RowTensor(t.dtype(), t.use(), t.whole(), part, t.offset(), t.mask(), t.end());
  }

  private void pushPlace(RowTensor t, Local i) {
    code.load(t.array());
    memory.pushPlace(t.dtype(), t.offset(), i, t.mask());
  }

  /**
   * Pushes the vector at index {@code i} of the row. At the row's tail the lanes past its end mean
   * nothing.
   *
   * @param tail the lanes that are in the row, null for all
   */
  public void load(RowTensor t, Local i, @Nullable Local tail) {
    DType d = t.dtype();
    if (tail == null || padded.containsValue(t)) {
      loadWhole(t, i);
    } else if (t.end() != null) {
      loadWhole(t.end(), i);
    } else if (few && !isShort(d)) {
      pushSpecies(d);
      pushWholePlace(t, i);
      memory.tellSign();
      memory.load(d, () -> pushTail(d, tail));
    } else {
      Local base = code.newLocal(t.array().type());
      Local place = code.newLocal(code.memory().index());
      pushWholePlace(t, i);
      code.store(place);
      code.store(base);
      code.ifThen(
          memory.endsWithin(d, base, place, () -> VectorTypes.pushLength(code, lane)),
          () -> {
            code.assign(base, () -> memory.pushTail(base, place));
            code.assign(place, () -> code.memory().push(code, 0));
          });
      load(d, base, place);
    }
  }

  private void loadWhole(RowTensor t, Local i) {
    if (LaneSpecies.mayBePart(t.dtype(), lane)) {
      Local base = code.newLocal(t.array().type());
      Local place = code.newLocal(code.memory().index());
      pushPlace(t, i);
      code.store(place);
      code.store(base);
      load(t.dtype(), base, place);
    } else {
      pushSpecies(t.dtype());
      pushPlace(t, i);
      memory.load(t.dtype(), null);
    }
  }

  /** Pushes the vector at a place; of bytes it may have fewer lanes than any species of them. */
  private void load(DType d, Local base, Local place) {
    LaneSpecies.ifPart(
        code,
        d,
        lane,
        () -> LaneSpecies.pushPart(code, d, lane, base, place),
        () -> {
          pushSpecies(d);
          code.load(base);
          code.load(place);
          memory.load(d, null);
        });
  }

  /**
   * Pushes the same as {@link #pushPlace}, but of all of the memory where that is known: a slice
   * that another piece of memory takes the place of would be made an object.
   */
  private void pushWholePlace(RowTensor t, Local i) {
    if (t.mask() == null) {
      code.load(t.whole());
      memory.pushWholePlace(t.dtype(), t.offset(), i);
    } else {
      pushPlace(t, i);
    }
  }

  private void pushSpecies(DType d) {
    LaneSpecies.push(code, d == DType.BOOL ? lane : d, lane);
  }

  private void pushTail(DType d, Local tail) {
    code.load(tail);
    if (d != lane) {
      VectorTypes.castMask(code, d, lane);
    }
  }

  /** Stores a vector, held in a local, at index {@code i} of the row. */
  public void store(RowTensor out, Local value, Local i, @Nullable Local tail) {
    if (out.dtype() == DType.BOOL && tail != null) {
      storeTruths(out, value, i, tail);
      return;
    }
    LaneSpecies.ifPart(
        code,
        out.dtype(),
        lane,
        () -> storePart(out, value, i, tail),
        () -> storeWhole(out, value, i, tail));
  }

  private void storeWhole(RowTensor out, Local value, Local i, @Nullable Local tail) {
    DType d = out.dtype();
    if (tail == null) {
      code.load(value);
      pushPlace(out, i);
      memory.store(d, null);
    } else if (isShort(d)) {
      storeFirst(out, () -> code.load(value), () -> memory.store(d, null), i, tail);
    } else {
      if (reducesInLanes) {
        pushKnown(d, value, tail);
      } else {
        code.load(value);
      }
      pushWholePlace(out, i);
      memory.tellSign();
      memory.store(d, () -> pushTail(d, tail));
    }
  }

  /**
   * Pushes a vector with a value's lanes in the row. The species' zero is an object that the JIT
   * knows, and so the class of the result: a value that a loop has made would become an object.
   */
  private void pushKnown(DType d, Local value, Local tail) {
    Type vector = value.type();
    pushSpecies(d);
    code.callInterface(VectorTypes.SPECIES, "zero", VectorTypes.VECTOR);
    code.mv().visitTypeInsn(Opcodes.CHECKCAST, vector.getInternalName());
    code.load(value);
    pushTail(d, tail);
    code.callVirtual(vector, "blend", vector, VectorTypes.VECTOR, VectorTypes.MASK);
  }

  /** Whether the end of a row of such elements is stored by a copy. */
  public static boolean storesCopy(DType d) {
    return isShort(d) && d != DType.BOOL;
  }

  /** Whether elements are so short that AVX2 neither reads nor stores them under a mask. */
  private static boolean isShort(DType d) {
    return d.bytes() < 4;
  }

  /** Stores those elements of a vector that are in the row. */
  private void storeFirst(RowTensor out, Code.Part vector, Code.Part store, Local i, Local tail) {
    Local base = code.newLocal(out.array().type());
    Local place = code.newLocal(code.memory().index());
    pushWholePlace(out, i);
    code.store(place);
    code.store(base);
    Local count = code.newInt(() -> pushCount(tail));
    memory.storeFirst(out.dtype(), vector, store, base, place, count);
  }

  private void storePart(RowTensor out, Local value, Local i, @Nullable Local tail) {
    LaneSpecies.pushBytes(code, value);
    if (tail == null) {
      pushPlace(out, i);
      VectorTypes.pushLength(code, lane);
    } else {
      pushWholePlace(out, i);
      pushCount(tail);
    }
    LaneSpecies.storeBytes(code, out.array().type());
  }

  private void pushCount(Local tail) {
    code.load(tail);
    code.callVirtual(VectorTypes.MASK.getInternalName(), "trueCount", "()I");
  }

  /** A bool is stored as a byte that is 0 or 1. */
  private void storeTruths(RowTensor out, Local value, Local i, Local tail) {
    Type bytes = VectorTypes.of(DType.I8);
    storeFirst(
        out,
        () -> {
          VectorTypes.broadcast(code, DType.I8, lane, () -> code.pushInt(0));
          code.pushInt(1);
          code.op(Opcodes.I2B);
          code.load(value);
          VectorTypes.castMask(code, DType.I8, lane);
          code.callVirtual(bytes, "blend", bytes, Type.BYTE_TYPE, VectorTypes.MASK);
        },
        () ->
            code.callVirtual(
                bytes, "intoBooleanArray", Type.VOID_TYPE, Type.getType("[Z"), Type.INT_TYPE),
        i,
        tail);
  }
}
