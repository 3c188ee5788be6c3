package dev.tensorc.codegen.emit.kernel;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.KernelCall.Params;
import dev.tensorc.codegen.emit.code.KnownRows;
import dev.tensorc.codegen.emit.code.Memory;
import dev.tensorc.codegen.emit.form.Splittable;
import dev.tensorc.codegen.emit.form.StepSize;
import dev.tensorc.codegen.emit.form.VectorForm;
import dev.tensorc.codegen.emit.form.Vectorizable;
import dev.tensorc.codegen.emit.vector.KernelPrologue;
import dev.tensorc.codegen.emit.vector.VectorLoop;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.ShortRows;
import java.util.List;

/**
 * The form of an element-wise kernel for rows of known length, from one vector to a few. The last
 * vector ends with the row and is computed before any of the row is stored, so that the others may
 * store some of its elements too, also where a result has the memory of an operand. The JIT knows
 * how often the loop along a row runs, and that over the rows is the innermost one for it.
 */
final class VectorShortRows {

  private VectorShortRows() {}

  /** The rows of a kernel that have the form. */
  static List<ShortRows> of(Kernel k, Memory memory) {
    return memory == Memory.ARRAYS
            && VectorForm.of(k) == VectorForm.ELEMENTS
            && StepSize.hasShortStep(k)
            && !Splittable.mayThrow(k) // the last elements are computed first
        ? k.schedule().shortRows()
        : List.of();
  }

  static String method(String kernel, int number) {
    return kernel + "Short" + number;
  }

  /** Leaves rows of a few elements that have scalar code: a mask for each takes longer. */
  static void leaveFewElements(KernelPrologue prologue) {
    Kernel k = prologue.kernel();
    Code code = prologue.code();
    Params params = prologue.params();
    var known = new KnownRows(code, k, params.extents());
    k.schedule().shortRows().stream()
        .filter(rows -> rows.points() <= k.tuning().budgets().forms().shortRowPoints())
        .forEach(
            rows ->
                prologue.leaveToScalarIf(
                    Code.and(known.fit(rows, params.tensors()), known.follow(params.tensors()))));
  }

  /** Calls the form where the strides and the length hold, and the row has a whole vector. */
  static void leave(KernelPrologue prologue) {
    Kernel kernel = prologue.kernel();
    Code code = prologue.code();
    Params params = prologue.params();
    List<ShortRows> all = of(kernel, code.memory());
    var known = new KnownRows(code, kernel, params.extents());
    for (int number = 0; number < all.size(); number++) {
      String method = method(prologue.name(), number);
      prologue.leaveIf(
          Code.and(
              Code.and(
                  known.fit(all.get(number), params.tensors()), known.follow(params.tensors())),
              VectorLoop.hasVector(Vectorizable.lane(kernel), params.extents().getLast())),
          method);
    }
  }
}
