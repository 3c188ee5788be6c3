package dev.tensorc.codegen.emit.vector;

import dev.tensorc.codegen.emit.code.Arithmetic;
import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.JvmTypes;
import dev.tensorc.codegen.emit.code.KernelCall.Tensor;
import dev.tensorc.codegen.emit.code.Memory;
import dev.tensorc.codegen.emit.code.RuntimeTypes;
import dev.tensorc.codegen.emit.vector.RowTensors.RowTensor;
import dev.tensorc.codegen.loop.Kernel.AxisUse;
import dev.tensorc.ir.DType;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * How vectors along a row are read and written in each kind of storage. An array is walked from the
 * row's offset on. Native memory is sliced where the row begins: the JVM's bounds checks are those
 * of a short loop over an int then, and cost nothing; with an offset that varies from row to row
 * they cost five times the work of a row of 32.
 */
public final class RowMemory {

  /** No vector has more bytes, and no scratch slot has fewer. */
  private static final int SLOT_BYTES = 512;

  /** Elements that a slot has room for. */
  public static final int SLOT = 64;

  private static final Type ORDER = Type.getObjectType("java/nio/ByteOrder");

  private final Code code;
  private final boolean arrays;

  public RowMemory(Code code) {
    this.code = code;
    this.arrays = code.memory() == Memory.ARRAYS;
  }

  /** The memory of a row that begins at the tensor's offset. */
  Local base(Tensor t) {
    return arrays ? t.array() : code.newLocal(Memory.SEGMENT, () -> pushBase(t));
  }

  /** Pushes the local of {@link #base}. */
  void pushBase(Tensor t) {
    code.load(t.array());
    if (!arrays) {
      pushBytes(t.dtype(), t.offset());
      slice();
    }
  }

  /** The slice of native memory that is a row of {@code n} elements from the tensor's offset on. */
  Local row(Tensor t, Local n) {
    return code.newLocal(
        Memory.SEGMENT,
        () -> {
          code.load(t.array());
          pushBytes(t.dtype(), t.offset());
          pushBytes(t.dtype(), n);
          callPart();
        });
  }

  /** Pushes how many bytes so many elements have, as a long. */
  private void pushBytes(DType d, Local elements) {
    code.load(elements);
    if (elements.type() == Type.INT_TYPE) {
      code.op(Opcodes.I2L);
    }
    code.pushLong(d.bytes());
    code.op(Opcodes.LMUL);
  }

  /** Pushes a part of native memory. */
  void pushPart(DType d, Local base, Local from, int elements) {
    code.load(base);
    pushBytes(d, from);
    code.pushLong((long) elements * d.bytes());
    callPart();
  }

  private void callPart() {
    code.callStatic(
        RuntimeTypes.NATIVE_ELEMENTS,
        "part",
        Memory.SEGMENT,
        Memory.SEGMENT,
        Type.LONG_TYPE,
        Type.LONG_TYPE);
  }

  private void slice() {
    code.callStatic(
        RuntimeTypes.NATIVE_ELEMENTS, "from", Memory.SEGMENT, Memory.SEGMENT, Type.LONG_TYPE);
  }

  /**
   * Pushes where an element of a row is: in arrays the index, in native memory the distance in
   * bytes from the row's slice.
   *
   * @param i an int that counts elements, or in native memory a long that counts bytes
   * @param mask null where the tensor is walked, else 0 where it is not
   */
  void pushPlace(DType d, Local offset, Local i, @Nullable Local mask) {
    if (arrays) {
      code.load(offset).plus(() -> pushMasked(i, mask));
      return;
    }
    Arithmetic place = pushMasked(i, mask);
    if (i.type() == Type.INT_TYPE) {
      place.toLong().times(d.bytes());
    }
  }

  private Arithmetic pushMasked(Local i, @Nullable Local mask) {
    return mask == null ? code.load(i) : code.load(i).and(() -> code.load(mask));
  }

  /** Pushes where an element of a row is in all of the memory: the index, or the byte. */
  void pushWholePlace(DType d, Local offset, Local i) {
    Arithmetic place = code.load(offset).plus(() -> code.load(i).toIndex());
    if (!arrays) {
      place.times(d.bytes());
    }
  }

  /**
   * Tells the JIT that the place on the stack is not negative, before an access under a mask. With
   * a branch for negative places the JDK's check of lanes makes objects of masks, in JVMs that have
   * seen masks of several classes.
   */
  void tellSign() {
    if (arrays) {
      code.pushInt(Integer.MAX_VALUE);
      code.op(Opcodes.IAND);
    } else {
      code.pushLong(Long.MAX_VALUE);
      code.op(Opcodes.LAND);
    }
  }

  /**
   * The species, base and place on the stack give way to the vector there.
   *
   * @param pushMask pushes the mask of the lanes to read, null for all
   */
  public void load(DType d, Code.@Nullable Part pushMask) {
    Type vector = VectorTypes.of(d);
    code.callStatic(
        vector.getInternalName(),
        arrays ? "fromArray" : "fromMemorySegment",
        descriptor(vector, d, pushMask, VectorTypes.SPECIES));
  }

  /**
   * Holds where memory ends less than so many elements after a place.
   *
   * @param elements pushes their number
   */
  BiConsumer<Code, Label> endsWithin(DType d, Local base, Local place, Code.Part elements) {
    return (c, no) -> {
      pushLength(base);
      c.load(place);
      c.op(place.type().getOpcode(Opcodes.ISUB));
      elements.emit();
      if (arrays) {
        c.mv().visitJumpInsn(Opcodes.IF_ICMPGE, no);
      } else {
        c.op(Opcodes.I2L);
        c.pushLong(d.bytes());
        c.op(Opcodes.LMUL);
        c.op(Opcodes.LCMP);
        c.mv().visitJumpInsn(Opcodes.IFGE, no);
      }
    };
  }

  /** Pushes memory that begins with the elements from a place to the end, and is long enough. */
  void pushTail(Local base, Local place) {
    code.load(base);
    code.load(place);
    code.callStatic(RuntimeTypes.ROW_TAIL, "copy", base.type(), base.type(), place.type());
  }

  /**
   * Stores the first elements of a vector, through the memory in which ends of rows are.
   *
   * @param vector pushes it
   * @param store stores it whole, given that base and place are on the stack above it
   * @param count how many elements; with none the place may lie behind the end
   */
  void storeFirst(
      DType d, Code.Part vector, Code.Part store, Local base, Local place, Local count) {
    code.ifThen(Code.isTrue(count), () -> storeSome(d, vector, store, base, place, count));
  }

  private void storeSome(
      DType d, Code.Part vector, Code.Part store, Local base, Local place, Local count) {
    Local room =
        code.newLocal(
            base.type(),
            () -> {
              Local end = code.newLocal(place.type(), () -> pushLength(base));
              pushTail(base, end); // nothing is behind the end
            });
    vector.emit();
    code.load(room);
    code.memory().push(code, 0);
    store.emit();
    code.load(room);
    code.memory().push(code, 0);
    code.load(base);
    code.load(place);
    if (arrays) {
      code.load(count);
      code.callStatic(
          "java/lang/System", "arraycopy", "(Ljava/lang/Object;ILjava/lang/Object;II)V");
    } else {
      pushBytes(d, count);
      code.callStaticInterface(
          Memory.SEGMENT,
          "copy",
          Type.VOID_TYPE,
          Memory.SEGMENT,
          Type.LONG_TYPE,
          Memory.SEGMENT,
          Type.LONG_TYPE,
          Type.LONG_TYPE);
    }
  }

  private void pushLength(Local base) {
    code.load(base);
    if (arrays) {
      code.op(Opcodes.ARRAYLENGTH);
    } else {
      code.callInterface(Memory.SEGMENT.getInternalName(), "byteSize", "()J");
    }
  }

  /** Stores the vector that is on the stack below base and place. */
  public void store(DType d, Code.@Nullable Part pushMask) {
    code.callVirtual(
        VectorTypes.of(d).getInternalName(),
        arrays ? "intoArray" : "intoMemorySegment",
        descriptor(Type.VOID_TYPE, d, pushMask));
  }

  /** Pushes the operands that follow base and place, and gives the types of all. */
  private String descriptor(Type result, DType d, Code.@Nullable Part pushMask, Type... before) {
    var types = new java.util.ArrayList<>(java.util.List.of(before));
    if (arrays) {
      types.add(JvmTypes.array(d));
      types.add(Type.INT_TYPE);
    } else {
      types.add(Memory.SEGMENT);
      types.add(Type.LONG_TYPE);
      types.add(ORDER);
      code.callStatic(ORDER, "nativeOrder", ORDER);
    }
    if (pushMask != null) {
      pushMask.emit();
      types.add(VectorTypes.MASK);
    }
    return Type.getMethodDescriptor(result, types.toArray(Type[]::new));
  }

  // ---------------------------------------------------------------- scratch

  /** Pushes the thread's memory for some vectors. */
  public void pushScratch(DType d, int slots) {
    code.pushInt(slots);
    code.callStatic(
        RuntimeTypes.SCRATCH, code.memory().scratch(d), code.memory().base(d), Type.INT_TYPE);
  }

  /** A row in the thread's memory, which has some slots there. */
  public RowTensor scratchRow(DType d, int slot, int slots) {
    Type base = code.memory().base(d);
    Local scratch = code.newLocal(base, () -> pushScratch(d, slot + slots));
    Local array = code.newLocal(base, () -> pushSlot(scratch, slot));
    Local offset = code.newLocal(code.memory().index(), () -> pushSlotOffset(d, slot));
    return new RowTensor(d, AxisUse.FULL, scratch, array, offset, null);
  }

  /** Pushes the scratch, or where it is native the part of it that is a slot's. */
  void pushSlot(Local scratch, int slot) {
    code.load(scratch);
    if (!arrays) {
      code.pushLong((long) slot * SLOT_BYTES);
      slice();
    }
  }

  /** Pushes which element of all the scratch a slot begins with. */
  public void pushSlotOffset(DType d, int slot) {
    code.memory().push(code, arrays ? slot * SLOT : slot * (SLOT_BYTES / d.bytes()));
  }

  /** Pushes where a slot's vector begins. */
  void pushSlotPlace(int slot) {
    code.memory().push(code, arrays ? slot * SLOT : 0);
  }
}
