package dev.tensorc.codegen.emit.column;

import dev.tensorc.codegen.emit.code.Arithmetic;
import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.KernelCall.Tensor;
import dev.tensorc.codegen.emit.form.VectorForm;
import dev.tensorc.codegen.emit.vector.KernelPrologue;
import dev.tensorc.codegen.emit.vector.VectorAccumulators;
import dev.tensorc.codegen.emit.vector.VectorLoop;
import dev.tensorc.codegen.emit.vector.VectorTypes;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.Kernel.Reduction;
import dev.tensorc.codegen.tuning.ColumnTuning;
import dev.tensorc.ir.DType;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * Emits reductions down columns whose elements come in any order, where there are more columns than
 * a strip has and more elements than a cache: a few rows are taken in along their whole length, so
 * that memory is read as it lies. The results of all columns so far stay in the nearest cache.
 */
public final class ColumnBlocks extends ColumnLoops {

  private final ColumnTuning tuning;

  private ColumnBlocks(Kernel kernel, Code code) {
    super(kernel, code);
    this.tuning = kernel.tuning().columns();
    rows.readsUnderMasks(kernel);
    all.scratch(tuning.blockColumns());
  }

  public static boolean possible(Kernel k) {
    return VectorForm.of(k) == VectorForm.COLUMNS
        && k.reductions().stream().allMatch(ColumnBlocks::takesAnyOrder);
  }

  private static boolean takesAnyOrder(Reduction r) {
    return !r.finds() && r.value().type() != DType.BOOL && SideBySide.takesAnyOrder(r);
  }

  public static String method(String kernel) {
    return kernel + "Blocks";
  }

  /** Hands over where there are many columns of many elements. */
  static void leave(KernelPrologue prologue) {
    Kernel k = prologue.kernel();
    List<Local> extents = prologue.params().extents();
    Local n = prologue.extent(k.innermost());
    DType d = k.reductions().getFirst().value().type();
    int strip = VectorAccumulators.count(k.reductions(), k);
    prologue.leaveIf(
        (c, no) -> {
          c.load(n).jumpIf(Opcodes.IFLE, () -> VectorTypes.pushLanesTimes(c, d, strip), no);
          Arithmetic elements = c.load(n).toLong();
          extents
              .subList(k.parallel(), k.rank())
              .forEach(extent -> elements.times(() -> c.load(extent).toLong()));
          elements.jumpIf(Opcodes.IFLT, k.tuning().columns().minBlockedElements(), no);
        },
        method(prologue.name()));
  }

  /** Emits the form. */
  public static void emit(Kernel kernel, Code code) {
    var blocks = new ColumnBlocks(kernel, code);
    blocks.loops(blocks::row);
  }

  private void row(List<Tensor> tensors) {
    nest.parts(
        kernel.innermost(),
        tuning.blockColumns(),
        tensors,
        (block, width) -> {
          start(width);
          down(block, width);
          VectorLoop.alongRow(
              code,
              lane,
              width,
              (i, tail) -> storeAll(block, List.of(i), tail, all.load(List.of(i))));
        });
  }

  private void start(Local width) {
    code.forLoop(
        width, () -> VectorTypes.pushLength(code, lane), i -> all.store(all.start(1), List.of(i)));
  }

  private void down(List<Tensor> tensors, Local width) {
    int axis = kernel.rank() - 1;
    nest.loops(
        kernel.parallel(),
        axis,
        tensors,
        outside ->
            nest.parts(
                axis,
                tuning.blockRows(),
                outside,
                (at, several) ->
                    all.strips(width, (places, mask) -> vectors(at, several, places, mask))));
  }

  /** Some rows of some vectors' columns. */
  private void vectors(
      List<Tensor> tensors, Local several, List<Local> places, @Nullable Local mask) {
    List<List<Local>> accs = all.load(places);
    code.forLoop(
        several, 1, i -> all.row(nest.advance(tensors, kernel.rank() - 1, i), accs, places, mask));
    all.store(all.known(accs), places);
  }
}
