package dev.tensorc.codegen.emit.form;

import dev.tensorc.codegen.emit.code.Memory;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.Kernel.AxisUse;
import dev.tensorc.codegen.tuning.Budgets;
import java.util.List;

/**
 * How often the step of an element-wise kernel may stand in a method: at a row's tail it is there
 * again, with a mask or over the last whole vector.
 */
public final class StepSize {

  private StepSize() {}

  /**
   * Whether a mask would take longer than the step, which then stands in the method once more. Not
   * where operands may stretch: the first compiler would give up, and the forms have most calls.
   */
  public static boolean mayRepeat(Kernel k, Memory memory) {
    return StretchForms.open(k).isEmpty()
        && !storesMany(k)
        && Vectorizable.operations(k.roots())
            <= (asksOnce(k, memory)
                ? budgets(k).repeatedOperations()
                : budgets(k).shortOperations());
  }

  /** Whether the operands of a step that stands there twice fit the registers. */
  private static boolean hasFewOperands(Kernel k) {
    return k.inputs().size() <= budgets(k).repeatedOperands();
  }

  /**
   * Whether rows of native memory are sliced, see {@code RowSlices}: a kernel's only one, or those
   * of a short step that has one result, and walks few operands, none that may stretch.
   */
  public static boolean slicesRows(Kernel k, Memory memory) {
    if (memory == Memory.ARRAYS) {
      return false;
    }
    List<AxisUse> uses = k.inputs().stream().map(in -> in.axes().get(k.innermost())).toList();
    return k.rank() == 1
        || (k.results().size() == 1
            && uses.stream().filter(use -> use != AxisUse.NONE).count()
                <= k.tuning().budgets().steps().slicedOperands()
            && !Vectorizable.knowsIndices(k)
            && hasShortStep(k)
            && !uses.contains(AxisUse.OPEN));
  }

  /** Whether all rows together are asked whether some elements may be stored twice. */
  public static boolean asksOnce(Kernel k, Memory memory) {
    return memory == Memory.SEGMENTS && !slicesRows(k, memory);
  }

  /**
   * Whether the step at a row's tail is a method of its own: HotSpot's first compiler would give up
   * on one that has the operations twice, or three times.
   */
  public static boolean hasTailMethod(Kernel k, Memory memory) {
    long operations = Vectorizable.operations(k.roots());
    boolean hasTwo =
        asksOnce(k, memory) && (operations > budgets(k).shortOperations() || !hasFewOperands(k));
    return k.reductions().isEmpty()
        && !Vectorizable.scalarTail(k)
        && !Vectorizable.knowsIndices(k)
        && (operations > budgets(k).repeatedOperations() || hasTwo || storesMany(k));
  }

  /** The method of the tail's step beside a method that has loops. */
  public static String tailMethod(String method) {
    return method + "Tail";
  }

  /** Whether its step, with all that it stores, is too long to stand in a method twice. */
  public static boolean storesMany(Kernel k) {
    return k.results().size() > k.tuning().fusion().maxResults();
  }

  /** Whether a kernel's step may stand in a method two or three times. */
  public static boolean hasShortStep(Kernel k) {
    return !storesMany(k) && Vectorizable.operations(k.roots()) <= budgets(k).shortOperations();
  }

  /** Whether a step is so long that a mask costs it nothing worth naming. */
  public static boolean isLong(Kernel k) {
    return Vectorizable.operations(k.roots()) > budgets(k).unmaskedOperations();
  }

  private static Budgets.Steps budgets(Kernel k) {
    return k.tuning().budgets().steps();
  }
}
