package dev.tensorc.codegen.emit.kernel;

import dev.tensorc.codegen.emit.code.AxisLoops;
import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.KernelBody;
import dev.tensorc.codegen.emit.code.KernelCall.Params;
import dev.tensorc.codegen.emit.code.KernelCall.Tensor;
import dev.tensorc.codegen.emit.code.Memory;
import dev.tensorc.codegen.emit.form.Vectorizable;
import dev.tensorc.codegen.emit.vector.Holders;
import dev.tensorc.codegen.emit.vector.KernelForm;
import dev.tensorc.codegen.emit.vector.KernelPrologue;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.Schedule;
import dev.tensorc.codegen.tuning.ElementTuning;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.IntConsumer;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Calls a kernel for one tile of two axes after the other, where an operand's elements are
 * neighbours along an axis that is not the last: the cache keeps its lines until all of their
 * elements are read.
 */
final class CacheTiles extends KernelBody {

  private final int axis;
  private final int last;

  private CacheTiles(Kernel kernel, Code code, int axis) {
    super(kernel, code);
    this.axis = axis;
    this.last = kernel.rank() - 1;
  }

  private static String method(String kernel, int axis) {
    return kernel + "Tiles" + axis;
  }

  /**
   * @param k an element-wise kernel
   * @param name of its method, which is called for each tile
   */
  static void addForms(Kernel k, String name, List<KernelForm> forms) {
    for (Schedule.Tiles tiles : k.schedule().tiled()) {
      int axis = tiles.axis();
      KernelForm.Emitter emitter =
          (kernel, code, holders, _) ->
              new CacheTiles(kernel, code, axis)
                  .emit(holder(kernel, holders, tiles, code.memory()), name);
      forms.add(new KernelForm(method(name, axis), k, emitter));
    }
  }

  /** The class whose code a tile is. */
  private static String holder(Kernel k, Holders holders, Schedule.Tiles tiles, Memory memory) {
    boolean isScalar =
        Vectorizable.isScalarApart(k) && !TilesInRegisters.possible(k, tiles, memory);
    return isScalar ? holders.scalar() : holders.vector();
  }

  /** Hands over where the last axis has more points than one tile, and the other pays for it. */
  static void leave(KernelPrologue prologue) {
    Kernel k = prologue.kernel();
    Code code = prologue.code();
    Params params = prologue.params();
    ElementTuning tuning = k.tuning().elements();
    for (Schedule.Tiles tiles : k.schedule().tiled()) {
      int axis = tiles.axis();
      prologue.leaveIf(
          Code.and(
              Code.atLeast(params.extents().getLast(), tuning.tileElements() + 1),
              Code.and(
                  Code.atLeast(params.extents().get(axis), tuning.minTileElements()),
                  liesAcross(k, code, params, axis))),
          method(prologue.name(), axis));
    }
  }

  /** Holds where an operand has several elements of a line along the axis, one along the last. */
  private static BiConsumer<Code, Label> liesAcross(Kernel k, Code code, Params params, int axis) {
    int last = k.rank() - 1;
    return (c, no) -> {
      var yes = new Label();
      for (Tensor t : params.tensors().subList(0, k.inputs().size())) {
        if (t.follows(axis) && t.follows(last)) {
          int elements = k.tuning().elements().lineBytes() / t.dtype().bytes();
          var next = new Label();
          jumpIfFar(code, t.strides()[axis], elements, next);
          jumpIfFar(code, t.strides()[last], elements, yes);
          code.mv().visitLabel(next);
        }
      }
      code.mv().visitJumpInsn(Opcodes.GOTO, no);
      code.mv().visitLabel(yes);
    };
  }

  private static void jumpIfFar(Code code, Local stride, int elements, Label to) {
    code.load(stride);
    code.memory().toLong(code);
    code.callStatic("java/lang/Math", "abs", Type.LONG_TYPE, Type.LONG_TYPE);
    code.pushLong(elements);
    code.op(Opcodes.LCMP);
    code.mv().visitJumpInsn(Opcodes.IFGE, to);
  }

  private void emit(String holder, String name) {
    outside(nest, axis, 0, last, params.tensors(), tensors -> tiles(tensors, holder, name));
    code.op(Opcodes.RETURN);
  }

  /** Loops over the axes from one on that are none of a tile's. */
  static void outside(
      AxisLoops nest, int axis, int from, int last, List<Tensor> tensors, AxisLoops.Body body) {
    if (from == last) {
      body.emit(tensors);
    } else if (from == axis) {
      outside(nest, axis, from + 1, last, tensors, body);
    } else {
      nest.loops(
          from, from + 1, tensors, inside -> outside(nest, axis, from + 1, last, inside, body));
    }
  }

  private void tiles(List<Tensor> tensors, String holder, String name) {
    int most = kernel.tuning().elements().tileElements();
    nest.parts(
        axis,
        most,
        tensors,
        (rows, m) ->
            nest.parts(
                last,
                most,
                rows,
                (tile, n) ->
                    call(
                        holder,
                        name,
                        tile,
                        points(code, axis, last, () -> code.load(m), () -> code.load(n)))));
  }

  /**
   * Pushes how many points of an axis a tile has.
   *
   * @param rows pushes how many of the tile's first axis
   * @param columns pushes how many of the last one
   */
  static IntConsumer points(Code code, int axis, int last, Code.Part rows, Code.Part columns) {
    return a -> {
      if (a == last) {
        columns.emit();
      } else if (a == axis) {
        rows.emit();
      } else {
        code.pushInt(1);
      }
    };
  }
}
