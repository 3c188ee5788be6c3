package dev.tensorc.codegen.emit.column;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.KernelCall.Params;
import dev.tensorc.codegen.emit.code.KernelCall.Tensor;
import dev.tensorc.codegen.emit.form.VectorForm;
import dev.tensorc.codegen.emit.vector.KernelPrologue;
import dev.tensorc.codegen.emit.vector.VectorLoop;
import dev.tensorc.codegen.emit.vector.VectorTypes;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.Kernel.AxisUse;
import dev.tensorc.ir.DType;
import java.util.List;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;

/**
 * Emits extremes down a few columns whose rows lie one after the other in memory: as many rows as a
 * vector has lanes are one long row of whole vectors, and strips go down these. The extremes of the
 * long row's columns are stored, and those of each column of the kernel combined.
 */
public final class FlatColumns extends ColumnLoops {

  private final int axis;
  private final Local height;

  private FlatColumns(Kernel kernel, Code code) {
    super(kernel, code);
    this.axis = kernel.rank() - 1;
    this.height = extent(axis);
    all.scratch(kernel.tuning().columns().blockColumns());
  }

  private static DType lane(Kernel k) {
    return k.reductions().getFirst().value().type();
  }

  public static boolean possible(Kernel k) {
    return VectorForm.of(k) == VectorForm.COLUMNS
        && k.reductions().stream()
            .allMatch(r -> FewColumns.isExtreme(r) && r.value().type() != DType.BOOL)
        && k.inputs().stream().allMatch(in -> isFlat(k, in.axes()));
  }

  /** Whether an operand follows rows and columns, or neither. */
  private static boolean isFlat(Kernel k, List<AxisUse> axes) {
    AxisUse row = axes.get(k.innermost());
    AxisUse column = axes.get(k.rank() - 1);
    return row == column && row != AxisUse.OPEN;
  }

  public static String method(String kernel) {
    return kernel + "Flat";
  }

  /** Hands over where rows are short, many, and one after the other. */
  static void leave(KernelPrologue prologue) {
    Kernel k = prologue.kernel();
    prologue.leaveIf((c, no) -> requireFlat(c, k, prologue.params(), no), method(prologue.name()));
  }

  private static void requireFlat(Code c, Kernel k, Params params, Label no) {
    Local n = params.extents().get(k.innermost());
    FewColumns.requireShortRows(c, k, params, no);
    c.load(n)
        .times(() -> VectorTypes.pushLength(c, lane(k)))
        .jumpIf(Opcodes.IFGT, k.tuning().columns().blockColumns(), no);
    c.load(params.extents().get(k.rank() - 1))
        .jumpIf(Opcodes.IFLT, () -> VectorTypes.pushLanesTimes(c, lane(k), 2), no);
    for (Tensor t : params.tensors().subList(0, k.inputs().size())) {
      if (t.follows(k.innermost())) {
        c.memory().jumpUnlessEqual(c, t.strides()[k.rank() - 1], () -> c.load(n), no);
      }
    }
  }

  /** Emits the form. */
  public static void emit(Kernel kernel, Code code) {
    var flat = new FlatColumns(kernel, code);
    flat.loops(flat::row);
  }

  private void row(List<Tensor> tensors) {
    Local lanes = code.newInt(() -> VectorTypes.pushLength(code, lane));
    Local width = code.newInt(() -> code.load(n).times(lanes));
    all.wholeVectors(width, places -> down(tensors, lanes, places));
    VectorLoop.masked(
        code,
        lane,
        n,
        (j, tail) -> {
          List<List<Local>> accs = all.start(1);
          code.forLoop(
              width, () -> code.load(n), turn -> all.combine(accs, List.of(code.sum(turn, j))));
          storeAll(tensors, List.of(j), tail, all.known(accs));
        });
  }

  /** Stores the extremes of some vectors' columns; the last rows may come twice. */
  private void down(List<Tensor> tensors, Local lanes, List<Local> places) {
    List<List<Local>> accs = all.start(places.size());
    code.forLoop(
        height,
        () -> code.load(lanes),
        r -> {
          Local i = code.newInt(() -> code.load(r).min(() -> code.load(height).minus(lanes)));
          all.row(nest.advance(tensors, axis, i), accs, places, null);
        });
    all.store(all.known(accs), places);
  }
}
