package dev.tensorc.codegen.emit.row;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.KernelBody;
import dev.tensorc.codegen.emit.column.SideBySide;
import dev.tensorc.codegen.emit.vector.KernelForm;
import dev.tensorc.codegen.emit.vector.VectorAccumulators;
import dev.tensorc.codegen.loop.Kernel;
import java.util.List;
import org.objectweb.asm.Opcodes;

/**
 * Emits a strip of results at some points of the outer axes, in methods of their own that {@link
 * AcrossRows} calls: HotSpot's first compiler gives up on one method with all of them. Such a row
 * has at most one element in each virtual lane, so its sum is the lanes' tree, {@link AcrossTree}.
 * Two points together read an operand once that is the same for both, where there are registers for
 * it.
 */
public final class AcrossPoints extends KernelBody {

  /** Vectors of results in a strip. */
  static final int VECTORS = VectorAccumulators.COUNT;

  private final int lanes;
  private final AcrossTree tree;

  private AcrossPoints(Kernel k, Code code, int together) {
    super(k, code);
    this.lanes = k.parallel() - 1;
    this.tree = new AcrossTree(SideBySide.of(k), code, params, together);
  }

  static String method(String kernel) {
    return AcrossRows.method(kernel) + "Points";
  }

  /** The method for two points at a time, which only kernels of several parallel axes have. */
  static String pairsMethod(String kernel) {
    return AcrossRows.method(kernel) + "Pairs";
  }

  /** The method for a strip of one vector, which may be short. */
  static String vectorMethod(String kernel) {
    return AcrossRows.method(kernel) + "Vector";
  }

  /**
   * @param name of the kernel's own method
   */
  public static void addForms(Kernel k, String name, List<KernelForm> forms) {
    forms.add(
        KernelForm.alone(
            method(name), k, (kernel, code) -> new AcrossPoints(kernel, code, 1).points(VECTORS)));
    forms.add(
        KernelForm.alone(
            vectorMethod(name), k, (kernel, code) -> new AcrossPoints(kernel, code, 1).points(1)));
    if (k.parallel() > 1) {
      forms.add(
          KernelForm.alone(
              pairsMethod(name), k, (kernel, code) -> new AcrossPoints(kernel, code, 2).pairs()));
    }
  }

  private void points(int vectors) {
    tree.prologue();
    nest.loops(
        lanes,
        params.tensors(),
        point -> tree.points(List.of(point), params.extents().get(lanes), vectors));
    code.op(Opcodes.RETURN);
  }

  private void pairs() {
    int axis = lanes - 1;
    Local n = params.extents().get(axis);
    Local last = code.newInt(() -> code.load(n));
    code.increase(last, -1);
    tree.prologue();
    nest.loops(
        axis,
        params.tensors(),
        outer -> {
          Local i = code.newInt(0);
          code.whileLess(
              i,
              () -> code.load(n),
              () -> {
                // the next point, or the last one once more
                Local next = code.newInt(() -> code.load(i).plus(1).min(last));
                var points = List.of(nest.advance(outer, axis, i), nest.advance(outer, axis, next));
                tree.points(points, params.extents().get(lanes), VECTORS);
                code.increase(i, 2);
              });
        });
    code.op(Opcodes.RETURN);
  }
}
