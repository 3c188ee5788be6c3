package dev.tensorc.codegen.emit.column;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.KernelCall.Params;
import dev.tensorc.codegen.emit.form.VectorForm;
import dev.tensorc.codegen.emit.form.Vectorizable;
import dev.tensorc.codegen.emit.scalar.FloatSums;
import dev.tensorc.codegen.emit.vector.KernelPrologue;
import dev.tensorc.codegen.emit.vector.LaneSpecies;
import dev.tensorc.codegen.loop.Expr;
import dev.tensorc.codegen.loop.ExprNodes;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.Kernel.AxisUse;
import dev.tensorc.codegen.loop.Kernel.Input;
import dev.tensorc.ir.DType;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;

/**
 * A reduction of rows with its results side by side: each lane of a vector is a result of its own.
 * So are sums over a last axis whose elements lie apart, a vector by a matrix among them: those of
 * the results lie next to each other there, and memory is read as it lies. So are extremes of
 * windows, whose results are neighbours as their elements are.
 */
public final class SideBySide {

  private static final int MOST_ROWS = 1 << 30;

  private SideBySide() {}

  /** Whether a kernel reduces rows to one result each, all of the same float dtype. */
  public static boolean reducesAlone(Kernel k) {
    if (!hasOneResult(k)) {
      return false;
    }
    DType d = k.reductions().getFirst().value().type();
    return (d == DType.F32 || d == DType.F64)
        && k.results().getFirst().value().type() == d
        && k.inputs().stream().allMatch(in -> in.dtype() == d)
        && Vectorizable.obstacle(of(k)).isEmpty();
  }

  private static boolean hasOneResult(Kernel k) {
    return k.reductions().size() == 1 && givesOneResult(k);
  }

  private static boolean givesOneResult(Kernel k) {
    return VectorForm.of(k) == VectorForm.ROWS
        && k.parallel() > 0
        && k.reductions().stream().noneMatch(Kernel.Reduction::finds)
        && k.results().size() == 1
        && !k.results().getFirst().alongRow();
  }

  /** The kernel with its vectors along the last parallel axis, on which all operands are walked. */
  public static Kernel of(Kernel k) {
    int lanes = k.parallel() - 1;
    var inputs = new ArrayList<Input>();
    for (Input in : k.inputs()) {
      var axes = new ArrayList<>(in.axes());
      if (axes.get(lanes) == AxisUse.OPEN) {
        axes.set(lanes, AxisUse.FULL);
      }
      inputs.add(new Input(in.dtype(), axes));
    }
    return k.columns(inputs);
  }

  // ---------------------------------------------------------------- rows that lie apart

  /** Whether a kernel has a form for rows whose elements lie apart, or that are no one row. */
  public static boolean possible(Kernel k) {
    return !k.rounds() && (isOrderedSum(k) || reducesInAnyOrder(k));
  }

  private static boolean isOrderedSum(Kernel k) {
    return reducesAlone(k) && FloatSums.orders(k.reductions().getFirst()) && WideColumns.isShort(k);
  }

  private static boolean reducesInAnyOrder(Kernel k) {
    return (k.reduced() > 1 || k.schedule().apart() || k.schedule().overlap() || sharesRows(k))
        && givesOneResult(k)
        && k.reductions().stream().allMatch(SideBySide::takesAnyOrder)
        && Vectorizable.obstacle(of(k)).isEmpty();
  }

  /** Whether a reduction needs no other one, and its elements in no order. */
  public static boolean takesAnyOrder(Kernel.Reduction r) {
    return !FloatSums.orders(r)
        && r.contraction().isEmpty()
        && ExprNodes.of(r.parts()).stream().noneMatch(Expr.Reduced.class::isInstance);
  }

  /** Whether the form is better also for rows whose elements are neighbours. */
  public static boolean takesNeighbours(Kernel k) {
    return k.schedule().overlap() && reducesInAnyOrder(k);
  }

  /**
   * Hands over long rows that results which are neighbours share: each is read from memory once for
   * several results.
   *
   * @param n elements of a row
   */
  public static void leaveSharedRows(KernelPrologue prologue, Local n) {
    Kernel k = prologue.kernel();
    Code code = prologue.code();
    if (sharesRows(k) && reducesInAnyOrder(k)) {
      int most = k.tuning().rows().outer().minSharedBytes() / Vectorizable.lane(k).bytes();
      Local cached = code.newInt(most);
      code.ifThen(Code.less(cached, n), () -> leave(prologue));
    }
  }

  private static boolean sharesRows(Kernel k) {
    return k.parallel() > 0
        && k.reduced() == 1
        && k.inputs().stream()
            .allMatch(
                in ->
                    in.axes().get(k.parallel() - 1) == AxisUse.NONE
                        || in.axes().get(k.innermost()) == AxisUse.NONE)
        && k.inputs().stream().anyMatch(in -> in.axes().get(k.parallel() - 1) == AxisUse.FULL);
  }

  /** Emits the form. */
  public static void emit(Kernel columns, Code code) {
    if (FloatSums.orders(columns.reductions().getFirst())) {
      WideColumns.emit(columns, code, true);
    } else {
      VectorColumns.emitStrips(columns, code);
    }
  }

  public static String method(String kernel) {
    return kernel + "SideBySide";
  }

  /** Hands over where the elements of the results lie next to each other. */
  public static void leave(KernelPrologue prologue) {
    Kernel k = prologue.kernel();
    Code code = prologue.code();
    int lanes = k.parallel() - 1;
    prologue.collapseInto(lanes, 0);
    int most = k.tuning().rows().outer().minResults() - 1;
    Local least = code.newInt(most);
    prologue.leaveIf(
        Code.and(
            Code.and(LaneSpecies.haveLanes(code, of(k)), Code.less(least, prologue.extent(lanes))),
            Code.and(
                (c, no) ->
                    prologue.params().tensors().forEach(t -> t.requireNeighbours(c, lanes, no)),
                (c, no) -> requireRows(c, k, prologue.params(), no))),
        method(prologue.name()));
  }

  /** Checks that rows to reduce are there, and that an int counts them. */
  private static void requireRows(Code c, Kernel k, Params params, Label no) {
    if (k.reduced() > 1) {
      List<Local> reduced = params.extents().subList(k.parallel(), k.rank());
      for (Local extent : reduced) {
        c.load(extent);
        c.mv().visitJumpInsn(Opcodes.IFEQ, no);
      }
      Params.pushPoints(c, reduced).jumpIf(Opcodes.IFGT, MOST_ROWS, no);
    }
  }
}
