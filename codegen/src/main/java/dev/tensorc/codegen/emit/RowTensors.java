package dev.tensorc.codegen.emit;

import dev.tensorc.codegen.emit.Code.Local;
import dev.tensorc.codegen.emit.KernelCall.Tensor;
import dev.tensorc.codegen.loop.LoopIr.AxisUse;
import dev.tensorc.codegen.loop.LoopIr.Kernel;
import dev.tensorc.ir.DType;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * The tensors of a kernel along one row of its innermost axis. Operands that stretch at run time
 * are read from a scratch vector that holds their one value, so that one loop serves both cases.
 */
final class RowTensors {

  /**
   * A tensor along a row.
   *
   * @param mask null where it is always walked; else -1 where it is walked and 0 where it stretches
   */
  record RowTensor(DType dtype, AxisUse use, Local array, Local offset, @Nullable Local mask) {}

  private final Code code;
  private final int axis;
  private final DType lane;
  private final Map<Tensor, Local> masks = new IdentityHashMap<>();
  private final Map<DType, Local> scratch = new EnumMap<>(DType.class);
  private final List<Tensor> originals = new ArrayList<>();

  RowTensors(Code code, Kernel kernel, DType lane) {
    this.code = code;
    this.axis = kernel.innermost();
    this.lane = lane;
  }

  /** Emits what stands before all rows. */
  void prologue(List<Tensor> tensors) {
    originals.addAll(tensors);
    for (Tensor t : tensors) {
      if (t.uses().get(axis) == AxisUse.OPEN) {
        masks.put(t, stretchMask(t));
      }
    }
    for (Tensor t : tensors) {
      if (masks.containsKey(t)) {
        scratch.computeIfAbsent(
            t.dtype(), d -> code.newLocal(JvmTypes.array(d), () -> pushScratch(d, masks.size())));
      }
    }
  }

  private Local stretchMask(Tensor t) {
    Local mask = code.newLocal(Type.INT_TYPE);
    code.ifElse(
        Code.isTrue(() -> code.load(t.strides()[axis])),
        () -> code.pushInt(-1),
        () -> code.pushInt(0));
    code.store(mask);
    return mask;
  }

  private void pushScratch(DType d, int slots) {
    code.pushInt(slots);
    String name =
        switch (d.storage()) {
          case BYTE -> "bytes";
          case SHORT -> "shorts";
          case INT -> "ints";
          case LONG -> "longs";
          case FLOAT -> "floats";
          case DOUBLE -> "doubles";
          case BOOLEAN -> throw new IllegalStateException("not vectorised: " + d);
        };
    code.callStatic(
        JvmTypes.RUNTIME + "Scratch",
        name,
        Type.getMethodDescriptor(JvmTypes.array(d), Type.INT_TYPE));
  }

  /**
   * Emits what stands before a row.
   *
   * @param tensors at the beginning of the row; the same ones, in order, as the prologue's
   */
  List<RowTensor> row(List<Tensor> tensors) {
    var rows = new ArrayList<RowTensor>();
    int slot = 0;
    for (int k = 0; k < tensors.size(); k++) {
      Tensor t = tensors.get(k);
      Local mask = masks.get(originals.get(k));
      rows.add(
          mask == null
              ? new RowTensor(t.dtype(), t.uses().get(axis), t.array(), t.offset(), null)
              : staged(t, mask, slot++));
    }
    return rows;
  }

  /** Where the operand stretches, a scratch vector full of its value takes its place. */
  private RowTensor staged(Tensor t, Local mask, int slot) {
    Local array = code.newLocal(t.array().type());
    Local offset = code.newLocal(Type.INT_TYPE);
    Local buffer = Objects.requireNonNull(scratch.get(t.dtype()));
    code.ifElse(
        Code.isTrue(() -> code.load(mask)),
        () -> {
          code.assign(array, () -> code.load(t.array()));
          code.assign(offset, () -> code.load(t.offset()));
        },
        () -> {
          VectorTypes.broadcast(
              code,
              t.dtype(),
              lane,
              () -> {
                code.load(t.array());
                code.load(t.offset());
                JvmTypes.loadElement(code, t.dtype());
              });
          code.load(buffer);
          code.pushInt(slot * 64);
          intoArray(t.dtype(), false);
          code.assign(array, () -> code.load(buffer));
          code.assign(offset, () -> code.pushInt(slot * 64));
        });
    return new RowTensor(t.dtype(), AxisUse.OPEN, array, offset, mask);
  }

  /** Pushes the offset of the row's element {@code i}. */
  private void pushOffset(RowTensor t, Local i) {
    code.load(t.offset());
    code.load(i);
    if (t.mask() != null) {
      code.load(t.mask());
      code.op(Opcodes.IAND);
    }
    code.op(Opcodes.IADD);
  }

  /**
   * Pushes the vector at index {@code i} of the row.
   *
   * @param tail the lanes to read, null for all
   */
  void load(RowTensor t, Local i, @Nullable Local tail) {
    DType d = t.dtype();
    VectorTypes.pushSpecies(code, d == DType.BOOL ? lane : d);
    code.load(t.array());
    pushOffset(t, i);
    Type vector = VectorTypes.of(d);
    if (tail == null) {
      code.callStatic(
          vector.getInternalName(),
          "fromArray",
          Type.getMethodDescriptor(vector, VectorTypes.SPECIES, JvmTypes.array(d), Type.INT_TYPE));
    } else {
      pushTail(d, tail);
      code.callStatic(
          vector.getInternalName(),
          "fromArray",
          Type.getMethodDescriptor(
              vector, VectorTypes.SPECIES, JvmTypes.array(d), Type.INT_TYPE, VectorTypes.MASK));
    }
  }

  private void pushTail(DType d, Local tail) {
    code.load(tail);
    if (d != lane) {
      VectorTypes.castMask(code, d);
    }
  }

  /** Stores a vector, held in a local, at index {@code i} of the row. */
  void store(RowTensor out, Local value, Local i, @Nullable Local tail) {
    code.load(value);
    code.load(out.array());
    pushOffset(out, i);
    if (tail != null) {
      pushTail(out.dtype(), tail);
    }
    intoArray(out.dtype(), tail != null);
  }

  private void intoArray(DType d, boolean masked) {
    Type array = JvmTypes.array(d);
    code.callVirtual(
        VectorTypes.of(d).getInternalName(),
        "intoArray",
        masked
            ? Type.getMethodDescriptor(Type.VOID_TYPE, array, Type.INT_TYPE, VectorTypes.MASK)
            : Type.getMethodDescriptor(Type.VOID_TYPE, array, Type.INT_TYPE));
  }
}
