package dev.tensorc.codegen.emit;

import dev.tensorc.codegen.emit.Code.Local;
import dev.tensorc.codegen.emit.KernelCall.Tensor;
import dev.tensorc.codegen.loop.LoopIr;
import dev.tensorc.codegen.loop.LoopIr.AxisUse;
import dev.tensorc.codegen.loop.LoopIr.Expr;
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
 * The part of a kernel that is vectorised: one row along the innermost axis. What does not change
 * along the row is computed once, as scalar code, and splat; operands that stretch at run time are
 * read from a scratch vector that holds their one value, so that one loop serves both cases.
 */
final class VectorBody {

  /**
   * A tensor along a row.
   *
   * @param mask null where it is always walked; else -1 where it is walked and 0 where it stretches
   */
  record RowTensor(DType dtype, AxisUse use, Local array, Local offset, @Nullable Local mask) {}

  /** A row: its tensors, and what is invariant along it. */
  record Row(List<RowTensor> tensors, Map<Expr, Local> invariants) {}

  private final Code code;
  private final Kernel kernel;
  private final int axis;
  private final DType lane;
  private final List<Local> scalars;
  private final Map<Expr, Integer> levels = new IdentityHashMap<>();
  private final List<Expr> frontier = new ArrayList<>();
  private final Map<Expr, Local> constants = new IdentityHashMap<>();
  private final Map<Tensor, Local> masks = new IdentityHashMap<>();
  private final Map<DType, Local> scratch = new java.util.EnumMap<>(DType.class);

  /**
   * @param roots the expressions that are evaluated along rows
   */
  VectorBody(Code code, Kernel kernel, List<Expr> roots, DType lane, List<Local> scalars) {
    this.code = code;
    this.kernel = kernel;
    this.axis = kernel.innermost();
    this.lane = lane;
    this.scalars = scalars;
    for (Expr root : roots) {
      level(root);
      if (level(root) < 2 && !frontier.contains(root)) {
        frontier.add(root);
      }
    }
  }

  /** 0: the same in the whole kernel; 1: in a row; 2: changes along the row. */
  private int level(Expr e) {
    Integer known = levels.get(e);
    if (known != null) {
      return known;
    }
    int level =
        switch (e) {
          case LoopIr.Load load ->
              kernel.inputs().get(load.input()).axes().get(axis) == AxisUse.NONE ? 1 : 2;
          case LoopIr.Reduced _ -> 2;
          default -> {
            int max = 0;
            for (Expr child : ScalarEmitter.children(e)) {
              max = Math.max(max, level(child));
            }
            yield max;
          }
        };
    levels.put(e, level);
    if (level == 2) {
      for (Expr child : ScalarEmitter.children(e)) {
        if (level(child) < 2 && !frontier.contains(child)) {
          frontier.add(child);
        }
      }
    }
    return level;
  }

  /** Emits what stands before all rows. */
  void prologue(List<Tensor> tensors) {
    for (Expr e : frontier) {
      if (level(e) == 0) {
        constants.put(e, splat(e, tensors));
      }
    }
    int slot = 0;
    for (Tensor t : tensors) {
      if (t.uses().get(axis) == AxisUse.OPEN) {
        masks.put(t, stretchMask(t));
        slot++;
      }
    }
    int slots = slot;
    for (Tensor t : tensors) {
      if (masks.containsKey(t)) {
        scratch.computeIfAbsent(
            t.dtype(), d -> code.newLocal(JvmTypes.array(d), () -> pushScratch(d, slots)));
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
   * @param originals the prologue's tensors
   */
  Row row(List<Tensor> tensors, List<Tensor> originals) {
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
    var invariants = new IdentityHashMap<>(constants);
    for (Expr e : frontier) {
      if (level(e) == 1) {
        invariants.put(e, splat(e, tensors));
      }
    }
    return new Row(rows, invariants);
  }

  /** Where the operand stretches, a scratch vector full of its value takes its place. */
  private RowTensor staged(Tensor t, Local mask, int slot) {
    Local array = code.newLocal(t.array().type());
    Local offset = code.newLocal(Type.INT_TYPE);
    Local buffer = java.util.Objects.requireNonNull(scratch.get(t.dtype()));
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

  private Local splat(Expr e, List<Tensor> tensors) {
    return code.newLocal(
        VectorTypes.of(e.type()),
        () ->
            VectorTypes.broadcast(
                code,
                e.type(),
                lane,
                () ->
                    new ScalarEmitter(
                            code, leaf -> ScalarKernel.pushLeaf(code, leaf, tensors, scalars, null))
                        .push(e)));
  }

  /**
   * Pushes the vector of {@code root} at index {@code i} of the row.
   *
   * @param tail the lanes to read, null for all
   * @param reduced the finished reduction's vector, in an epilogue
   */
  void push(Row row, Expr root, Local i, @Nullable Local tail, @Nullable Local reduced) {
    new VectorEmitter(
            code,
            lane,
            row.invariants(),
            leaf -> {
              if (leaf instanceof LoopIr.Load load) {
                load(row.tensors().get(load.input()), i, tail);
              } else {
                code.load(java.util.Objects.requireNonNull(reduced));
              }
            })
        .push(root);
  }

  /** Pushes the offset of the row's element {@code i}. */
  void pushOffset(RowTensor t, Local i) {
    code.load(t.offset());
    code.load(i);
    if (t.mask() != null) {
      code.load(t.mask());
      code.op(Opcodes.IAND);
    }
    code.op(Opcodes.IADD);
  }

  private void load(RowTensor t, Local i, @Nullable Local tail) {
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
      VectorTypes.pushSpecies(code, d);
      code.callVirtual(
          VectorTypes.MASK.getInternalName(),
          "cast",
          Type.getMethodDescriptor(VectorTypes.MASK, VectorTypes.SPECIES));
    }
  }

  /** Stores a row's vector, held in a local. */
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
