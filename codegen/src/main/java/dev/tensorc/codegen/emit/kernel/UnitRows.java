package dev.tensorc.codegen.emit.kernel;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.KernelCall.Params;
import dev.tensorc.codegen.emit.form.StepSize;
import dev.tensorc.codegen.emit.form.VectorForm;
import dev.tensorc.codegen.loop.Kernel;
import java.util.function.BiConsumer;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;

/**
 * The form of an element-wise kernel in which a row is one element, such as a column of a border: a
 * loop of scalar code, and not vectors with one used lane. Decision 23 has its gain.
 */
final class UnitRows {

  private UnitRows() {}

  /**
   * Whether a kernel has the form: it saves loads and stores alone, so kernels with more work have
   * none.
   */
  static boolean possible(Kernel k) {
    return k.rank() > 1 && VectorForm.of(k) == VectorForm.ELEMENTS && StepSize.hasShortStep(k);
  }

  /** Its method over native memory; over arrays it is the kernel's scalar form. */
  static String method(String kernel) {
    return kernel + "Column";
  }

  /** Holds where there are several such rows. */
  static BiConsumer<Code, Label> fits(Kernel k, Params params) {
    Local rows = params.extents().get(k.innermost() - 1);
    Local n = params.extents().get(k.innermost());
    return (c, no) -> {
      Code.intsEqual(n, 1).accept(c, no);
      c.load(rows).jumpIf(Opcodes.IFLE, 1, no);
    };
  }
}
